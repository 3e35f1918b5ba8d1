import { type Calculation, type FormulaName, fullYears } from '@labalaba/contract'
import type { PatientThen } from '../reports/policy.ts'
import { ifccLoinc, ngspLoinc } from '../units/hba1c.ts'
import { factorOf, type ReportingUnit } from '../units/reporting.ts'

/** A line by its LOINC code, or its test's code with its position; and the UCUM unit that the formula needs. */
type LineIn = readonly [analyte: string, ucum: string]

type CalculatedLine = {
  readonly formula: FormulaName
  readonly line: LineIn
  readonly from: readonly LineIn[]
  readonly mayBeTyped?: true
}

const redCells: LineIn = ['789-8', '10*12/L']
const haemoglobin: LineIn = ['718-7', 'g/dL']
const packedCells: LineIn = ['4544-3', '%']
const cholesterol: LineIn = ['14647-2', 'mmol/L']
const hdl: LineIn = ['14646-4', 'mmol/L']
const triglycerides: LineIn = ['14927-8', 'mmol/L']
const creatinine: LineIn = ['14682-9', 'umol/L']
const albumin: LineIn = ['1751-7', 'g/L']
const ngsp: LineIn = [ngspLoinc, '%']
const ifcc: LineIn = [ifccLoinc, 'mmol/mol']

/**
 * The lines that follow from others of the same report. Analysers measure the red cell indices, and HbA1c in either unit, so
 * those may also be typed; the others are always calculated. A line in another unit than its formula needs is typed like any other.
 */
export const calculatedLines: readonly CalculatedLine[] = [
  { formula: 'egfr', line: ['98979-8', 'mL/min/{1.73_m2}'], from: [creatinine] },
  {
    ...{ formula: 'anion_gap', line: ['e-u-cr/8', 'mmol/L'] },
    from: [
      ['2951-2', 'mmol/L'],
      ['2075-0', 'mmol/L'],
      ['1963-8', 'mmol/L'],
    ],
  },
  {
    ...{ formula: 'creatinine_clearance', line: ['2164-2', 'mL/min'] },
    from: [['14684-5', 'mmol/(24.h)'], creatinine],
  },
  { formula: 'difference', line: ['10834-0', 'g/L'], from: [['2885-2', 'g/L'], albumin] },
  { formula: 'ldl', line: ['39469-2', 'mmol/L'], from: [cholesterol, hdl, triglycerides] },
  { formula: 'non_hdl', line: ['lipid-profile/7', 'mmol/L'], from: [cholesterol, hdl] },
  { formula: 'vldl', line: ['lipid-profile/5', 'mmol/L'], from: [triglycerides] },
  { formula: 'ratio', line: ['32309-7', '{ratio}'], from: [cholesterol, hdl] },
  { formula: 'adjusted_calcium', line: ['29265-6', 'mmol/L'], from: [['2000-8', 'mmol/L'], albumin] },
  {
    ...{ formula: 'percentage', line: ['14801-5', '%'] },
    from: [
      ['14798-3', 'umol/L'],
      ['14800-7', 'umol/L'],
    ],
  },
  { formula: 'hba1c_ifcc', line: ifcc, from: [ngsp], mayBeTyped: true },
  { formula: 'hba1c_ngsp', line: ngsp, from: [ifcc], mayBeTyped: true },
  {
    ...{ formula: 'homa_ir', line: ['homa-ir/3', '{index}'] },
    from: [
      ['14771-0', 'mmol/L'],
      ['20448-7', 'm[IU]/L'],
    ],
  },
  {
    ...{ formula: 'percentage', line: ['psa-free-total/3', '%'] },
    from: [
      ['10886-0', 'ug/L'],
      ['2857-1', 'ug/L'],
    ],
  },
  {
    ...{ formula: 'ratio', line: ['30000-4', 'mg/mmol{creat}'] },
    from: [
      ['14957-5', 'mg/L'],
      ['14683-7', 'mmol/L'],
    ],
  },
  {
    ...{ formula: 'total', line: ['semen-analysis/5', '10*6'] },
    from: [
      ['3160-9', 'mL'],
      ['9780-8', '10*6/mL'],
    ],
  },
  { formula: 'mcv', line: ['787-2', 'fL'], from: [packedCells, redCells], mayBeTyped: true },
  { formula: 'mch', line: ['785-6', 'pg'], from: [haemoglobin, redCells], mayBeTyped: true },
  { formula: 'mchc', line: ['786-4', 'g/dL'], from: [haemoglobin, packedCells], mayBeTyped: true },
]

type Line = {
  readonly test_code: string
  readonly position: number
  readonly loinc: string | null
  readonly ucum: string | null
}

/** How a line follows from the others of its report, for this patient; null if it does not. */
export function calculationOf(
  line: Line,
  ofReport: readonly Line[],
  { sex, bornOn, on, trimesters }: PatientThen,
): Calculation | null {
  const found = calculatedLines.find((one) => isLine(line, one.line))
  if (!found) return null
  const from = found.from.flatMap((wanted) => ofReport.find((one) => isLine(one, wanted))?.position ?? [])
  if (from.length < found.from.length) return null
  const { formula, mayBeTyped = false } = found
  const age = bornOn === null ? null : fullYears(bornOn, on)
  return { formula, from, units: null, mayBeTyped, sex, age, isPregnant: trimesters.length > 0 }
}

/**
 * A calculation of lines that a lab reports in units of its own, by their positions. Null if one of them is in a unit that
 * nothing converts: the line is then typed like any other.
 */
export function calculationInUnits(
  calculation: Calculation | null,
  position: number,
  units: ReadonlyMap<number, ReportingUnit>,
): Calculation | null {
  if (calculation === null) return null
  const { from } = calculation
  if (![position, ...from].some((one) => units.has(one))) return calculation
  const factors = from.map((one) => factorOf(units.get(one)))
  const own = units.get(position)
  const factor = factorOf(own)
  if (factor === null || !factors.every((one) => one !== null)) return null
  const result = own ? { factor, places: own.decimals } : null
  return { ...calculation, units: { factors, result } }
}

function isLine({ test_code: test, position, loinc, ucum }: Line, [analyte, unit]: LineIn): boolean {
  return ucum === unit && (loinc === analyte || `${test}/${position}` === analyte)
}
