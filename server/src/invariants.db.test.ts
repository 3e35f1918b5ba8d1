import { kobo } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { ada } from '../test/cast.ts'
import { book, buildWorld } from '../test/world.ts'
import { brokenInvariants } from './invariants.ts'
import { watchInvariants } from './invariants-watch.ts'
import { refundPart } from './modules/payments/refunds/part.ts'
import { settle } from './modules/payments/settle.ts'

// Its tests break invariants by hand, to see them reported.
const world = await buildWorld({ broken: true })
const { db, sql, clock, parts } = world

async function metrics(): Promise<string> {
  return await (await fetch(`${world.publicUrl}/metrics`)).text()
}

test('a broken invariant is an alarm in the log and a number in the metrics; a mended one is neither', async () => {
  const { order, payment } = await book(await world.as(ada))
  await world.control('POST', `/transactions/${payment}/succeed`, { webhook: false })
  await settle(world.provider, payment)
  expect(await watchInvariants(db, clock, parts.log)).toBe(0)
  expect(await metrics()).toContain(
    'labalaba_invariant_breaches{invariant="INV-01 every posting sums to nothing"} 0',
  )

  await sql`update payment set captured_kobo = captured_kobo - 1 where reference = ${payment}`
  world.logged.length = 0
  expect(await watchInvariants(db, clock, parts.log)).toBeGreaterThan(0)
  const alarm = world.logged.map((line) => JSON.parse(line)).find((line) => line.alarm === 'invariant')
  expect(alarm).toMatchObject({ found: [order] })
  expect(await metrics()).toMatch(/labalaba_invariant_breaches\{invariant="INV-06[^}]*\} 1/)

  await sql`update payment set captured_kobo = captured_kobo + 1 where reference = ${payment}`
  expect(await watchInvariants(db, clock, parts.log)).toBe(0)
  expect(await metrics()).toMatch(/labalaba_invariant_breaches\{invariant="INV-06[^}]*\} 0/)
})

test('a webhook unhandled for a quarter of an hour is an alarm of the watch, and not before', async () => {
  const keep = (
    age: string,
  ) => sql`insert into paystack_event (id, body_hash, event, reference, body, received_at)
    values ((select count(*) + 1000 from paystack_event), sha256(${age}::text::bytea), 'charge.success', 'bk-late', ''::bytea, now() - ${age}::interval)`
  await keep('14 minutes')
  expect(await watchInvariants(db, clock, parts.log)).toBe(0)
  await keep('16 minutes')
  expect(await watchInvariants(db, clock, parts.log)).toBe(1)
  expect(await metrics()).toMatch(/labalaba_invariant_breaches\{invariant="INV-21[^}]*\} 1/)
  expect(await brokenInvariants(db)).toEqual([])
})

test('an invariant that cannot be checked is an alarm, and hides no other', async () => {
  const [payment] = await sql<{ reference: string }[]>`select reference from payment where captured_kobo > 0`
  const reference = payment?.reference ?? ''
  await sql`update payment set captured_kobo = captured_kobo - 1 where reference = ${reference}`
  await sql`alter table ledger_line rename to ledger_line_away`
  world.logged.length = 0
  await watchInvariants(db, clock, parts.log)
  await sql`alter table ledger_line_away rename to ledger_line`
  await sql`update payment set captured_kobo = captured_kobo + 1 where reference = ${reference}`
  const alarms = world.logged.map((line) => JSON.parse(line)).filter(({ alarm }) => alarm === 'invariant')
  const alarmOf = (name: string) => alarms.find(({ invariant }) => invariant.startsWith(name))?.msg
  expect(alarmOf('INV-01')).toBe('an invariant could not be looked at')
  expect(alarmOf('INV-06')).toBe('an invariant is broken: look before more money moves')
  await sql`delete from paystack_event`
  expect(await watchInvariants(db, clock, parts.log)).toBe(0)
})

test('of the audit chain the watch checks the last day, and the command everything', async () => {
  await sql`insert into audit_entry (order_id, at, role, account_id, what)
    select id, now() - day * interval '1 day', 'patient', account_id, 'order_seen' from lab_order, (values (3), (2)) days (day)`
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update audit_entry set hash = sha256('by hand') where number = 1`
  })
  expect(await watchInvariants(db, clock, parts.log)).toBe(0)
  expect((await brokenInvariants(db)).join()).toContain('who saw what of a patient is one chain')
  await sql`insert into audit_entry (order_id, at, role, account_id, what)
    select id, now(), 'patient', account_id, 'order_seen' from lab_order`
  expect(await watchInvariants(db, clock, parts.log)).toBe(1)
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`delete from audit_entry`
    await tx`delete from audit_head`
  })
  expect(await brokenInvariants(db)).toEqual([])
})

test('a lost dispute without its posting is a breach', async () => {
  const [payment] = await sql<{ id: number }[]>`select id from payment where captured_kobo > 0`
  await sql`insert into dispute (provider_id, payment_id, amount_kobo, category, status, resolution, opened_at)
    values ('lost-1', ${payment?.id ?? 0}, 100, 'fraud', 'resolved', 'auto-accepted', now())`
  expect(await brokenInvariants(db)).toEqual([
    'a dispute that was lost is booked once, and no other is: lost-1',
  ])
})

test('money both refunded and taken by a bank is a breach', async () => {
  const { payment: reference } = await book(await world.as(ada))
  await world.control('POST', `/transactions/${reference}/succeed`, { webhook: false })
  const payment = (await settle(world.provider, reference)) ?? expect.unreachable()
  const part = { amount: kobo(600_000), reason: 'a test', key: 'twice' }
  await db.transaction().execute((tx) => refundPart(tx, payment, part, clock.now()))
  const name = 'what goes back of a payment and what banks took of it are no more than came'
  const lose = (id: string, amount: number) =>
    sql`insert into dispute (provider_id, payment_id, amount_kobo, category, status, resolution, opened_at)
      values (${id}, ${payment.id}, ${amount}, 'fraud', 'resolved', 'auto-accepted', now())`
  await lose('lost-2', 400_000)
  expect(await brokenInvariants(db)).not.toContain(`${name}: ${reference}`)
  await lose('lost-3', 1)
  expect(await brokenInvariants(db)).toContain(`${name}: ${reference}`)
  // An uncertain one is looked up: only then is it known whether it exists.
  await sql`update refund set sending_until = now(), provider_id = null, ended_at = null, state = 'requested'
    where payment_id = ${payment.id}`
  expect(await brokenInvariants(db)).not.toContain(`${name}: ${reference}`)
  await sql`update refund set provider_id = '4711', state = 'pending' where payment_id = ${payment.id}`
  expect(await brokenInvariants(db)).toContain(`${name}: ${reference}`)
})
