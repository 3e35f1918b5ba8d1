import * as z from 'zod/mini'
import { email, phone } from './account.ts'
import { areaName } from './area.ts'
import { endpoint } from './endpoint.ts'
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

export const gender = z.enum(['Male', 'Female'])

const walkIn = z.strictObject({ mode: z.literal('walkin') })
const homeVisit = z.strictObject({
  mode: z.literal('sampleCollection'),
  details: z.strictObject({
    sampleCollectionAddress: longest(300),
    sampleCollectionDate: day,
    sampleCollectionTime: clock,
    /** Ours: the nearest landmark or bus stop. */
    sampleCollectionLandmark: z.optional(z.string().check(z.trim(), z.maxLength(160))),
    /** Ours: where the patient is, both or neither, as `listKnownAreas` has them; else where the lab location is. */
    sampleCollectionState: areaName,
    sampleCollectionArea: areaName,
  }),
})

/** The owner of the account, somebody else, or one of its people by their id. */
const forWhom = z.union([z.enum(['self', 'other']), z.uuid()])

/** What the cart submits. Prices are compared with the catalogue's and never trusted. */
export const bookingForm = z.strictObject({
  name,
  email: z.union([email, z.literal('')]),
  gender,
  dob: z.optional(z.union([day, z.literal('')])),
  phone,
  type: z.discriminatedUnion('mode', [walkIn, homeVisit]),
  test: z.array(z.strictObject({ name: longest(200), amount })).check(z.minLength(1), z.maxLength(60)),
  /** The caller's own token for this booking: repeating it answers the same booking. */
  reference: z.string().check(z.regex(/^[\w.:-]{1,64}$/)),
  provider: z.literal('paystack'),
  lab: z.optional(z.strictObject({ name: longest(160), labReference: longest(160), location: longest(300) })),
  /** Ours: pay now, or make a link for somebody else. */
  payment: z._default(z.enum(['online', 'link']), 'online'),
  /** Ours: whether a payer sees the names of the tests. */
  showTests: z._default(z.boolean(), false),
  /** Ours: whether the account's credit pays as much of it as it can; never where somebody else pays. */
  useCredit: z._default(z.boolean(), false),
  /** Ours: whom it is for. One of the account's people has the gender and the date of birth that are kept of them. */
  person: z.optional(forWhom),
  /** Ours: needed for whoever is under 18, and for anybody who is said to be somebody else. */
  consent: z.optional(consent),
  /** Ours: keeps `other` among the account's people, as this to its owner. Needs a date of birth. */
  keep: z.optional(relationship),
})
export type BookingForm = z.output<typeof bookingForm>

