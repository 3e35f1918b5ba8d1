import {
  addBooking,
  answerDispute,
  cancelOrder,
  cancelOrderFor,
  closeCase,
  creditRefund,
  giveBankDetails,
  kobo,
  lagosDate,
  listBanks,
  listCases,
  payByLink,
  readOrder,
  recordRefundReturn,
  recordReturn,
  refundPayment,
  retryRefund,
  returnKeptFee,
} from '@labalaba/contract'
import { beforeEach, expect, test } from 'vitest'
import { ada, ops } from '../../../../test/cast.ts'
import { book, bookingForm, buildWorld, type Caller, homeVisit, until } from '../../../../test/world.ts'
import { brokenInvariants } from '../../../invariants.ts'
import { type CaseKind, type Found, openCase } from '../../cases/index.ts'
import { creditBalance } from '../../ledger/index.ts'
import { endings } from '../cases/acts.ts'
import { recordDispute } from '../disputes/disputes.ts'
import { settleSilentPayments } from '../jobs.ts'
import type { Provider } from '../paystack/paystack.ts'
import { reconcileDay } from '../reconciliation/reconcile.ts'
import { settle } from '../settle.ts'
import { cancelBooking } from './cancel.ts'
import { advanceRefund, bookProgress } from './refunds.ts'
import { refundById } from './repository.ts'

const hour = 60 * 60 * 1000

const world = await buildWorld()
let asAda: Caller
let asOps: Caller

beforeEach(async () => {
  asAda = await world.as(ada)
  asOps = await world.as(ops)
})

type Paid = { readonly order: string; readonly payment: string }

async function paid(terms: object = {}, form = bookingForm()): Promise<Paid> {
  const booked = await book(asAda, form)
  await world.control('POST', `/transactions/${booked.payment}/succeed`, { webhook: false, ...terms })
  await settle(world.provider, booked.payment)
  return booked
}

async function paidByLink(): Promise<Paid> {
  const { data } = await asAda(addBooking, { body: bookingForm({ payment: 'link' }) })
  const token = data.url?.split('/pay/')[1] ?? ''
  const { data: started } = await world.nobody(payByLink, { params: { token }, body: {} })
  await world.control('POST', `/transactions/${started.reference}/succeed`, { webhook: false })
  await settle(world.provider, started.reference)
  return { order: data.orderReference, payment: started.reference }
}

const give = ({ payment }: Paid, amount?: number) =>
  asOps(refundPayment, {
    params: { reference: payment },
    body: { ...(amount !== undefined && { amount }), reason: 'the lab was closed', key: 'give' },
  })

async function orderOf({ order }: Paid) {
  return (await asAda(readOrder, { params: { reference: order } })).data
}

async function stateOf({ payment }: Paid): Promise<string | undefined> {
  const [row] = await world.sql<{ state: string }[]>`select state from payment where reference = ${payment}`
  return row?.state
}

type Row = {
  id: string
  state: string
  source_kobo: number
  outside: string | null
  refusal: string | null
  needs_attention: boolean
  check_at: Date | null
}

const refundsOf = ({ payment }: Paid) => world.sql<Row[]>`
  select refund.* from refund join payment on payment.id = payment_id
  where payment.reference = ${payment} order by requested_at, retries nulls first, refund.id`

/** The postings of an order’s money, by account. */
async function balancesOf({ order }: Paid): Promise<Record<string, number>> {
  const sums = await world.sql<{ account: string; sum: number }[]>`
    select account.kind as account, sum(line.amount_kobo)::bigint as sum
    from ledger_posting posting join ledger_line line on line.posting_id = posting.id
      join ledger_account account on account.id = line.account_id
    where posting.order_reference = ${order} group by 1 having sum(line.amount_kobo) <> 0 order by 1`
  return Object.fromEntries(sums.map(({ account, sum }) => [account, sum]))
}

async function advance(provider: Provider, one: Paid): Promise<void> {
  for (const { id } of await refundsOf(one)) await advanceRefund(provider, id)
}

