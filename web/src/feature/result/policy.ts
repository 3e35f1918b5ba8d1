import {
  type AnalyteLine,
  ageOn,
  flagOf,
  type LabReport,
  lagosDate,
  type OwnResults,
  type ReportAttachment,
  type ResultFlag,
  type ResultValue,
  readValue,
  type WithdrawalReason,
} from '@labalaba/contract'
import { plainDay } from '../../lib/format.ts'
import type { Tone } from '../../ui/card.tsx'

type About = Pick<OwnResults, 'patientName' | 'gender' | 'bornOn'>

/** "Ada Obi · Female, born 27 March 1985 (41 years)": needed to interpret a value. */
export function aboutWords({ patientName, gender, bornOn }: About, now: Date): string {
  const born = bornOn ? `, born ${plainDay(bornOn)} (${ageOn(bornOn, lagosDate(now))})` : ''
  return `${patientName} · ${gender}${born}`
}

/** A preview of the flag of a typed value. The server decides it. */
export function markOf(
  line: AnalyteLine,
  typed: string,
): { readonly flag: ResultFlag | null } | { readonly wrong: string } {
  const value = typed.trim()
  if (value === '') return { flag: null }
  const reading = readValue(line, value)
  return 'wrong' in reading ? reading : { flag: flagOf(line, reading) }
}

/** The change since the last value, if both are plain numbers in one unit. */
export function changeSince(line: AnalyteLine, typed: string): string | null {
  const { last, unit, kind } = line
  if (kind !== 'quantity' || !last || last.unit !== unit || typed.trim() === '') return null
  const [now, before] = [Number(typed), Number(last.value)]
  if (Number.isNaN(now) || Number.isNaN(before) || now === before) return null
  const by = Number(Math.abs(now - before).toPrecision(3))
  return now > before ? `up ${by}` : `down ${by}`
}

const weights: Readonly<Record<ResultFlag, number>> = {
  ...{ critical_low: 0, critical_high: 0, low: 1, high: 1, abnormal: 1, normal: 2 },
}

/** Sorts the most serious values first; equal ones keep the order of the report. */
export function gravestFirst(values: readonly ResultValue[]): ResultValue[] {
  const weight = ({ flag }: ResultValue) => (flag ? weights[flag] : 2)
  return [...values].sort((one, other) => weight(one) - weight(other))
}

export function isCritical(flag: ResultFlag | null): boolean {
  return flag === 'critical_low' || flag === 'critical_high'
}

function isMarked(flag: ResultFlag | null): boolean {
  return flag !== null && flag !== 'normal'
}

/** The state of a report, in words for the lab. */
export function standing({ versions, ready }: LabReport): { words: string; tone: Tone } {
  const [newest] = versions
  const again = newest && newest.number > 1 ? 'Correction: ' : ''
  if (!newest)
    return ready
      ? { words: 'To be entered', tone: 'info' }
      : { words: 'Waiting for its sample', tone: 'plain' }
  if (newest.state === 'draft')
    return newest.values.length === 0 && newest.attachment === null
      ? { words: `${again}to be entered`, tone: 'info' }
      : { words: again ? `${again}to be verified` : 'To be verified', tone: 'warn' }
  if (newest.state === 'withdrawn') return { words: 'Withdrawn', tone: 'error' }
  if (newest.state === 'verified')
    return { words: again ? `${again}to be released` : 'To be released', tone: 'warn' }
  return { words: again ? 'Corrected and released' : 'Released', tone: 'ok' }
}

/** The summary above a patient's values: numbers against their intervals, and choices in words of their own. */
export function summaryOf(values: readonly ResultValue[]): string {
  const numbers = values.filter(({ kind, flag }) => kind === 'quantity' && flag !== null)
  const choices = values.filter(({ kind, flag }) => kind === 'choice' && flag !== null)
  if (numbers.length === 0 && choices.length === 0)
    return values.some(({ basis }) => basis === 'adults_only')
      ? 'These values are not marked. The usual intervals we have are for adults, and the patient was under 18.'
      : 'There is no usual interval for this test. The words below say what was found.'
  return [numberWords(numbers, values), childWords(values), choiceWords(choices)].filter(Boolean).join(' ')
}

