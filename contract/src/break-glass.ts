import * as z from 'zod/mini'
import { orderParams } from './booking.ts'
import { doctorsConsent } from './consent.ts'
import { endpoint } from './endpoint.ts'

/**
 * How long a doctor reads what they opened by break-glass. The first days of treatment; who needs it longer has had the time
 * to ask the patient. Our decision (ADR 0011).
 */
export const breakGlassHours = 72

/** Why a doctor cannot wait for the patient's consent. */
export const breakGlassBecause = z.enum(['patient_unreachable', 'treatment_now', 'other'])
export type BreakGlassBecause = z.infer<typeof breakGlassBecause>

const breakGlassStatus = z.object({
  /**
   * Whether a released result that the doctor cannot read needs action now, and they may open it. Always false to a doctor
   * who may not open one: not verified, or refused by the patient, also about another order. A sensitive result counts as
   * none: that there is one would say what was found. Break-glass opens it all the same.
   */
  mayOpen: z.boolean(),
  /** Whether an operator has verified the doctor. */
  verified: z.boolean(),
  consent: doctorsConsent,
  patientName: z.string(),
  lab: z.string(),
  labPhone: z.string(),
})
export type BreakGlassStatus = z.infer<typeof breakGlassStatus>

export const readBreakGlass = endpoint('GET /v0/orders/:reference/results/break-glass', {
  summary:
    'What the signed-in doctor may do about results of their order that the patient has not let them read: whether one needs action now and may be opened by break-glass, and how to call the lab. Shows no test and no value, and does not count sensitive tests. Needs a recent password.',
  access: 'doctor',
  recent: true,
  params: orderParams,
  reply: breakGlassStatus,
  refusals: ['not_found', 'sign_in_again'],
})

export const breakGlass = endpoint('POST /v0/orders/:reference/results/break-glass', {
  summary:
    "Opens by break-glass, without the patient's consent, the released results of the signed-in doctor's order that need action now. Only for a verified doctor, for 72 hours, and never after the patient has refused. The patient gets a mail, and reads the reason. Asking twice while they are open changes nothing. Needs a recent password.",
  access: 'doctor',
  recent: true,
  params: orderParams,
  body: z.strictObject({
    because: breakGlassBecause,
    /** In the doctor's own words; the patient reads it. */
    reason: z.string().check(z.trim(), z.maxLength(300), z.regex(/^[^\p{Cc}]{3,300}$/u)),
  }),
  /** Until when the results are open. */
  reply: z.object({ until: z.string() }),
  refusals: [
    ...(['not_found', 'sign_in_again', 'licence_needed', 'no_patient_contact'] as const),
    ...(['consent_refused', 'no_immediate_result', 'too_many'] as const),
  ],
})