async function settleSilent(): Promise<void> {
  await world.sql`update refund set check_at = now() - interval '1 hour' where ended_at is null`
  await settleSilentPayments(world.provider)
}

async function refundsEnd(one: Paid): Promise<void> {
  await until('every refund has ended', async () => {
    await settleSilent()
    return (await refundsOf(one)).every(({ state }) => state === 'processed' || state === 'failed')
  })
}

/** Paystack, which refuses every refund with these words. */
function refusing(message: string, status = 400): Provider {
  const no = { kind: 'no', code: 'unknown', message, status } as const
  return { ...world.provider, paystack: { ...world.provider.paystack, refund: async () => no } }
}

async function caseOf(kind: string, subject: string) {
  const { data } = await asOps(listCases, { query: { state: 'open', limit: '50' } })
  return data.find((found) => found.kind === kind && [found.subject, found.payment].includes(subject))
}

/** How many refunds of a payment Paystack has. */
async function atPaystack({ payment }: Paid): Promise<number> {
  const truth = await world.provider.paystack.verify(payment)
  if (truth.kind !== 'yes') return -1
  const listed = await world.provider.paystack.refundsOf(truth.value.providerId)
  return listed.kind === 'yes' ? listed.value.length : -1
}

const outside = (through: 'bank' | 'dashboard', reference: string) => ({
  through,
  reference,
  note: 'paid back by hand',
})
const recordOutside = ({ payment }: Paid, said: object) =>
  asOps(recordReturn, { params: { reference: payment }, body: { ...outside('bank', 'GTB-1'), ...said } })

/** A refund in Paystack’s dashboard without a webhook, and its state there. */
async function refundInDashboard({ payment }: Paid) {
  const { body } = await world.control('POST', `/transactions/${payment}/refund`, { webhook: false })
  const id = String(body.id)
  const status = async () => {
    const truth = await world.provider.paystack.verify(payment)
    if (truth.kind !== 'yes') return null
    const listed = await world.provider.paystack.refundsOf(truth.value.providerId)
    return listed.kind === 'yes' ? listed.value.find((one) => one.id === id)?.status : null
  }
  return { said: outside('dashboard', id), status }
}

/** A refund that Paystack has refused. */
async function refused(one: Paid, message = 'Transaction has been fully reversed'): Promise<string> {
  await advance(refusing(message), one)
  const [last] = (await refundsOf(one)).filter(({ state }) => state === 'failed')
  return last?.id ?? ''
}

test('held dollars are in no book: Paystack refunds them, or an operator records their return, and the case closes', async () => {
  const [sent, told] = [await paid({ currency: 'USD' }), await paid({ currency: 'USD' })]
  for (const one of [sent, told]) {
    expect(await caseOf('held_money', one.payment)).toMatchObject({
      amount: null,
      acts: ['give_back', 'returned_outside'],
    })
  }
  const waits = await caseOf('held_money', told.payment)
  const closing = { params: { id: String(waits?.id) }, body: { note: 'seen in the dashboard' } }
  expect((await asOps(closeCase, closing)).code).toBe('wrong_state')
  await give(sent)
  await refundsEnd(sent)
  const said = outside('dashboard', '4310999001')
  for (let turn = 0; turn < 2; turn += 1)
    expect((await recordOutside(told, said)).data).toEqual({ state: 'refunded' })
  for (const one of [sent, told]) {
    expect([await stateOf(one), (await refundsOf(one)).map(({ state }) => state)]).toEqual([
      'refunded',
      ['processed'],
    ])
    expect(await balancesOf(one)).toEqual({})
    expect(await caseOf('held_money', one.payment)).toBeUndefined()
    expect((await orderOf(one)).refunds).toEqual([])
  }
  expect((await asOps(closeCase, closing)).data.closeNote).toBe('The money goes back.')
})

