import type { AnalyteRow } from '../analytes/repository.ts'
import type { CriticalRow } from '../reports/policy.ts'

/** A unit in which a lab reports a line, instead of the catalogue's. */
export type ReportingUnit = {
  readonly ucum: string
  /** As it is shown. */
  readonly unit: string
  readonly catalogueUcum: string
  /**
   * How much one of it is in the catalogue's unit: 1 mg/dL of glucose is 0.0555 mmol/L. Null if that depends on the assay, as
   * for prolactin: then nothing is converted, and only the lab's own intervals hold.
   */
  readonly factor: number | null
  /** To how many decimals limits and calculated values are rounded in it. */
  readonly decimals: number
}

type Rounding = 'nearest' | 'up' | 'down'

/** A number of the catalogue in a lab's unit, rounded this way; null if nothing is converted to it. */
function inLabUnit(
  { factor, decimals }: ReportingUnit,
  amount: number | null,
  rounding: Rounding,
): number | null {
  if (amount === null || factor === null) return null
  if (factor === 1) return amount
  return rounded(amount / factor, decimals, rounding)
}

function rounded(amount: number, decimals: number, rounding: Rounding): number {
  // Twelve digits hide the error of binary fractions.
  const scaled = Number((amount * 10 ** decimals).toPrecision(12))
  const round = { nearest: Math.round, up: Math.ceil, down: Math.floor }[rounding]
  return round(scaled) / 10 ** decimals
}

const roundings = { '': 'nearest', '<': 'up', '>': 'down' } as const

/** How much one of a lab's unit is in the catalogue's; null if nothing converts it. No unit is the catalogue's own. */
export function factorOf(unit: ReportingUnit | null | undefined): number | null {
  return unit ? unit.factor : 1
}

/**
 * A line of the catalogue in a lab's unit. Limits of intervals are rounded to the nearest value; critical limits to the
 * stricter side, so that no value that is critical in the catalogue's unit is not in the lab's.
 */
export function lineIn(unit: ReportingUnit, line: AnalyteRow): AnalyteRow {
  return {
    ...line,
    ...{ ucum: unit.ucum, unit: unit.unit },
    ...limitsOfLineIn(unit, line),
  }
}

type CatalogueLimits = Pick<
  AnalyteRow,
  'male_low' | 'male_high' | 'female_low' | 'female_high' | 'critical_low' | 'critical_high'
>

/** The intervals and critical limits of a line in a lab's unit. */
export function limitsOfLineIn(unit: ReportingUnit, line: CatalogueLimits): CatalogueLimits {
  const nearest = (amount: number | null) => inLabUnit(unit, amount, 'nearest')
  return {
    ...{ male_low: nearest(line.male_low), male_high: nearest(line.male_high) },
    ...{ female_low: nearest(line.female_low), female_high: nearest(line.female_high) },
    critical_low: inLabUnit(unit, line.critical_low, 'up'),
    critical_high: inLabUnit(unit, line.critical_high, 'down'),
  }
}

type Sides = Pick<CriticalRow, 'atOrBelow' | 'atOrAbove'>

/** Rows of a table of limits in a lab's unit, rounded to the stricter side; none if nothing is converted to it. */
export function limitsInUnit<Row extends Sides>(unit: ReportingUnit | null, rows: readonly Row[]): Row[] {
  if (unit === null) return [...rows]
  if (unit.factor === null) return []
  return rows.map((row) => ({
    ...row,
    atOrBelow: inLabUnit(unit, row.atOrBelow, 'up'),
    atOrAbove: inLabUnit(unit, row.atOrAbove, 'down'),
  }))
}

/** Rows of limits in pregnancy in a lab's unit; none if nothing is converted to it. */
export function pregnancyInUnit<Row extends { readonly low: number | null; readonly high: number | null }>(
  unit: ReportingUnit | null,
  rows: readonly Row[],
): Row[] {
  if (unit === null) return [...rows]
  if (unit.factor === null) return []
  return rows.map((row) => ({
    ...row,
    low: inLabUnit(unit, row.low, 'nearest'),
    high: inLabUnit(unit, row.high, 'nearest'),
  }))
}

/**
 * An amount of the catalogue's unit in a lab's, as a scientist would type it: exactly if it needs no more decimals
 * than it was sent with, and else rounded: what is below a number up, and what is above it down, so that it claims no
 * more. Null if nothing is converted, or if the rounded result is 0 for an amount that is not.
 */
export function amountInLabUnit(
  { factor, decimals }: ReportingUnit,
  amount: number,
  { decimals: sentDecimals, sign }: { readonly decimals: number; readonly sign: '' | '<' | '>' },
): string | null {
  if (factor === null) return null
  const exact = Number((amount / factor).toPrecision(12))
  const asSent = exact.toFixed(sentDecimals)
  const typed =
    Number(asSent) === exact ? asSent : rounded(exact, decimals, roundings[sign]).toFixed(decimals)
  return typed.includes('e') || (amount > 0 && Number(typed) === 0) ? null : typed
}

type OwnLimits = {
  readonly low: number | null
  readonly high: number | null
  readonly criticalLow: number | null
  readonly criticalHigh: number | null
}

/**
 * A lab's own interval in another unit, rounded like the catalogue's; null if nothing converts one of the units. A critical limit
 * stays outside the interval.
 */
export function convertedInterval<Own extends OwnLimits>(
  own: Own,
  from: ReportingUnit | null,
  to: ReportingUnit | null,
): Own | null {
  const [given, wanted] = [factorOf(from), factorOf(to)]
  if (given === null || wanted === null) return null
  const exactly = (amount: number) => (amount * given) / wanted
  const roughly = (amount: number, rounding: Rounding) =>
    to ? rounded(exactly(amount), to.decimals, rounding) : Number(exactly(amount).toPrecision(3))
  const converted = given === wanted ? own : withLimits(own, roughly)
  // Rounding can make an interval so narrow that a critical limit lies beyond it.
  return isCrossed(converted)
    ? withLimits(own, (amount) => Number(exactly(amount).toPrecision(6)))
    : converted
}

function withLimits<Own extends OwnLimits>(
  own: Own,
  convert: (amount: number, rounding: Rounding) => number,
): Own {
  const of = (amount: number | null, rounding: Rounding) =>
    amount === null ? null : convert(amount, rounding)
  const [low, high] = [of(own.low, 'nearest'), of(own.high, 'nearest')]
  const [below, above] = [of(own.criticalLow, 'up'), of(own.criticalHigh, 'down')]
  return {
    ...{ ...own, low, high },
    criticalLow: below === null ? null : Math.min(below, low ?? Infinity),
    criticalHigh: above === null ? null : Math.max(above, high ?? -Infinity),
  }
}

function isCrossed({ low, high, criticalLow, criticalHigh }: OwnLimits): boolean {
  return (criticalLow ?? -Infinity) >= (high ?? Infinity) || (criticalHigh ?? Infinity) <= (low ?? -Infinity)
}

/** An amount in the catalogue's unit, to twelve digits. The unit must be converted. */
export function inCatalogueUnit(amount: number, factor: number): number {
  return Number((amount * factor).toPrecision(12))
}
