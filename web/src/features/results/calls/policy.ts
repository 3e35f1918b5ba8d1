import {
  type BodySent,
  type CallAttempt,
  type CalledPerson,
  type CriticalCall,
  type CriticalTier,
  formatPhone,
  isUnder18,
  type LabReport,
  type LabResults,
  lagosDate,
  type logCall,
  normalisePhone,
  phoneProblem,
  type ReportVersion,
  type ResultValue,
} from '@labalaba/contract'
import * as copy from '../../../copy/critical-calls.ts'
import { fill, plural } from '../../../lib/fill.ts'
import { clockTime, shortDay } from '../../../lib/format.ts'

/** From this many minutes on a time is given in whole hours. */
const inHours = 120

/** At this many minutes before its time an immediate call is read out to screen readers. */
const soon = 10

type Due = Pick<CriticalCall, 'state' | 'dueAt'>

/** Whether someone must still be reached. */
export function isOpen({ state }: Pick<CriticalCall, 'state'>): boolean {
  return state === 'open' || state === 'overdue'
}

/**
 * Whether a telephone call can be logged. After the lab has ended a call that reached no one, the server still takes one
 * that reaches someone, and says so.
 */
export function takesCall({ may }: Pick<LabReport, 'may'>, call: Pick<CriticalCall, 'state'>): boolean {
  return isOpen(call) || (call.state === 'not_reached' && may.includes('log_call'))
}

/** Minutes until the call is due, less than 0 after that; begun minutes count whole. */
function minutesUntil(dueAt: string, now: Date): number {
  const minutes = (Date.parse(dueAt) - now.getTime()) / 60_000
  return minutes > 0 ? Math.ceil(minutes) : Math.floor(minutes)
}

/** Whether the time of an open call is over, by the server or by this device. */
export function isOverdue({ state, dueAt }: Due, now: Date): boolean {
  return state === 'overdue' || minutesUntil(dueAt, now) <= 0
}

/** "12 minutes left", "Overdue by 8 minutes"; hours from two hours on. If this device's clock is behind: "Overdue". */
export function leftWords(call: Due, now: Date): string {
  const minutes = minutesUntil(call.dueAt, now)
  if (!isOverdue(call, now))
    return minutes < inHours
      ? plural(copy.minutesLeft, minutes)
      : plural(copy.hoursLeft, Math.floor(minutes / 60))
  if (minutes > 0) return copy.overdue
  const over = Math.max(1, -minutes)
  return over < inHours ? plural(copy.minutesOver, over) : plural(copy.hoursOver, Math.floor(over / 60))
}

/** "Call by 2:32 pm", with the day if it is another than today. */
export function dueWords(call: Due, now: Date): string {
  return fill(isOverdue(call, now) ? copy.callWasDue : copy.callBy, { time: momentWords(call.dueAt, now) })
}

/** "2:32 pm", or "2:32 pm on Sat 28 Nov" if that is another day than today. */
function momentWords(moment: string, now: Date): string {
  const time = clockTime(new Date(moment))
  return lagosDate(new Date(moment)) === lagosDate(now)
    ? time
    : fill(copy.timeOnDay, { time, day: shortDay(moment) })
}

/** What screen readers read out as time passes: once when little of it is left, and once when it is over. */
export function spokenWords(call: Due & Pick<CriticalCall, 'tier'>, test: string, now: Date): string {
  if (isOverdue(call, now)) return fill(copy.spokenOverdue, { test })
  if (minutesUntil(call.dueAt, now) > soon) return ''
  return fill(copy.spokenSoon, { test, minutes: soon })
}

/** The title of an open call. */
export function callTitle(call: Due & Pick<CriticalCall, 'tier'>, now: Date): string {
  if (isOverdue(call, now)) return copy.callNow
  return tierTitles[call.tier]
}

const tierTitles: Readonly<Record<CriticalTier, string>> = {
  immediate: copy.callWithin30Minutes,
  urgent: copy.callWithin24Hours,
}

const roles: Readonly<Record<CalledPerson, string>> = {
  patient: copy.rolePatient,
  guardian: copy.roleGuardian,
  doctor: copy.roleDoctor,
  other: copy.roleOther,
}

/** "Ngozi Ezenwa (patient)" */
export function personWords({ whom, name }: { whom: CalledPerson; name: string }): string {
  return fill(copy.personWithRole, { name, role: roles[whom] })
}

/** "Called Ngozi Ezenwa (patient) at 2:20 pm by Sola, read back"; null if no attempt reached someone. */
export function reachedWords({ attempts }: Pick<CriticalCall, 'attempts'>, now: Date): string | null {
  const attempt = attempts.find(({ reached }) => reached)
  if (!attempt) return null
  return fill(copy.reachedAt, {
    person: personWords(attempt),
    time: momentWords(attempt.at, now),
    by: attempt.by,
    readBack: readBackWords(attempt),
  })
}

