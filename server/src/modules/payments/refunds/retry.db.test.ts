import {
  cancelOrder,
  closeCase,
  listCases,
  readOrder,
  refundPayment,
  releasePayment,
  retryRefund,
} from '@labalaba/contract'
import { beforeEach, expect, test } from 'vitest'
import { ada, ops } from '../../../../test/cast.ts'
import { book, buildWorld, type Caller, until } from '../../../../test/world.ts'
import { brokenInvariants } from '../../../invariants.ts'
import { settleSilentPayments } from '../jobs.ts'
import { settle } from '../settle.ts'
import { retryFailedRefunds } from './failed.ts'
import { advanceRefund } from './refunds.ts'

const hour = 60 * 60 * 1000

const world = await buildWorld()
let asAda: Caller
let asOps: Caller

beforeEach(signInAgain)

async function signInAgain(): Promise<void> {
  asAda = await world.as(ada)
  asOps = await world.as(ops)
}

type Booked = { readonly order: string; readonly payment: string }

async function paid(terms: object = { method: 'card-refund-fails' }): Promise<Booked> {
  const booked = await book(asAda)
  await world.control('POST', `/transactions/${booked.payment}/succeed`, { webhook: false, ...terms })
  await settle(world.provider, booked.payment)
  return booked
}

const part = ({ payment }: Booked, amount = 500) =>
  asOps(refundPayment, {
    params: { reference: payment },
    body: { amount, reason: 'one test was not done', key: 'part' },
  })

const orderOf = async ({ order }: Booked) => (await asAda(readOrder, { params: { reference: order } })).data

async function stateOf({ payment }: Booked): Promise<string | undefined> {
  const [row] = await world.sql<{ state: string }[]>`select state from payment where reference = ${payment}`
  return row?.state
}

const refundsOf = ({ payment }: Booked) => world.sql<{ id: string; state: string }[]>`
  select refund.id, refund.state from refund join payment on payment.id = payment_id
  where payment.reference = ${payment} order by requested_at, refund.id`

async function refundsEnd(one: Booked): Promise<void> {
  await until('every refund has ended', async () => {
    await world.sql`update refund set check_at = now() - interval '1 hour' where ended_at is null`
    await settleSilentPayments(world.provider)
    return (await orderOf(one)).refunds.every((refund) => refund.endedAt !== null)
  })
}

/** Lets every try of the refunds fail, until none is retried automatically. */
async function failForGood(one: Booked): Promise<void> {
  for (const pause of [1, 6, 24]) {
    await refundsEnd(one)
    world.clock.moveOn(pause * hour + 60_000)
    await retryFailedRefunds(world.provider)
    await signInAgain()
  }
  await refundsEnd(one)
}

/** Lets Paystack refund now what it could not before. */
async function succeed(one: Booked): Promise<void> {
  const { paystack } = world.provider
  const paystackProcessing = async (id: string) => {
    const listed = await paystack.refundsOf(id)
    if (listed.kind !== 'yes') return listed
    return { ...listed, value: listed.value.map((each) => ({ ...each, status: 'processed' })) }
  }
  const provider = { ...world.provider, paystack: { ...paystack, refundsOf: paystackProcessing } }
  for (const { id } of await refundsOf(one))
    for (let turn = 0; turn < 2; turn += 1) await advanceRefund(provider, id)
}

async function caseOf(kind: string, { order }: Booked) {
  const { data } = await asOps(listCases, { query: { state: 'open' } })
  return data.find((found) => found.kind === kind && found.orderReference === order)
}

test('a part that failed finally is retried as that part, and its order continues', async () => {
  const one = await paid()
  await part(one)
  await failForGood(one)
  const found = await caseOf('refund_failed', one)
  expect(found).toMatchObject({ amount: 500, acts: ['retry', 'as_credit', 'returned_outside'] })
  const tried = await asOps(retryRefund, { params: { id: found?.subject ?? '' } })
  expect(tried.data).toEqual({ state: 'settled' })
  await succeed(one)
  const { state, refunds } = await orderOf(one)
  expect([state, await stateOf(one)]).toEqual(['scheduled', 'settled'])
  expect(refunds.map((refund) => [refund.amount, refund.state])).toEqual([
    ...Array.from({ length: 4 }, () => [500, 'failed']),
    [500, 'processed'],
  ])
})

test('a failed part retried after its order was cancelled completes the return of the payment', async () => {
  const one = await paid()
  await part(one)
  await asAda(cancelOrder, { params: { reference: one.order }, body: {} })
  await failForGood(one)
  expect(await stateOf(one)).toBe('held')
  expect((await part(one)).httpStatus).toBe(200)
  expect(await stateOf(one)).toBe('refunding')
  for (let found = await caseOf('refund_failed', one); found; found = await caseOf('refund_failed', one))
    await asOps(retryRefund, { params: { id: found.subject } })
  await succeed(one)
  expect(await stateOf(one)).toBe('refunded')
})

test('one refund that cannot be retried does not delay the later ones', async () => {
  const [first, second] = [await paid(), await paid()]
  for (const one of [first, second]) {
    await part(one)
    await refundsEnd(one)
  }
  // Another refund has taken the key that its next try would have.
  const [broken] = await refundsOf(first)
  const taken = `retry:${broken?.id}`
  const [before] = await world.sql<{ request_key: string }[]>`
    select request_key from refund where id = ${broken?.id ?? ''}`
  await world.sql`update refund set request_key = ${taken} where id = ${broken?.id ?? ''}`
  world.clock.moveOn(hour + 60_000)
  await expect(retryFailedRefunds(world.provider)).rejects.toThrow()
  expect([(await refundsOf(first)).length, (await refundsOf(second)).length]).toEqual([1, 2])
  await world.sql`update refund set request_key = ${before?.request_key ?? ''} where id = ${broken?.id ?? ''}`
  expect(await retryFailedRefunds(world.provider)).toBe(1)
  expect(await refundsOf(first)).toHaveLength(2)
})

const close = (id: number | undefined) =>
  asOps(closeCase, { params: { id: String(id) }, body: { note: 'seen in the dashboard' } })

test('a case cannot be closed by a note while its money waits with us', async () => {
  const held = await paid({ amount: 1_250_000 })
  const found = await caseOf('held_money', held)
  const refused = await close(found?.id)
  expect([refused.httpStatus, refused.code]).toEqual([409, 'wrong_state'])
  expect(refused.message).toContain('Give it back, let it pay its order')
  await asOps(releasePayment, { params: { reference: held.payment } })
  expect((await close(found?.id)).data.closeNote).toBe('The money pays its order.')

  const failed = await paid()
  await part(failed)
  await failForGood(failed)
  const broken = await caseOf('refund_failed', failed)
  expect((await close(broken?.id)).code).toBe('wrong_state')
  expect(await caseOf('refund_failed', failed)).toBeDefined()
  await asOps(retryRefund, { params: { id: broken?.subject ?? '' } })
  expect((await close(broken?.id)).data.closeNote).toBe('It is tried again.')
})

test('after all tests of this file the books and the histories are in order', async () => {
  expect(await brokenInvariants(world.db)).toEqual([])
})
