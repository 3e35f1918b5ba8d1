import * as z from 'zod/mini'

/** In the order in which a scientist chooses among them. */
export const notMeasuredOrder = [
  'insufficient_specimen',
  'unsuitable_specimen',
  'not_available',
  'not_applicable',
  'not_requested',
] as const

/** Why a line of a report was not measured. `not_calculable` is never chosen: the server gives it to a calculated line. */
export const notMeasured = z.enum([...notMeasuredOrder, 'not_calculable'])
export type NotMeasured = z.infer<typeof notMeasured>

/** The reasons in words, the same on screens and on paper. */
export const notMeasuredReasons: Readonly<Record<NotMeasured, string>> = {
  insufficient_specimen: 'not enough specimen',
  unsuitable_specimen: 'specimen unsuitable',
  not_available: 'analyser or reagent not available',
  not_applicable: 'not applicable',
  not_requested: 'not requested',
  not_calculable: 'not valid for these values or this patient',
}

/**
 * The words in the place of a value that was not measured: “Not measured: not enough specimen”. A line is entered as not
 * measured by giving exactly these words as its value.
 */
export function notMeasuredWords(reason: NotMeasured): string {
  const begin = reason === 'not_calculable' ? 'Not calculated' : 'Not measured'
  return `${begin}: ${notMeasuredReasons[reason]}`
}

/** The reason that a typed value gives for not being measured; undefined if it gives none that can be chosen. */
export function notMeasuredOf(typed: string): NotMeasured | undefined {
  return notMeasuredOrder.find((reason) => notMeasuredWords(reason) === typed)
}
