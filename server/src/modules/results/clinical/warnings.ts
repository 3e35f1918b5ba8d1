import {
  type Calculation,
  contradictionOf,
  type ExpectedResistance,
  type LabInterval,
  type ResultWarning,
  unexpectedIn,
  type WarningLimit,
  warningsAt,
} from '@labalaba/contract'
import { type PatientThen, rowsFor } from '../reports/policy.ts'

/**
 * A row of the table of plausibility limits (reference/plausibility.csv), for patients of a sex and an age: values that
 * hardly any living patient has, or a change since the last value, as an amount or in percent of it, within some days.
 */
export type PlausibilityRow = Pick<LabInterval, 'sex' | 'from' | 'to'> &
  Pick<WarningLimit, 'atOrBelow' | 'atOrAbove' | 'check'> & {
    readonly changeBy: number | null
    readonly changePercent: number | null
    readonly withinDays: number | null
    /** Whether a value beyond its limits is verified only with a reason. A change only warns. */
    readonly stops: boolean
  }

/** The last value of the same patient, and how many days before this sample its own was taken. */
type Last = { readonly value: string; readonly daysBefore: number }

/**
 * The values of a line that should be checked for this patient. A change becomes limits around the last value, if that is
 * a number and recent enough. Without a date of birth a patient counts as an adult.
 */
export function warningLimitsFor(
  rows: readonly PlausibilityRow[],
  patient: PatientThen,
  last: Last | null,
): WarningLimit[] {
  return rowsFor(rows, patient).flatMap((row): WarningLimit[] => {
    const { atOrBelow, atOrAbove, check, stops } = row
    if (row.withinDays === null) return [{ kind: 'implausible', atOrBelow, atOrAbove, check, stops }]
    const change = last && changeLimit(row, row.withinDays, last)
    return change ? [{ kind: 'changed', ...change, check, stops: false }] : []
  })
}

function changeLimit(
  { changeBy, changePercent }: PlausibilityRow,
  withinDays: number,
  { value, daysBefore }: Last,
): Pick<WarningLimit, 'atOrBelow' | 'atOrAbove'> | null {
  const before = Number(value)
  if (Number.isNaN(before) || daysBefore > withinDays) return null
  const by = changeBy ?? (before * (changePercent ?? 0)) / 100
  if (by === 0) return null
  const below = exact(before - by)
  return { atOrBelow: below > 0 ? below : null, atOrAbove: exact(before + by) }
}

/** Without the error of binary fractions, such as 0.30000000000000004. */
function exact(amount: number): number {
  return Number(amount.toPrecision(12))
}

type Line = {
  readonly id: number
  readonly name: string
  readonly ucum: string | null
  readonly calculation: Calculation | null
  readonly warningLimits: readonly WarningLimit[]
  /** Of a culture, the agents that organisms are expected to resist; else empty. */
  readonly resistances: readonly ExpectedResistance[]
}
type Value = {
  readonly position: number
  readonly analyte_id: number
  readonly ucum: string | null
  /** Null if it was not measured. */
  readonly value: string | null
  readonly amount: number | null
}

/** The warnings about the values of a report, in their order. A value in another unit than its line has now gets none. */
export function warningsOf(lines: readonly Line[], values: readonly Value[]): ResultWarning[] {
  return values.flatMap(({ position, analyte_id: analyteId, ucum, value, amount }) => {
    const line = lines.find((one) => one.id === analyteId && one.ucum === ucum)
    if (!line || value === null) return []
    const reached = warningsAt(line.warningLimits, { value, amount })
    const contradiction = contradictionIn(line, { value, amount }, lines, values)
    const unexpected = line.resistances.length === 0 ? null : unexpectedIn(value, line.resistances)
    return [
      ...reached.map(({ kind, check, stops }) => ({ position, kind, check, stops })),
      ...(contradiction === null
        ? []
        : [{ position, kind: 'contradicted' as const, check: contradiction, stops: false }]),
      ...(unexpected === null
        ? []
        : [{ position, kind: 'unexpected' as const, check: unexpected, stops: false }]),
    ]
  })
}

/** What the other values of a report say against one that follows from them and may be typed; null if nothing. */
function contradictionIn(
  { calculation }: Line,
  typed: { readonly value: string; readonly amount: number | null },
  lines: readonly Line[],
  values: readonly Value[],
): string | null {
  if (!calculation?.mayBeTyped) return null
  const given = calculation.from.flatMap((position) => {
    const found = values.find((one) => one.position === position)
    const line = lines.find((one) => one.id === found?.analyte_id && one.ucum === found.ucum)
    if (!line || found?.value == null) return []
    return [{ name: line.name, value: found.value, amount: found.amount }]
  })
  return given.length === calculation.from.length ? contradictionOf(calculation, typed, given) : null
}
