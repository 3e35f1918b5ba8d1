import { calculate } from '@labalaba/contract'
import { inUnit } from './ucum.ts'

/** LOINC's codes of HbA1c in percent (NGSP) and in mmol/mol (IFCC): one measurement on two scales. */
export const ngspLoinc = '4548-4'
export const ifccLoinc = '59261-8'

/**
 * The codes of a number that was sent with these, by its unit too. mmol/mol are units of IFCC, so HbA1c in them is on that scale
 * also under the code of NGSP. A percentage under the code of IFCC keeps its code, and has no line in that unit: it may be of
 * either scale.
 */
export function codesInUnit(loinc: readonly string[], ucum: string | null): readonly string[] {
  const isIfcc = loinc.includes(ngspLoinc) && ucum !== null && inUnit('1', ucum, 'mmol/mol') !== null
  return isIfcc ? [ifccLoinc] : loinc
}

/** The code of HbA1c on the other scale; null for any other code. */
export function otherScale(loinc: string | null): string | null {
  if (loinc === ngspLoinc) return ifccLoinc
  return loinc === ifccLoinc ? ngspLoinc : null
}

/**
 * HbA1c in the unit of a line with this code, from the other scale, by the master equation (ngsp.org/ifcc.asp) and never by its
 * mass. `number` has decimal digits, and `<` or `>` before them. Null for another line, or in a unit that is not of the other scale.
 */
export function fromOtherScale(number: string, ucum: string | null, loinc: string | null): string | null {
  if (otherScale(loinc) === null || ucum === null) return null
  const sign = /^[<>]/.exec(number)?.[0] ?? ''
  const amount = inUnit(number.slice(sign.length), ucum, loinc === ngspLoinc ? 'mmol/mol' : '%')
  if (amount === null) return null
  const formula = loinc === ngspLoinc ? 'hba1c_ngsp' : 'hba1c_ifcc'
  const anyone = { sex: 'Female', age: null, isPregnant: false, units: null } as const
  const result = calculate({ formula, ...anyone }, [{ value: `${sign}${amount}`, amount: Number(amount) }])
  return 'refused' in result ? null : result.value
}
