import * as z from 'zod/mini'
import { criticalTier } from './critical-call.ts'

/** How a value compares to its interval; null if it cannot be judged. */
export const resultFlag = z.enum([
  'normal',
  'low',
  'high',
  'critical_low',
  'critical_high',
  'critical_abnormal',
  'abnormal',
])
export type ResultFlag = z.infer<typeof resultFlag>

/**
 * The source of an interval: `lab`, the lab's own; `catalogue`, the catalogue's for adults, from a published source or accepted
 * by the lab; `unconfirmed`, the catalogue's that the lab still has to confirm; `adults_only`, none, as the patient was under 18
 * when the sample was taken; `pregnancy`, one of these with a limit that holds in pregnancy, in a report that asks about it. A
 * limit that holds because the order names a pregnancy has the source of the usual interval, so that no reader learns of it.
 */
export const intervalBasis = z.enum(['lab', 'catalogue', 'unconfirmed', 'adults_only', 'pregnancy'])
export type IntervalBasis = z.infer<typeof intervalBasis>

/** Values that are critical for the patient of a report: up to a number, from a number on, or choices; of a culture, organisms. */
export const criticalLimit = z.object({
  tier: criticalTier,
  atOrBelow: z.nullable(z.number()),
  atOrAbove: z.nullable(z.number()),
  choices: z.array(z.string()),
})
export type CriticalLimit = z.infer<typeof criticalLimit>
