import { lagosDate } from '@labalaba/contract'
import { beforeAll, expect, test } from 'vitest'
import { buildWorld, signingKey, until } from '../../../../test/world.ts'
import { closeCase } from '../cases/acts.ts'
import type { Paystack, Provider } from '../paystack/paystack.ts'
import { reconcileDay } from './reconcile.ts'
import { watchOrphans } from './watch.ts'

const world = await buildWorld()
const minute = 60_000
const ago = (minutes: number) => new Date(world.clock.now().getTime() - minutes * minute)

// The database was restored: what happened from an hour ago until ten minutes ago is lost.
beforeAll(async () => {
  await world.sql`insert into database_incarnation (number, began_at, heartbeat_at, restored_to, in_use_until)
    values (1, ${ago(9_999)}, ${ago(60)}, null, null), (2, ${ago(5)}, ${ago(5)}, ${ago(60)}, ${ago(10)})`
})

/** Money at Paystack for an attempt that our tables do not have. */
async function lostPayment(reference: string): Promise<void> {
  const reply = await fetch(`${world.simulator.url}/transaction/initialize`, {
    method: 'POST',
    headers: { authorization: `Bearer ${signingKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'x@mail.example', amount: 500_000, reference }),
  })
  expect(reply.status).toBe(200)
  await world.control('POST', `/transactions/${reference}/succeed`, { webhook: false })
}

const reconcile = async (provider: Provider = world.provider) =>
  await reconcileDay(provider, lagosDate(world.clock.now()), world.clock.now())

const openCases = async () =>
  await world.sql<{ id: number; kind: string; payments: string | null; refunds: string | null }[]>`
    select id, kind, found->>'lost_payments' as payments, found->>'lost_refunds' as refunds
    from money_case where closed_at is null order by id`

test('payments and refunds whose orders were lost are in one case, also if they are found later', async () => {
  await lostPayment('lost-1')
  await lostPayment('lost-2')
  expect(await reconcile()).toMatchObject({ outcome: 'done', cases: 0 })
  expect(await openCases()).toMatchObject([
    { kind: 'restored', payments: '2: lost-1 (₦5,000), lost-2 (₦5,000)', refunds: null },
  ])
  const { body } = await world.control('POST', '/transactions/lost-2/refund', { webhook: false })
  await until('the refund is made', async () => {
    const { body: all } = await world.control('GET', '/refunds')
    return all.some((one: { id: number; status: string }) => one.id === body.id && one.status === 'processed')
  })
  await reconcile()
  expect(await openCases()).toMatchObject([{ kind: 'restored', refunds: `1: ${body.id} (₦5,000)` }])
})

test('a webhook about a lost payment joins the same case', async () => {
  await lostPayment('lost-3')
  await world.sql`insert into paystack_event (id, body_hash, event, reference, body, received_at, outcome, handled_at)
    values (1000, sha256('x'), 'charge.success', 'lost-3', 'x', ${ago(20)}, 'unknown_reference', ${ago(20)})`
  expect(await watchOrphans(world.provider)).toBe(0)
  // Paystack is not asked about it again.
  const verify = () => expect.unreachable()
  expect(await watchOrphans({ ...world.provider, paystack: { ...world.provider.paystack, verify } })).toBe(0)
  expect(await openCases()).toMatchObject([
    { kind: 'restored', payments: '3: lost-1 (₦5,000), lost-2 (₦5,000), lost-3 (₦5,000)' },
  ])
})

test('what an operator has decided is not opened again, and a new finding is', async () => {
  const [found] = await openCases()
  const by = { by: null, note: 'called all payers' }
  await world.db.transaction().execute((tx) => closeCase(tx, Number(found?.id), by, world.clock.now()))
  await reconcile()
  expect(await openCases()).toEqual([])
  await lostPayment('lost-4')
  await reconcile()
  expect(await openCases()).toMatchObject([{ kind: 'restored', payments: expect.stringMatching(/^4: /) }])
})

test('unknown money from before the restored time has a case of its own', async () => {
  await lostPayment('strange-1')
  const { paystack } = world.provider
  const before: Paystack = {
    ...paystack,
    async listTransactions(asked) {
      const listed = await paystack.listTransactions(asked)
      if (listed.kind !== 'yes') return listed
      const transactions = listed.value.transactions.map((one) =>
        one.reference === 'strange-1' ? { ...one, paidAt: ago(90) } : one,
      )
      return { kind: 'yes', value: { ...listed.value, transactions } }
    },
  }
  expect(await reconcile({ ...world.provider, paystack: before })).toMatchObject({ cases: 1 })
  expect((await openCases()).map(({ kind }) => kind)).toEqual(['restored', 'unknown_at_paystack'])
})
