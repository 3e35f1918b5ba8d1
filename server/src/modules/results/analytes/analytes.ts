import { commentPosition, isComment, pregnancyLoinc } from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import { linesWithRules } from '../clinical/follow-up-lines.ts'
import type { AnalyteInput, SensitiveInput } from './analyte-spreadsheet.ts'
import * as repository from './repository.ts'

/** The lines of tests, each with one for a comment on the report, unless it has one or is in words alone. */
function withComments(lines: readonly AnalyteInput[]): AnalyteInput[] {
  const codes = [...new Set(lines.map(({ testCode }) => testCode))]
  const comments = codes.flatMap((testCode): AnalyteInput[] => {
    const own = lines.filter((line) => line.testCode === testCode)
    const isInWords = own.every(({ kind }) => kind === 'text')
    return isInWords || own.some(isComment) ? [] : [{ ...comment, testCode }]
  })
  return [...lines, ...comments]
}

const comment: Omit<AnalyteInput, 'testCode'> = {
  line: 0,
  position: commentPosition,
  name: 'Comment',
  loinc: null,
  kind: 'text',
  ucum: null,
  unit: null,
  choices: [],
  expected: [],
  needed: false,
  maleLow: null,
  maleHigh: null,
  femaleLow: null,
  femaleHigh: null,
  criticalLow: null,
  criticalHigh: null,
  source: null,
  toBeConfirmed: false,
  about: 'A note from the scientist about the results of this report.',
  structure: null,
}

/**
 * Inserts or updates the report lines of tests, except tests whose lines an operator has defined. The tests must exist;
 * tests that are not given keep their lines.
 */
export async function importAnalytes(tx: Tx, analytes: readonly AnalyteInput[]): Promise<void> {
  const theirs = new Set(await repository.codesByOperator(tx))
  const ours = analytes.filter(({ testCode }) => !theirs.has(testCode))
  await repository.upsertAnalytes(tx, withComments(ours))
}

/** Makes exactly these tests sensitive, except where an operator has decided otherwise. The tests must exist. */
export async function importSensitive(tx: Tx, tests: readonly SensitiveInput[]): Promise<void> {
  await repository.replaceShipped(tx, tests)
}

/** What an import changed in the lines of one test. */
export type Changed = {
  readonly testCode: string
  readonly added: number
  readonly changed: number
  /** Active lines that were not given: no values are entered for them any more. */
  readonly resting: number
}

/**
 * Replaces the lines of these tests with an operator's; later catalogues of ours do not change them. Adds a problem for
 * each line that would become another measurement although results or a lab's intervals depend on it, for a line that asks
 * about pregnancy in a test that is not sensitive, and for each line of an HIV test that the rules of `follow-up-lines.ts` need.
 * Changes nothing if there is a problem. Returns the changes by test.
 */
export async function importOwnAnalytes(
  tx: Tx,
  given: readonly AnalyteInput[],
  problems: string[],
): Promise<Changed[]> {
  const codes = [...new Set(given.map(({ testCode }) => testCode))]
  // Concurrent entries of results or intervals either finish before this lock, or see the new lines.
  await repository.lockLinesOfCodes(tx, codes)
  const known = await repository.linesOfCodes(tx, codes)
  const before = (one: AnalyteInput) =>
    known.find(({ code, position }) => code === one.testCode && position === one.position)
  const others = given.flatMap((one) => {
    const was = before(one)
    return was && measures(was) !== measures(one) ? [{ one, was }] : []
  })
  const otherIds = others.map(({ was }) => was.id)
  const rested = await repository.restedOn(tx, otherIds)
  for (const { one, was } of others)
    if (rested.has(was.id))
      problems.push(
        `line ${one.line}: position is "${one.position}"; results or a lab's intervals use it as ${was.name} (${was.unit ?? was.kind}), so give this another position`,
      )
  const asking = given.filter(({ loinc }) => loinc === pregnancyLoinc)
  const sensitive = await repository.sensitiveCodes(tx, codes)
  for (const { line, testCode } of asking)
    if (!sensitive.includes(testCode))
      problems.push(
        `line ${line}: loinc is "${pregnancyLoinc}"; a test that asks about pregnancy must be sensitive, so run set-sensitive for ${testCode} first`,
      )
  problems.push(...codes.flatMap((code) => withoutRules(code, given)))
  if (problems.length > 0) return []
  const all = withComments(given)
  await repository.upsertAnalytes(tx, all)
  await repository.keepForOperator(tx, codes)
  const isGiven = (code: string, position: number) =>
    all.some((one) => one.testCode === code && one.position === position)
  return codes.map((testCode) => {
    const own = given.filter((one) => one.testCode === testCode)
    const were = known.filter(({ code, active }) => code === testCode && active)
    return {
      testCode,
      added: own.filter((one) => !before(one)?.active).length,
      changed: own.filter((one) => isChanged(before(one), one)).length,
      resting: were.filter(({ position }) => !isGiven(testCode, position)).length,
    }
  })
}

/** The lines that a test with rules about its findings needs, and that were not given with the choices which the rules read. */
function withoutRules(code: string, given: readonly AnalyteInput[]): string[] {
  return linesWithRules(code).flatMap(({ position, choices }) => {
    const one = given.find((line) => line.testCode === code && line.position === position)
    const fits = one?.kind === 'choice' && choices.every((choice) => one.choices.includes(choice))
    return fits ? [] : [`${code}: position ${position} must have the choices ${choices.join('|')}`]
  })
}

/**
 * Identifies what a line measures: a change makes it another measurement. Without a UCUM code, the displayed unit counts.
 */
function measures({ kind, ucum, unit, loinc }: Pick<AnalyteInput, 'kind' | 'ucum' | 'unit' | 'loinc'>) {
  return JSON.stringify([kind, ucum ?? `as ${unit}`, loinc])
}

function isChanged(was: repository.KnownLine | undefined, now: AnalyteInput): boolean {
  if (!was?.active) return false
  const before = [
    ...[was.name, was.loinc, was.kind, was.ucum, was.unit, was.choices, was.expected, was.needed],
    ...[was.male_low, was.male_high, was.female_low, was.female_high, was.critical_low, was.critical_high],
    ...[was.source, was.to_be_confirmed, was.about, was.structure],
  ]
  const after = [
    ...[now.name, now.loinc, now.kind, now.ucum, now.unit, now.choices, now.expected, now.needed],
    ...[now.maleLow, now.maleHigh, now.femaleLow, now.femaleHigh, now.criticalLow, now.criticalHigh],
    ...[now.source, now.toBeConfirmed, now.about ?? was.about, now.structure],
  ]
  return JSON.stringify(before) !== JSON.stringify(after)
}
