import { tensBetween, timesTen } from './ucum.ts'

/** How a sent amount of a substance converts to moles (reference/unit-conversions.csv). */
export type Conversion = {
  /** The LOINC code that the amount is sent with. */
  readonly sentLoinc: string
  /** The LOINC code of the line that it is for. */
  readonly analyte: string
  /** Null if a mass is not converted. */
  readonly gramsPerMole: number | null
  /** The charge of the ion, without its sign; null if equivalents are not converted. */
  readonly charge: number | null
  /** To how many decimals the result is rounded; null for the decimals that were sent. */
  readonly decimals: number | null
}

/**
 * Converts a decimal number from mass or equivalents to a unit of moles, all UCUM units per volume: 126 mg/dL of glucose is
 * 7.0 mmol/L. Returns null if that is not possible, or if the rounded result is 0 for an amount that is not.
 */
export function inMoles(value: string, from: string, to: string, by: Conversion): string | null {
  const amount = Number(value)
  const converted = toMoles(amount, { from, to }, by)
  if (converted === null) return null
  const rounded = by.decimals === null ? String(converted) : converted.toFixed(by.decimals)
  return rounded.includes('e') || (amount > 0 && Number(rounded) === 0) ? null : rounded
}

/** An amount of mass or equivalents in a unit of moles, not rounded; null if that is not possible. */
export function toMoles(
  amount: number,
  { from, to }: { readonly from: string; readonly to: string },
  by: Conversion,
): number | null {
  const moles = molesPerLitre(amount, from, by)
  const tens = tensBetween('mol/L', to)
  return moles === null || tens === null ? null : timesTen(moles, tens)
}

function molesPerLitre(amount: number, from: string, { gramsPerMole, charge }: Conversion): number | null {
  const toGrams = tensBetween(from, 'g/L')
  if (toGrams !== null && gramsPerMole !== null) return timesTen(amount, toGrams) / gramsPerMole
  const toEquivalents = tensBetween(from, 'eq/L')
  if (toEquivalents !== null && charge !== null) return timesTen(amount, toEquivalents) / charge
  return null
}
