import { longestLineComment, readValue, type ValueProblem } from '@labalaba/contract'
import {
  amountInLabUnit,
  type Conversion,
  codesInUnit,
  fromOtherScale,
  inMoles,
  inUnit,
  otherScale,
  type ReportingUnit,
  toMoles,
} from '../../results/index.ts'
import type { Delivered, Value } from './read-bundle.ts'

/** A line of a report that a value may be entered in. */
export type Line = {
  readonly reportId: string
  readonly test: string
  readonly position: number
  readonly name: string
  readonly loinc: string | null
  readonly kind: 'quantity' | 'choice' | 'text'
  readonly structure: 'isolates' | null
  readonly ucum: string | null
  readonly unit: string | null
  /** The lab's own unit, which `ucum` and `unit` name; null if they are the catalogue's. */
  readonly reportedIn: ReportingUnit | null
  readonly choices: readonly string[]
  /** How amounts in mass or equivalents become the catalogue's unit. */
  readonly conversions: readonly Conversion[]
  /** It always gets its value from other lines, so that what is sent for it is ignored. */
  readonly isCalculated: boolean
}

/** The tests of a sample, with the names that a system may use for them. */
export type TestNames = {
  readonly reportId: string
  readonly name: string
  readonly code: string
  readonly loinc: string | null
}

/** The line of a value, and what it is typed as there with its comment: nothing, if the line is calculated. */
export type Matched = {
  readonly line: Line
  readonly typed: string
  readonly comment: string | null
  /** What was sent, if `typed` was converted from it. */
  readonly sent: { readonly value: string; readonly unit: string } | null
  readonly problem: null
}

export type Match =
  | Matched
  | {
      readonly line: null
      readonly typed: null
      readonly comment: null
      readonly sent: null
      readonly problem: ValueProblem
    }

/**
 * Matches each value with a line of a report, in the unit of that line. A value is recognised by its LOINC code, or by that
 * of the same substance in mass; by its name only if the value or the line has no such code. HbA1c is recognised by its unit
 * too, and on the other scale if the reports have no line for its own. If several tests share a line, the name of the delivered
 * report decides.
 */
export function matchValues(
  delivered: Delivered,
  tests: readonly TestNames[],
  lines: readonly Line[],
): Match[] {
  const reportsNamed = tests.filter((test) => isCalled(delivered.test, test)).map(({ reportId }) => reportId)
  const first = delivered.values.map((value) => matchValue(value, lines, reportsNamed))
  return first.map((match) =>
    match.line !== null && first.filter(({ line }) => line === match.line).length > 1
      ? unmatched('twice')
      : match,
  )
}

function isCalled(sent: Delivered['test'], test: TestNames): boolean {
  if (sent.code !== null) return sent.code === test.code
  if (test.loinc !== null && sent.loinc.includes(test.loinc)) return true
  return sent.name !== null && equalsIgnoringCase(sent.name, test.name)
}

function matchValue(sent: Value, lines: readonly Line[], reportsNamed: readonly string[]): Match {
  const value = { ...sent, loinc: codesOf(sent) }
  const same = lines.filter((line) => isSameAnalyte(value, line))
  const candidates = same.length > 0 ? same : lines.filter((line) => isOnOtherScale(value, line))
  const narrowed =
    candidates.length > 1 ? candidates.filter(({ reportId }) => reportsNamed.includes(reportId)) : candidates
  const [line, other] = narrowed
  if (candidates.length === 0) return unmatched('unknown_code')
  if (!line || other) return unmatched('several_lines')
  if (line.isCalculated) return { line, typed: '', comment: null, sent: null, problem: null }
  const { comment } = value
  const typed = typedOf(value, line)
  if (typeof typed !== 'string') return unmatched(typed.problem)
  return comment !== null && comment.length > longestLineComment
    ? unmatched('comment')
    : { line, typed, comment, sent: sentOf(value, typed, line), problem: null }
}

/** The codes of a value; HbA1c in mmol/mol has that of IFCC. */
function codesOf({ loinc, found }: Value): readonly string[] {
  return found !== null && 'number' in found ? codesInUnit(loinc, found.ucum) : loinc
}

/** Whether a line is for HbA1c, which the value gives on the other scale. */
function isOnOtherScale({ loinc }: Value, line: Line): boolean {
  const other = otherScale(line.loinc)
  return other !== null && loinc.includes(other)
}

/** A number and its unit as they were sent, if the line has it in another unit; else null. */
function sentOf({ found }: Value, typed: string, { ucum }: Line): Matched['sent'] {
  if (found === null || !('number' in found) || found.ucum === null) return null
  const isAsSent = found.ucum === ucum && found.number === typed
  return isAsSent ? null : { value: found.number, unit: found.unit ?? found.ucum }
}

function unmatched(problem: ValueProblem): Match {
  return { line: null, typed: null, comment: null, sent: null, problem }
}

function isSameAnalyte({ loinc, name }: Value, line: Line): boolean {
  if (line.loinc !== null && loinc.length > 0)
    return loinc.includes(line.loinc) || line.conversions.some(({ sentLoinc }) => loinc.includes(sentLoinc))
  return equalsIgnoringCase(name, line.name)
}

