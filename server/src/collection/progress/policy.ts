import { type NextStep, visitTimes } from '@labalaba/contract'
import { type OrderRow, visitHasPassed } from '../../booking/index.ts'
import type { SpecimenState } from '../specimen/specimen-state-machine.ts'
import type { VisitState } from '../visit/visit-state-machine.ts'

/** How long after the end of its window whoever was let in counts as still with the patient, in milliseconds. */
const stay = 60 * 60 * 1000

/** A sample in force: whether it stands in for one that was rejected, or a visit could not take it. */
export type Sample = {
  readonly state: SpecimenState
  readonly isAgain: boolean
  readonly isLeftOut: boolean
}

export type Facts = {
  readonly state: OrderRow['state']
  readonly mode: OrderRow['mode']
  /** Its money came late, and whoever booked has yet to say what becomes of it. */
  readonly awaitsChoice: boolean
  /** Of the home visit that was booked. */
  readonly day: string | null
  readonly time: string | null
  /** The newest visit. */
  readonly visit: { readonly state: VisitState; readonly hasArrived: boolean } | null
  readonly samples: readonly Sample[]
  /** Somebody goes to where the patient is. */
  readonly isReached: boolean
  readonly now: Date
}

/** What happens next with an order, or has to: what is true now, also where what was planned did not come about. */
export function nextOf(facts: Facts): NextStep {
  switch (facts.state) {
    case 'awaiting_payment':
      return 'pay'
    case 'scheduled':
      return nextOfScheduled(facts)
    case 'sample_collected':
      return 'to_lab'
    case 'lab_processing':
      return 'results'
    case 'results_ready':
      return 'read'
    case 'cancelled':
    case 'expired':
      return 'none'
  }
}

function nextOfScheduled(facts: Facts): NextStep {
  if (facts.awaitsChoice) return 'choose'
  if (facts.mode === 'walkin') return nextAtLab(facts.samples)
  const { visit } = facts
  if (visit?.state === 'on_the_way') {
    if (isOver(facts, visit.hasArrived ? stay : 0)) return 'unheard'
    return visit.hasArrived ? 'with_patient' : 'on_the_way'
  }
  if (visit?.state === 'assigned' && !isOver(facts)) return 'visit'
  // Somebody is wanted: whom nobody goes to is asked for no other time.
  return facts.isReached ? nextOfWaiting(facts) : 'nobody_goes'
}

/** Of a home visit to which nobody is to come as it stands. */
function nextOfWaiting({ visit, samples, day, time, now }: Facts): NextStep {
  if (visit?.state === 'missed') return 'missed'
  if (visit?.state === 'assigned') return 'overdue'
  // Nobody is to come for what is wanted again, unless a visit is open.
  if (visit?.state !== 'requested') {
    if (samples.some(({ isAgain }) => isAgain)) return 'again'
    if (samples.some(({ isLeftOut }) => isLeftOut)) return 'left_out'
  }
  return visitHasPassed({ collection_on: day, collection_time: time }, now) ? 'overdue' : 'visit'
}

function nextAtLab(samples: readonly Sample[]): NextStep {
  if (samples.some(({ isAgain }) => isAgain)) return 'again'
  return samples.some(({ state }) => state === 'collected' || state === 'received') ? 'rest' : 'walk_in'
}

/** Whether the window of the visit, and so much more, is over. */
function isOver({ day, time, now }: Facts, more = 0): boolean {
  return day !== null && time !== null && now.getTime() > visitTimes(day, time).ends.getTime() + more
}
