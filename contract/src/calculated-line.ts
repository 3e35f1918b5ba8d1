import * as z from 'zod/mini'
import { gender } from './gender.ts'
import type { NotCalculated } from './not-measured.ts'
import type { Reading } from './result-value.ts'

/** How a line of a report follows from other lines of it, for one patient. */
export const calculation = z.object({
  formula: z.enum([
    ...([
      'egfr',
      'creatinine_clearance',
      'ldl',
      'vldl',
      'non_hdl',
      'anion_gap',
      'adjusted_calcium',
      'hba1c_ifcc',
      'hba1c_ngsp',
      'homa_ir',
    ] as const),
    ...(['mcv', 'mch', 'mchc', 'difference', 'ratio', 'percentage', 'total'] as const),
  ]),
  /** The positions of the lines that it is calculated from, in the order of the formula. */
  from: z.array(z.number()),
  /** How the amounts become those of the formula; null unless the lab reports one of the lines in a unit of its own. */
  units: z.nullable(
    z.object({
      /** What each amount is multiplied by. */
      factors: z.array(z.number()),
      /** What the result is divided by, and its decimal places in the unit of its line; null for the formula's own. */
      result: z.nullable(z.object({ factor: z.number(), places: z.number() })),
    }),
  ),
  /** Whether analysers measure it too, so that it may be typed. It is calculated if it is empty. */
  mayBeTyped: z.boolean(),
  sex: gender,
  /** In full years when the sample was taken; null without a date of birth. */
  age: z.nullable(z.number()),
  isPregnant: z.boolean(),
})
export type Calculation = z.infer<typeof calculation>
export type FormulaName = Calculation['formula']

type Patient = Pick<Calculation, 'sex' | 'age' | 'isPregnant'>

/** Why a formula does not hold: in words for the lab, and by the reason that readers of the report get. */
type Refusal = { readonly refused: string; readonly reason: NotCalculated }

const refuse = (refused: string, reason: NotCalculated = 'not_calculable'): Refusal => ({ refused, reason })

/** What a formula gives for these amounts: a number, or why it does not hold for them. */
type Equation = (amounts: readonly [number, number, number], patient: Patient) => number | Refusal

type Formula = {
  readonly equation: Equation
  /** The decimal places of its result. */
  readonly places: number
  /** Its result grows with the first amount, so that it takes over the `<` or `>` of that. */
  readonly isSigned?: true
}

const quotient =
  (factor: number): Equation =>
  ([part, whole]) =>
    (factor * part) / whole
const product =
  (factor: number): Equation =>
  ([one, other]) =>
    factor * one * other

/**
 * Estimated glomerular filtration rate in mL/min/1.73 m², from creatinine in µmol/L: CKD-EPI 2021, as stated by the National
 * Kidney Foundation (kidney.org/ckd-epi-creatinine-equation-2021). It is for adults, and not for use in pregnancy (Imperial
 * College Healthcare NHS, pathology.imperial.nhs.uk).
 */
const egfr: Equation = ([creatinine], { sex, age, isPregnant }) => {
  if (isPregnant) return refuse('it does not hold in pregnancy')
  if (age === null) return refuse('the date of birth is not known')
  if (age < 18) return refuse('it is for patients from 18 years on')
  const [kappa, alpha, factor] = sex === 'Male' ? [0.9, -0.302, 1] : [0.7, -0.241, 1.012]
  const ratio = creatinine / 88.4 / kappa
  return 142 * Math.min(ratio, 1) ** alpha * Math.max(ratio, 1) ** -1.2 * 0.9938 ** age * factor
}

/** The part of the triglycerides that counts as VLDL cholesterol, all in mmol/L (Friedewald, Clin Chem 1972;18:499). */
const vldl: Equation = ([triglycerides]) =>
  triglycerides > 4.5
    ? refuse('the triglycerides are above 4.5 mmol/L', 'triglycerides_high')
    : triglycerides / 2.2