/** Ignores upper case and how words are spaced, over lines too. */
function equalsIgnoringCase(one: string, other: string): boolean {
  const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()
  return plain(one) === plain(other)
}

/** What a person would type for it on that line. */
function typedOf({ found, loinc }: Value, line: Line): string | { readonly problem: ValueProblem } {
  if (found === null) return { problem: 'not_a_value' }
  if ('number' in found)
    return line.kind === 'quantity' ? amountOf(found, loinc, line) : { problem: 'not_a_value' }
  if (line.kind === 'quantity') return { problem: 'not_a_value' }
  if (line.kind === 'text') return textOf(found.words[0] ?? '', line)
  return choiceOf(found, line)
}

/** The one choice that these words name. Words or codes that contradict each other are no value: a person must look. */
function choiceOf({ words, byCode }: Words, line: Line): string | { readonly problem: ValueProblem } {
  const isAmong = (choice: string, some: readonly string[]) =>
    some.some((word) => equalsIgnoringCase(word, choice))
  const [choice, other] = line.choices.filter((one) => isAmong(one, words))
  if (choice === undefined || other !== undefined) return { problem: 'not_a_value' }
  return byCode.every((choices) => isAmong(choice, choices)) ? choice : { problem: 'not_a_value' }
}

function textOf(words: string, line: Line): string | { readonly problem: ValueProblem } {
  const read = readValue(line, words)
  return 'wrong' in read || read.value === '' ? { problem: 'not_a_value' } : read.value
}

type Words = Extract<NonNullable<Value['found']>, { readonly words: readonly string[] }>
type Amount = Extract<NonNullable<Value['found']>, { readonly number: string }>

function amountOf(
  { number, ucum, unit }: Amount,
  loinc: readonly string[],
  line: Line,
): string | { readonly problem: ValueProblem } {
  const [, sign = '', digits] = /^([<>]?)(\d+(?:\.\d+)?)$/.exec(number) ?? []
  if (digits === undefined) return { problem: 'not_a_value' }
  const ofOtherScale = hasCodeOf(loinc, line) ? null : fromOtherScale(number, ucum, line.loinc)
  if (ofOtherScale !== null) return ofOtherScale
  const hasOwnCode = hasCodeOf(loinc, line)
  const isDirect = hasOwnCode && !isOfSeveralMasses(line)
  const amount =
    (isDirect ? inLine(digits, ucum, unit, line) : null) ??
    convertedInLine({ digits, sign: sign === '<' || sign === '>' ? sign : '', ucum, loinc, hasOwnCode }, line)
  if (amount === null) return { problem: 'unit' }
  const read = readValue(line, `${sign}${amount}`)
  return 'wrong' in read ? { problem: 'not_a_value' } : read.value
}

/** Whether a value is sent with the code of a line, or one of both has none. */
function hasCodeOf(loinc: readonly string[], line: Line): boolean {
  return line.loinc === null || loinc.length === 0 || loinc.includes(line.loinc)
}

/** The amount in the unit of the line. If either side has no UCUM code, the unit must have exactly the same words. */
function inLine(digits: string, ucum: string | null, unit: string | null, line: Line): string | null {
  if (ucum !== null && line.ucum !== null) return inUnit(digits, ucum, line.ucum)
  if (ucum === null && unit === null) return line.ucum === null && line.unit === null ? digits : null
  return unit !== null && unit === line.unit ? digits : null
}

/**
 * Whether a mass does not say how much of the substance it is: mg/dL of urea and of urea nitrogen differ by a factor of two, so
 * that the code must say which it is.
 */
function isOfSeveralMasses({ reportedIn, conversions }: Line): boolean {
  const isMass = reportedIn !== null && inUnit('1', reportedIn.ucum, reportedIn.catalogueUcum) === null
  return isMass && new Set(conversions.map(({ gramsPerMole }) => gramsPerMole)).size > 1
}

type Sent = {
  readonly digits: string
  readonly sign: '' | '<' | '>'
  readonly ucum: string | null
  readonly loinc: readonly string[]
  /** Whether it is sent with the code of the line, so that its moles are those of the line. */
  readonly hasOwnCode: boolean
}

/**
 * The amount in the unit of the line, from mass or equivalents of the same substance, or from the catalogue's unit in that of
 * the lab. A code in mass must come with a unit of mass: the moles of urea nitrogen are not those of urea.
 */
function convertedInLine({ digits, sign, ucum, loinc, hasOwnCode }: Sent, line: Line): string | null {
  if (ucum === null || line.ucum === null) return null
  const by = line.conversions.find(({ sentLoinc }) => loinc.includes(sentLoinc))
  const { reportedIn } = line
  if (reportedIn === null) return by ? inMoles(digits, ucum, line.ucum, by) : null
  const { catalogueUcum } = reportedIn
  const inCatalogue = hasOwnCode ? inUnit(digits, ucum, catalogueUcum) : null
  const amount =
    inCatalogue === null
      ? by && toMoles(Number(digits), { from: ucum, to: catalogueUcum }, by)
      : Number(inCatalogue)
  if (amount === null || amount === undefined) return null
  return amountInLabUnit(reportedIn, amount, { decimals: decimalsOf(digits), sign })
}

function decimalsOf(digits: string): number {
  return digits.split('.')[1]?.length ?? 0
}
