import {
  type MissReason,
  missReasons,
  type Round,
  type RoundVisit,
  type UntakenReason,
  type VisitActSent,
  type VisitState,
  visitLead,
  visitTimes,
} from '@labalaba/contract'
import * as copy from '../../copy/home-visits.ts'
import { fill, plural } from '../../lib/fill.ts'

/** The step of a visit for its phlebotomist: each has one thing to do next. */
export type Step = 'set_off' | 'door' | 'samples' | 'deliver' | 'done'

/** The next step of a visit. */
export function stepOf({ state, arrivedAt }: Pick<RoundVisit, 'state' | 'arrivedAt'>): Step {
  if (state === 'assigned') return 'set_off'
  if (state === 'on_the_way') return arrivedAt ? 'samples' : 'door'
  return state === 'collected' ? 'deliver' : 'done'
}

/** A round with the acts done on the phone applied in order. */
export function withActs(round: Round, acts: readonly VisitActSent[]): Round {
  return {
    ...round,
    visits: round.visits.map((visit) =>
      acts
        .filter((act) => act.visit === visit.id && act.round === visit.round)
        .reduce<RoundVisit>(withAct, visit),
    ),
  }
}

function withAct(visit: RoundVisit, act: VisitActSent): RoundVisit {
  switch (act.verb) {
    case 'set_off':
      return { ...visit, state: 'on_the_way' }
    case 'arrive':
      return { ...visit, arrivedAt: act.at, door: null }
    case 'collect':
      return {
        ...visit,
        state: 'collected',
        tubes: visit.tubes
          .filter(({ accession }) => act.accessions.includes(accession))
          .map((tube) => ({ ...tube, state: 'collected' as const })),
      }
    case 'deliver':
      return { ...visit, state: 'delivered', delivered: { count: act.count, received: 0 } }
    case 'miss':
      return { ...visit, state: 'missed' }
  }
}

/** A round stored by an older version of the page lacks the count. */
type Counted = Partial<Pick<RoundVisit, 'counted'>> & Pick<RoundVisit, 'id'>

/** What the lab counted of the specimens taken; null before the count. */
export function countedWords({ counted }: Counted): string | null {
  return counted ? fill(copy.countedByLab, { found: counted.found, of: counted.of }) : null
}

/** Whether the lab counted fewer specimens than were taken. */
export function isShort({ counted }: Counted): boolean {
  return counted ? counted.found < counted.of : false
}

/** From when the phlebotomist may set off, and the start of the window: before it the patient need not be at home. */
export function timesOf({ day, time }: Pick<RoundVisit, 'day' | 'time'>): {
  readonly setOffFrom: Date
  readonly begins: Date
} {
  const { begins } = visitTimes(day, time)
  return { setOffFrom: new Date(begins.getTime() - visitLead), begins }
}

/** The reasons that are possible now: a phlebotomist who has not gone, or is early, cannot report that no one opened. */
export function reasonsNow(
  visit: Pick<RoundVisit, 'state' | 'arrivedAt' | 'day' | 'time'>,
  now: Date,
): readonly MissReason[] {
  const went = visit.state === 'on_the_way'
  const begun = now >= timesOf(visit).begins
  return missReasons.filter((reason) => reason === 'declined' || reason === 'unable' || (went && begun))
}

/** Acts in the order they were done, regardless of where they are stored: each has a later time than the one before. */
export function inOrder<T extends Pick<VisitActSent, 'at'>>(acts: readonly T[]): T[] {
  return [...acts].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}

/** The time of the next act: the clock, but at least a millisecond after the last act, as clocks may be set back. */
export function nextMoment(before: readonly Pick<VisitActSent, 'at'>[], now: Date): string {
  const last = Math.max(0, ...before.map(({ at }) => Date.parse(at)))
  return new Date(Math.max(now.getTime(), last + 1)).toISOString()
}

/** The visits of a round that are still to be done, and the others. */
export function parted(round: Round): { ahead: RoundVisit[]; over: RoundVisit[] } {
  const isAhead = (visit: RoundVisit) => stepOf(visit) !== 'done'
  return { ahead: round.visits.filter(isAhead), over: round.visits.filter((visit) => !isAhead(visit)) }
}

/** Normalises a typed or scanned label: capitals, without spaces. */
export function readLabel(text: string): string {
  return text.replace(/\s+/g, '').toUpperCase()
}

