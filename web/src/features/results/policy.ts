import {
  type AnalyteLine,
  ageOn,
  type CriticalTier,
  contradictionOf,
  flagOf,
  type LabReport,
  lagosDate,
  limitsIn,
  notMeasuredOf,
  type OwnResults,
  type ReportAttachment,
  type ReportVersion,
  type ResultFlag,
  type ResultValue,
  type ResultWarning,
  readValue,
  trimestersOf,
  unexpectedIn,
  type WithdrawalReason,
  warningsAt,
} from '@labalaba/contract'
import type { Tone } from '../../components/card.tsx'
import * as copy from '../../copy/results.ts'
import { fill, plural } from '../../lib/fill.ts'
import { longDay, plainDay, shortDay } from '../../lib/format.ts'
import type { Typed } from './queries.ts'

type About = Pick<OwnResults, 'patientName' | 'gender' | 'bornOn'>

/** "Ada Obi · Female, born 27 March 1985 (41 years)": needed to interpret a value. */
export function aboutWords({ patientName, gender, bornOn }: About, now: Date): string {
  if (!bornOn) return `${patientName} · ${gender}`
  return `${patientName} · ${gender}, ${bornWords(bornOn, [now])}`
}

/** "born 27 March 1985 (41 years)"; with several times, each age once: "born 19 November 2026 (3 days, 5 days)". */
export function bornWords(bornOn: string, times: readonly Date[]): string {
  const ages = new Set(times.map((at) => ageOn(bornOn, lagosDate(at))))
  return fill(copy.patientBorn, { day: plainDay(bornOn), age: [...ages].join(', ') })
}

/** When the samples of reports were taken, the earliest first: values are judged by the age then. Now, if none was taken. */
export function sampleTimes(reports: readonly Pick<LabReport, 'takenAt'>[], now: Date): readonly Date[] {
  const taken = reports.flatMap(({ takenAt }) => takenAt ?? []).sort()
  return taken.length > 0 ? taken.map((at) => new Date(at)) : [now]
}

/** "Part of Full blood count · Results out 3 November 2026" */
export function outWords(partOf: string | null, releasedAt: string): string {
  const day = longDay(releasedAt)
  return partOf ? fill(copy.partAndOut, { panel: partOf, day }) : fill(copy.resultsOut, { day })
}

/** The lines with the limits that hold in pregnancy, if a typed value says that the patient is pregnant. */
export function withPregnancyLimits(lines: readonly AnalyteLine[], typed: Typed): AnalyteLine[] {
  const asking = lines.find(({ asksPregnancy }) => asksPregnancy)
  const trimesters = trimestersOf(asking && typed[asking.position])
  return lines.map((line) => limitsIn(line, trimesters))
}

/** A preview of the flag of a typed value. The server decides it. */
export function markOf(
  line: AnalyteLine,
  typed: string,
): { readonly flag: ResultFlag | null } | { readonly wrong: string } {
  const value = typed.trim()
  if (value === '' || notMeasuredOf(value)) return { flag: null }
  const reading = readValue(line, value)
  return 'wrong' in reading ? reading : { flag: flagOf(line, reading) }
}

/** What to check about a typed value, and whether it is verified only with a reason. */
type TypedWarning = { readonly words: string; readonly stops: boolean }

/** What to check about a typed value; nothing if it is fine or no value. A preview of the server's warnings. */
export function typedWarnings(line: AnalyteLine, typed: string): TypedWarning[] {
  const reading = readValue(line, typed.trim())
  if ('wrong' in reading) return []
  const unexpected = line.structure === 'isolates' ? unexpectedIn(reading.value, line.resistances) : null
  return [
    ...warningsAt(line.warningLimits, reading),
    ...(unexpected === null ? [] : [{ kind: 'unexpected' as const, check: unexpected, stops: false }]),
  ].map((warning) => ({ words: warningWords(warning), stops: warning.stops }))
}

/** The lines with a typed value that is verified only with a reason. */
export function stoppedLines(lines: readonly AnalyteLine[], typed: Typed): AnalyteLine[] {
  return lines.filter(
    (line) =>
      line.calculation?.mayBeTyped !== false &&
      typedWarnings(line, typed[line.position] ?? '').some(({ stops }) => stops),
  )
}