test('money of the other mode can only be returned outside, and posts nothing', async () => {
  const one = await book(asAda)
  const { paystack } = world.provider
  await world.control('POST', `/transactions/${one.payment}/succeed`, { webhook: false })
  await settle({ ...world.provider, paystack: { ...paystack, domain: 'live' } }, one.payment)
  expect(await caseOf('held_money', one.payment)).toMatchObject({ acts: ['returned_outside'] })
  expect((await give(one)).code).toBe('wrong_state')
  await recordOutside(one, outside('dashboard', '99'))
  expect([await stateOf(one), await balancesOf(one)]).toEqual(['refunded', {}])
})

test('held naira that our own bank paid back leaves Paystack’s balance as it is', async () => {
  const one = await paid({ amount: 500_000 })
  await recordOutside(one, {})
  expect(await stateOf(one)).toBe('refunded')
  const books = await balancesOf(one)
  expect(books).toMatchObject({ own_bank: -500_000 })
  expect((books.provider_clearing ?? 0) + (books.provider_fees ?? 0)).toBe(500_000)
  expect(await atPaystack(one)).toBe(0)
})

test('a return outside Paystack, and money a bank took, are no difference in reconciliation', async () => {
  const [byBank, inDashboard, taken] = [
    await paid({ amount: 500_000 }),
    await paid({ amount: 500_000 }),
    await paid({ amount: 500_000 }),
  ]
  await recordOutside(byBank, { reference: 'GTB-7' })
  const { said, status } = await refundInDashboard(inDashboard)
  await until('it is processed', async () => (await status()) === 'processed')
  await recordOutside(inDashboard, said)
  await decide(await disputed(taken), 'auto-accepted')
  await until('the day is compared', async () => {
    const now = world.clock.now()
    return (await reconcileDay(world.provider, lagosDate(now), now)).outcome === 'done'
  })
  const found = await world.sql`select kind, subject from money_case where closed_at is null
    and (subject = any(${[byBank, inDashboard, taken].map(({ payment }) => payment)})
      or found ->> 'payment' = any(${[byBank, inDashboard, taken].map(({ payment }) => payment)}))`
  expect(found).toEqual([])
})

test('a part of held money returned outside leaves the rest waiting, and no more than the payment is returned', async () => {
  const one = await paid({ amount: 500_000 })
  expect((await recordOutside(one, { amount: 2000 })).data).toEqual({ state: 'held' })
  expect((await recordOutside(one, { amount: 3001, reference: 'GTB-2' })).code).toBe('refund_too_large')
  await give(one)
  expect((await refundsOf(one)).map(({ source_kobo }) => source_kobo)).toEqual([200_000, 300_000])
})

test('an order refunded in the dashboard is cancelled by recording it, and the case that it explains closes', async () => {
  const one = await paid()
  await world.db.transaction().execute(async (tx) => {
    const found = { kind: 'reversed_outside', subject: one.payment, opened_at: new Date() } as const
    await tx.insertInto('money_case').values(found).execute()
  })
  expect(await caseOf('reversed_outside', one.payment)).toMatchObject({ acts: ['returned_outside'] })
  await recordOutside(one, outside('dashboard', '4310999002'))
  const order = await orderOf(one)
  expect([order.state, order.refunds.map(({ outside, state }) => [outside, state])]).toEqual([
    'cancelled',
    [['dashboard', 'processed']],
  ])
  expect(await caseOf('reversed_outside', one.payment)).toBeUndefined()
  expect(Object.keys(await balancesOf(one))).toEqual(['provider_clearing', 'provider_fees'])
  const other = await paid()
  expect((await recordOutside(other, outside('dashboard', '4310999002'))).code).toBe('refund_key_reused')
})

test('a refund in the dashboard can be recorded only once Paystack has processed it', async () => {
  const one = await paid({ method: 'card-refund-attention' })
  const { said, status } = await refundInDashboard(one)
  expect(await recordOutside(one, said)).toMatchObject({ status: 409, code: 'refund_unfinished' })
  await until('it needs attention', async () => (await status()) === 'needs-attention')
  expect(await recordOutside(one, said)).toMatchObject({ status: 409, code: 'refund_unfinished' })
  expect([await stateOf(one), await refundsOf(one)]).toEqual(['settled', []])
  const done = await paid()
  const processed = await refundInDashboard(done)
  await until('it is processed', async () => (await processed.status()) === 'processed')
  expect((await recordOutside(done, processed.said)).data).toEqual({ state: 'refunded' })
})

