import * as z from 'zod/mini'
import { orderParams } from './booking.ts'
import { clinicalAnswers, medicine, pregnancyAnswer } from './clinical-answers.ts'
import { endpoint } from './endpoint.ts'
import { gender } from './gender.ts'

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))

/** What a lab knows of a patient and of why the tests were ordered. Only the lab reads it. */
export const clinicalRequest = z.object({
  /** Increases with each change; 0 while nothing was answered. */
  number: z.number(),
  /** Null if it was not asked or not answered. */
  pregnancy: z.nullable(pregnancyAnswer),
  /** The full week of the pregnancy today; null if it is not known. */
  week: z.nullable(z.number()),
  lastPeriodOn: z.nullable(day),
  /** Null if it was not asked or not answered; empty for none of those that were asked about. */
  medicines: z.nullable(z.array(medicine)),
  indication: z.nullable(z.string()),
  isUrgent: z.boolean(),
  /** Who talked with the patient before the test, and what was agreed; null if no such talk is recorded. */
  pretestCounselling: z.nullable(z.string()),
  /** Hours between the last meal and the sample, as the patient says. */
  fastedHours: z.nullable(z.number()),
  /** Whose reference intervals judge the results, if the patient chose it; null for those of the booked sex. */
  intervalsOf: z.nullable(gender),
  /** As the patient stated it at the lab, for an order that was booked without it. */
  bornOn: z.nullable(day),
  /** Only the age is known, and the day is an estimate. */
  isBornAbout: z.boolean(),
  /** The first name of the member of the lab who changed it last; null if it is as booked. */
  changedBy: z.nullable(z.string()),
})
export type ClinicalRequest = z.infer<typeof clinicalRequest>

export const changeClinicalRequest = endpoint('PUT /v0/lab/orders/:reference/clinical-request', {
  summary:
    'What the patient tells the lab before the sample is taken, in place of what was answered at booking. Drafts of results are judged anew by it; a verified report must be released or sent back first. `basedOn` is the number that the caller saw.',
  access: 'lab',
  params: orderParams,
  body: z.strictObject({
    ...clinicalAnswers,
    pretestCounselling: z.optional(
      z.string().check(z.trim(), z.minLength(3), z.maxLength(300), z.regex(/^[^\p{Cc}]*$/u)),
    ),
    fastedHours: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(72))),
    /** Only for an order that was booked without it. */
    bornOn: z.optional(day),
    /** In full years, if the patient does not know the date. A child under 2 needs the date. */
    age: z.optional(z.number().check(z.int(), z.minimum(2), z.maximum(120))),
    basedOn: z.number().check(z.int(), z.minimum(0)),
  }),
  reply: clinicalRequest,
  refusals: ['not_found', 'not_your_duty', 'wrong_state', 'request_changed', 'invalid'],
})