const formulas: Readonly<Record<FormulaName, Formula>> = {
  egfr: { equation: egfr, places: 0 },
  /** LDL of total cholesterol, HDL cholesterol and triglycerides in mmol/L. */
  ldl: {
    equation: ([total, hdl, triglycerides], patient) => {
      const rest = vldl([triglycerides, 0, 0], patient)
      return typeof rest === 'number' ? total - hdl - rest : rest
    },
    places: 2,
  },
  vldl: { equation: vldl, places: 2 },
  /** Total cholesterol without that in HDL, in mmol/L (University of Iowa, healthcare.uiowa.edu/path_handbook). */
  non_hdl: { equation: ([total, hdl]) => total - hdl, places: 2 },
  /** Sodium without chloride and bicarbonate, in mmol/L; potassium is not counted (globalrph.com/anion_gap.htm). */
  anion_gap: { equation: ([sodium, chloride, bicarbonate]) => sodium - chloride - bicarbonate, places: 0 },
  /**
   * Calcium in mmol/L as it would be at an albumin of 40 g/L (gpnotebook.com, calculation of calcium concentration). Labs
   * that have an equation of their own define a line of their own.
   */
  adjusted_calcium: { equation: ([calcium, albumin]) => calcium + 0.02 * (40 - albumin), places: 2 },
  /** HbA1c in mmol/mol of HbA1c in percent, and back: the master equation of NGSP and IFCC (ngsp.org/ifcc.asp). */
  hba1c_ifcc: { equation: ([ngsp]) => (ngsp - 2.152) / 0.09148, places: 0, isSigned: true },
  hba1c_ngsp: { equation: ([ifcc]) => 0.09148 * ifcc + 2.152, places: 1, isSigned: true },
  /** Of glucose in mmol/L and insulin in mIU/L (gpnotebook.com, homeostatic model assessment). */
  homa_ir: { equation: product(1 / 22.5), places: 1 },
  /**
   * Clearance in mL/min of urine creatinine in mmol in 24 hours and serum creatinine in µmol/L: what is excreted in a minute,
   * by what is in a mL.
   */
  creatinine_clearance: { equation: quotient(1_000_000 / 1440), places: 0 },
  /** The rest of a whole, such as globulin of total protein and albumin. */
  difference: { equation: ([whole, part]) => whole - part, places: 1 },
  ratio: { equation: quotient(1), places: 1, isSigned: true },
  percentage: { equation: quotient(100), places: 0, isSigned: true },
  total: { equation: product(1), places: 1 },
  /** The red cell indices, of packed cell volume in %, haemoglobin in g/dL and red cells in 10¹²/L. */
  mcv: { equation: quotient(10), places: 1 },
  mch: { equation: quotient(10), places: 1 },
  mchc: { equation: quotient(100), places: 1 },
}

/** The largest number that a line takes. */
const mostAmount = 999_999_999

/** The value of a calculated line; or why these values give none. */
export type Calculated = Reading | Refusal

/**
 * Calculates a line from the values of the lines that it follows from, in their order. Values with `<` or `>` give none,
 * except that a share, a ratio and HbA1c in the other units take over the sign of the first.
 */
export function calculate(
  { formula, units, sex, age, isPregnant }: Omit<Calculation, 'from' | 'mayBeTyped'>,
  given: readonly Reading[],
): Calculated {
  const { equation, places: ownPlaces, isSigned = false } = formulas[formula]
  const signs = given.map(({ value }) => /^[<>]/.exec(value)?.[0] ?? '')
  if (signs.some((sign, index) => sign !== '' && !(isSigned && index === 0)))
    return refuse('a value with < or > is not exact')
  const [one = Number.NaN, two = Number.NaN, three = Number.NaN] = given.map(
    ({ amount }, index) => (amount ?? Number.NaN) * (units?.factors[index] ?? 1),
  )
  const inFormula = equation([one, two, three], { sex, age, isPregnant })
  if (typeof inFormula !== 'number') return inFormula
  const { factor, places } = units?.result ?? { factor: 1, places: ownPlaces }
  const result = inFormula / factor
  if (!(result >= 0) || result > mostAmount) return refuse('these values contradict each other')
  const [sign = ''] = signs
  const value = rounded(result, places, sign)
  if (sign !== '' && Number(value) === 0) return refuse('a value with < or > is not exact')
  return { value: `${sign}${value}`, amount: Number(value) }
}

/** Rounds what is below a number up, and what is above it down, so that the result claims no more than was measured. */
function rounded(amount: number, places: number, sign: string): string {
  const scaled = Number((amount * 10 ** places).toPrecision(12))
  const whole = sign === '<' ? Math.ceil(scaled) : sign === '>' ? Math.floor(scaled) : Math.round(scaled)
  return (whole / 10 ** places).toFixed(places)
}