test('a failed refund is not replaced by one of the dashboard that Paystack has not processed', async () => {
  const one = await paid({ method: 'card-refund-attention', amount: 1_500_000 })
  await give(one)
  const failed = await refused(one)
  const { said } = await refundInDashboard(one)
  const call = { params: { id: failed }, body: said }
  expect(await asOps(recordRefundReturn, call)).toMatchObject({ status: 409, code: 'refund_unfinished' })
  expect((await refundsOf(one)).map(({ state }) => state)).toEqual(['failed'])
})

test('a refund that Paystack refuses has failed, with the reason, and is a case at once', async () => {
  const one = await paid()
  await give(one)
  await refused(one, 'Refund amount cannot be more than transaction amount')
  const [row] = await refundsOf(one)
  expect(row).toMatchObject({
    state: 'failed',
    refusal: 'Refund amount cannot be more than transaction amount',
  })
  expect(await stateOf(one)).toBe('held')
  const found = await caseOf('refund_failed', row?.id ?? '')
  expect(found).toMatchObject({ amount: 10_000, acts: ['retry', 'as_credit', 'returned_outside'] })
  expect(found?.sides).toContainEqual({
    fact: 'Why it was refused',
    paystack: 'Refund amount cannot be more than transaction amount',
    ours: null,
  })
  expect((await orderOf(one)).refunds).toMatchObject([{ state: 'failed', retryAt: null }])
  await asOps(retryRefund, { params: { id: row?.id ?? '' }, body: {} })
  await refundsEnd(one)
  expect(await stateOf(one)).toBe('refunded')
})

test('a rejected API key means nothing for the refund, which waits', async () => {
  const one = await paid()
  await give(one)
  await advance(refusing('Invalid key', 401), one)
  expect((await refundsOf(one)).map(({ state }) => state)).toEqual(['requested'])
  expect(await caseOf('refund_stuck', one.payment)).toBeDefined()
  await refundsEnd(one)
  expect(await stateOf(one)).toBe('refunded')
})

test('the payer’s bank details go to Paystack, the refund continues, and they are stored nowhere', async () => {
  const one = await paid({ method: 'card-refund-attention' })
  await give(one)
  await until('it needs attention', async () => {
    await settleSilent()
    return (await refundsOf(one)).some(({ needs_attention }) => needs_attention)
  })
  const [row] = await refundsOf(one)
  const id = row?.id ?? ''
  expect(await caseOf('refund_stuck', id)).toMatchObject({ acts: ['bank_details'] })
  const { data: banks } = await asOps(listBanks)
  const bank = banks.find(({ name }) => name === 'Zenith Bank') ?? expect.unreachable()
  world.clock.moveOn(30 * hour)
  asOps = await world.as(ops)
  const details = { bankId: bank.id, accountNumber: '0123456789' }
  await world.control('PUT', '/faults', { offline: true })
  expect((await asOps(giveBankDetails, { params: { id }, body: details })).code).toBe('paystack_silent')
  await world.control('DELETE', '/faults')
  const answers = [
    await asOps(giveBankDetails, { params: { id }, body: details }),
    await asOps(giveBankDetails, { params: { id }, body: details }),
  ]
  expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([200, 200])
  expect(await caseOf('refund_stuck', id)).toBeUndefined()
  // Paystack has a day from then on before it is a case again.
  const { paystack } = world.provider
  const busy = { id: '0', status: 'processing', amount: kobo(1_000_000), note: `refund ${id}` }
  const refundsOfBusy = async () => ({ kind: 'yes', value: [busy] }) as const
  await advanceRefund({ ...world.provider, paystack: { ...paystack, refundsOf: refundsOfBusy } }, id)
  expect(await caseOf('refund_stuck', id)).toBeUndefined()
  asAda = await world.as(ada)
  await refundsEnd(one)
  expect(await stateOf(one)).toBe('refunded')
  const [dump] = await world.sql<{ all: string }[]>`
    select (select json_agg(r) from refund r)::text || (select json_agg(c) from money_case c)::text as all`
  expect(dump?.all).not.toContain('0123456789')
  expect(world.logged.join('')).not.toContain('0123456789')
})

