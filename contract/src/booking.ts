import * as z from 'zod/mini'
import { email, phone } from './account.ts'
import { areaName } from './area.ts'
import { clinicalAnswers } from './clinical-answers.ts'
import { endpoint } from './endpoint.ts'
import { gender } from './gender.ts'
import { name } from './name.ts'
import { paging } from './paging.ts'
import { consent, relationship } from './person.ts'
import { progress } from './progress.ts'

const longest = (length: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(length), z.regex(/^[^\p{Cc}]+$/u))
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/** Naira, as a number or a numeric string. */
const amount = z.union([
  z.number().check(z.minimum(0), z.maximum(100_000_000)),
  z.string().check(z.regex(/^\d{1,9}(\.\d{1,2})?$/)),
])

const walkIn = z.strictObject({ mode: z.literal('walkin') })
const homeVisit = z.strictObject({
  mode: z.literal('sampleCollection'),
  details: z.strictObject({
    sampleCollectionAddress: longest(300),
    sampleCollectionDate: day,
    sampleCollectionTime: clock,
    /** Our addition: the nearest landmark or bus stop. */
    sampleCollectionLandmark: z.optional(z.string().check(z.trim(), z.maxLength(160))),
    /**
     * Our addition: where the patient is, both or neither, as in `listKnownAreas`; by default where the lab location is.
     */
    sampleCollectionState: areaName,
    sampleCollectionArea: areaName,
  }),
})

/** The owner of the account, another person, or one of the account's people by id. */
const forWhom = z.union([z.enum(['self', 'other']), z.uuid()])

/** The form that a cart submits. Its prices are compared with the catalogue's and never trusted. */
export const bookingForm = z.strictObject({
  name,
  email: z.union([email, z.literal('')]),
  gender,
  dob: z.optional(z.union([day, z.literal('')])),
  phone,
  type: z.discriminatedUnion('mode', [walkIn, homeVisit]),
  test: z.array(z.strictObject({ name: longest(200), amount })).check(z.minLength(1), z.maxLength(60)),
  /** The caller's own token for this booking. Repeating it returns the same booking. */
  reference: z.string().check(z.regex(/^[\w.:-]{1,64}$/)),
  provider: z.literal('paystack'),
  lab: z.optional(z.strictObject({ name: longest(160), labReference: longest(160), location: longest(300) })),
  /** Our addition: pay now, or create a link for another payer. */
  payment: z._default(z.enum(['online', 'link']), 'online'),
  /** Our addition: whether a payer sees the names of the tests. */
  showTests: z._default(z.boolean(), false),
  /** Our addition: whether the account's credit pays as much as it can. Never with a link for another payer. */
  useCredit: z._default(z.boolean(), false),
  /** Our addition: books tests that are usually for the other sex than the patient's all the same. */
  despiteSex: z._default(z.boolean(), false),
  /** Our addition: what the tests ask about the patient; only the lab reads it. */
  clinical: z.optional(z.strictObject(clinicalAnswers)),
  /** Our addition: the patient. One of the account's people has the gender and date of birth stored for them. */
  person: z.optional(forWhom),
  /** Our addition: required for a patient under 18, and for a patient given as another person. */
  consent: z.optional(consent),
  /** Our addition: saves `other` as one of the account's people, with this relationship. Requires a date of birth. */
  keep: z.optional(relationship),
})
export type BookingForm = z.output<typeof bookingForm>

export const addBooking = endpoint('POST /v0/addBooking', {
  summary:
    'Places an order and starts its payment, or makes a payment link. Repeating a reference answers the same booking, which can then be paid in the other way.',
  access: 'account',
  body: bookingForm,
  reply: z.object({
    orderReference: z.string(),
    redirecturl: z.optional(z.string()),
    url: z.optional(z.string()),
    expiresAt: z.optional(z.string()),
  }),
  refusals: [
    'lab_required',
    'unknown_lab',
    'unknown_test',
    'price_changed',
    'not_at_this_location',
    'lab_not_bookable',
    'location_paused',
    'no_home_collection',
    'other_sex',
    'day_passed',
    'slot_unavailable',
    'slot_full',
    'too_many_holds',
    'many_unpaid_orders',
    'too_many_bookings',
    'guardian_consent_needed',
    'permission_needed',
    'not_this_person',
    'many_people',
    'reference_reused',
    'already_paid',
    'order_not_payable',
    'payment_held',
    'too_many',
    'payments_not_configured',
    'payments_busy',
    'payment_provider_down',
  ],
})

