import { type NextStep, visitTimes } from '@labalaba/contract'
import type { OrderRow } from '../../orders/index.ts'
import { bookedTimeHasCome } from '../../scheduling/index.ts'
import type { SpecimenState } from '../../specimens/index.ts'
import type { VisitState } from '../visit-state-machine.ts'

/** How long after the end of the window a phlebotomist who was let in counts as still with the patient, in milliseconds. */
const stay = 60 * 60 * 1000

/** A specimen in force. `isAgain`: it replaces a rejected one. `isMissed`: a visit could not take it. */
export type Sample = {
  readonly state: SpecimenState
  readonly isAgain: boolean
  readonly isMissed: boolean
}

export type Facts = {
  readonly state: OrderRow['state']
  readonly mode: OrderRow['mode']
  /** The payment came late, and the account that booked has not yet chosen what to do. */
  readonly awaitsChoice: boolean
  /** Day and time of the booked home visit. */
  readonly day: string | null
  readonly time: string | null
  /** The newest visit. */
  readonly visit: { readonly state: VisitState; readonly hasArrived: boolean } | null
  readonly samples: readonly Sample[]
  /** A phlebotomist serves the patient's area. */
  readonly isAreaServed: boolean
  readonly now: Date
}

/** The next step of an order, by what is true now, even if its plan was not carried out. */
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
  // A phlebotomist is needed. If none serves the area, the patient is not offered another time.
  return facts.isAreaServed ? nextOfWaiting(facts) : 'nobody_goes'
}

/** The next step of an order with a home visit for which no phlebotomist is coming now. */
function nextOfWaiting({ visit, samples, day, time, now }: Facts): NextStep {
  if (visit?.state === 'missed') return 'missed'
  if (visit?.state === 'assigned') return 'overdue'
  // For an outstanding specimen a phlebotomist comes only if a visit is open.
  if (visit?.state !== 'requested') {
    if (samples.some(({ isAgain }) => isAgain)) return 'again'
    if (samples.some(({ isMissed }) => isMissed)) return 'left_out'
  }
  return bookedTimeHasCome({ collection_on: day, collection_time: time }, now) ? 'overdue' : 'visit'
}

function nextAtLab(samples: readonly Sample[]): NextStep {
  if (samples.some(({ isAgain }) => isAgain)) return 'again'
  return samples.some(({ state }) => state === 'collected' || state === 'received') ? 'rest' : 'walk_in'
}

/** Whether the window of the visit has been over for more than `more` milliseconds. */
function isOver({ day, time, now }: Facts, more = 0): boolean {
  return day !== null && time !== null && now.getTime() > visitTimes(day, time).ends.getTime() + more
}