test('bank details are accepted only where they are needed, and only valid ones', async () => {
  const one = await paid()
  await give(one)
  const [row] = await refundsOf(one)
  const asked = { params: { id: row?.id ?? '' }, body: { bankId: '21', accountNumber: '0123456789' } }
  expect((await asOps(giveBankDetails, asked)).code).toBe('wrong_state')
  await refundsEnd(one)
  expect((await asOps(giveBankDetails, asked)).code).toBe('wrong_state')
  const bad = await asOps(giveBankDetails, { ...asked, body: { bankId: '21', accountNumber: '12' } })
  expect(bad.code).toBe('invalid')
})

test('a failed refund becomes credit, once, and its payment is returned', async () => {
  const one = await paid()
  const [account] = await world.sql<{ id: number }[]>`select id from account where email = ${ada.email}`
  const before = await creditBalance(world.db, account?.id ?? 0)
  await give(one)
  const id = await refused(one)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => asOps(creditRefund, { params: { id }, body: {} })),
  )
  expect(new Set(answers.map(({ httpStatus }) => httpStatus))).toEqual(new Set([200]))
  expect((await creditBalance(world.db, account?.id ?? 0)) - before).toBe(1_000_000)
  expect(await stateOf(one)).toBe('refunded')
  expect(await caseOf('refund_failed', id)).toBeUndefined()
  expect((await orderOf(one)).refunds.map(({ state, toCredit }) => [state, toCredit])).toEqual([
    ['failed', 0],
    ['processed', 10_000],
  ])
  const said = { params: { id }, body: outside('bank', 'GTB-9') }
  expect((await asOps(recordRefundReturn, said)).code).toBe('wrong_state')
})

test('a payment that may have come through a link never becomes another person’s credit', async () => {
  const one = await paidByLink()
  await give(one)
  const id = await refused(one)
  expect((await caseOf('refund_failed', id))?.acts).toEqual(['retry', 'returned_outside'])
  expect((await asOps(creditRefund, { params: { id }, body: {} })).code).toBe('payer_only')
  const said = { params: { id }, body: outside('bank', 'GTB-10') }
  for (let turn = 0; turn < 2; turn += 1)
    expect((await asOps(recordRefundReturn, said)).data).toEqual({ state: 'refunded' })
  expect(await balancesOf(one)).toMatchObject({ own_bank: -1_000_000 })
  expect((await balancesOf(one)).unapplied).toBeUndefined()
})

test('a retained collection fee can be refunded later, once, to its source or as credit', async () => {
  const form = () => bookingForm({ type: homeVisit(world.clock.now()) })
  const [toSource, toCredit] = [await paid({}, form()), await paid({}, form())]
  for (const one of [toSource, toCredit]) {
    await world.sql`update lab_order set set_off_at = now() where reference = ${one.order}`
    expect((await feeOf(one)).code).toBe('wrong_state')
    await asAda(cancelOrder, { params: { reference: one.order }, body: {} })
    await refundsEnd(one)
    expect(await stateOf(one)).toBe('refunded')
  }
  const all = await Promise.all(Array.from({ length: 6 }, () => feeOf(toSource)))
  expect(all.map(({ data }) => [data.state, data.refund.amount])).toEqual(
    Array.from({ length: 6 }, () => ['refunding', 6000]),
  )
  expect((await feeOf(toCredit, 'credit')).data).toMatchObject({
    state: 'refunded',
    refund: { amount: 6000, toCredit: 6000 },
  })
  await refundsEnd(toSource)
  expect(await stateOf(toSource)).toBe('refunded')
  for (const one of [toSource, toCredit]) {
    const books = Object.keys(await balancesOf(one))
    expect(books).not.toContain('phlebotomist')
    expect(books).not.toContain('platform_revenue')
  }
})

