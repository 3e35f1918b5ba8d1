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
import { clockTime, counted, plainDay, shortDay } from '../../lib/format.ts'
import type { Tone } from '../../ui/card.tsx'

/** The title of each stage of a lab's work, and the text of an empty one. */
export const stageWords: Readonly<Record<WorkStage, { title: string; tone: Tone; empty: string }>> = {
  to_come: { title: 'To come', tone: 'info', empty: 'Nobody is expected here just now.' },
  collected: { title: 'Collected', tone: 'warn', empty: 'No sample is waiting to be received.' },
  in_lab: { title: 'In the lab', tone: 'info', empty: 'No sample is being worked on.' },
  again: { title: 'New sample needed', tone: 'error', empty: 'No sample waits to be taken again.' },
  done: { title: 'Done', tone: 'ok', empty: 'No results are out yet.' },
}

export const reasonWords: Readonly<Record<RejectionReason, string>> = {
  haemolysed: 'Haemolysed',
  clotted: 'Clotted',
  insufficient_volume: 'Insufficient volume',
  wrong_container: 'Wrong container',
  unlabelled: 'Unlabelled or mislabelled',
  leaked: 'Leaked',
  too_old: 'Too old',
  other: 'Something else',
}

export const sampleWords: Readonly<Record<LabSpecimen['state'], { words: string; tone: Tone }>> = {
  expected: { words: 'Expected', tone: 'plain' },
  collected: { words: 'Collected', tone: 'warn' },
  received: { words: 'Received', tone: 'ok' },
  rejected: { words: 'Rejected', tone: 'error' },
  given_up: { words: 'Given up', tone: 'plain' },
}

/** Why a home visit could not take a specimen, in words for the lab that waits for it. */
export const untakenWords: Readonly<Record<UntakenReason, string>> = {
  declined: 'the patient did not want it',
  no_vein: 'no vein was found',
  not_fasted: 'the patient had eaten',
  no_container: 'there was no container for it',
  not_produced: 'the patient could not give it',
  other: 'see the words',
}

/** "Female, 65 years" in a list. */
export function personWords(gender: string, bornOn: string | null, now: Date): string {
  return bornOn ? `${gender}, ${ageOn(bornOn, lagosDate(now))}` : gender
}

/** "Born 12 April 1961 (65 years)". */
export function bornWords(bornOn: string | null, now: Date): string {
  return bornOn ? `${plainDay(bornOn)} (${ageOn(bornOn, lagosDate(now))})` : 'Not given'
}

/** "today, 9:40 am", or the day and the time. */
export function whenWords(moment: string, now: Date): string {
  const day = lagosDate(new Date(moment)) === lagosDate(now) ? 'today' : shortDay(moment)
  return `${day}, ${clockTime(moment)}`
}

/** How the patient comes, or since when they are here. */
export function comingWords(work: WorklistItem, now: Date): string {
  if (work.mode === 'sampleCollection' && work.collectionDate)
    return `Home visit, ${shortDay(work.collectionDate)}, ${clockTime(work.collectionTime ?? '')}`
  return work.checkedInAt && work.stage === 'to_come'
    ? `Here since ${whenWords(work.checkedInAt, now)}`
    : 'Walk-in'
}

/** "2 of 3 received". */
export function samplesWords({ samples: { expected, collected, received } }: WorklistItem): string {
  const all = expected + collected + received
  if (all === 0) return ''
  if (received > 0) return `${received} of ${all} received`
  if (collected > 0) return `${collected} of ${all} collected`
  return counted(all, 'sample')
}

/** What an order's results wait for: "To be verified", or "1 to enter, 2 to verify"; empty for other stages. */
export function resultsWords({ results }: Pick<WorklistItem, 'results'>): string {
  if (!results) return ''
  const { toEnter, toVerify, toRelease } = results
  const steps = [
    { count: toEnter, verb: 'enter', words: 'To be entered' },
    { count: toVerify, verb: 'verify', words: 'To be verified' },
    { count: toRelease, verb: 'release', words: 'To be released' },
  ].filter(({ count }) => count > 0)
  const [only, ...others] = steps
  if (only && others.length === 0) return only.words
  return steps.map(({ count, verb }) => `${count} to ${verb}`).join(', ')
}

/** The state of a handover, for the lab that waits for it. */
export const handoverWords: Readonly<
  Record<NonNullable<WorklistItem['handover']>, { words: string; isTrouble: boolean }>
> = {
  on_its_way: { words: 'On its way', isTrouble: false },
  handed_over: { words: 'Handed over', isTrouble: false },
  confirmed: { words: 'Counted', isTrouble: false },
  missing: { words: 'Sample missing', isTrouble: true },
}

/** The days to filter a stage by: future days if patients are still to come, else past days. */
export function dayOptions(stage: WorkStage, today: LagosDate): { value: string; label: string }[] {
  const step = stage === 'to_come' ? 1 : -1
  const days = Array.from({ length: 7 }, (_, index) => addDays(today, index * step))
  const near = ['Today', step > 0 ? 'Tomorrow' : 'Yesterday']
  return [
    { value: '', label: 'Any day' },
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
