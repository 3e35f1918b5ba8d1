import { DomainError } from '../../../infra/http/domain-error.ts'
import type { AnalyteRow } from '../analytes/repository.ts'
import { contradictedStatus, missingFollowUps } from '../clinical/follow-up-lines.ts'
import type { Measured } from './measured-lines.ts'
import { isUnder18Months, missingLines } from './policy.ts'
import type { ValueRow } from './repository.ts'

/** Throws DomainError `values_missing`, with the lines that lack a value. */
export function requireWhole(
  lines: readonly AnalyteRow[],
  values: readonly ValueRow[],
  hasPdf: boolean,
): void {
  requireNone(missingFields(missingLines(lines, values, hasPdf), values))
}

/**
 * Throws DomainError `values_missing`, with the lines that the findings of a final version need and that lack a value, and with
 * an HIV status that does not follow from its tests.
 */
export function requireFollowUps(
  { lines, patient }: Pick<Measured<unknown>, 'lines' | 'patient'>,
  values: readonly ValueRow[],
): void {
  requireNone({
    ...missingFields(missingFollowUps(lines, values), values),
    ...contradictedStatus(lines, values, isUnder18Months(patient)),
  })
}

function missingFields(missing: readonly AnalyteRow[], values: readonly ValueRow[]): Record<string, string> {
  const isEntered = (position: number) => values.some((one) => one.position === position)
  const fields = missing.map(({ position }) => [
    String(position),
    isEntered(position) ? 'choose an answer' : 'enter it, or say why it was not measured',
  ])
  return Object.fromEntries(fields)
}

function requireNone(fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) throw new DomainError('values_missing', { fields })
}