/** Whether a visit wants, has or does not know a label. */
export function labelIs(
  label: string,
  visit: Pick<RoundVisit, 'tubes'>,
  taken: readonly string[],
): 'wanted' | 'taken' | 'foreign' {
  const tube = visit.tubes.find(({ accession }) => accession === label)
  if (!tube) return 'foreign'
  return taken.includes(label) || tube.state !== 'expected' ? 'taken' : 'wanted'
}

/** The specimens that are still to be taken. */
export function wantedTubes({ tubes }: Pick<RoundVisit, 'tubes'>) {
  return tubes.filter(({ state }) => state === 'expected')
}

/** The name of each act, for the message when it failed. */
export const actWords: Readonly<Record<VisitActSent['verb'], string>> = {
  set_off: copy.actSetOff,
  arrive: copy.actArrive,
  collect: copy.actCollect,
  deliver: copy.actDeliver,
  miss: copy.actMiss,
}

/** Why no specimen was taken, as the phlebotomist's choices. */
export const reasonWords: Readonly<Record<MissReason, string>> = {
  nobody_home: copy.missNobodyHome,
  not_found: copy.missNotFound,
  declined: copy.missDeclined,
  not_the_patient: copy.missNotThePatient,
  unable: copy.missUnable,
}

/** Why a specimen could not be taken, as the phlebotomist's choices. */
export const untakenWords: Readonly<Record<UntakenReason, string>> = {
  not_fasted: copy.untakenNotFasted,
  no_vein: copy.untakenNoVein,
  not_produced: copy.untakenNotProduced,
  declined: copy.untakenDeclined,
  no_container: copy.untakenNoContainer,
  other: copy.untakenOther,
}

/** A text as it is sent: on one line, without extra spaces. */
export function inOneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
}

/** The button that ends the sampling: how many were taken, if some were not. */
export function collectedWords(wanted: number, left: number): string {
  return left === 0 ? copy.samplesCollected : fill(copy.samplesCollectedOf, { taken: wanted - left, wanted })
}

type StateWords = { readonly words: string; readonly tone: 'ok' | 'warn' | 'error' | 'info' }

/** A visit's state for operators and the phlebotomist, with its tone. */
export const stateWords: Readonly<Record<VisitState, StateWords>> = {
  requested: { words: copy.stateRequested, tone: 'warn' },
  assigned: { words: copy.stateAssigned, tone: 'info' },
  on_the_way: { words: copy.stateOnTheWay, tone: 'info' },
  collected: { words: copy.stateCollected, tone: 'ok' },
  delivered: { words: copy.stateDelivered, tone: 'ok' },
  missed: { words: copy.stateMissed, tone: 'error' },
  cancelled: { words: copy.stateCancelled, tone: 'warn' },
}

/** The state of a visit for its phlebotomist: after the door code they are no longer on the way. */
export function statusOf({ state, arrivedAt }: Pick<RoundVisit, 'state' | 'arrivedAt'>): StateWords {
  return state === 'on_the_way' && arrivedAt
    ? { words: copy.stateWithPatient, tone: 'info' }
    : stateWords[state]
}

/** The service area of a phlebotomist, in one line. */
export function areaLine(areas: readonly { readonly state: string; readonly area: string }[]): string {
  if (areas.length === 0) return copy.areaNone
  const states = [...new Set(areas.map(({ state }) => state))]
  const lines = states.map((state) => {
    const names = areas.filter((one) => one.state === state).map(({ area }) => area)
    return names.includes('') ? fill(copy.areaAllOf, { state }) : `${names.join(', ')} (${state})`
  })
  return lines.length > 3 ? plural(copy.areaStates, lines.length) : lines.join('; ')
}

/** The meaning of a refused act, for the phlebotomist. */
export function refusedWords(code: string | null, message: string | null): string {
  if (code === 'not_found') return copy.refusedNotYours
  if (code === 'wrong_state' || code === 'visit_changed') return copy.refusedChanged
  return message ?? copy.refused
}

/** Whether a door code may be right, checked offline. If the browser cannot check, only the server does. */
export async function passesCheck(
  { salt, check }: { readonly salt: string; readonly check: string },
  code: string,
): Promise<boolean> {
  if (!globalThis.crypto?.subtle) return true
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${salt}:${code}`))
  return new Uint8Array(hash)[0]?.toString(16).padStart(2, '0') === check
}
