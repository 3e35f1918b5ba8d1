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

/** How far a visit is, for whoever makes it: each has one thing to do next. */
export type Step = 'set_off' | 'door' | 'samples' | 'deliver' | 'done'

/** What is to be done next at a visit. */
export function stepOf({ state, arrivedAt }: Pick<RoundVisit, 'state' | 'arrivedAt'>): Step {
  if (state === 'assigned') return 'set_off'
  if (state === 'on_the_way') return arrivedAt ? 'samples' : 'door'
  return state === 'collected' ? 'deliver' : 'done'
}

/** A round as it is once what was done on the phone has been taken in, in order. */
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

/** A round that was kept by a page of before says nothing of it. */
type Counted = Partial<Pick<RoundVisit, 'counted'>> & Pick<RoundVisit, 'id'>

/** What the lab found of what was taken; null before somebody there has counted. */
export function countedWords({ counted }: Counted): string | null {
  return counted ? `Counted by the lab: ${counted.found} of ${counted.of}` : null
}

/** Whether the lab found fewer than were taken. */
export function isShort({ counted }: Counted): boolean {
  return counted ? counted.found < counted.of : false
}

/** From when on a phlebotomist may set off, and where the time of the visit begins: before it nobody has to be at home. */
export function timesOf({ day, time }: Pick<RoundVisit, 'day' | 'time'>): {
  readonly setOffFrom: Date
  readonly begins: Date
} {
  const { begins } = visitTimes(day, time)
  return { setOffFrom: new Date(begins.getTime() - visitLead), begins }
}

/** Why no sample was taken, as far as it can be so now: whoever has not gone, or is early, cannot say that nobody opened. */
export function reasonsNow(
  visit: Pick<RoundVisit, 'state' | 'arrivedAt' | 'day' | 'time'>,
  now: Date,
): readonly MissReason[] {
  const went = visit.state === 'on_the_way'
  const begun = now >= timesOf(visit).begins
  return missReasons.filter((reason) => reason === 'declined' || reason === 'unable' || (went && begun))
}

/** Acts in the order in which they were done, wherever they are kept: each has a later time than the one before. */
export function inOrder<T extends Pick<VisitActSent, 'at'>>(acts: readonly T[]): T[] {
  return [...acts].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}

/** When an act is done that comes after these: by the clock, and a thousandth of a second later where that was set back. */
export function nextMoment(before: readonly Pick<VisitActSent, 'at'>[], now: Date): string {
  const last = Math.max(0, ...before.map(({ at }) => Date.parse(at)))
  return new Date(Math.max(now.getTime(), last + 1)).toISOString()
}

/** What is still to be done of a round, and what is over. */
export function parted(round: Round): { ahead: RoundVisit[]; over: RoundVisit[] } {
  const isAhead = (visit: RoundVisit) => stepOf(visit) !== 'done'
  return { ahead: round.visits.filter(isAhead), over: round.visits.filter((visit) => !isAhead(visit)) }
}

/** A label as it was typed or scanned, the way labels are written: capitals, without spaces. */
export function readLabel(text: string): string {
  return text.replace(/\s+/g, '').toUpperCase()
}

/** What a label is at this visit. */
export function labelIs(
  label: string,
  visit: Pick<RoundVisit, 'tubes'>,
  taken: readonly string[],
): 'wanted' | 'taken' | 'foreign' {
  const tube = visit.tubes.find(({ accession }) => accession === label)
  if (!tube) return 'foreign'
  return taken.includes(label) || tube.state !== 'expected' ? 'taken' : 'wanted'
}

/** The samples that are still to be taken. */
export function wantedTubes({ tubes }: Pick<RoundVisit, 'tubes'>) {
  return tubes.filter(({ state }) => state === 'expected')
}

/** What each act is called when it could not be done. */
export const actWords: Readonly<Record<VisitActSent['verb'], string>> = {
  set_off: 'Setting off',
  arrive: 'The door code',
  collect: 'Taking the samples',
  deliver: 'Handing over the samples',
  miss: 'Reporting the missed visit',
}

/** Why no sample was taken, as whoever was there chooses it. */
export const reasonWords: Readonly<Record<MissReason, string>> = {
  nobody_home: 'Nobody opened',
  not_found: 'I could not find the place',
  declined: 'The patient did not want it',
  not_the_patient: 'Name or date of birth did not match',
  unable: 'I could not come, or not take it',
}

/** Why a sample could not be taken, as whoever was there chooses it. */
export const untakenWords: Readonly<Record<UntakenReason, string>> = {
  not_fasted: 'The patient had eaten',
  no_vein: 'I found no vein',
  not_produced: 'The patient could not give it',
  declined: 'The patient did not want it',
  no_container: 'I had no container for it',
  other: 'Something else',
}

/** Words as they are sent: in one line, however they were typed. */
export function inOneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
}

/** What the button says that ends the sampling: how many were taken, where some were not. */
export function collectedWords(wanted: number, left: number): string {
  return left === 0 ? 'Samples collected' : `${wanted - left} of ${wanted} samples collected`
}

type Said = { readonly words: string; readonly tone: 'ok' | 'warn' | 'error' | 'info' }

/** A visit's state in words for those who work with it, with its tone. */
export const stateWords: Readonly<Record<VisitState, Said>> = {
  requested: { words: 'Nobody assigned', tone: 'warn' },
  assigned: { words: 'To visit', tone: 'info' },
  on_the_way: { words: 'On the way', tone: 'info' },
  collected: { words: 'Samples collected', tone: 'ok' },
  delivered: { words: 'Delivered', tone: 'ok' },
  missed: { words: 'Missed', tone: 'error' },
  cancelled: { words: 'Cancelled', tone: 'warn' },
}

/** Where a visit really is, for whoever makes it: from the door code on they are no longer on the way. */
export function standingOf({ state, arrivedAt }: Pick<RoundVisit, 'state' | 'arrivedAt'>): Said {
  return state === 'on_the_way' && arrivedAt ? { words: 'With the patient', tone: 'info' } : stateWords[state]
}

/** Where a phlebotomist goes, in one line. */
export function areaLine(areas: readonly { readonly state: string; readonly area: string }[]): string {
  if (areas.length === 0) return 'no area yet'
  const states = [...new Set(areas.map(({ state }) => state))]
  const lines = states.map((state) => {
    const names = areas.filter((one) => one.state === state).map(({ area }) => area)
    return names.includes('') ? `all of ${state}` : `${names.join(', ')} (${state})`
  })
  return lines.length > 3 ? `${lines.length} states` : lines.join('; ')
}

/** What a refused act means for whoever did it. */
export function refusedWords(code: string | null, message: string | null): string {
  if (code === 'not_found')
    return 'This visit is no longer yours: it was given to somebody else. Do not go on with it.'
  if (code === 'wrong_state' || code === 'visit_changed')
    return 'The visit is no longer as it was: it was moved, cancelled or done elsewhere. What stands here now is what holds.'
  return message ?? 'It could not be done.'
}