const feeOf = ({ payment }: Paid, refundTo: 'source' | 'credit' = 'source') =>
  asOps(returnKeptFee, {
    params: { reference: payment },
    body: { refundTo, reason: 'the phlebotomist came late' },
  })

test('an order without a retained fee has none to refund', async () => {
  const one = await paid()
  await asAda(cancelOrder, { params: { reference: one.order }, body: {} })
  expect((await feeOf(one)).code).toBe('wrong_state')
})

async function disputed({ payment }: Paid, how: object = {}): Promise<string> {
  const { status, body } = await world.control('POST', `/transactions/${payment}/dispute`, how)
  expect(status).toBe(200)
  await recordDispute(world.provider, String(body.id))
  return String(body.id)
}

async function decide(id: string, resolution: 'declined' | 'auto-accepted'): Promise<void> {
  expect((await world.control('POST', `/disputes/${id}/resolve`, { resolution })).status).toBe(200)
  await recordDispute(world.provider, id)
}

test('a refund requested before a dispute waits for the bank, and is sent once the dispute is won', async () => {
  const one = await paid()
  await give(one)
  const id = await disputed(one)
  world.clock.moveOn(30 * hour)
  for (let turn = 0; turn < 3; turn += 1) await advance(world.provider, one)
  expect([await atPaystack(one), (await refundsOf(one))[0]?.state]).toEqual([0, 'requested'])
  asOps = await world.as(ops)
  expect(await caseOf('refund_stuck', one.payment)).toBeUndefined()
  await decide(id, 'declined')
  const [row] = await refundsOf(one)
  expect(row?.check_at?.getTime()).toBeLessThanOrEqual(world.clock.now().getTime())
  await refundsEnd(one)
  expect([await stateOf(one), await atPaystack(one)]).toEqual(['refunded', 1])
})

test('a refund requested before the dispute was lost is never sent: the bank’s taking has ended it', async () => {
  const one = await paid()
  await give(one)
  const id = await disputed(one)
  await advance(world.provider, one)
  await decide(id, 'auto-accepted')
  await settleSilent()
  expect(await atPaystack(one)).toBe(0)
  expect([await stateOf(one), (await refundsOf(one)).map((row) => [row.state, row.outside])]).toEqual([
    'refunded',
    [
      ['failed', null],
      ['processed', 'dispute'],
    ],
  ])
  // The bank has taken the payer’s own money: it is no loss of ours.
  const { chargebacks, refunds, unapplied } = await balancesOf(one)
  expect([chargebacks, refunds, unapplied]).toEqual([undefined, undefined, undefined])
  expect(await caseOf('refund_failed', one.payment)).toBeUndefined()
})

test('a refund whose sending is uncertain is looked up at Paystack first, and then ended', async () => {
  const one = await paid()
  await give(one)
  const [row] = await refundsOf(one)
  await world.sql`update refund set sending_until = now() - interval '1 minute' where id = ${row?.id ?? ''}`
  const id = await disputed(one)
  await decide(id, 'auto-accepted')
  expect((await refundsOf(one)).map(({ state }) => state)).toEqual(['requested'])
  expect(await brokenInvariants(world.db)).toEqual([])
  await settleSilent()
  expect([await stateOf(one), await atPaystack(one)]).toEqual(['refunded', 0])
})

test('a refund whose sending is given up while a bank takes the money is ended with that, not at its next check', async () => {
  const one = await paid()
  await give(one)
  const [row] = await refundsOf(one)
  const refund = (await refundById(world.db, row?.id ?? '')) ?? expect.unreachable()
  await world.sql`update refund set sending_until = now() + interval '1 minute' where id = ${refund.id}`
  await decide(await disputed(one), 'auto-accepted')
  await world.sql`update refund set sending_until = null where id = ${refund.id}`
  const [payment] = await world.sql<{ order_id: number }[]>`
    select order_id from payment where reference = ${one.payment}`
  await world.db
    .transaction()
    .execute((tx) => bookProgress(tx, refund, payment?.order_id ?? 0, { kind: 'silent' }, world.clock.now()))
  expect(await brokenInvariants(world.db)).toEqual([])
  expect(await stateOf(one)).toBe('refunded')
})

