import {
  addDays,
  ageOn,
  formatDay,
  type LabOrder,
  type LabSpecimen,
  type LagosDate,
  lagosDate,
  type RejectionReason,
  type UntakenReason,
  type WorklistItem,
  type WorkStage,
} from '@labalaba/contract'
import type { Tone } from '../../components/card.tsx'
import * as copy from '../../copy/specimens.ts'
import { fill, plural } from '../../lib/fill.ts'
import { clockTime, plainDay, shortDay } from '../../lib/format.ts'

/** The title of each stage of a lab's work, and the text of an empty one. */
export const stageWords: Readonly<Record<WorkStage, { title: string; tone: Tone; empty: string }>> = {
  to_come: { title: copy.stageToCome, tone: 'info', empty: copy.stageToComeEmpty },
  collected: { title: copy.collected, tone: 'warn', empty: copy.stageCollectedEmpty },
  in_lab: { title: copy.stageInLab, tone: 'info', empty: copy.stageInLabEmpty },
  again: { title: copy.stageAgain, tone: 'error', empty: copy.stageAgainEmpty },
  done: { title: copy.stageDone, tone: 'ok', empty: copy.stageDoneEmpty },
}

export const reasonWords: Readonly<Record<RejectionReason, string>> = {
  haemolysed: copy.reasonHaemolysed,
  clotted: copy.reasonClotted,
  insufficient_volume: copy.reasonVolume,
  wrong_container: copy.reasonContainer,
  unlabelled: copy.reasonUnlabelled,
  leaked: copy.reasonLeaked,
  too_old: copy.reasonTooOld,
  other: copy.reasonOther,
}

export const sampleWords: Readonly<Record<LabSpecimen['state'], { words: string; tone: Tone }>> = {
  expected: { words: copy.sampleExpected, tone: 'plain' },
  collected: { words: copy.collected, tone: 'warn' },
  received: { words: copy.received, tone: 'ok' },
  rejected: { words: copy.rejected, tone: 'error' },
  given_up: { words: copy.sampleGivenUp, tone: 'plain' },
}

/** Why a home visit could not take a specimen, in words for the lab that waits for it. */
export const untakenWords: Readonly<Record<UntakenReason, string>> = {
  declined: copy.untakenDeclined,
  no_vein: copy.untakenNoVein,
  not_fasted: copy.untakenNotFasted,
  no_container: copy.untakenNoContainer,
  not_produced: copy.untakenNotProduced,
  other: copy.untakenOther,
}

/** "Female, 65 years" in a list. */
export function personWords(gender: string, bornOn: string | null, now: Date): string {
  return bornOn ? `${gender}, ${ageOn(bornOn, lagosDate(now))}` : gender
}

/** "Born 12 April 1961 (65 years)". */
export function bornWords(bornOn: string | null, now: Date): string {
  return bornOn ? `${plainDay(bornOn)} (${ageOn(bornOn, lagosDate(now))})` : copy.bornNotGiven
}

/** "today, 9:40 am", or the day and the time. */
export function whenWords(moment: string, now: Date): string {
  const day = lagosDate(new Date(moment)) === lagosDate(now) ? copy.today : shortDay(moment)
  return `${day}, ${clockTime(moment)}`
}

/** How the patient comes, or since when they are here. */
export function comingWords(work: WorklistItem, now: Date): string {
  if (work.mode === 'sampleCollection' && work.collectionDate)
    return fill(copy.homeVisitOn, {
      day: shortDay(work.collectionDate),
      time: clockTime(work.collectionTime ?? ''),
    })
  return work.checkedInAt && work.stage === 'to_come'
    ? fill(copy.hereSince, { when: whenWords(work.checkedInAt, now) })
    : copy.walkIn
}

/** Where an order stands: its stage, or since when the patient is here; cancelled if it has no stage. */
export function stageTag(
  { stage, checkedInAt }: Pick<LabOrder, 'stage' | 'checkedInAt'>,
  now: Date,
): { words: string; tone: Tone } {
  if (stage === null) return { words: copy.workCancelled, tone: 'plain' }
  if (stage === 'to_come' && checkedInAt !== null)
    return { words: fill(copy.hereSince, { when: whenWords(checkedInAt, now) }), tone: 'ok' }
  return { words: stageWords[stage].title, tone: stageWords[stage].tone }
}

/** "2 of 3 received". */
export function samplesWords({ samples: { expected, collected, received } }: WorklistItem): string {
  const all = expected + collected + received
  if (all === 0) return ''
  if (received > 0) return fill(copy.receivedOf, { received, all })
  if (collected > 0) return fill(copy.collectedOf, { collected, all })
  return plural(copy.samples, all)
}

/** What an order's results wait for: "To be verified", or "1 to enter, 2 to verify"; empty for other stages. */
export function resultsWords({ results }: Pick<WorklistItem, 'results'>): string {
  if (!results) return ''
  const { toEnter, toVerify, toRelease } = results
  const steps = [
    { count: toEnter, some: copy.countEnter, words: copy.toBeEntered },
    { count: toVerify, some: copy.countVerify, words: copy.toBeVerified },
    { count: toRelease, some: copy.countRelease, words: copy.toBeReleased },
  ].filter(({ count }) => count > 0)
  const [only, ...others] = steps
  if (only && others.length === 0) return only.words
  return steps.map(({ count, some }) => fill(some, { count })).join(', ')
}

/** The state of a handover, for the lab that waits for it. */
export const handoverWords: Readonly<
  Record<NonNullable<WorklistItem['handover']>, { words: string; isTrouble: boolean }>
> = {
  on_its_way: { words: copy.handoverOnItsWay, isTrouble: false },
  handed_over: { words: copy.handoverHandedOver, isTrouble: false },
  confirmed: { words: copy.handoverCounted, isTrouble: false },
  missing: { words: copy.handoverMissing, isTrouble: true },
}

/** The days to filter a stage by: future days if patients are still to come, else past days. */
export function dayOptions(stage: WorkStage, today: LagosDate): { value: string; label: string }[] {
  const step = stage === 'to_come' ? 1 : -1
  const days = Array.from({ length: 7 }, (_, index) => addDays(today, index * step))
  const near = [copy.dayToday, step > 0 ? copy.dayTomorrow : copy.dayYesterday]
  return [
    { value: '', label: copy.dayAny },
    ...days.map((day, index) => ({ value: day, label: near[index] ?? formatDay(day) })),
  ]
}

/** The next act on an order. */
export type NextAct = 'checkIn' | 'attend' | 'print' | 'collect' | 'receive' | null

/** The next act; labels are printed before specimens are taken. */
export function nextAct({ may }: Pick<LabOrder, 'may'>, isPrinted: boolean): NextAct {
  if (may.checkIn) return 'checkIn'
  if (may.attend) return 'attend'
  if (may.collect) return may.print && !isPrinted ? 'print' : 'collect'
  return may.receive ? 'receive' : null
}
