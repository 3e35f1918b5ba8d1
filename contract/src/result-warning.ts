import * as z from 'zod/mini'

/**
 * Why a value should be checked: hardly any living patient has it, it is far from this patient's last one, something that is
 * known of the patient makes each value misleading, it does not fit the values that it follows from, or a culture responds to
 * an agent that its organism is expected to resist.
 */
const warningKind = z.enum(['implausible', 'changed', 'interference', 'contradicted', 'unexpected'])

/** Values of one line that should be checked: up to a number, from a number on, or both. */
export const warningLimit = z.object({
  kind: warningKind,
  atOrBelow: z.nullable(z.number()),
  atOrAbove: z.nullable(z.number()),
  /** What to check, such as "the unit: g/dL or g/L"; or what makes it misleading. */
  check: z.string(),
  /** Whether a value that reaches it is verified only with a reason: a pathologist has signed it, or the lab accepted it. */
  stops: z.boolean(),
})
export type WarningLimit = z.infer<typeof warningLimit>

/** A warning about a value of a report, for the lab alone. One that stops is verified only with a reason. */
export const resultWarning = z.object({
  position: z.number(),
  kind: warningKind,
  check: z.string(),
  stops: z.boolean(),
})
export type ResultWarning = z.infer<typeof resultWarning>

/** The characters of a verifier's reason why a value that stops is right, without spaces around it. */
export const confirmationLength = { min: 10, max: 300 } as const

/** Who confirmed a value that stops, when and why, for the entry as it is. For the lab alone. */
export const valueConfirmation = z.object({
  position: z.number(),
  /** First name only. */
  by: z.string(),
  at: z.string(),
  reason: z.string(),
})
export type ValueConfirmation = z.infer<typeof valueConfirmation>
