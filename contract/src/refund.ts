import * as z from 'zod/mini'
import { orderParams, orderRefund, orderState, paymentState } from './booking.ts'
import { endpoint } from './endpoint.ts'
import { paging } from './paging.ts'

/** The reason, in a person's own words. */
const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(300), z.regex(/^[^\p{Cc}]+$/u))

export const cancelOrder = endpoint('POST /v0/orders/:reference/cancel', {
  summary:
    'Cancels a booking that has no sample yet, and starts the refund of its money. Cancelling twice cancels it once.',
  access: 'account',
  params: orderParams,
  body: z.optional(
    z.strictObject({
      /** To the card or account that paid, or immediately to the account's credit. */
      refundTo: z.optional(z.enum(['source', 'credit'])),
      reason: z.optional(words),
    }),
  ),
  reply: z.object({ state: orderState, refund: z.nullable(orderRefund) }),
  refusals: ['wrong_state', 'work_begun', 'payer_only', 'payment_disputed'],
})

/** For whom an operator acts: the lab that requested it, or Labalaba itself. */
const onBehalfOf = z.enum(['lab', 'labalaba'])

export const cancelOrderFor = endpoint('POST /v0/orders/:reference/cancellation', {
  summary:
    'Cancels a booking that has no sample yet, for its lab or for Labalaba, with the reason, and starts the refund of all its money. Cancelling twice cancels it once.',
  access: 'operator',
  params: orderParams,
  body: z.strictObject({
    onBehalfOf,
    reason: words,
    refundTo: z._default(z.enum(['source', 'credit']), 'source'),
  }),
  reply: z.object({ state: orderState, refund: z.nullable(orderRefund) }),
  refusals: ['wrong_state', 'payer_only', 'payment_disputed'],
})

const paymentParams = z.strictObject({ reference: z.string().check(z.minLength(1), z.maxLength(64)) })

export const refundPayment = endpoint('POST /v0/payments/:reference/refunds', {
  summary:
    'Gives a payment back. With an amount, it gives back a part, and the order goes on. Without one, it gives back everything and cancels the order. The same key makes one refund.',
  access: 'operator',
  params: paymentParams,
  body: z.strictObject({
    /** Naira. */
    amount: z.optional(z.number().check(z.minimum(0.01), z.maximum(100_000_000))),
    reason: words,
    key: z.string().check(z.regex(/^[\w.:-]{1,64}$/)),
    /** Who cancels the order: the lab that an operator acts for, or Labalaba by default. */
    onBehalfOf: z.optional(onBehalfOf),
  }),
  reply: z.object({ state: paymentState, refunds: z.array(orderRefund) }),
  refusals: ['wrong_state', 'payment_disputed', 'refund_too_large', 'refund_key_reused'],
})

/** How money was refunded outside this system, and where to look it up. */
const outsideRecord = {
  /** In Paystack's dashboard, or from our own bank account. */
  through: z.enum(['dashboard', 'bank']),
  /** Paystack's id of the refund, or the bank's of the transfer. */
  reference: z.string().check(z.trim(), z.regex(/^[\w./:-]{1,64}$/)),
  /** The owner of the order reads it. */
  note: words,
}

const returnedOutsideRefusals = [
  'wrong_state',
  'payment_disputed',
  'refund_key_reused',
  'refund_unfinished',
  'paystack_silent',
  'payments_not_configured',
] as const

export const recordReturn = endpoint('POST /v0/payments/:reference/returned-outside', {
  summary:
    'Records that a payment was given back outside this site: held money; all the money that paid an order, which cancels the order; or, with an amount, a part of it. Asking for the same again is harmless.',
  access: 'operator',
  params: paymentParams,
  body: z.strictObject({
    ...outsideRecord,
    /** Naira. */
    amount: z.optional(z.number().check(z.minimum(0.01), z.maximum(100_000_000))),
  }),
  reply: z.object({ state: paymentState }),
  refusals: [...returnedOutsideRefusals, 'refund_too_large'],
})

export const returnKeptFee = endpoint('POST /v0/payments/:reference/kept-fee', {
  summary: 'Gives back the collection fee that was kept when the booking was cancelled, once.',
  access: 'operator',
  params: paymentParams,
  body: z.strictObject({ reason: words, refundTo: z._default(z.enum(['source', 'credit']), 'source') }),
  reply: z.object({ state: paymentState, refund: orderRefund }),
  refusals: ['wrong_state', 'payment_disputed', 'payer_only'],
})