export const addBooking = endpoint({
  method: 'POST',
  path: '/v0/addBooking',
  summary:
    'Places an order and starts its payment, or makes a payment link. Repeating a reference answers the same booking, which may then be paid in the other way.',
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

/** Why money that came did not pay its order. */
export const moneyTrouble = z.enum(['paid_before', 'order_ended', 'credit_gone', 'does_not_match'])
export type MoneyTrouble = z.infer<typeof moneyTrouble>

const lateMoney = z.object({
  at: z.string(),
  choice: z.nullable(z.enum(['keep', 'new_day', 'cancel'])),
  /** A walk-in, or a home visit that is still ahead and has its place. */
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
  /** Whom it is for: the account's owner, one of its people by their id, or null where that is not known. */
  person: z.nullable(z.string()),
  mode: z.enum(['walkin', 'sampleCollection']),
  testCount: z.number(),
  /** Naira, all three. */
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

/** How far money is on its way back. */
export const refundState = z.enum(['pending', 'processing', 'processed', 'failed'])
export type RefundState = z.infer<typeof refundState>

/** Money of an order that goes back, as its owner sees it. */
export const orderRefund = z.object({
  /** Naira, all three. */
  amount: z.number(),
  toSource: z.number(),
  toCredit: z.number(),
  state: refundState,
  requestedAt: z.string(),
  endedAt: z.nullable(z.string()),
  /** When a failed one is tried again; null where a person looks at it, or another has made it good. */
  retryAt: z.nullable(z.string()),
  /** How it went back where we did not send it: in Paystack's dashboard, from our bank, or taken by the payer's bank. */
  outside: z.nullable(z.enum(['dashboard', 'bank', 'dispute'])),
  /** In the words of the lab or of whoever runs the site. */
  reason: z.optional(z.string()),
})
export type OrderRefund = z.infer<typeof orderRefund>

/** What cancelling an order now would give back, and what is kept. */
const cancelTerms = z.object({
  /** Naira, all three. */
  refund: z.number(),
  keptFee: z.number(),
  /** Why that is kept: somebody is on the way now, or somebody went in vain before. Null where nothing is. */
  keptFor: z.nullable(z.enum(['on_the_way', 'went_in_vain'])),
  /** Of the refund, what can go back to the card or account that paid; the rest was credit and is credit again. */
  toSource: z.number(),
  /** All of it may become credit: nobody else can have paid it. */
  mayBeCredit: z.boolean(),
})
export type CancelTerms = z.infer<typeof cancelTerms>

/** By when every result of an order is out, and how that stands now. */
export const promised = z.object({
  by: z.string(),
  /** What it is counted from: a home visit that is planned, the sample once it was taken, or its arrival at the lab. */
  since: z.enum(['planned', 'collected', 'received']),
  /** Soon in the last quarter of the time, late behind it. */
  stands: z.enum(['on_time', 'soon', 'late']),
  /** What was promised before, where it was due soon or late already when the samples reached the lab. */
  movedFrom: z.nullable(z.string()),
  /** When it stands otherwise if nothing happens before; to be read again then. */
  changesAt: z.nullable(z.string()),
})
export type Promised = z.infer<typeof promised>

const order = z.extend(orderItem, {
  tests: z.array(
    z.object({
      name: z.string(),
      /** Names of the tests of a package as they were when it was booked; empty for a test. */
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
  /** Where the patient is, as it was booked; null where the booking did not say. */
  collectionPlace: z.nullable(z.object({ state: z.string(), area: z.string() })),
  collectionLandmark: z.nullable(z.string()),
  /** When an unpaid order ends. */
  expiresAt: z.string(),
  showTests: z.boolean(),
  /** What the doctor who booked receives from Labalaba for this order, naira; 0 for none. */
  doctorEarning: z.number(),
  /** That doctor, as the patient reads the name; null for none, or where the account is gone. */
  doctorName: z.nullable(z.string()),
  payments: z.array(
    z.object({
      reference: z.string(),
      state: paymentState,
      /** What Paystack was asked to take, naira. */
      amount: z.number(),
      /** Of the account's credit that it uses beside, naira. */
      credit: z.number(),
      /** What came, naira; null while nothing has, or where it was another currency. */
      received: z.nullable(z.number()),
      trouble: z.nullable(moneyTrouble),
      startedAt: z.string(),
    }),
  ),
  /** Money that came when the order had expired or its home visit had passed: what its owner chose, and may choose. */
  lateMoney: z.nullable(lateMoney),
  /** The account's credit while this order waits for its payment, naira; nothing else. */
  credit: z.number(),
  link: z.nullable(
    z.object({
      url: z.nullable(z.string()),
      state: z.enum(['active', 'paid', 'expired', 'revoked']),
      expiresAt: z.string(),
    }),
  ),
  /** The time of the home visit has been taken by others, so that another must be chosen before it can be paid. */
  visitFull: z.boolean(),
  /** The home visit at its time was missed, or did not bring all that is wanted: another time is to be chosen. */
  wantsNewTime: z.boolean(),
  /** Until when the time of an unpaid home visit is held, or null. */
  visitHeldUntil: z.nullable(z.string()),
  /** What this viewer may do now. */
  may: z.object({
    ...{ pay: z.boolean(), shareLink: z.boolean(), cancel: z.boolean(), moveVisit: z.boolean() },
    /** Results of some of its tests are out, be it before the others. */
    readResults: z.boolean(),
  }),
  /** Who cancelled it, and why in their words; null where it was not cancelled. */
  cancelled: z.nullable(
    z.object({
      by: z.enum(['owner', 'lab', 'labalaba']),
      at: z.string(),
      reason: z.nullable(z.string()),
    }),
  ),
  /** Oldest first. */
  refunds: z.array(orderRefund),
  /** Null where the order cannot be cancelled any more. */
  cancelTerms: z.nullable(cancelTerms),
  /** Null where nothing is known yet to count from, and once the order has ended. */
  promised: z.nullable(promised),
  progress,
})
export type Order = z.infer<typeof order>

export const listOrders = endpoint({
  method: 'GET',
  path: '/v0/orders',
  summary: 'The orders that the signed-in account placed, newest first.',
  access: 'account',
  query: z.strictObject({
    ...paging,
    /** Only those for the account's owner, or for this one of its people. */
    person: z.optional(z.union([z.literal('self'), z.uuid()])),
  }),
  reply: z.array(orderItem),
  paged: true,
  refusals: [],
})

export const orderParams = z.strictObject({ reference: z.string().check(z.minLength(1), z.maxLength(64)) })

export const readOrder = endpoint({
  method: 'GET',
  path: '/v0/orders/:reference',
  summary: 'One order of the signed-in account.',
  access: 'account',
  params: orderParams,
  reply: order,
  refusals: [],
})

export const payOrder = endpoint({
  method: 'POST',
  path: '/v0/orders/:reference/payments',
  summary:
    "Starts another payment attempt for an unpaid order. With `useCredit` the account's credit pays as much of it as it can; what it pays alone is paid at once.",
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
    'payment_provider_down',
  ],
})

export const linkOrder = endpoint({
  method: 'POST',
  path: '/v0/orders/:reference/payment-links',
  summary: 'The active payment link of an unpaid order; makes one where there is none.',
  access: 'account',
  params: orderParams,
  body: z.optional(z.strictObject({ showTests: z.optional(z.boolean()) })),
  reply: z.object({ url: z.string(), expiresAt: z.string() }),
  refusals: ['already_paid', 'order_not_payable', 'payment_held', 'lab_not_bookable', 'location_paused'],
})
