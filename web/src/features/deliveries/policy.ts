import type { DeliveryProblem, ValueProblem } from '@labalaba/contract'
import * as copy from '../../copy/deliveries.ts'

/** Why a report is unmatched, as one line of a list. */
export const problemWords: Readonly<Record<DeliveryProblem, string>> = {
  no_accession: copy.problemNoNumber,
  several_samples: copy.problemSeveralSamples,
  unknown_accession: copy.problemUnknownNumber,
  not_received: copy.problemNotReceived,
  rejected: copy.problemRejected,
  order_over: copy.problemCancelled,
  patient_differs: copy.problemPatientDiffers,
  values: copy.problemValues,
  already_entered: copy.problemEntered,
  result_out: copy.problemReleased,
}

/** Why a report cannot be placed on the chosen specimen. */
export const barWords: Readonly<Record<DeliveryProblem, string>> = {
  ...problemWords,
  not_received: copy.barNotReceived,
  rejected: copy.barRejected,
  order_over: copy.barCancelled,
  values: copy.barValues,
  already_entered: copy.barEntered,
  result_out: copy.barReleased,
}

/** Why a value must be typed by hand. */
export const valueWords: Readonly<Record<ValueProblem, string>> = {
  unknown_code: copy.valueNoLine,
  several_lines: copy.valueSeveralLines,
  twice: copy.valueTwice,
  unit: copy.valueUnit,
  not_a_value: copy.valueNotAValue,
  comment: copy.valueComment,
}

/** A value with its unit, as the connected system sent it. */
export function resultWords({ value, unit }: { value: string | null; unit: string | null }): string {
  if (value === null) return copy.noValue
  return unit === null ? value : `${value} ${unit}`
}