export const orderState = z.enum([
  'awaiting_payment',
  'scheduled',
  'sample_collected',
  'lab_processing',
  'results_ready',
  'cancelled',
  'expired',
])
export type OrderState = z.infer<typeof orderState>

export const paymentState = z.enum([
  'started',
  'settled',
  'failed',
  'abandoned',
  'held',
  'refunding',
  'refunded',
])
export type PaymentState = z.infer<typeof paymentState>

/** Why money that arrived did not pay its order. */
export const moneyTrouble = z.enum(['paid_before', 'order_ended', 'credit_gone', 'does_not_match'])
export type MoneyTrouble = z.infer<typeof moneyTrouble>

const lateMoney = z.object({
  at: z.string(),
  choice: z.nullable(z.enum(['keep', 'new_day', 'cancel'])),
  /** A walk-in, or a home visit that is still ahead and has a reserved window. */
  canKeep: z.boolean(),
})
export type LateMoney = z.infer<typeof lateMoney>

const orderItem = z.object({
  reference: z.string(),
  state: orderState,
  lab: z.string(),
  labSlug: z.string(),
  location: z.string(),
  patientName: z.string(),
  /** The patient: the account's owner, one of its people by id, or null if that is unknown. */
  person: z.nullable(z.string()),
  mode: z.enum(['walkin', 'sampleCollection']),
  testCount: z.number(),
  /** All three in naira. */
  subTotal: z.number(),
  collectionFee: z.number(),
  total: z.number(),
  collectionDate: z.nullable(z.string()),
  collectionTime: z.nullable(z.string()),
  createdAt: z.string(),
  paidAt: z.nullable(z.string()),
  sampleData: z.boolean(),
})
export type OrderItem = z.infer<typeof orderItem>

/** The progress of a refund. */
export const refundState = z.enum(['pending', 'processing', 'processed', 'failed'])
export type RefundState = z.infer<typeof refundState>

/** A refund of an order, as its owner sees it. */
export const orderRefund = z.object({
  /** All three in naira. */
  amount: z.number(),
  toSource: z.number(),
  toCredit: z.number(),
  state: refundState,
  requestedAt: z.string(),
  endedAt: z.nullable(z.string()),
  /** When a failed refund is tried again; null if an operator handles it, or another refund has replaced it. */
  retryAt: z.nullable(z.string()),
  /**
   * How the money went back if we did not send it: in Paystack's dashboard, from our bank, or taken by the payer's bank.
   */
  outside: z.nullable(z.enum(['dashboard', 'bank', 'dispute'])),
  /** In the words of the lab or of an operator. */
  reason: z.optional(z.string()),
})
export type OrderRefund = z.infer<typeof orderRefund>

/** What cancelling an order now would refund, and what would be retained. */
const cancelTerms = z.object({
  /** All in naira. */
  refund: z.number(),
  keptFee: z.number(),
  /** Why the fee is retained: the phlebotomist is on the way, or went in vain before. Null if no fee is. */
  keptFor: z.nullable(z.enum(['on_the_way', 'went_in_vain'])),
  /**
   * The part of the refund that can go back to the card or account that paid; the rest was credit and becomes credit again.
   */
  toSource: z.number(),
  /** Whether all of it may become credit: no other person can have paid. */
  mayBeCredit: z.boolean(),
})
export type CancelTerms = z.infer<typeof cancelTerms>

/** By when every result of an order is promised, and whether that is on time. */
export const promised = z.object({
  by: z.string(),
  /** The start of the promised time: the planned home visit, the taking of the sample, or its arrival at the lab. */
  since: z.enum(['planned', 'collected', 'received']),
  /** `soon` in the last quarter of the time, `late` after it. */
  stands: z.enum(['on_time', 'soon', 'late']),
  /** The earlier promise, if it was due soon or already late when the samples reached the lab. */
  movedFrom: z.nullable(z.string()),
  /** When the status changes if nothing else happens; read the order again then. */
  changesAt: z.nullable(z.string()),
})
export type Promised = z.infer<typeof promised>

