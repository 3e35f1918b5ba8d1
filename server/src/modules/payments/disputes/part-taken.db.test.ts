import { lagosDate, payOrder } from '@labalaba/contract'
import { beforeAll, expect, test } from 'vitest'
import { ada } from '../../../../test/cast.ts'
import { book, buildWorld, type Caller, newestPayment } from '../../../../test/world.ts'
import { brokenInvariants } from '../../../invariants.ts'
import { reconcileDay } from '../reconciliation/reconcile.ts'
import { settle } from '../settle.ts'
import { recordDispute } from './disputes.ts'

// A bank may take a part of a payment before we heard of it: Paystack then reports all of it as `reversed`.

const world = await buildWorld()
let asAda: Caller

beforeAll(async () => {
  asAda = await world.as(ada)
})

const silentPay = (payment: string) =>
  world.control('POST', `/transactions/${payment}/succeed`, { webhook: false })

/** A bank takes this part of a payment, without a webhook. */
async function take(payment: string, amount?: number): Promise<string> {
  await world.control('PUT', '/faults', { webhook: { lost: 1 } })
  const { body } = await world.control('POST', `/transactions/${payment}/dispute`, amount ? { amount } : {})
  await world.control('POST', `/disputes/${body.id}/resolve`, { resolution: 'merchant-accepted' })
  await world.control('PUT', '/faults', {})
  return String(body.id)
}

async function clearingOf(payment: string): Promise<number> {
  const [row] = await world.sql<{ kobo: number }[]>`
    select coalesce(sum(l.amount_kobo), 0)::int as kobo from ledger_line l
      join ledger_account a on a.id = l.account_id join ledger_posting g on g.id = l.posting_id
    where a.kind = 'provider_clearing' and (g.business_key = ${`capture:${payment}`} or g.business_key in
      (select 'dispute_lost:' || d.provider_id from dispute d join payment p on p.id = d.payment_id
        where p.reference = ${payment}))`
  return row?.kobo ?? 0
}

const casesOf = (order: string) =>
  world.sql<
    { kind: string }[]
  >`select kind from money_case where order_reference = ${order} and closed_at is null`

/** The payment less Paystack’s fee: ₦10,000 and ₦250. */
const came = 975_000

test('the rest pays the order, whether the payment or the dispute is recorded first', async () => {
  const [one, other] = [await book(asAda), await book(asAda)]
  for (const { payment } of [one, other]) await silentPay(payment)

  const first = await take(one.payment, 300_000)
  expect((await settle(world.provider, one.payment))?.state).toBe('failed')
  await recordDispute(world.provider, first)

  const second = await take(other.payment, 300_000)
  await recordDispute(world.provider, second)

  for (const { payment } of [one, other]) {
    expect((await settle(world.provider, payment))?.state).toBe('settled')
    expect(await clearingOf(payment)).toBe(came - 300_000)
  }
  expect(await brokenInvariants(world.db)).toEqual([])
})

test('if the order was paid by another payer, the rest is held, with a case', async () => {
  const { order, payment } = await book(asAda)
  await asAda(payOrder, { params: { reference: order } })
  const again = await newestPayment(asAda, order)
  for (const one of [payment, again]) await silentPay(one)
  await settle(world.provider, payment)
  const id = await take(again, 300_000)
  await recordDispute(world.provider, id)
  expect(await clearingOf(again)).toBe(came - 300_000)
  expect((await casesOf(order)).map(({ kind }) => kind)).toEqual(['held_money'])
  expect(await brokenInvariants(world.db)).toEqual([])
})

test('if all was taken, the payment has failed, and nothing is booked', async () => {
  const { order, payment } = await book(asAda)
  await silentPay(payment)
  const id = await take(payment)
  await recordDispute(world.provider, id)
  expect((await settle(world.provider, payment))?.state).toBe('failed')
  expect(await clearingOf(payment)).toBe(0)
  expect(await casesOf(order)).toEqual([])
})

test('reconciliation finds the rest if Paystack was silent when the dispute was recorded', async () => {
  const { payment } = await book(asAda)
  await silentPay(payment)
  const id = await take(payment, 300_000)
  expect((await settle(world.provider, payment))?.state).toBe('failed')
  const verify = async () => ({ kind: 'unknown', why: 'timeout' }) as const
  await recordDispute({ ...world.provider, paystack: { ...world.provider.paystack, verify } }, id)
  expect(await clearingOf(payment)).toBe(0)
  const now = world.clock.now()
  await reconcileDay(world.provider, lagosDate(now), now)
  expect(await clearingOf(payment)).toBe(came - 300_000)
})
