import * as z from 'zod/mini'

/** In the order in which a scientist chooses among them. */
export const notMeasuredOrder = [
  'insufficient_specimen',
  'unsuitable_specimen',
  'not_available',
  'not_applicable',
  'not_requested',
] as const

/** Why a calculated line has no value. They are never chosen: the server gives them. */
const notCalculated = ['triglycerides_high', 'not_calculable'] as const
export type NotCalculated = (typeof notCalculated)[number]

/** Why a line of a report was not measured, or not calculated. */
export const notMeasured = z.enum([...notMeasuredOrder, ...notCalculated])
export type NotMeasured = z.infer<typeof notMeasured>

/** The reasons in words, the same on screens and on paper. */
export const notMeasuredReasons: Readonly<Record<NotMeasured, string>> = {
  insufficient_specimen: 'not enough specimen',
  unsuitable_specimen: 'specimen unsuitable',
  not_available: 'analyser or reagent not available',
  not_applicable: 'not applicable',
  not_requested: 'not requested',
  triglycerides_high: 'triglycerides are above 4.5 mmol/L',
  // Says no more: a reason of its own would tell the readers that the patient is pregnant.
  not_calculable: 'not valid for these values or this patient',
}

/**
 * The words in the place of a value that was not measured: “Not measured: not enough specimen”. A line is entered as not
 * measured by giving exactly these words as its value.
 */
export function notMeasuredWords(reason: NotMeasured): string {
  const begin = notCalculated.some((one) => one === reason) ? 'Not calculated' : 'Not measured'
  return `${begin}: ${notMeasuredReasons[reason]}`
}

/** The reason that a typed value gives for not being measured; undefined if it gives none that can be chosen. */
export function notMeasuredOf(typed: string): NotMeasured | undefined {
  return notMeasuredOrder.find((reason) => notMeasuredWords(reason) === typed)
}
