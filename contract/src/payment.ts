import * as z from 'zod/mini'
import { email, phone } from './account.ts'
import { moneyTrouble, orderParams, paymentState, refundState } from './booking.ts'
import { endpoint } from './endpoint.ts'
import { name } from './name.ts'

const text = (length: number) => z.string().check(z.maxLength(length))

export const sharePaymentUrl = endpoint('POST /v0/sharepaymenturl', {
  summary:
    "Mails the payment link of the caller's own unpaid order. The text of the mail comes from the order, not from the body.",
  access: 'account',
  body: z.strictObject({
    url: text(400),
    email,
    patient_name: name,
    phone: z.union([phone, z.literal('')]),
    orderSummary: z.strictObject({
      orderId: text(64),
      tests: z.array(text(200)).check(z.maxLength(60)),
      lab: text(160),
      location: text(300),
      total_amount: z.union([text(20), z.number()]),
    }),
    /** Our addition: whether the mail and the pay page name the tests. */
    showTests: z.optional(z.boolean()),
  }),
  reply: z.object({ sentTo: z.string(), expiresAt: z.string() }),
  refusals: ['not_your_link', 'already_paid', 'link_ended', 'order_not_payable'],
})

export const stopLink = endpoint('DELETE /v0/orders/:reference/link', {
  summary:
    'Stops the payment link of an order, and answers until when the order waits without a link. Stopping it twice is harmless.',
  access: 'account',
  params: orderParams,
  reply: z.object({ expiresAt: z.string() }),
})

export const renewLink = endpoint('POST /v0/orders/:reference/link', {
  summary: 'Stops the payment link of an unpaid order and makes a new one, for three days.',
  access: 'account',
  params: orderParams,
  body: z.strictObject({ renew: z.literal(true) }),
  reply: z.object({ url: z.string(), expiresAt: z.string() }),
  refusals: ['already_paid', 'order_not_payable', 'payment_held', 'lab_not_bookable', 'location_paused'],
})

const linkParams = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(100)) })

/** A link that can be paid: what a payer must see first. */
const activeLink = z.object({
  state: z.literal('active'),
  orderReference: z.string(),
  patientName: z.string(),
  lab: z.string(),
  location: z.string(),
  mode: z.enum(['walkin', 'sampleCollection']),
  testCount: z.number(),
  /** Null unless the owner of the order chose to show them. */
  tests: z.nullable(z.array(z.object({ name: z.string(), amount: z.number() }))),
  subTotal: z.number(),
  collectionFee: z.number(),
  total: z.number(),
  /** The earning of the doctor who booked, naira; 0 for none. */
  doctorEarning: z.number(),
  /** As the patient reads it; null for none, or if the account was deleted. */
  doctorName: z.nullable(z.string()),
  /** Other orders have taken the window of the home visit: payment is impossible until the owner has chosen another. */
  visitFull: z.boolean(),
  expiresAt: z.string(),
  sampleData: z.boolean(),
})
export type ActiveLink = z.infer<typeof activeLink>

/** A link that has ended no longer shows anything about the patient. */
const endedLink = z.object({
  state: z.enum(['paid', 'expired', 'revoked']),
  orderReference: z.string(),
  total: z.number(),
  /** This link was used to pay, so it opens the receipt. */
  receipt: z.boolean(),
  expiresAt: z.string(),
  sampleData: z.boolean(),
})
export type EndedLink = z.infer<typeof endedLink>

export const readPaymentLink = endpoint('GET /v0/payment-links/:token', {
  summary: 'What a payer must see before paying: who it is for, where, how many tests and the total.',
  access: 'public',
  params: linkParams,
  reply: z.discriminatedUnion('state', [activeLink, endedLink]),
})
export type PaymentLinkView = z.infer<(typeof readPaymentLink)['reply']>

export const payByLink = endpoint('POST /v0/payment-links/:token/payments', {
  summary: 'Starts a payment attempt for the order of a link. No session is needed.',
  access: 'public',
  params: linkParams,
  body: z.optional(z.strictObject({ email: z.optional(z.union([email, z.literal('')])) })),
  reply: z.object({ reference: z.string(), redirecturl: z.string() }),
  refusals: [
    'link_ended',
    'slot_full',
    'too_many_holds',
    'payment_held',
    'lab_not_bookable',
    'location_paused',
    'too_many',
    'already_paid',
    'order_not_payable',
    'payments_not_configured',
    'payments_busy',
    'payment_provider_down',
  ],
})

export const checkPayment = endpoint('POST /v0/payments/:reference/check', {
  summary:
    'Answers the state and amount of an attempt, and what goes back. It asks Paystack, or gives the last known state if Paystack was asked moments ago or too often. Works without a session.',
  access: 'public',
  params: z.strictObject({ reference: z.string().check(z.minLength(1), z.maxLength(64)) }),
  body: z.optional(z.strictObject({})),
  reply: z.object({
    reference: z.string(),
    state: paymentState,
    /** Naira. */
    amount: z.number(),
    trouble: z.nullable(moneyTrouble),
    /** Another payment has paid the booking. This one is not needed, and money that arrives for it is refunded. */
    paidByAnother: z.boolean(),
    /** The refund of this payment, naira; null if there is none. */
    refund: z.nullable(z.object({ amount: z.number(), state: refundState })),
  }),
  refusals: ['too_many'],
})

const pdf = { file: 'application/pdf', reply: z.unknown(), refusals: ['not_found'] } as const

export const downloadReceipt = endpoint('GET /v0/orders/:reference/receipt', {
  ...pdf,
  summary: "The receipt of the signed-in account's own paid order.",
  access: 'account',
  params: orderParams,
})

export const downloadLinkReceipt = endpoint('GET /v0/payment-links/:token/receipt', {
  ...pdf,
  summary:
    'The receipt of what was paid through a link. It names tests only if the owner of the order chose so.',
  access: 'public',
  params: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(100)) }),
})
