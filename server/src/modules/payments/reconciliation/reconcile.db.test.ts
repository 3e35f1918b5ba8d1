import { kobo, lagosDate } from '@labalaba/contract'
import { beforeAll, expect, test } from 'vitest'
import { ada } from '../../../../test/cast.ts'
import { book, buildWorld, type Caller, signingKey, until } from '../../../../test/world.ts'
import { closeCaseAbout, openCase } from '../../cases/index.ts'
import { recordFeeCorrected } from '../../ledger/index.ts'
import { closeCase } from '../cases/acts.ts'
import type { Paystack, Provider } from '../paystack/paystack.ts'
import { refundPart } from '../refunds/part.ts'
import { advanceRefund } from '../refunds/refunds.ts'
import { paymentByReference } from '../repository.ts'
import { settle } from '../settle.ts'
import { reconcileDay } from './reconcile.ts'
import { watchMoney, watchOrphans } from './watch.ts'

const world = await buildWorld()
let asAda: Caller
let provider: Provider

beforeAll(async () => {
  asAda = await world.as(ada)
  provider = { ...world.provider, paystack: withFees(world.provider.paystack) }
})

/** Paystack’s lists omit some fees; a test of fees cannot wait for a listed one. */
function withFees(paystack: Paystack): Paystack {
  return {
    ...paystack,
    async listTransactions(asked) {
      const listed = await paystack.listTransactions(asked)
      if (listed.kind !== 'yes') return listed
      const transactions = listed.value.transactions.map((one) => ({ ...one, fee: one.fee ?? kobo(25_000) }))
      return { kind: 'yes', value: { ...listed.value, transactions } }
    },
  }
}

const today = () => lagosDate(world.clock.now())
const reconcile = (using = provider) => reconcileDay(using, today(), world.clock.now())
const pay = (reference: string, how: object = { webhook: false }) =>
  world.control('POST', `/transactions/${reference}/succeed`, how)

/** Books and pays, without any notice from Paystack. */
async function bookAndPay(): Promise<{ order: string; payment: string }> {
  const booked = await book(asAda)
  expect((await pay(booked.payment)).status).toBe(200)
  return booked
}

async function bookAndSettle(): Promise<{ order: string; payment: string }> {
  const booked = await bookAndPay()
  expect((await settle(provider, booked.payment))?.state).toBe('settled')
  return booked
}

async function casesAbout(...subjects: string[]) {
  return await world.sql<
    { kind: string; amount_kobo: number | null; closed: boolean; note: string | null }[]
  >`
    select kind, amount_kobo, closed_at is not null as closed, close_note as note from money_case
    where subject = any(${subjects}) order by id`
}

const kindsAbout = async (...subjects: string[]) => (await casesAbout(...subjects)).map(({ kind }) => kind)

async function stateOf(reference: string) {
  const row = await paymentByReference(world.db, reference)
  return row ?? expect.unreachable()
}

async function clearingOfOrder(order: string): Promise<number> {
  const [row] = await world.sql<{ kobo: number }[]>`
    select coalesce(sum(l.amount_kobo), 0) as kobo from ledger_posting p join ledger_line l on l.posting_id = p.id
    join ledger_account a on a.id = l.account_id and a.kind = 'provider_clearing' where p.order_reference = ${order}`
  return Number(row?.kobo)
}

test('money that only Paystack has is settled, and counted on both sides', async () => {
  const { payment } = await bookAndPay()
  const first = await reconcile()
  expect(first).toMatchObject({ outcome: 'done', mended: 1, cases: 0 })
  expect((await stateOf(payment)).state).toBe('settled')
  expect(first).toMatchObject({
    row: { provider_count: 1, our_count: 1, provider_kobo: 1_000_000, our_kobo: 1_000_000 },
  })
  expect(await reconcile()).toMatchObject({ mended: 0, cases: 0, row: { mended: 1, cases: 0 } })
})