test('when a bank took a part, the rest can be refunded', async () => {
  const one = await paid()
  await give(one)
  const id = await disputed(one, { amount: 400_000 })
  await decide(id, 'auto-accepted')
  const rows = await refundsOf(one)
  expect(rows.map((row) => [row.state, row.outside, row.source_kobo]).toSorted()).toEqual(
    [
      ['failed', null, 1_000_000],
      ['processed', 'dispute', 400_000],
      ['requested', null, 600_000],
    ].toSorted(),
  )
})

test('the case of a refund that failed during a dispute can be closed once nothing is owed', async () => {
  const one = await paid()
  await give(one)
  const refund = await refused(one)
  const found = await caseOf('refund_failed', refund)
  const id = await disputed(one)
  const closing = { params: { id: String(found?.id) }, body: { note: 'the bank decides' } }
  expect((await asOps(closeCase, closing)).code).toBe('wrong_state')
  for (const call of [retryRefund, creditRefund] as const)
    expect((await asOps(call, { params: { id: refund }, body: {} })).code).toBe('payment_disputed')
  const said = { params: { id: refund }, body: outside('bank', 'GTB-11') }
  expect((await asOps(recordRefundReturn, said)).code).toBe('payment_disputed')
  await decide(id, 'auto-accepted')
  expect(await caseOf('refund_failed', refund)).toBeUndefined()
  expect((await asOps(closeCase, closing)).data.closeNote).toBe("The payer's bank has taken the money.")
  expect(await stateOf(one)).toBe('refunded')
})

test('held money that a bank has taken needs no decision', async () => {
  const [all, some] = [await paid({ amount: 500_000 }), await paid({ amount: 500_000 })]
  await decide(await disputed(all), 'auto-accepted')
  expect([await stateOf(all), await caseOf('held_money', all.payment)]).toEqual(['refunded', undefined])
  await decide(await disputed(some, { amount: 100_000 }), 'auto-accepted')
  expect(await stateOf(some)).toBe('held')
  await give(some)
  expect((await refundsOf(some)).map(({ source_kobo }) => source_kobo).toSorted()).toEqual([100_000, 400_000])
})

test('an operator cancels for the lab or for Labalaba, with a reason, and the order shows who it was', async () => {
  for (const onBehalfOf of ['lab', 'labalaba'] as const) {
    const one = await paid()
    const params = { reference: one.order }
    const without = { params, body: { onBehalfOf, reason: ' ' } }
    expect((await asOps(cancelOrderFor, without)).code).toBe('invalid')
    const asked = { params, body: { onBehalfOf, reason: 'The machine is broken.' } }
    expect((await asOps(cancelOrderFor, asked)).data).toMatchObject({
      state: 'cancelled',
      refund: { amount: 10_000, reason: 'The machine is broken.' },
    })
    expect((await orderOf(one)).cancelled).toMatchObject({ by: onBehalfOf, reason: 'The machine is broken.' })
    const [event] =
      await world.sql`select actor, reason from lab_order_event e join lab_order o on o.id = e.order_id
      where o.reference = ${one.order} and verb = 'cancel'`
    expect(event?.actor).toBe(onBehalfOf === 'lab' ? 'lab' : 'operator')
  }
  const told = await paid()
  const [row] = await world.sql<{ order_id: number }[]>`
    select order_id from payment where reference = ${told.payment}`
  const silent = world.db.transaction().execute((tx) => {
    const how = { refundTo: 'source', reason: ' ' } as const
    return cancelBooking(tx, { id: row?.order_id ?? 0 }, 'lab', how, world.clock.now())
  })
  await expect(silent).rejects.toMatchObject({ code: 'invalid' })
  const own = await paid()
  await asAda(cancelOrder, { params: { reference: own.order }, body: { reason: 'I am away' } })
  expect((await orderOf(own)).cancelled).toMatchObject({ by: 'owner', reason: null })
  const part = await paid()
  const lab = { reason: 'closed', key: 'k', onBehalfOf: 'lab' } as const
  await asOps(refundPayment, { params: { reference: part.payment }, body: lab })
  expect((await orderOf(part)).cancelled).toMatchObject({ by: 'lab' })
})

