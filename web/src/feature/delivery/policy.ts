import type { DeliveryProblem, ValueProblem } from '@labalaba/contract'

/** Why a report is unmatched, as one line of a list. */
export const problemWords: Readonly<Record<DeliveryProblem, string>> = {
  no_accession: 'It names no sample',
  several_samples: 'It names several samples',
  unknown_accession: 'No sample of this lab has that number',
  not_received: 'The sample was not in the lab',
  rejected: 'The sample was rejected',
  order_over: 'The order was cancelled',
  patient_differs: 'Another sex or day of birth than the order',
  values: 'A value has no line on the sheet, or another unit',
  already_entered: 'Values were entered already',
  result_out: 'The result was verified or out already',
}

/** Why a report cannot be placed on the chosen specimen. */
export const barWords: Readonly<Record<DeliveryProblem, string>> = {
  ...problemWords,
  not_received: 'This sample is not in the lab yet. Receive it first.',
  rejected: 'This sample was rejected. Its results are not filled in.',
  order_over: 'The order of this sample was cancelled. Its results are not filled in.',
  values: 'None of the values has a line on the sheets of this sample.',
  already_entered: 'Values of it are entered already. Change them on the sheet, and set this one aside.',
  result_out: 'The result is verified or released. Correct it there, and set this one aside.',
}

/** Why a value must be typed by hand. */
export const valueWords: Readonly<Record<ValueProblem, string>> = {
  unknown_code: 'no line on this sheet',
  several_lines: 'more than one line could be meant',
  twice: 'there are two values for this line',
  unit: 'another unit, which is not worked out here',
  not_a_value: 'not a value of this line',
}

/** A value with its unit, as the connected system sent it. */
export function saidWords({ value, unit }: { value: string | null; unit: string | null }): string {
  if (value === null) return 'No value'
  return unit === null ? value : `${value} ${unit}`
}
