import { pregnancyChoices, pregnancyLoinc } from '@labalaba/contract'
import { readSheet, type Sheet } from '../../../infra/files/spreadsheet.ts'
import type { Cells } from '../../../infra/files/spreadsheet-cells.ts'

/** A test whose result only the patient reads, and why. */
export type SensitiveInput = {
  readonly testCode: string
  readonly because: string
  /** Whether its result is released only with counselling. */
  readonly counselling: boolean
  /** From this age on a child reads it instead of the guardian; null if from the eighteenth birthday on. */
  readonly ownFrom: number | null
}

const analyteColumns = {
  needed: [
    ...['test_code', 'position', 'analyte', 'loinc', 'loinc_verified', 'kind', 'unit_ucum', 'unit_display'],
    ...[
      'choices',
      'expected',
      'needed',
      'ref_male_low',
      'ref_male_high',
      'ref_female_low',
      'ref_female_high',
    ],
    ...['critical_low', 'critical_high', 'source', 'needs_confirmation'],
  ],
  optional: ['about', 'structure'],
}
const sensitiveColumns = { needed: ['test_code', 'because', 'counselling', 'own_from'] }

type Tests = readonly { readonly code: string }[]

/** Reads a file of analytes of these tests. Adds the faults to `problems`. */
export function readAnalyteSheet(sheet: Sheet, tests: Tests, problems: string[]): AnalyteInput[] {
  const known = new Set(tests.map(({ code }) => code))
  const places = new Set<string>()
  return readSheet(sheet, analyteColumns, problems, (cells) => {
    const analyte = readAnalyte(cells)
    const place = `${analyte.testCode} ${analyte.position}`
    if (!known.has(analyte.testCode)) cells.wrong('test_code', 'the catalogue has no such test')
    if (places.has(place)) cells.wrong('position', 'another line of this test has it too')
    places.add(place)
    judge(analyte, cells)
    return analyte
  })
}

/** A line of a test's report, as read from a file. */
export type AnalyteInput = Readonly<ReturnType<typeof readAnalyte>>

function readAnalyte(cells: Cells) {
  const limit = (column: string) => cells.optionalDecimal(column, 0, 999_999)
  return {
    /** The line number in the file. */
    line: cells.line,
    testCode: cells.text('test_code', 80),
    position: cells.whole('position', 1, 1000),
    name: cells.text('analyte', 200),
    loinc: cells.optionalText('loinc', 20) || null,
    kind: cells.oneOf('kind', ['quantity', 'choice', 'text']),
    ucum: cells.optionalText('unit_ucum', 40) || null,
    unit: cells.optionalText('unit_display', 40) || null,
    choices: cells.list('choices'),
    /** Choices that need no attention. */
    expected: cells.list('expected'),
    /** Whether a report needs it before it is final. */
    needed: cells.yesNo('needed'),
    maleLow: limit('ref_male_low'),
    maleHigh: limit('ref_male_high'),
    femaleLow: limit('ref_female_low'),
    femaleHigh: limit('ref_female_high'),
    criticalLow: limit('critical_low'),
    criticalHigh: limit('critical_high'),
    /** Where the interval comes from; null if there is none. */
    source: cells.optionalText('source', 300) || null,
    toBeConfirmed: cells.yesNo('needs_confirmation'),
    /** What it is, in one sentence for a layperson; null if the file does not say. */
    about: cells.optionalText('about', 140) || null,
    /** A text with a form of its own; null for plain text. */
    structure: structureOf(cells),
  }
}

function structureOf(cells: Cells): 'isolates' | null {
  const structure = cells.optionalText('structure', 20)
  if (structure === 'isolates') return structure
  if (structure !== '') cells.wrong('structure', 'give isolates, or leave it empty')
  return null
}

function judge(analyte: AnalyteInput, cells: Cells): void {
  if (analyte.loinc === pregnancyLoinc && analyte.choices.join('|') !== pregnancyChoices.join('|'))
    cells.wrong('choices', `for a line with the code ${pregnancyLoinc} give ${pregnancyChoices.join('|')}`)
  if ((analyte.kind === 'choice') !== analyte.choices.length > 0)
    cells.wrong('choices', 'only a line of the kind choice has choices, and it needs at least one')
  if (analyte.structure !== null && analyte.kind !== 'text') cells.wrong('structure', 'only a text has one')
  if (analyte.expected.some((choice) => !analyte.choices.includes(choice)))
    cells.wrong('expected', 'give some of the choices')
  for (const [low, high, column] of [
    [analyte.maleLow, analyte.maleHigh, 'ref_male_high'],
    [analyte.femaleLow, analyte.femaleHigh, 'ref_female_high'],
  ] as const)
    if (low !== null && high !== null && high < low) cells.wrong(column, 'it must not be below the low limit')
}

/** Reads a file of sensitive tests. Adds the faults to `problems`. */
export function readSensitiveSheet(sheet: Sheet, tests: Tests, problems: string[]): SensitiveInput[] {
  const known = new Set(tests.map(({ code }) => code))
  return readSheet(sheet, sensitiveColumns, problems, (cells) => {
    const testCode = cells.text('test_code', 80)
    if (!known.has(testCode)) cells.wrong('test_code', 'the catalogue has no such test')
    const because = cells.text('because', 80)
    const ownFrom = cells.optionalWhole('own_from', 1, 17)
    return { testCode, because, counselling: cells.yesNo('counselling'), ownFrom }
  })
}