const order = z.extend(orderItem, {
  tests: z.array(
    z.object({
      name: z.string(),
      /** Names of the tests of a package when it was booked; empty for a test. */
      includes: z.array(z.string()),
      amount: z.number(),
      fastingHours: z.number(),
      preparation: z.string(),
      specimen: z.string(),
      turnaroundHours: z.number(),
    }),
  ),
  patient: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    gender,
    dob: z.nullable(z.string()),
  }),
  place: z.object({
    name: z.string(),
    address: z.string(),
    landmark: z.string(),
    area: z.string(),
    state: z.string(),
    openingHours: z.string(),
  }),
  collectionAddress: z.nullable(z.string()),
  /** Where the patient is, as booked; null if the booking did not give it. */
  collectionPlace: z.nullable(z.object({ state: z.string(), area: z.string() })),
  collectionLandmark: z.nullable(z.string()),
  /** When an unpaid order ends. */
  expiresAt: z.string(),
  showTests: z.boolean(),
  /** The earning of the doctor who booked, for this order, naira; 0 for none. */
  doctorEarning: z.number(),
  /** That doctor's name as the patient reads it; null for none, or if the account was deleted. */
  doctorName: z.nullable(z.string()),
  payments: z.array(
    z.object({
      reference: z.string(),
      state: paymentState,
      /** The amount requested from Paystack, naira. */
      amount: z.number(),
      /** The account's credit used in addition, naira. */
      credit: z.number(),
      /** The amount received, naira; null if nothing was received yet, or it was in another currency. */
      received: z.nullable(z.number()),
      trouble: z.nullable(moneyTrouble),
      startedAt: z.string(),
    }),
  ),
  /** Money that arrived after the order expired or its home visit passed: what its owner chose, and may choose. */
  lateMoney: z.nullable(lateMoney),
  /** The account's credit while this order waits for its payment, naira; otherwise 0. */
  credit: z.number(),
  link: z.nullable(
    z.object({
      url: z.nullable(z.string()),
      state: z.enum(['active', 'paid', 'expired', 'revoked']),
      expiresAt: z.string(),
    }),
  ),
  /** Other orders have taken the window of the home visit, so another must be chosen before payment. */
  visitFull: z.boolean(),
  /** The home visit was missed or did not take every specimen, so another time must be chosen. */
  wantsNewTime: z.boolean(),
  /** Until when the window of an unpaid home visit is held, or null. */
  visitHeldUntil: z.nullable(z.string()),
  /** What this account may do now. */
  may: z.object({
    pay: z.boolean(),
    shareLink: z.boolean(),
    cancel: z.boolean(),
    moveVisit: z.boolean(),
    /** Results of some of its tests are released, perhaps not of all. */
    readResults: z.boolean(),
  }),
  /** Who cancelled the order, and why in their words; null if it was not cancelled. */
  cancelled: z.nullable(
    z.object({
      by: z.enum(['owner', 'lab', 'labalaba']),
      at: z.string(),
      reason: z.nullable(z.string()),
    }),
  ),
  /** Oldest first. */
  refunds: z.array(orderRefund),
  /** Null if the order can no longer be cancelled. */
  cancelTerms: z.nullable(cancelTerms),
  /** Null if there is no start to count from yet, or the order has ended. */
  promised: z.nullable(promised),
  progress,
})
export type Order = z.infer<typeof order>

export const listOrders = endpoint('GET /v0/orders', {
  summary: 'The orders that the signed-in account placed, newest first.',
  access: 'account',
  query: z.strictObject({
    ...paging,
    /** Only orders for the account's owner, or for this one of its people. */
    person: z.optional(z.union([z.literal('self'), z.uuid()])),
  }),
  reply: z.array(orderItem),
  paged: true,
})

export const orderParams = z.strictObject({ reference: z.string().check(z.minLength(1), z.maxLength(64)) })

export const readOrder = endpoint('GET /v0/orders/:reference', {
  summary: 'One order of the signed-in account.',
  access: 'account',
  params: orderParams,
  reply: order,
})

export const payOrder = endpoint('POST /v0/orders/:reference/payments', {
  summary:
    "Starts another payment attempt for an unpaid order. With `useCredit` the account's credit pays as much of it as it can. An order that credit pays in full is paid at once.",
  access: 'account',
  params: orderParams,
  body: z.optional(z.strictObject({ useCredit: z.optional(z.boolean()) })),
  reply: z.object({ reference: z.string(), redirecturl: z.string() }),
  refusals: [
    'already_paid',
    'order_not_payable',
    'slot_full',
    'too_many_holds',
    'payment_held',
    'lab_not_bookable',
    'location_paused',
    'too_many',
    'payments_not_configured',
    'payments_busy',
    'payment_provider_down',
  ],
})

export const linkOrder = endpoint('POST /v0/orders/:reference/payment-links', {
  summary: 'The active payment link of an unpaid order. Makes one if there is none.',
  access: 'account',
  params: orderParams,
  body: z.optional(z.strictObject({ showTests: z.optional(z.boolean()) })),
  reply: z.object({ url: z.string(), expiresAt: z.string() }),
  refusals: ['already_paid', 'order_not_payable', 'payment_held', 'lab_not_bookable', 'location_paused'],
})
