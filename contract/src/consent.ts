import * as z from 'zod/mini'
import { orderParams, orderState } from './booking.ts'
import { endpoint } from './endpoint.ts'

/** The version of the text by which a patient lets their doctor read results. It changes with each change of the text. */
export const readingConsentVersion = '2026-11-28'

/**
 * Requested and not answered, in force, withdrawn by the patient, refused by a patient who had no consent in force, or
 * expired. The doctor opens nothing by break-glass after `withdrawn` and `refused`.
 */
export const consentState = z.enum(['asked', 'given', 'withdrawn', 'refused', 'expired'])
export type ConsentState = z.infer<typeof consentState>

const consentStatus = {
  state: consentState,
  /** Whether it covers sensitive tests; false if it is not in force. */
  sensitive: z.boolean(),
  /** When the consent was given; null for a refusal, and if the patient never answered. */
  since: z.nullable(z.string()),
  /** Until when it is or was valid; for a refusal, when the patient said no; null if they never answered. */
  until: z.nullable(z.string()),
} as const

const patientConsent = z.object({
  /** The doctor who booked, as patients read the name. */
  doctor: z.string(),
  /** The patient whose results it covers: the name on the newest of these orders. */
  patient: z.string(),
  /** The newest of the doctor's paid orders for this person. The patient's answer refers to it. */
  reference: z.string(),
  /** The newest of these orders, at most fifty, for which this account has proven to be the patient. */
  orders: z.array(z.string()),
  ...consentStatus,
  /** False if the doctor's account is closed or not verified, so consent cannot be given. */
  mayGive: z.boolean(),
  /** When the doctor opened results, the newest first, at most ten. Names no order and no test. */
  opened: z.array(z.object({ at: z.string(), results: z.number(), saved: z.boolean() })),
})
export type PatientConsent = z.infer<typeof patientConsent>

const answer = {
  /** Whether sensitive tests are included. */
  sensitive: z.boolean(),
  /** The version of the text that was read. */
  version: z.string().check(z.maxLength(40)),
} as const

export const listConsents = endpoint('GET /v0/consents', {
  summary:
    'The doctors who book for a person whom the signed-in patient has confirmed to be, one entry for each doctor and person. Says if the doctor may read the results, from when to when, and when they did.',
  access: 'account',
  reply: z.array(patientConsent),
})

export const giveConsent = endpoint('PUT /v0/orders/:reference/consent', {
  summary:
    'Lets the doctor who booked this order for the signed-in patient read all results that they book for this person, for a year. It does not cover other people with the same email. Replaces an earlier answer.',
  access: 'account',
  params: orderParams,
  body: z.strictObject(answer),
  reply: z.object({}),
  refusals: ['not_found', 'patient_unproven', 'words_changed'],
})

export const withdrawConsent = endpoint('DELETE /v0/orders/:reference/consent', {
  summary:
    'Says no to the doctor of this order at once: withdraws the consent, or stores a refusal if there is none. It also ends what the doctor opened by break-glass, and holds until the patient gives consent. Asking twice is harmless.',
  access: 'account',
  params: orderParams,
  reply: z.object({}),
  refusals: ['not_found'],
})

/** The fragment of the link in a mail to the patient. */
const fromLink = {
  reference: z.string().check(z.minLength(1), z.maxLength(64)),
  signature: z.string().check(z.regex(/^[\w-]{20,64}$/)),
} as const

const linkedConsent = z.object({
  doctor: z.string(),
  /** The name of the patient whose results it covers. */
  patient: z.string(),
  lab: z.string(),
  /**
   * The proof required to give consent: the date of birth on the order. If the order has none, the patient must use an
   * account that has proven to be the patient's.
   */
  asked: z.enum(['dob', 'account']),
  ...consentStatus,
  /**
   * The link can give consent within ninety days of the payment, to an active, verified doctor. Saying no always works.
   */
  mayGive: z.boolean(),
})
export type LinkedConsent = z.infer<typeof linkedConsent>

export const readLinkedConsent = endpoint('POST /v0/linked-consent', {
  summary:
    'What the link in a mail asks its patient. It is not a GET, because the token must not be in an address.',
  access: 'public',
  body: z.strictObject(fromLink),
  reply: linkedConsent,
  refusals: ['not_found', 'too_many'],
})

export const giveLinkedConsent = endpoint('PUT /v0/linked-consent', {
  summary:
    "Gives the same consent without signing in, with the link from the mail and the patient's date of birth. Not for an order without a date of birth. Wrong answers count together with those before opening the order's results.",
  access: 'public',
  body: z.strictObject({
    ...fromLink,
    ...answer,
    answer: z.string().check(z.trim(), z.minLength(1), z.maxLength(30)),
  }),
  reply: linkedConsent,
  refusals: ['not_found', 'too_many', 'words_changed', 'doctors_browser', 'not_the_patient', 'proof_closed'],
})

export const withdrawLinkedConsent = endpoint('DELETE /v0/linked-consent', {
  summary: 'Says no in the same way without signing in, with the link from the mail.',
  access: 'public',
  body: z.strictObject(fromLink),
  reply: linkedConsent,
  refusals: ['not_found', 'too_many'],
})

export const askConsentAgain = endpoint('POST /v0/orders/:reference/consent-reminder', {
  summary:
    "Mails the patient of the signed-in doctor's paid order once more. Works once for an order, and once a week for a patient.",
  access: 'doctor',
  params: orderParams,
  reply: z.object({}),
  refusals: ['licence_needed', 'not_found', 'not_to_be_asked'],
})

/** No consent is possible if the order has no email of the patient's own. */
export const doctorsConsent = z.enum([...consentState.options, 'nobody_to_ask'])
export type DoctorsConsent = z.infer<typeof doctorsConsent>

const bookedPatient = z.object({
  /** The id of the patient in this list. */
  id: z.string(),
  name: z.string(),
  /** Null if the order has the doctor's own email. */
  email: z.nullable(z.string()),
  phone: z.string(),
  consent: doctorsConsent,
  sensitive: z.boolean(),
  until: z.nullable(z.string()),
  /** The order with which the patient may be asked again now; null for none. */
  askBy: z.nullable(z.string()),
  orderCount: z.number(),
  /** The newest five. */
  orders: z.array(
    z.object({
      reference: z.string(),
      state: orderState,
      lab: z.string(),
      testCount: z.number(),
      createdAt: z.string(),
      /** Results that the doctor may read are released. */
      readable: z.boolean(),
    }),
  ),
})
export type BookedPatient = z.infer<typeof bookedPatient>

export const listPatients = endpoint('POST /v0/patients', {
  summary:
    'The patients for whom the signed-in doctor booked, the latest booking first. It changes nothing. It is not a GET, because it searches for names, and a name must not be in an address.',
  access: 'doctor',
  body: z.strictObject({
    /** Part of a name. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    /** The `next` of the previous answer. */
    after: z.optional(z.string().check(z.maxLength(40))),
  }),
  reply: z.object({ patients: z.array(bookedPatient), next: z.nullable(z.string()) }),
})