/** The values of the newest version that are verified only with a reason, and have none, with what to check. */
export function toConfirm({ versions: [newest] }: Pick<LabReport, 'versions'>) {
  if (!newest) return []
  const isConfirmed = (position: number) => newest.confirmations.some((one) => one.position === position)
  return newest.values.flatMap((value) => {
    const stop = newest.warnings.find(({ position, stops }) => stops && position === value.position)
    return stop && !isConfirmed(value.position) ? [{ ...value, check: stop.check }] : []
  })
}

/** "Sent as 126 mg/dL": what a lab's system sent for a value that was converted; null if it was not. */
export function sentWords(
  { values }: Pick<ReportVersion, 'values'>,
  position: number,
  typed?: string,
): string | null {
  const value = values.find((one) => one.position === position)
  if (!value?.sent || (typed !== undefined && typed.trim() !== value.value)) return null
  return fill(copy.sentAs, value.sent)
}

/**
 * The method with which the version before released a value that stands, if the lab now has another: it may have been wrong.
 * Null if there is nothing to correct.
 */
export function otherMethodOf(
  { position, method }: Pick<AnalyteLine, 'position' | 'method'>,
  [, before]: readonly {
    readonly state: ReportVersion['state']
    readonly values: readonly Pick<ResultValue, 'position' | 'notMeasured' | 'value' | 'method'>[]
  }[],
  typed: string | undefined,
): string | null {
  const was =
    before?.state === 'released' ? before.values.find((one) => one.position === position) : undefined
  const stands = was !== undefined && was.notMeasured === null && was.value === typed?.trim()
  return stands && was.method !== method ? was.method : null
}

const warnings = {
  implausible: copy.warnImplausible,
  changed: copy.warnChanged,
  interference: copy.warnInterference,
  contradicted: copy.warnContradicted,
  unexpected: copy.warnUnexpected,
} as const

/** "Hardly any patient has this value. Check the unit: g/dL or g/L." */
export function warningWords({ kind, check, stops }: Omit<ResultWarning, 'position'>): string {
  return fill(stops ? copy.warnStops : warnings[kind], { check })
}

/** The readable values at these positions, each with the name of its line. */
export function readingsAt(positions: readonly number[], lines: readonly AnalyteLine[], typed: Typed) {
  return positions.flatMap((position) => {
    const input = lines.find((one) => one.position === position)
    const reading = input && readValue(input, typed[position]?.trim() ?? '')
    return reading && !('wrong' in reading) ? [{ ...reading, name: input.name }] : []
  })
}

/** What to check about a typed value that the values it follows from contradict; null if nothing. A preview of the server's. */
export function contradictionWords(
  { calculation, position }: AnalyteLine,
  lines: readonly AnalyteLine[],
  typed: Typed,
): string | null {
  if (!calculation?.mayBeTyped) return null
  const [own] = readingsAt([position], lines, typed)
  const given = readingsAt(calculation.from, lines, typed)
  if (!own || given.length < calculation.from.length) return null
  const check = contradictionOf(calculation, own, given)
  return check === null ? null : warningWords({ kind: 'contradicted', check, stops: false })
}

/** "2 values to check before you verify: Haemoglobin, Potassium"; null if nothing is to check or to do. */
export function toCheckWords({
  versions: [newest],
  may,
}: Pick<LabReport, 'versions' | 'may'>): string | null {
  const warned = newest?.values.filter(({ position }) =>
    newest.warnings.some((one) => one.position === position),
  )
  const verifies = may.includes('verify') || may.includes('verify_preliminary')
  if (!warned?.length || !(verifies || may.includes('release'))) return null
  const text = verifies ? copy.valuesToVerify : copy.valuesToRelease
  return plural(text, warned.length, { names: warned.map(({ name }) => name).join(', ') })
}

/** The change since the last value, if both are plain numbers in one unit. */
export function changeSince(line: AnalyteLine, typed: string): string | null {
  const { last, unit, kind } = line
  if (kind !== 'quantity' || !last || last.unit !== unit || typed.trim() === '') return null
  const [now, before] = [Number(typed), Number(last.value)]
  if (Number.isNaN(now) || Number.isNaN(before) || now === before) return null
  const by = Number(Math.abs(now - before).toPrecision(3))
  return fill(now > before ? copy.changeUp : copy.changeDown, { by })
}

