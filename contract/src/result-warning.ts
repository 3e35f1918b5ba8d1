import * as z from 'zod/mini'

/**
 * Why a value should be checked: hardly any living patient has it, it is far from this patient's last one, something that is
 * known of the patient makes each value misleading, or it does not fit the values that it follows from.
 */
const warningKind = z.enum(['implausible', 'changed', 'interference', 'contradicted'])

/** Values of one line that should be checked: up to a number, from a number on, or both. */
export const warningLimit = z.object({
  kind: warningKind,
  atOrBelow: z.nullable(z.number()),
  atOrAbove: z.nullable(z.number()),
  /** What to check, such as "the unit: g/dL or g/L"; or what makes it misleading. */
  check: z.string(),
})
export type WarningLimit = z.infer<typeof warningLimit>

/** A warning about a value of a report, for the lab alone. It blocks nothing. */
export const resultWarning = z.object({ position: z.number(), kind: warningKind, check: z.string() })
export type ResultWarning = z.infer<typeof resultWarning>
