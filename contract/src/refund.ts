import * as z from 'zod/mini'
import { orderParams, orderRefund, orderState, paymentState } from './booking.ts'
import { endpoint } from './endpoint.ts'
import { paging } from './paging.ts'

/** Why, in a person's own words. */
const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(300), z.regex(/^[^\p{Cc}]+$/u))

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/v0/orders/:reference/cancel',
  summary:
    'Cancels a booking that has no sample yet, and promises its money back. Cancelling twice is one cancellation.',
  access: 'account',
  params: orderParams,
  body: z.optional(
    z.strictObject({
      /** To the card or account that paid, or at once to the account's credit. */
      refundTo: z.optional(z.enum(['source', 'credit'])),
      reason: z.optional(words),
    }),
  ),
  reply: z.object({ state: orderState, refund: z.nullable(orderRefund) }),
  refusals: ['wrong_state', 'payer_only', 'payment_disputed'],
})

const paymentParams = z.strictObject({ reference: z.string().check(z.minLength(1), z.maxLength(64)) })

export const refundPayment = endpoint({
  method: 'POST',
  path: '/v0/payments/:reference/refunds',
  summary:
    'Gives a payment back: with an amount a part of it, and its order goes on; without, all of it, and its order is cancelled. The same key is one refund.',
  access: 'operator',
  params: paymentParams,
  body: z.strictObject({
    /** Naira. */
    amount: z.optional(z.number().check(z.minimum(0.01), z.maximum(100_000_000))),
    reason: words,
    key: z.string().check(z.regex(/^[\w.:-]{1,64}$/)),
  }),
  reply: z.object({ state: paymentState, refunds: z.array(orderRefund) }),
  refusals: ['wrong_state', 'payment_disputed', 'refund_too_large', 'refund_key_reused'],
})

export const retryRefund = endpoint({
  method: 'POST',
  path: '/v0/refunds/:id/retry',
  summary: 'Tries a failed refund again now. One that another has made good already stays as it is.',
  access: 'operator',
  params: z.strictObject({ id: z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)) }),
  body: z.optional(z.strictObject({})),
  reply: z.object({ state: paymentState }),
  refusals: ['wrong_state', 'payment_disputed'],
})

export const releasePayment = endpoint({
  method: 'POST',
  path: '/v0/payments/:reference/release',
  summary: 'Lets held money that covers its order pay it; what came over that goes back.',
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
  /** The reference of the payment, refund or dispute that it is about. */
  subject: z.string(),
  orderReference: z.nullable(z.string()),
  /** Naira. */
  amount: z.nullable(z.number()),
  /** What each side says, fact by fact; what only one side can know has nothing on the other. */
  sides: z.array(
    z.object({ fact: z.string(), paystack: z.nullable(z.string()), ours: z.nullable(z.string()) }),
  ),
  /** What else is known, such as the evidence in a dispute. */
  found: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The payment that it is about, where it is about one. */
  payment: z.nullable(z.string()),
  /** What its reader can do here beside closing it. */
  acts: z.array(z.enum(['give_back', 'retry', 'release', 'answer'])),
  openedAt: z.string(),
  dueAt: z.nullable(z.string()),
  closedAt: z.nullable(z.string()),
  closeNote: z.nullable(z.string()),
})
export type MoneyCase = z.infer<typeof moneyCase>

export const listCases = endpoint({
  method: 'GET',
  path: '/v0/cases',
  summary:
    'What about money a person must decide; open cases by when they are due, closed ones newest first.',
  access: 'operator',
  query: z.strictObject({ state: z._default(z.enum(['open', 'closed']), 'open'), ...paging }),
  reply: z.array(moneyCase),
  paged: true,
  refusals: [],
})

export const closeCase = endpoint({
  method: 'POST',
  path: '/v0/cases/:id/close',
  summary:
    'Closes a case with a note of what was done; one whose money waits with us closes by itself once that goes on. Closing it again keeps the first note.',
  access: 'operator',
  params: z.strictObject({ id: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
  body: z.strictObject({ note: words }),
  reply: moneyCase,
  refusals: ['wrong_state'],
})
