import * as z from 'zod/mini'
import { gender } from './gender.ts'

/** Medicines that change results. */
export const medicines = ['blood_thinner', 'thyroid_medicine', 'antibiotics'] as const
export const medicine = z.enum(medicines)
export type Medicine = z.infer<typeof medicine>

/** A question about the patient that changes how a result is read. A test names those that it asks. */
export const clinicalQuestions = ['pregnancy', ...medicines, 'indication'] as const
export const clinicalQuestion = z.enum(clinicalQuestions)
export type ClinicalQuestion = z.infer<typeof clinicalQuestion>

/** `not_known` also if the patient would rather not say. */
export const pregnancyAnswer = z.enum(['not_pregnant', 'pregnant', 'not_known'])
export type PregnancyAnswer = z.infer<typeof pregnancyAnswer>

/** The last week of a pregnancy that a test still counts with: one that was stated earlier has ended by then. */
export const lastPregnancyWeek = 43

/** The longest reason for tests, in characters. */
export const longestIndication = 300

/** The answers to clinical questions. What no test of the order asks is not stored. */
export const clinicalAnswers = {
  pregnancy: z.optional(pregnancyAnswer),
  /** The week of the pregnancy, if she is pregnant. */
  week: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(lastPregnancyWeek))),
  /** The first day of the last period, a Lagos day, instead of the week. */
  lastPeriodOn: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))),
  /** Those that the patient takes, of the ones that were asked about. */
  medicines: z.optional(z.array(medicine).check(z.maxLength(medicines.length))),
  /** Why the tests are wanted. */
  indication: z.optional(
    z.string().check(z.trim(), z.maxLength(longestIndication), z.regex(/^[^\p{Cc}]*$/u)),
  ),
  isUrgent: z.optional(z.boolean()),
  /** Whose reference intervals judge the results, as an intersex or trans patient chooses. */
  intervalsOf: z.optional(gender),
}
const answers = z.strictObject(clinicalAnswers)
export type ClinicalAnswers = z.output<typeof answers>
