import { payOrder } from '@labalaba/contract'
import { beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../src/invariants.ts'
import type { Provider } from '../../src/modules/payments/index.ts'
import { advanceRefund } from '../../src/modules/payments/refunds/refunds.ts'
import { settle } from '../../src/modules/payments/settle.ts'
import { ada } from '../cast.ts'
import { book, buildWorld, type Caller } from '../world.ts'
import { crashingDb, Died, type Life } from './crashing-database.ts'

const atOnce = 5
const world = await buildWorld()
let asAda: Caller

beforeAll(async () => {
  asAda = await world.as(ada)
})

/** Something that moves money, how its stage is set, and how a restarted process does it. */
type Scenario = {
  readonly name: string
  prepare(): Promise<Stage>
  act(provider: Provider, stage: Stage): Promise<unknown>
}
type Stage = { readonly order: string; readonly payments: readonly string[] }

async function booked(): Promise<Stage> {
  const { order, payment } = await book(asAda)
  return { order, payments: [payment] }
}

async function payAt(reference: string, terms: object = {}): Promise<void> {
  await world.control('POST', `/transactions/${reference}/succeed`, { webhook: false, ...terms })
}

async function paidTwice(): Promise<Stage> {
  const { order, payments } = await booked()
  const second = (await asAda(payOrder, { params: { reference: order } })).data.reference
  for (const reference of [...payments, second]) await payAt(reference)
  return { order, payments: [...payments, second] }
}

async function settleAll(provider: Provider, { payments }: Stage): Promise<void> {
  for (const reference of payments) await settle(provider, reference)
}

const scenarios: readonly Scenario[] = [
  {
    name: 'settling a payment',
    async prepare() {
      const stage = await booked()
      for (const reference of stage.payments) await payAt(reference)
      return stage
    },
    act: settleAll,
  },
  { name: 'settling two payments of one order', prepare: paidTwice, act: settleAll },
  {
    name: 'holding a wrong amount',
    async prepare() {
      const stage = await booked()
      for (const reference of stage.payments) await payAt(reference, { amount: 123_400 })
      return stage
    },
    act: settleAll,
  },
  {
    name: 'sending a refund',
    async prepare() {
      const stage = await paidTwice()
      await settleAll(world.provider, stage)
      return stage
    },
    act: advanceRefunds,
  },
]

async function advanceRefunds(provider: Provider, { order }: Stage): Promise<void> {
  for (const { id } of await refundsOf(order)) await advanceRefund(provider, id)
}

async function refundsOf(order: string) {
  return await world.sql<{ id: string; state: string }[]>`
    select r.id, r.state from refund r join payment p on p.id = r.payment_id join lab_order o on o.id = p.order_id
    where o.reference = ${order} order by r.requested_at, r.id`
}

/** The relevant end state of an order, without values that differ from run to run. */
async function endState(order: string): Promise<unknown> {
  const [{ state } = { state: '' }] = await world.sql<{ state: string }[]>`
    select state from lab_order where reference = ${order}`
  const payments = await world.sql`
    select p.state, p.captured_kobo, p.hold_reason, p.settles_order,
      array(select r.state || ' ' || r.source_kobo || ' ' || r.credit_kobo from refund r
        where r.payment_id = p.id order by r.requested_at, r.id) as refunds,
      array(select e.verb from payment_event e where e.payment_id = p.id order by e.id) as history,
      array(select j.task_identifier from graphile_worker.jobs j join graphile_worker._private_jobs k on k.id = j.id
        where k.payload ->> 'paymentId' = p.id::text order by 1) as notices
    from payment p join lab_order o on o.id = p.order_id where o.reference = ${order} order by p.id`
  const books = await world.sql`
    select a.kind, sum(l.amount_kobo) as sum from ledger_line l join ledger_account a on a.id = l.account_id
      join ledger_posting g on g.id = l.posting_id where g.order_reference = ${order} group by 1 order by 1`
  return { state, payments: [...payments], books: [...books] }
}

/** A restarted process continues pending work until nothing is left. */
async function recover(scenario: Scenario, stage: Stage): Promise<void> {
  // The work of a dead process is released after a minute, which has passed.
  await world.sql`update refund set sending_until = now() - interval '1 second' where sending_until > now()`
  await scenario.act(world.provider, stage)
  await settleAll(world.provider, stage)
  await expect
    .poll(
      async () => {
        await advanceRefunds(world.provider, stage)
        return (await refundsOf(stage.order)).filter(({ state }) => state !== 'processed')
      },
      { timeout: 10_000, interval: 60 },
    )
    .toEqual([])
}

/** Runs it with a process that dies after this many statements; returns whether it died. */
async function dieAfter(scenario: Scenario, stage: Stage, life: Life): Promise<boolean> {
  const db = crashingDb(world.connections, life)
  try {
    await scenario.act({ ...world.provider, db }, stage)
    return false
  } catch (error) {
    if (error instanceof Died) return true
    throw error
  }
}

test('a process that dies as its transaction begins leaves none open for the next user of the connection', async () => {
  const db = crashingDb(world.connections, { left: 1, lastAnswer: 'lost' })
  const begun = db.transaction().execute(async () => undefined)
  await expect(begun).rejects.toThrow(Died)
  const open = await world.sql`select pid from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`
  expect([...open]).toEqual([])
})

for (const scenario of scenarios)
  for (const lastAnswer of ['heard', 'lost'] as const)
    test(`a process that dies while ${scenario.name}, its last statement's answer ${lastAnswer}, leaves the same end`, async () => {
      const whole = await scenario.prepare()
      await recover(scenario, whole)
      const right = await endState(whole.order)
      let died = true
      let statements = 0
      const dieAndRecover = async (left: number) => {
        const stage = await scenario.prepare()
        died = (await dieAfter(scenario, stage, { left, lastAnswer })) && died
        await recover(scenario, stage)
        expect(await endState(stage.order), `died after ${left} statements`).toEqual(right)
      }
      // Each has an order of its own, so several die and come up again at once.
      for (; died; statements += atOnce)
        await Promise.all(Array.from({ length: atOnce }, (_, more) => dieAndRecover(statements + more)))
      expect(statements).toBeGreaterThan(4)
      expect(await brokenInvariants(world.db)).toEqual([])
    }, 60_000)