/**
 * The last value of an analyte, a long text only with its beginning, and the change to the one typed or entered now;
 * null if there was none.
 */
export function lastWords(line: AnalyteLine, typed: string): string | null {
  if (!line.last) return null
  const whole = line.last.value
  const short = whole.length > 80 ? `${whole.slice(0, 80)}…` : whole
  // The unit is beside the field, unless the lab had another one then.
  const value = line.last.unit === line.unit || !line.last.unit ? short : `${short} ${line.last.unit}`
  const day = shortDay(line.last.at)
  const change = changeSince(line, typed)
  return change === null
    ? fill(copy.lastValue, { value, day })
    : fill(copy.lastValueChanged, { value, day, change })
}

/**
 * "Haemoglobin 4.8 g/dL, Packed cell volume (PCV) 15.1 %": the critical values, those to act on at once first; of a culture
 * its organisms alone.
 */
export function criticalWords(values: readonly ResultValue[]): string {
  const critical = values.filter(({ flag }) => isCritical(flag))
  return [
    ...critical.filter(({ tier }) => tier === 'immediate'),
    ...critical.filter(({ tier }) => tier !== 'immediate'),
  ]
    .map(({ name, value, unit, isolates }) => {
      const said = isolates ? isolates.found.map(({ organism }) => organism).join(' and ') : value
      return unit ? `${name} ${said} ${unit}` : `${name} ${said}`
    })
    .join(', ')
}

export function isCritical(flag: ResultFlag | null): boolean {
  return flag?.startsWith('critical') ?? false
}

/** How soon someone must be called about the most serious of these values; null if none is critical. */
export function tierOf(values: readonly Pick<ResultValue, 'tier'>[]): CriticalTier | null {
  if (values.some(({ tier }) => tier === 'immediate')) return 'immediate'
  return values.some(({ tier }) => tier === 'urgent') ? 'urgent' : null
}

export function isMarked(flag: ResultFlag | null): boolean {
  return flag !== null && flag !== 'normal'
}

/** Whether a version began with the release of the preliminary one before it, and has had no entry since. */
export function onlyRepeats(version: ReportVersion, before: ReportVersion | undefined): boolean {
  return version.completes && version.enteredAt === before?.releasedAt
}

/** The state of a report, in words for the lab. */
export function standing({ versions, ready, missing }: LabReport): { words: string; tone: Tone } {
  const [newest] = versions
  const again = newest !== undefined && newest.number > 1 && !newest.completes
  if (!newest)
    return ready
      ? { words: copy.standingToEnter, tone: 'info' }
      : { words: copy.standingNoSample, tone: 'plain' }
  if (newest.state === 'draft' && newest.completes)
    return missing.length > 0 || onlyRepeats(newest, versions[1])
      ? { words: copy.standingToComplete, tone: 'info' }
      : { words: copy.standingToVerify, tone: 'warn' }
  if (missing.length > 0) return { words: copy.standingIncomplete, tone: 'info' }
  if (newest.addsOnly && newest.state !== 'withdrawn')
    return { words: additionWords(newest), tone: newest.state === 'released' ? 'ok' : 'warn' }
  if (newest.state === 'draft')
    return newest.values.length === 0 && newest.attachment === null
      ? { words: again ? copy.standingToEnterAgain : copy.standingToEnter, tone: 'info' }
      : { words: again ? copy.standingToVerifyAgain : copy.standingToVerify, tone: 'warn' }
  if (newest.state === 'withdrawn') return { words: copy.standingWithdrawn, tone: 'error' }
  if (newest.state === 'verified' && newest.preliminary)
    return { words: copy.standingPreliminaryToRelease, tone: 'warn' }
  if (newest.state === 'verified')
    return { words: again ? copy.standingToReleaseAgain : copy.standingToRelease, tone: 'warn' }
  return { words: again ? copy.standingCorrected : copy.standingReleased, tone: 'ok' }
}

function additionWords({ state }: ReportVersion): string {
  if (state === 'draft') return copy.standingAdditionToVerify
  return state === 'verified' ? copy.standingAdditionToRelease : copy.standingAdded
}

