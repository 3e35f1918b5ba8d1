import { type CultureLine, organismsWithoutGrowth } from './cultures.ts'
import { contradictedStatus } from './follow-up-lines.ts'

/** An entered value. `analyte` is its LOINC code, or its test's code with the position of the line. */
export type EnteredValue = {
  readonly position: number
  readonly analyte: string
  /** Its test's code with the position of the line. */
  readonly place: string
  readonly name: string
  readonly value: string
  /** Null for words. */
  readonly amount: number | null
}

/** The number of a value that says exactly how much; undefined for words, `<5` and `>5`. */
function exact(value: EnteredValue | undefined): number | undefined {
  return value?.amount != null && /^\d/.test(value.value) ? value.amount : undefined
}

const differential = ['770-8', '736-9', '5905-5', '713-8', '706-2']
const haemoglobinFractions = ['hb-hplc/1', 'hb-hplc/2', 'hb-hplc/3', 'hb-hplc/4', 'hb-hplc/5']

/** Shares of a whole: none is above 100 %. */
const shares = new Set([
  ...['4544-3', '20570-8', ...differential, ...haemoglobinFractions],
  ...['semen-analysis/6', 'semen-analysis/7', 'semen-analysis/8', 'semen-analysis/9'],
])

/** Shares of the same whole. Together they may be 102 % by rounding, and no more. */
const wholes = [
  { of: 'the differential', parts: differential },
  { of: 'the haemoglobins', parts: haemoglobinFractions },
]

/** A part is never more than the whole that is measured with it. */
const partsAndWholes = [
  { part: '14646-4', whole: '14647-2' }, // HDL of total cholesterol
  { part: '39469-2', whole: '14647-2' }, // LDL of total cholesterol
  { part: '14629-0', whole: '14631-6' }, // direct of total bilirubin
  { part: '1751-7', whole: '2885-2' }, // albumin of total protein
  { part: '10886-0', whole: '2857-1' }, // free of total PSA
  { part: 'semen-analysis/7', whole: 'semen-analysis/6' }, // progressive of total motility
]

type Absence = {
  readonly of: string
  readonly says: string
  readonly detail: string
  readonly only: readonly string[]
  /** Whether a number with `<` says nothing either. */
  readonly isBelow?: true
}

/** Haemoglobin is never denser in blood than in the red cells themselves, which hold at most 40 g/dL. */
const densest = { analyte: '718-7', most: 40 }

/** Findings that say that there is nothing, and the lines that then have nothing to say. */
const absences: readonly Absence[] = [
  // A count below what the lab can count is no growth.
  { of: 'urine-mcs/5', says: 'No growth', detail: 'urine-mcs/6', only: ['0'], isBelow: true },
  { of: '32700-7', says: 'Not seen', detail: 'malaria-parasite/2', only: ['Not applicable'] },
  { of: '32700-7', says: 'Not seen', detail: 'malaria-parasite/3', only: ['0'] },
  {
    ...{ of: 'genexpert-mtb/1', says: 'Not detected', detail: 'genexpert-mtb/2' },
    only: ['Not applicable', 'Not detected'],
  },
]

/**
 * What is wrong with the values of one report that cannot be true of any patient, by position; empty if all of them can.
 * Arithmetic and definitions, such as what makes an HIV status. None is a clinical limit, so none needs a pathologist's signature.
 */
export function impossibleValues(
  entered: readonly EnteredValue[],
  lines: readonly CultureLine[],
  isUnder18Months: boolean,
): Record<string, string> {
  const find = (analyte: string) => entered.find((one) => one.analyte === analyte)
  const wrong: Record<string, string> = {}
  for (const { of, parts } of wholes) {
    const given = entered.filter(({ analyte }) => parts.includes(analyte))
    const total = given.reduce((sum, one) => sum + (exact(one) ?? 0), 0)
    if (total > 102)
      for (const { position } of given) wrong[position] = `${of} adds up to ${round(total)} %, not 100 %`
  }
  for (const one of entered) {
    if (shares.has(one.analyte) && (exact(one) ?? 0) > 100) wrong[one.position] = 'it cannot be above 100 %'
    if (one.analyte === densest.analyte && (exact(one) ?? 0) > densest.most)
      wrong[one.position] = `it cannot be above ${densest.most} g/dL; check the unit`
  }
  for (const { part, whole } of partsAndWholes) {
    const [small, large] = [find(part), find(whole)]
    if (small && large && (exact(small) ?? 0) > (exact(large) ?? Infinity))
      wrong[small.position] = `it cannot be more than ${large.name}, ${large.value}`
  }
  for (const { of, says, detail, only, isBelow = false } of absences) {
    const [finding, line] = [find(of), find(detail)]
    const saysNothing = line && (only.includes(line.value) || (isBelow && line.value.startsWith('<')))
    if (finding?.value === says && line && !saysNothing)
      wrong[line.position] = `${finding.name} says “${says}”, so leave this out`
  }
  Object.assign(wrong, organismsWithoutGrowth(entered, lines))
  return { ...wrong, ...contradictedStatus(lines, entered, isUnder18Months) }
}

function round(total: number): number {
  return Math.round(total * 10) / 10
}