const refundParams = z.strictObject({
  id: z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
})

export const recordRefundReturn = endpoint('POST /v0/refunds/:id/returned-outside', {
  summary: 'Records that a failed refund was given back outside this site. This settles the refund.',
  access: 'operator',
  params: refundParams,
  body: z.strictObject(outsideRecord),
  reply: z.object({ state: paymentState }),
  refusals: returnedOutsideRefusals,
})

export const creditRefund = endpoint('POST /v0/refunds/:id/credit', {
  summary: 'Turns a failed refund into credit of the person who booked, if no one else can have paid.',
  access: 'operator',
  params: refundParams,
  body: z.optional(z.strictObject({})),
  reply: z.object({ state: paymentState }),
  refusals: ['wrong_state', 'payment_disputed', 'payer_only'],
})

export const giveBankDetails = endpoint('POST /v0/refunds/:id/bank-details', {
  summary: 'Gives Paystack the bank account for a refund that cannot go back to the card. We do not keep it.',
  access: 'operator',
  params: refundParams,
  body: z.strictObject({
    /** Paystack's id of the bank, as `listBanks` returns it. */
    bankId: z.string().check(z.regex(/^\d{1,12}$/)),
    accountNumber: z.string().check(z.trim(), z.regex(/^\d{10}$/)),
  }),
  reply: z.object({ state: orderRefund.shape.state }),
  refusals: ['wrong_state', 'bank_details_refused', 'paystack_silent', 'payments_not_configured'],
})

export const listBanks = endpoint('GET /v0/banks', {
  summary: 'The banks of Nigeria to which Paystack can send a refund, by name.',
  access: 'operator',
  reply: z.array(z.object({ id: z.string(), name: z.string() })),
  refusals: ['paystack_silent', 'payments_not_configured'],
})

export const retryRefund = endpoint('POST /v0/refunds/:id/retry', {
  summary: 'Tries a failed refund again now. If another refund has already settled it, it stays as it is.',
  access: 'operator',
  params: refundParams,
  body: z.optional(z.strictObject({})),
  reply: z.object({ state: paymentState }),
  refusals: ['wrong_state', 'payment_disputed'],
})

export const releasePayment = endpoint('POST /v0/payments/:reference/release', {
  summary: 'Lets held money that covers its order pay it. Anything above the price goes back.',
  access: 'operator',
  params: paymentParams,
  body: z.optional(z.strictObject({})),
  reply: z.object({ state: paymentState }),
  refusals: ['wrong_state', 'payment_disputed', 'order_not_payable'],
})

const moneyCase = z.object({
  id: z.number(),
  kind: z.string(),
  title: z.string(),
  whatToDo: z.string(),
  /** The reference of the payment, refund or dispute that the case is about. */
  subject: z.string(),
  orderReference: z.nullable(z.string()),
  /** Naira. */
  amount: z.nullable(z.number()),
  /** The facts on each side; null if only the other side can know the fact. */
  sides: z.array(
    z.object({ fact: z.string(), paystack: z.nullable(z.string()), ours: z.nullable(z.string()) }),
  ),
  /** Other known facts, such as the evidence in a dispute. */
  found: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The payment that the case is about, if any. */
  payment: z.nullable(z.string()),
  /** What the reader can do here besides closing it. */
  acts: z.array(
    z.enum([
      ...(['give_back', 'release', 'retry', 'as_credit', 'bank_details'] as const),
      ...(['returned_outside', 'cancel_booking', 'answer', 'give_up_samples'] as const),
    ]),
  ),
  openedAt: z.string(),
  dueAt: z.nullable(z.string()),
  closedAt: z.nullable(z.string()),
  closeNote: z.nullable(z.string()),
})
export type MoneyCase = z.infer<typeof moneyCase>

export const listCases = endpoint('GET /v0/cases', {
  summary:
    'Cases about money that a person must decide. Open cases are sorted by their deadline, closed ones newest first.',
  access: 'operator',
  query: z.strictObject({ state: z._default(z.enum(['open', 'closed']), 'open'), ...paging }),
  reply: z.array(moneyCase),
  paged: true,
})

export const closeCase = endpoint('POST /v0/cases/:id/close', {
  summary:
    'Closes a case with a note of what was done. A case whose money waits with us closes by itself when the money goes on. Closing it again keeps the first note.',
  access: 'operator',
  params: z.strictObject({ id: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
  body: z.strictObject({ note: words }),
  reply: moneyCase,
  refusals: ['wrong_state'],
})