/** Opens a case without other records, and returns its number. */
async function opened(kind: CaseKind, more: Partial<Found> = {}): Promise<number> {
  const found = { kind, subject: `${kind}-1`, ...more }
  const row = await world.db.transaction().execute((tx) => openCase(tx, found, world.clock.now()))
  return row?.id ?? 0
}

async function numberOf(kind: CaseKind, subject: string): Promise<number> {
  return (await caseOf(kind, subject))?.id ?? expect.unreachable()
}

async function closeWith(id: number): Promise<number> {
  await asOps(closeCase, { params: { id: String(id) }, body: { note: 'looked at in the dashboard' } })
  return id
}

/** How an operator ends a case of each kind; each returns the case’s number. */
const waysToEnd: Readonly<Record<CaseKind, () => Promise<number>>> = {
  async held_money() {
    const one = await paid({ amount: 900_000 })
    const id = await numberOf('held_money', one.payment)
    await give(one)
    return id
  },
  refund_stuck: async () => await closeWith(await opened('refund_stuck')),
  async refund_failed() {
    const one = await paid()
    await give(one)
    const refund = await refused(one)
    const id = await numberOf('refund_failed', refund)
    await asOps(creditRefund, { params: { id: refund }, body: {} })
    return id
  },
  async dispute() {
    const one = await paid()
    const dispute = await disputed(one)
    const id = await numberOf('dispute', dispute)
    const body = { resolution: 'merchant-accepted', message: 'The payer is right.' } as const
    await asOps(answerDispute, { params: { id: dispute }, body })
    return id
  },
  unknown_at_paystack: async () => await closeWith(await opened('unknown_at_paystack')),
  missing_at_paystack: async () => await closeWith(await opened('missing_at_paystack')),
  amount_differs: async () => await closeWith(await opened('amount_differs')),
  async reversed_outside() {
    const one = await paid()
    const id = await opened('reversed_outside', { subject: one.payment })
    await recordOutside(one, outside('dashboard', '4310999101'))
    return id
  },
  async refund_unknown() {
    const one = await paid()
    const id = await opened('refund_unknown', { subject: '4310999102', found: { payment: one.payment } })
    await recordOutside(one, { ...outside('dashboard', '4310999102'), amount: 500 })
    expect((await orderOf(one)).state).toBe('scheduled')
    return id
  },
  books_differ: async () => await closeWith(await opened('books_differ')),
  async late_choice() {
    const { order } = await paid()
    const id = await opened('late_choice', { subject: order, orderReference: order })
    const body = { onBehalfOf: 'labalaba', reason: 'The visit has passed.' } as const
    await asOps(cancelOrderFor, { params: { reference: order }, body })
    return id
  },
  visit_late_word: async () => await closeWith(await opened('visit_late_word')),
  result_withdrawn: async () => await closeWith(await opened('result_withdrawn')),
  samples_given_up: async () => await closeWith(await opened('samples_given_up')),
  sample_awaited: async () => await closeWith(await opened('sample_awaited')),
  samples_missing: async () => await closeWith(await opened('samples_missing')),
  critical_call_overdue: async () => await closeWith(await opened('critical_call_overdue')),
  critical_call_failed: async () => await closeWith(await opened('critical_call_failed')),
  orphan_webhook: async () => await closeWith(await opened('orphan_webhook')),
  restored: async () => await closeWith(await opened('restored')),
}

test.each(Object.keys(endings) as CaseKind[])('an operator ends a case of %s', async (kind) => {
  const id = await waysToEnd[kind]()
  const [row] = await world.sql`select closed_at, kind from money_case where id = ${id}`
  expect(row).toMatchObject({ kind, closed_at: expect.any(Date) })
})

test('after all tests of this file the books and the histories are in order', async () => {
  expect(await brokenInvariants(world.db)).toEqual([])
})
