import { expect, test } from 'vitest'
import { ada } from '../../../../test/cast.ts'
import { days } from '../../../../test/clock.ts'
import { book, buildWorld } from '../../../../test/world.ts'
import { reduceOldBodies } from './reduce-bodies.ts'
import { handleWebhook, receiveWebhook } from './webhooks.ts'

const world = await buildWorld()

/** The last second of this month in Lagos, and the first of the next. */
const [lastSecond, firstSecond] = await edgeOfMonth()

async function edgeOfMonth(): Promise<[Date, Date]> {
  const [row] = await world.sql<
    { edge: Date }[]
  >`select (date_trunc('month', now() at time zone 'Africa/Lagos')
    + interval '1 month') at time zone 'Africa/Lagos' as edge`
  const edge = row?.edge ?? expect.unreachable()
  return [new Date(edge.getTime() - 1000), edge]
}

async function receive(body: string, at: Date): Promise<void> {
  const paystack = { ...world.provider.paystack, signed: () => true }
  const provider = { ...world.provider, clock: { now: () => at }, paystack }
  await receiveWebhook({ ...provider, countRejection: () => {} }, Buffer.from(body), 'signature')
}

const kept = (reference: string) => world.sql<{ id: number; part: string }[]>`
  select id, tableoid::regclass::text as part from paystack_event where reference = ${reference} order by id`
const jobsOf = async (id: number) =>
  (await world.sql`select from graphile_worker.jobs where key = ${`webhook:${id}`}`).length

test('the same body in the last second of a month and in the next month acts once', async () => {
  const body = '{"event":"transfer.success","data":{"reference":"over-the-edge"}}'
  await receive(body, lastSecond)
  const [first] = await kept('over-the-edge')
  const { id = 0 } = first ?? {}
  expect(await jobsOf(id)).toBe(1)
  await handleWebhook(world.provider, id)
  await world.sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where key = ${`webhook:${id}`}`
  await receive(body, firstSecond)
  expect(await kept('over-the-edge')).toHaveLength(1)
  expect(await world.sql`select from graphile_worker.jobs where key = ${`webhook:${id}`}`).toHaveLength(0)
  expect(await world.sql`select times from paystack_body where event_id = ${id}`).toEqual([{ times: 2 }])
})

test('twenty copies of a body on both sides of the edge at once are stored once, with one job', async () => {
  const body = '{"event":"transfer.success","data":{"reference":"at-once"}}'
  await Promise.all(
    Array.from({ length: 20 }, (_, turn) => receive(body, turn % 2 ? firstSecond : lastSecond)),
  )
  const found = await kept('at-once')
  expect(found).toHaveLength(1)
  expect(await jobsOf(found[0]?.id ?? 0)).toBe(1)
})

test('each webhook is in the partition of its month in Lagos', async () => {
  await receive('{"event":"transfer.success","data":{"reference":"last"}}', lastSecond)
  await receive('{"event":"transfer.success","data":{"reference":"first"}}', firstSecond)
  const months = [lastSecond, firstSecond].map((at) => new Date(at.getTime() + 3_600_000).toISOString())
  const parts = months.map((month) => `paystack_event_${month.slice(0, 4)}_${month.slice(5, 7)}`)
  expect([(await kept('last'))[0]?.part, (await kept('first'))[0]?.part]).toEqual(parts)
})

test('after 90 days a body has no personal data, is not handled again and still acts once', async () => {
  const { payment } = await book(await world.as(ada))
  const secret = ['ada@example.com', 'Ada', '08030000000', '4081', '102.89.0.10', 'TEST BANK', 'AUTH_1']
  const [email, first_name, phone, last4, ip_address, bank, authorization_code] = secret
  const body = JSON.stringify({
    event: 'charge.success',
    data: {
      ...{ id: 7, reference: payment, amount: 100, currency: 'NGN', fees: 3, status: 'success', ip_address },
      authorization: { last4, bank, authorization_code },
      customer: { email, first_name, phone },
      metadata: { patient: email },
      log: { history: [{ message: email }] },
      message: `paid by ${email}`,
      transaction: { reference: payment, amount: 100, customer: { email } },
    },
  })
  const now = world.clock.now()
  await receive(body, now)
  const reduceAfter = async (age: number) =>
    await reduceOldBodies(world.db, { now: () => new Date(now.getTime() + age) })
  await reduceAfter(90 * days - 1000)
  const bodyOf = async () => {
    const [row] = await world.sql<
      { body: Buffer }[]
    >`select body from paystack_event where reference = ${payment}`
    return String(row?.body)
  }
  expect(await bodyOf()).toBe(body)
  await reduceAfter(90 * days + 1000)
  expect(JSON.parse(await bodyOf())).toEqual({
    event: 'charge.success',
    data: {
      ...{ id: 7, reference: payment, amount: 100, currency: 'NGN', fees: 3, status: 'success' },
      transaction: { reference: payment, amount: 100 },
    },
  })
  for (const word of secret) expect(await bodyOf()).not.toContain(word)
  await receive(body, new Date(now.getTime() + 91 * days))
  expect(await kept(payment)).toHaveLength(1)
  expect(await reduceAfter(90 * days + 1000)).toBe(0)
})

test('more bodies than one batch are reduced in one run, and one that cannot be read is emptied', async () => {
  await world.sql`insert into paystack_event (id, body_hash, event, reference, body, received_at)
    select 1000000 + n, sha256(n::text::bytea), 'unreadable', 'many', 'ada@example.com'::bytea, now() - interval '100 days'
    from generate_series(1, 450) n`
  expect(await reduceOldBodies(world.db, { now: () => new Date() })).toBeGreaterThanOrEqual(450)
  expect(await world.sql`select distinct body from paystack_event where reference = 'many'`).toEqual([
    { body: Buffer.from('') },
  ])
})