test('a success at Paystack that is in none of our tables is a case, once', async () => {
  const reference = 'somebody-elses-1'
  const reply = await fetch(`${world.simulator.url}/transaction/initialize`, {
    method: 'POST',
    headers: { authorization: `Bearer ${signingKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'x@mail.example', amount: 500_000, reference }),
  })
  expect(reply.status).toBe(200)
  await pay(reference)
  expect(await reconcile()).toMatchObject({ outcome: 'done', cases: 1 })
  expect(await reconcile()).toMatchObject({ outcome: 'done', cases: 0 })
  expect(await casesAbout(reference)).toMatchObject([{ kind: 'unknown_at_paystack', amount_kobo: 500_000 }])
})

test('money that only we have booked is a case, and closes once Paystack has it', async () => {
  const { payment } = await bookAndSettle()
  await world.control('PUT', '/faults', { api: { lost: 1, loseForMs: 3_600_000 } })
  expect(await reconcile()).toMatchObject({ outcome: 'done' })
  await world.control('DELETE', '/faults')
  expect(await kindsAbout(payment)).toEqual(['missing_at_paystack'])
  await reconcile()
  expect(await casesAbout(payment)).toMatchObject([{ closed: true, note: 'Both sides agree now.' }])
})

test('another amount is a case, and a person’s decision about it stays', async () => {
  const { payment } = await bookAndSettle()
  await world.sql`update payment set captured_kobo = captured_kobo - 100 where reference = ${payment}`
  await reconcile()
  expect(await kindsAbout(payment)).toEqual(['amount_differs', 'books_differ'])
  for (const { id } of await world.sql<
    { id: number }[]
  >`select id from money_case where subject = ${payment}`)
    await world.db
      .transaction()
      .execute((tx) =>
        closeCase(tx, Number(id), { by: null, note: 'written to Paystack' }, world.clock.now()),
      )
  expect(await reconcile()).toMatchObject({ cases: 0 })
  expect(await casesAbout(payment)).toMatchObject([{ closed: true }, { closed: true }])
  await world.sql`update payment set captured_kobo = captured_kobo + 100 where reference = ${payment}`
})

test('a case that closed by itself is opened again for a later difference; one that a person closed is not', async () => {
  const { payment } = await bookAndSettle()
  const found = { kind: 'amount_differs', subject: payment, amount: kobo(999_900) } as const
  const now = world.clock.now()
  await world.db.transaction().execute(async (tx) => {
    await openCase(tx, found, now)
    await closeCaseAbout(tx, found.kind, payment, 'Paystack says so.', now)
  })
  await world.sql`update payment set captured_kobo = captured_kobo - 100 where reference = ${payment}`
  await reconcile()
  const open = await world.sql<{ id: number; amount_kobo: number }[]>`
    select id, amount_kobo from money_case where subject = ${payment} and kind = ${found.kind} and closed_at is null`
  expect(open).toHaveLength(1)
  // The same difference as before: only a person’s closing marks it as known.
  await world.sql`update money_case set amount_kobo = ${open[0]?.amount_kobo ?? 0}
    where subject = ${payment} and kind = ${found.kind}`
  await world.db
    .transaction()
    .execute((tx) => closeCaseAbout(tx, found.kind, payment, 'It is gone.', world.clock.now()))
  await reconcile()
  const again = await world.sql<{ id: number }[]>`
    select id from money_case where subject = ${payment} and kind = ${found.kind} and closed_at is null`
  expect(again).toHaveLength(1)
  await world.db
    .transaction()
    .execute((tx) =>
      closeCase(tx, Number(again[0]?.id), { by: null, note: 'written to Paystack' }, world.clock.now()),
    )
  await reconcile()
  const left =
    await world.sql`select 1 from money_case where subject = ${payment} and kind = ${found.kind} and closed_at is null`
  expect(left).toEqual([])
  await world.sql`update payment set captured_kobo = captured_kobo + 100 where reference = ${payment}`
})

test('an estimated fee is corrected in the books and on the payment, once', async () => {
  const { order, payment } = await bookAndPay()
  const { verify } = provider.paystack
  const cheap: Paystack = {
    ...provider.paystack,
    async verify(...asked) {
      const told = await verify(...asked)
      return told.kind === 'yes' ? { kind: 'yes', value: { ...told.value, fee: kobo(1) } } : told
    },
  }
  await settle({ ...provider, paystack: cheap }, payment)
  expect(await clearingOfOrder(order)).toBe(999_999)
  expect(await reconcile()).toMatchObject({ mended: 1, cases: 0 })
  expect([await clearingOfOrder(order), (await stateOf(payment)).fee_kobo]).toEqual([975_000, 25_000])
  expect(await reconcile()).toMatchObject({ mended: 0 })
  expect([await clearingOfOrder(order), await kindsAbout(payment)]).toEqual([975_000, []])
})

test('money that Paystack reversed without a webhook is a case', async () => {
  const { payment } = await bookAndSettle()
  expect((await world.control('POST', `/transactions/${payment}/reverse`)).status).toBe(200)
  await reconcile()
  await reconcile()
  expect(await casesAbout(payment)).toMatchObject([{ kind: 'reversed_outside', amount_kobo: 1_000_000 }])
})

test('a refund from the dashboard is a case of its own, also if it is the whole payment', async () => {
  const { payment } = await bookAndSettle()
  const { body } = await world.control('POST', `/transactions/${payment}/refund`, { webhook: false })
  await until('the refund is made', async () => {
    const { body: all } = await world.control('GET', '/refunds')
    return all.some((one: { id: number; status: string }) => one.id === body.id && one.status === 'processed')
  })
  expect(await reconcile()).toMatchObject({ cases: 1 })
  expect(await casesAbout(String(body.id), payment)).toMatchObject([
    { kind: 'refund_unknown', amount_kobo: 1_000_000 },
  ])
})

test('a payment missing from the list is looked up before it is a case', async () => {
  const { payment } = await bookAndSettle()
  const forgetful: Paystack = {
    ...provider.paystack,
    async listTransactions(asked) {
      const listed = await provider.paystack.listTransactions(asked)
      if (listed.kind !== 'yes') return listed
      const transactions = listed.value.transactions.filter(({ reference }) => reference !== payment)
      return { kind: 'yes', value: { ...listed.value, transactions } }
    },
  }
  expect(await reconcile({ ...provider, paystack: forgetful })).toMatchObject({ outcome: 'done', cases: 0 })
  expect(await kindsAbout(payment)).toEqual([])
})

test('a reversal is explained by a refund from the dashboard on another day', async () => {
  const { payment } = await bookAndSettle()
  const { body } = await world.control('POST', `/transactions/${payment}/refund`, { webhook: false })
  await until('it reads as reversed', async () => {
    const truth = await provider.paystack.verify(payment)
    return truth.kind === 'yes' && truth.value.status === 'reversed'
  })
  const later: Paystack = {
    ...provider.paystack,
    listRefunds: async () => ({ kind: 'yes', value: { refunds: [], pages: 1 } }),
  }
  await reconcile({ ...provider, paystack: later })
  expect(await kindsAbout(payment, String(body.id))).toEqual(['refund_unknown'])
})

test('a refund of ours that has ended at Paystack is ended here', async () => {
  const { payment } = await bookAndSettle()
  const row = await stateOf(payment)
  const asked = { amount: kobo(100_000), reason: 'a test', key: 'reconcile' }
  await world.db.transaction().execute((tx) => refundPart(tx, row, asked, world.clock.now()))
  const [refund] = await world.sql<{ id: string }[]>`select id from refund where payment_id = ${row.id}`
  const id = refund?.id ?? expect.unreachable()
  await advanceRefund(provider, id)
  await until('the refund is made', async () => {
    const { body: all } = await world.control('GET', '/refunds')
    return all.some((one: { merchantNote: string; status: string }) =>
      one.merchantNote === `refund ${id}` ? one.status === 'processed' : false,
    )
  })
  expect(await reconcile()).toMatchObject({ mended: 1, cases: 0 })
  expect(await world.sql`select state from refund where id = ${id}`).toMatchObject([{ state: 'processed' }])
  expect(await reconcile()).toMatchObject({ mended: 0, cases: 0 })
})

test('books that differ from the payment are a case', async () => {
  const { order, payment } = await bookAndSettle()
  const wrong = { booked: kobo(25_000), actual: kobo(24_000), at: world.clock.now() }
  await world.db
    .transaction()
    .execute((tx) => recordFeeCorrected(tx, { paymentReference: payment, orderReference: order, ...wrong }))
  await reconcile()
  expect(await casesAbout(payment)).toMatchObject([{ kind: 'books_differ', amount_kobo: 1000 }])
})

test('money of the other mode of Paystack is ignored, and reported', async () => {
  const { payment } = await bookAndPay()
  const mixed: Paystack = {
    ...provider.paystack,
    async listTransactions(asked) {
      const listed = await provider.paystack.listTransactions(asked)
      if (listed.kind !== 'yes') return listed
      const transactions = listed.value.transactions.map((one) =>
        one.reference === payment ? { ...one, domain: 'live' } : one,
      )
      return { kind: 'yes', value: { ...listed.value, transactions } }
    },
  }
  expect(await reconcile({ ...provider, paystack: mixed })).toMatchObject({
    mended: 0,
    cases: 0,
    ofOtherMode: [payment],
  })
  expect((await stateOf(payment)).state).toBe('started')
  await reconcile()
})

test('a day stays unfinished while Paystack does not answer, and is tried again', async () => {
  const { payment } = await bookAndPay()
  await world.sql`update reconciliation set finished_at = null`
  await world.control('PUT', '/faults', { offline: true })
  const silent: Paystack = {
    ...provider.paystack,
    disputes: async () => ({ kind: 'unknown', why: 'resting' }),
  }
  expect(await reconcile({ ...provider, paystack: silent })).toEqual({ outcome: 'silent' })
  await world.control('DELETE', '/faults')
  expect(await world.sql`select finished_at from reconciliation`).toMatchObject([{ finished_at: null }])
  await watchMoney(provider, world.parts.log)
  expect((await stateOf(payment)).state).toBe('settled')
  expect(await world.sql`select 1 from reconciliation where finished_at is null`).toEqual([])
})

test('of several concurrent comparisons one runs', async () => {
  await bookAndPay()
  const outcomes = await Promise.all([reconcile(), reconcile(), reconcile()])
  const kinds = outcomes.map(({ outcome }) => outcome)
  expect(kinds).toContain('done')
  expect(outcomes.reduce((so, one) => so + (one.outcome === 'done' ? one.mended : 0), 0)).toBe(1)
})

test('a webhook about an unknown payment is a case after a quarter of an hour', async () => {
  const reference = 'somebody-elses-2'
  await fetch(`${world.simulator.url}/transaction/initialize`, {
    method: 'POST',
    headers: { authorization: `Bearer ${signingKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'x@mail.example', amount: 700_000, reference }),
  })
  // The mails of the earlier tests would all be sent first.
  await world.sql`delete from graphile_worker._private_jobs`
  await pay(reference, {})
  await world.work()
  await until('the webhook is handled', async () => {
    const rows =
      await world.sql`select 1 from paystack_event where reference = ${reference} and outcome = 'unknown_reference'`
    return rows.length > 0
  })
  await world.sql`update paystack_event set received_at = received_at - interval '14 minutes' where reference = ${reference}`
  await world.sql`delete from money_case where subject = ${reference}`
  const orphans = () =>
    world.sql`select amount_kobo from money_case where kind = 'orphan_webhook' and subject = ${reference}`
  await watchOrphans(provider)
  expect(await orphans()).toEqual([])
  world.clock.moveOn(2 * 60_000)
  await watchOrphans(provider)
  await watchOrphans(provider)
  expect(await orphans()).toMatchObject([{ amount_kobo: 700_000 }])
  await reconcile()
  expect(await kindsAbout(reference)).toEqual(['orphan_webhook'])
})