function readBackWords({ readBack }: CallAttempt): string {
  return readBack === true ? copy.readBackDone : copy.readBackNotDone
}

/** An attempt in full sentences: who called whom on which number, and what came of it. */
export function attemptWords(attempt: CallAttempt, now: Date): string {
  return [
    fill(copy.attemptAt, {
      by: attempt.by,
      person: personWords(attempt),
      phone: shownPhone(attempt.phone),
      time: momentWords(attempt.at, now),
    }),
    attempt.reached
      ? fill(copy.attemptReached, { readBack: readBackWords(attempt) })
      : copy.attemptNotReached,
    attempt.note === null ? '' : fill(copy.attemptNote, { note: attempt.note }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** "2 calls logged, the last at 2:10 pm"; empty if there is none. */
export function attemptsWords({ attempts }: Pick<CriticalCall, 'attempts'>, now: Date): string {
  const [last] = attempts
  if (!last) return ''
  const calls = plural(copy.attempts, attempts.length)
  return fill(copy.attemptsLast, { calls, time: momentWords(last.at, now) })
}

/** "2 calls, no one reached" */
export function countWords(attempts: number): string {
  return attempts === 0 ? copy.openNoAttempt : plural(copy.openAttempts, attempts)
}

/** How a call ended, in words; empty while it is open. */
export function endWords(call: Pick<CriticalCall, 'state' | 'attempts' | 'endedAt'>, now: Date): string {
  if (call.state === 'reached') return reachedWords(call, now) ?? ''
  if (call.state === 'void') return copy.voidSays
  if (call.state !== 'not_reached') return ''
  const time = momentWords(call.endedAt ?? call.attempts[0]?.at ?? now.toISOString(), now)
  return plural(copy.notReachedSays, call.attempts.length, { time })
}

type Loading = {
  readonly data: unknown
  readonly error: unknown
  /** Failures of the present request. */
  readonly failureCount: number
  /** Requests that failed for good. */
  readonly errorUpdateCount: number
}

/**
 * Whether the list of open calls is loaded for the first time, has failed, or is loaded. A failed list must not look like
 * one without calls: a failure counts until a later request succeeds, also if older calls are known.
 */
export function openCallsLoading(list: Loading): 'first' | 'failed' | 'loaded' {
  if (list.error) return 'failed'
  if (list.data !== undefined) return 'loaded'
  return list.failureCount + list.errorUpdateCount > 0 ? 'failed' : 'first'
}

type Version = Pick<ReportVersion, 'number' | 'state' | 'completes' | 'values'>

/**
 * Whether the newest version of the report can have other critical values than those that the call is about. One that
 * completes a preliminary version with the same critical values needs no other call.
 */
export function isAboutEarlier(
  { number }: Pick<CriticalCall, 'number'>,
  versions: readonly Version[],
): boolean {
  const [newest] = versions
  if (newest === undefined) return false
  if (newest.number === number) return newest.state === 'draft'
  const about = versions.find((one) => one.number === number)
  return !(newest.completes && about && criticalOf(newest) === criticalOf(about))
}

/** The critical values of a version, as one text to compare. */
function criticalOf({ values }: Version): string {
  const critical = values.filter(({ tier }) => tier !== null)
  return JSON.stringify(critical.map(({ position, value, unit, tier }) => [position, value, unit, tier]))
}

/** Whether the panel of a call stands for the banner about the critical values of the newest version. */
export function standsForBanner(call: CriticalCall | null, versions: readonly Version[]): boolean {
  return call !== null && call.state !== 'void' && !isAboutEarlier(call, versions)
}

/** How an ended call looks: good only if someone read back the newest values. */
export function endLook(
  { state, attempts }: Pick<CriticalCall, 'state' | 'attempts'>,
  isEarlier: boolean,
): 'good' | 'warn' | 'plain' {
  if (state === 'void') return 'plain'
  if (state !== 'reached' || attempts.find(({ reached }) => reached)?.readBack !== true) return 'warn'
  return isEarlier ? 'plain' : 'good'
}

/** 0803 123 4567, however it is stored. */
export function shownPhone(phone: string): string {
  return formatPhone(normalisePhone(phone))
}

/** The address that dials a number. */
export function dialled(phone: string): string {
  const digits = normalisePhone(phone)
  return phoneProblem(digits) === null ? `tel:+${digits}` : `tel:${digits}`
}

/** The critical values that the call is about. */
export function valuesToTell(
  versions: readonly ReportVersion[],
  { number }: Pick<CriticalCall, 'number'>,
): readonly ResultValue[] {
  const version = versions.find((one) => one.number === number)
  return version?.values.filter(({ tier }) => tier !== null) ?? []
}

/** Someone whom the lab can have called. `key` names the choice within a call. */
export type Choice = {
  readonly key: string
  readonly whom: CalledPerson
  readonly name: string
  readonly phone: string
}

/** The contacts of a call; then a guardian, if the patient is a child and the order names none; and anyone else. */
export function choicesOf(
  { contacts }: Pick<CriticalCall, 'contacts'>,
  { dob }: Pick<LabResults['patient'], 'dob'>,
  now: Date,
): readonly Choice[] {
  const known = contacts.map((contact) => ({
    ...contact,
    key: `${contact.whom} ${contact.name} ${contact.phone}`,
    phone: shownPhone(contact.phone),
  }))
  // A parent mostly answers on the phone that was given for the child.
  const phone = known.find(({ whom }) => whom === 'patient')?.phone ?? ''
  const guardian = { key: 'guardian', whom: 'guardian', name: '', phone } as const
  const other = { key: 'other', whom: 'other', name: '', phone: '' } as const
  const isGuardianUnknown =
    dob !== null && isUnder18(dob, lagosDate(now)) && !known.some(({ whom }) => whom === 'guardian')
  return isGuardianUnknown ? [...known, guardian, other] : [...known, other]
}

export type YesNo = 'yes' | 'no' | ''

/** What a user has filled in about one telephone call. Names and phones are by choice, so that none is lost. */
export type TypedCall = {
  readonly choice: string
  readonly people: Readonly<Record<string, { readonly name: string; readonly phone: string }>>
  readonly reached: YesNo
  readonly readBack: YesNo
  readonly note: string
  readonly end: boolean
  /** The last request, and the id of its attempt: a repeated request has the same. */
  readonly sent: { readonly body: string; readonly attempt: string }
}

export const nothingTyped: TypedCall = {
  ...{ choice: '', people: {}, reached: '', readBack: '', note: '', end: false },
  sent: { body: '', attempt: '' },
}

/** Whether anything was filled in. */
export function isTyped(typed: TypedCall): boolean {
  return typed.choice !== '' || typed.reached !== '' || typed.note.trim() !== ''
}

/** The name and the phone of the chosen person: as typed, else as the order has them. */
export function personOf(typed: TypedCall, choices: readonly Choice[]): { name: string; phone: string } {
  const { name = '', phone = '' } = choices.find(({ key }) => key === typed.choice) ?? {}
  return typed.people[typed.choice] ?? { name, phone }
}

type Body = Omit<BodySent<typeof logCall>, 'attempt'>

/** Whether an attempt is the one that was sent, although its answer was lost. Only its maker typed just these words. */
export function isSentOne(attempt: CallAttempt, sent: TypedCall['sent']): boolean {
  if (sent.body === '') return false
  const { whom, name, phone, reached, readBack, note }: Body = JSON.parse(sent.body)
  const [one, other] = [attempt, { whom, name, phone, reached, readBack, note: note ?? null }].map((call) =>
    JSON.stringify([call.whom, call.name, call.phone, call.reached, call.readBack, call.note]),
  )
  return one === other
}

/** The fields of the form, in their order on the screen. */
export const fields = ['whom', 'name', 'phone', 'reached', 'readBack', 'note'] as const
export type CallField = (typeof fields)[number]

/** What is missing or wrong, by field, in words that say how to correct it. */
export function problemsOf(
  typed: TypedCall,
  choices: readonly Choice[],
  call: Pick<CriticalCall, 'state'>,
): Readonly<Partial<Record<CallField, string>>> {
  const isChosen = choices.some(({ key }) => key === typed.choice)
  const { name, phone } = personOf(typed, choices)
  const wrongPhone = phoneProblem(normalisePhone(phone))
  const note = typed.note.trim()
  return {
    ...(!isChosen && { whom: copy.whomMissing }),
    ...(isChosen && name.trim().length < 2 && { name: copy.nameMissing }),
    ...(isChosen && wrongPhone !== null && { phone: wrongPhone }),
    ...(typed.reached === '' && { reached: copy.reachedMissing }),
    ...(typed.reached === 'no' && !isOpen(call) && { reached: copy.reachedRequired }),
    ...(typed.reached === 'yes' && typed.readBack === '' && { readBack: copy.readBackMissing }),
    ...(note !== '' && note.length < 3 && { note: copy.noteTooShort }),
  }
}

/** What is sent, without the id of the attempt. The form has no problems. */
export function bodyOf(
  typed: TypedCall,
  choices: readonly Choice[],
  call: Pick<CriticalCall, 'number' | 'mayEnd'>,
): Body {
  const { name, phone } = personOf(typed, choices)
  const note = typed.note.trim()
  const isReached = typed.reached === 'yes'
  return {
    number: call.number,
    whom: choices.find(({ key }) => key === typed.choice)?.whom ?? 'other',
    name: name.trim(),
    phone: normalisePhone(phone),
    reached: isReached,
    readBack: isReached ? typed.readBack === 'yes' : null,
    ...(note !== '' && { note }),
    ...(!isReached && typed.end && call.mayEnd && { end: true }),
  }
}