/** For a child with some values flagged by the lab's own intervals, and others without an interval. */
function childWords(values: readonly ResultValue[]): string {
  const bare = values.filter(({ basis }) => basis === 'adults_only').length
  if (bare === 0) return ''
  return bare === 1
    ? 'Another value is not marked: its usual interval is for adults, and the patient was under 18.'
    : `The other ${bare} are not marked: their usual intervals are for adults, and the patient was under 18.`
}

function numberWords(measured: readonly ResultValue[], values: readonly ResultValue[]): string {
  const marked = measured.filter(({ flag }) => isMarked(flag)).length
  const [only] = measured
  if (!only) return ''
  if (measured.length === 1 && values.length > 1)
    return `${only.name} is ${marked === 0 ? 'within' : 'outside'} its usual interval.`
  if (marked === 0)
    return measured.length === 1
      ? 'The value is within its usual interval.'
      : `All ${measured.length} values that have a usual interval are within it.`
  if (measured.length === 1) return 'The value is outside its usual interval.'
  return marked === 1
    ? `1 of ${measured.length} values is outside its usual interval. The others are within it.`
    : `${marked} of ${measured.length} values are outside their usual interval.`
}

function choiceWords(found: readonly ResultValue[]): string {
  const [only] = found
  const marked = found.filter(({ flag }) => isMarked(flag))
  const [first] = marked
  if (!only) return ''
  if (found.length === 1)
    return `${only.name}: “${only.value}”. ${first ? 'That is not what is usually found.' : 'That is what is usually found.'}`
  if (!first) return `All ${found.length} findings in words are what is usually found.`
  return marked.length === 1
    ? `1 of ${found.length} findings in words is not what is usually found: ${first.name}, “${first.value}”.`
    : `${marked.length} of ${found.length} findings in words are not what is usually found.`
}

/** What a patient should do next if a value is flagged or cannot be flagged; null if nothing. */
export function nextStepOf(values: readonly ResultValue[]): string | null {
  const marked = values.filter(({ flag }) => isMarked(flag))
  if (marked.some(({ flag }) => isCritical(flag)))
    return 'See a doctor or go to a hospital today, and show them this result.'
  if (marked.some(({ kind }) => kind === 'choice'))
    return 'Show this result to a doctor. They may do the test again, or another one, before anything is certain. Start or stop no medicine because of it alone.'
  if (marked.length > 0)
    return 'Show this result to a doctor at your next visit, or sooner if you feel unwell. One value alone rarely says what it means.'
  return values.some(({ basis }) => basis === 'adults_only')
    ? 'Ask the lab, or a doctor who sees children, what is usual at this age.'
    : null
}

/** Whether the value's interval still needs the lab's confirmation. */
export function isUnconfirmed({ low, high, basis }: Pick<ResultValue, 'low' | 'high' | 'basis'>): boolean {
  return basis === 'unconfirmed' && (low !== null || high !== null)
}

/** The reasons for withdrawing a result, as labels of a choice. */
export const withdrawalLabels: Readonly<Record<WithdrawalReason, string>> = {
  wrong_patient: 'It may be somebody else’s',
  unfit_sample: 'The sample was not fit to be tested',
  wrong_measurement: 'Something went wrong when it was measured',
  other: 'Another reason: it cannot be relied on',
}

/** "2 pages, 34 kB" */
export function fileWords({ pages, size }: ReportAttachment): string {
  const kb = Math.ceil(size / 1024)
  const long = kb < 1024 ? `${kb} kB` : `${(kb / 1024).toFixed(1)} MB`
  return `${pages} ${pages === 1 ? 'page' : 'pages'}, ${long}`
}

/** The SHA-256 of a file in hexadecimal, computed on this device; null if the browser cannot. */
export async function hashOf(file: Blob): Promise<string | null> {
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    return null
  }
}

/** A code in its printed form, from any way of typing it. */
export function tidyCode(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return letters.match(/.{1,4}/g)?.join('-') ?? ''
}