/** The summary above a patient's values: numbers against their intervals, and choices in words of their own. */
export function summaryOf(values: readonly ResultValue[]): string {
  const numbers = values.filter(({ kind, flag }) => kind === 'quantity' && flag !== null)
  const choices = values.filter(({ kind, flag }) => kind === 'choice' && flag !== null)
  if (values.length > 0 && values.every(({ notMeasured }) => notMeasured)) return copy.summaryNotMeasured
  if (numbers.length === 0 && choices.length === 0)
    return values.some(({ basis }) => basis === 'adults_only')
      ? copy.summaryNothingMarked
      : copy.summaryNoInterval
  return [numberWords(numbers, values), childWords(values), choiceWords(choices)].filter(Boolean).join(' ')
}

/** For a child with some values flagged by the lab's own intervals or critical limits, and others not flagged. */
function childWords(values: readonly ResultValue[]): string {
  const bare = values.filter(({ basis, flag }) => basis === 'adults_only' && flag === null).length
  return bare === 0 ? '' : plural(copy.summaryForAdults, bare)
}

function numberWords(measured: readonly ResultValue[], values: readonly ResultValue[]): string {
  const marked = measured.filter(({ flag }) => isMarked(flag)).length
  const [only] = measured
  if (!only) return ''
  if (measured.length === 1 && values.length > 1)
    return fill(marked === 0 ? copy.summaryOneWithin : copy.summaryOneOutside, { name: only.name })
  if (marked === 0)
    return measured.length === 1
      ? copy.summaryWithin
      : fill(copy.summaryAllWithin, { count: measured.length })
  if (measured.length === 1) return copy.summaryOutside
  return marked === 1
    ? fill(copy.summaryOneOfOutside, { count: measured.length })
    : fill(copy.summarySomeOutside, { outside: marked, count: measured.length })
}

function choiceWords(found: readonly ResultValue[]): string {
  const [only] = found
  const marked = found.filter(({ flag }) => isMarked(flag))
  const [first] = marked
  if (!only) return ''
  if (found.length === 1)
    return fill(first ? copy.findingUnusual : copy.findingUsual, { name: only.name, value: only.value })
  if (!first) return fill(copy.findingsAllUsual, { count: found.length })
  return marked.length === 1
    ? fill(copy.findingsOneUnusual, { count: found.length, name: first.name, value: first.value })
    : fill(copy.findingsSomeUnusual, { unusual: marked.length, count: found.length })
}

/** What a patient should do next if a value is flagged or cannot be flagged; null if nothing. */
export function nextStepOf(values: readonly ResultValue[]): string | null {
  const marked = values.filter(({ flag }) => isMarked(flag))
  const tier = tierOf(values)
  if (tier) return tier === 'immediate' ? copy.nextStepNow : copy.nextStepToday
  if (marked.some(({ kind }) => kind === 'choice')) return copy.nextStepFinding
  if (marked.length > 0) return copy.nextStepOutside
  if (values.length > 0 && values.every(({ kind, notMeasured }) => kind === 'text' && !notMeasured))
    return copy.nextStepWords
  return values.some(({ basis }) => basis === 'adults_only') ? copy.nextStepChild : null
}

/** Whether the value's interval still needs the lab's confirmation. */
export function isUnconfirmed({ low, high, basis }: Pick<ResultValue, 'low' | 'high' | 'basis'>): boolean {
  return basis === 'unconfirmed' && (low !== null || high !== null)
}

/** Whether a value is a text of several lines, or too long for a column. */
export function isLongText({ kind, value }: Pick<ResultValue, 'kind' | 'value'>): boolean {
  return kind === 'text' && (value.length > 60 || value.includes('\n'))
}

/** The reasons for withdrawing a result, as labels of a choice. */
export const withdrawalLabels: Readonly<Record<WithdrawalReason, string>> = {
  wrong_patient: copy.withdrawalWrongPatient,
  unfit_sample: copy.withdrawalUnfitSample,
  wrong_measurement: copy.withdrawalWrongMeasurement,
  other: copy.withdrawalOther,
}

/** "2 pages, 34 kB" */
export function fileWords({ pages, size }: ReportAttachment): string {
  const kb = Math.ceil(size / 1024)
  const long = kb < 1024 ? `${kb} kB` : `${(kb / 1024).toFixed(1)} MB`
  return plural(copy.fileSize, pages, { size: long })
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
