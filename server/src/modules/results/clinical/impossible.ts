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

/** A line of the report, whether a value is entered for it or not. */
type LineOfReport = {
  readonly test_code: string
  readonly position: number
  readonly choices: readonly string[]
  readonly structure: 'isolates' | null
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

/** The line of a test's culture and that of the organisms in it, by test and position, and the finding that they need. */
const cultures = [
  ...[
    ['urine-mcs/5', 'urine-mcs/7'],
    ['stool-mcs/3', 'stool-mcs/4'],
    ['sputum-mcs/4', 'sputum-mcs/5'],
  ],
  ...[
    ['hvs-mcs/7', 'hvs-mcs/8'],
    ['ecs-mcs/4', 'ecs-mcs/5'],
    ['urethral-swab-mcs/4', 'urethral-swab-mcs/5'],
  ],
  ...[
    ['semen-mcs/4', 'semen-mcs/5'],
    ['wound-swab-mcs/4', 'wound-swab-mcs/5'],
  ],
  ...[
    ['pus-aspirate-mcs/4', 'pus-aspirate-mcs/5'],
    ['ear-swab-mcs/4', 'ear-swab-mcs/5'],
  ],
  ...[
    ['eye-swab-mcs/4', 'eye-swab-mcs/5'],
    ['throat-swab-mcs/4', 'throat-swab-mcs/5'],
  ],
  ...[
    ['nasal-swab-mcs/4', 'nasal-swab-mcs/5'],
    ['blood-culture/1', 'blood-culture/3'],
  ],
  ...[
    ['csf-mcs/4', 'csf-mcs/5'],
    ['fluid-mcs/4', 'fluid-mcs/5'],
    ['fungal-culture/1', 'fungal-culture/2'],
  ],
].map(([culture = '', organisms = '']) => ({ culture, organisms, needs: 'Growth' }))
const organismsNeed = [
  ...cultures,
  { culture: 'food-handler-stool/1', organisms: 'food-handler-stool/2', needs: 'Isolated' },
]

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
  lines: readonly LineOfReport[],
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
  for (const { culture, organisms, needs } of organismsNeed) {
    const line = entered.find(({ place }) => place === organisms)
    // An operator may have given the test other lines.
    const has = (place: string) => lines.find((one) => `${one.test_code}/${one.position}` === place)
    const isRuled = has(culture)?.choices.includes(needs) ?? false
    const finding = entered.find(({ place }) => place === culture)?.value
    const isWrong = isRuled ? finding !== needs : finding?.startsWith('No growth')
    if (line && has(organisms)?.structure === 'isolates' && isWrong)
      wrong[line.position] = `an organism needs “${needs}” for the culture; else leave it out`
  }
  return { ...wrong, ...contradictedStatus(lines, entered, isUnder18Months) }
}

function round(total: number): number {
  return Math.round(total * 10) / 10
}
