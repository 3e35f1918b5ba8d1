import type { TrackedOrder } from '@labalaba/contract'
import * as copy from '../../../copy/tracking.ts'
import { fill } from '../../../lib/fill.ts'
import { dayAndTime } from '../../../lib/format.ts'
import type { VisitStep } from '../next-words.ts'
import { comeWords, visitMoment } from '../policy.ts'

/** Due soon, late, or something that a person has to do. */
export type NextTone = 'soon' | 'late' | 'ask'

/** What happens next, and when. `support`: it did not happen in time, so the user should write to us. */
export type Next = { lead: string; title: string; words: string; support?: true; look?: NextTone }

/** What happens next with an order, or what its owner must do: a lead, a title and a sentence. */
export function trackNext(order: TrackedOrder): Next {
  const { next } = order.progress
  switch (next) {
    case 'pay':
      return {
        lead: copy.payLead,
        title: dayAndTime(order.expiresAt),
        words: copy.payHint,
      }
    case 'choose':
      return {
        lead: copy.chooseLead,
        title: copy.chooseTitle,
        words: copy.chooseHint,
        look: 'ask',
      }
    case 'walk_in':
      return {
        lead: copy.whatNext,
        title: fill(copy.goTitle, { location: order.location }),
        words: `${copy.goHint} ${comeWords(order.resultHours)}`,
      }
    case 'rest':
      return {
        lead: copy.restLead,
        title: fill(copy.restTitle, { location: order.location }),
        words: copy.goHint,
      }
    case 'to_lab':
      return nextOfTaken(order)
    case 'results':
      return nextOfProcessing(order)
    case 'read':
      return {
        lead: order.readyAt ? fill(copy.readLead, { moment: dayAndTime(order.readyAt) }) : copy.whatNext,
        title: copy.readTitle,
        words: copy.readHint,
      }
    case 'none':
      return nextOfEnded(order)
    case 'nobody_goes':
      return {
        lead: copy.nowhereLead,
        title: fill(copy.nowhereTitle, { location: order.location }),
        words: copy.nowhereHint,
        support: true,
        look: 'ask',
      }
    case 'again':
    case 'left_out':
      return nextOfWanting(order)
    case 'visit':
    case 'on_the_way':
    case 'with_patient':
    case 'overdue':
    case 'unheard':
    case 'missed':
      return nextOfVisit(order, next)
  }
}

/** A specimen must be taken again, or is still outstanding, and no visit is booked for it. */
function nextOfWanting({ mode, location, progress }: TrackedOrder): Next {
  const isRest = progress.next === 'left_out'
  const home = mode === 'sampleCollection'
  return {
    lead: isRest ? copy.restLead : copy.againLead,
    title: isRest ? copy.leftOutTitle : copy.againTitle,
    words: home ? fill(copy.againHomeHint, { location }) : fill(copy.againLabHint, { location }),
    look: 'ask',
  }
}

/** A home visit is ahead, under way or has failed. */
function nextOfVisit(order: TrackedOrder, next: VisitStep): Next {
  const visit = visitMoment(order) ?? ''
  const booked = { lead: copy.bookedForLead, title: visit }
  switch (next) {
    case 'on_the_way':
      return {
        lead: copy.onTheWayLead,
        title: copy.onTheWayTitle,
        words: copy.onTheWayHint,
      }
    case 'with_patient':
      return {
        lead: copy.withPatientLead,
        title: copy.withPatientTitle,
        words: copy.withPatientHint,
      }
    case 'overdue':
      return {
        ...booked,
        words: copy.overdueHint,
        support: true,
        look: 'ask',
      }
    case 'unheard':
      return {
        ...booked,
        words: copy.unheardHint,
        support: true,
        look: 'ask',
      }
    case 'missed':
      return {
        lead: copy.missedLead,
        title: copy.missedTitle,
        words: copy.missedHint,
        look: 'ask',
      }
    case 'visit':
      return {
        lead: copy.visitLead,
        title: visit,
        words: `${copy.visitHint} ${comeWords(order.resultHours)}`,
      }
  }
}

/** The specimens are taken. If they do not reach the lab in time, says so instead of blaming the lab. */
function nextOfTaken({ promised, mode, resultHours }: TrackedOrder): Next {
  const by = promised && dayAndTime(promised.by)
  if (by && promised.stands === 'late')
    return {
      lead: copy.delayedLead,
      title: fill(copy.delayedTitle, { moment: by }),
      words: copy.delayedHint,
      support: true,
      look: 'late',
    }
  if (by && promised.stands === 'soon')
    return {
      lead: copy.notInLabLead,
      title: fill(copy.notInLabTitle, { moment: by }),
      words: copy.notInLabHint,
      look: 'soon',
    }
  return {
    lead: copy.whatNext,
    title: mode === 'walkin' ? copy.toScientistsTitle : copy.toLabTitle,
    words: comeWords(resultHours),
  }
}

function nextOfProcessing({ promised }: TrackedOrder): Next {
  if (promised === null || promised.stands === 'late') {
    const by = promised && dayAndTime(promised.by)
    return {
      lead: copy.whatNext,
      title: by ? fill(copy.lateTitle, { moment: by }) : copy.longTitle,
      words: copy.lateHint,
      support: true,
      look: 'late',
    }
  }
  const moved = promised.movedFrom !== null
  return {
    lead: moved ? copy.movedLead : promised.stands === 'soon' ? copy.soonLead : copy.readyByLead,
    title: dayAndTime(promised.by),
    words: copy.readyByHint,
    ...(promised.stands === 'soon' && { look: 'soon' as const }),
  }
}

function nextOfEnded(order: TrackedOrder): Next {
  if (order.state === 'expired') {
    return {
      lead: fill(copy.expiredLead, { moment: dayAndTime(order.expiresAt) }),
      title: copy.expiredTitle,
      words: copy.expiredHint,
      support: true,
    }
  }
  return {
    lead: order.endedAt ? fill(copy.endedOnLead, { moment: dayAndTime(order.endedAt) }) : copy.endedLead,
    title: copy.cancelledTitle,
    words: copy.cancelledHint,
    support: true,
  }
}
