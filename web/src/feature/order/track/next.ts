import type { TrackedOrder } from '@labalaba/contract'
import { dayAndTime } from '../../../lib/format.ts'
import type { VisitStep } from '../next-words.ts'
import { comeWords, visitMoment } from '../policy.ts'

/** Due soon, late, or something that a person has to do. */
export type NextLook = 'soon' | 'late' | 'ask'

/** What happens next, and when. `support`: it did not happen in time, so the user should write to us. */
export type Next = { lead: string; title: string; words: string; support?: true; look?: NextLook }

/** What happens next with an order, or what its owner must do: a lead, a title and a sentence. */
export function trackNext(order: TrackedOrder): Next {
  const { next } = order.progress
  switch (next) {
    case 'pay':
      return {
        lead: 'Waiting for payment until',
        title: dayAndTime(order.expiresAt),
        words: 'Once it is paid, the booking is confirmed and the lab expects the patient.',
      }
    case 'choose':
      return {
        lead: 'The payment came late',
        title: 'Whoever booked chooses how it goes on',
        words: 'The money has arrived. They keep the booking, choose a new day or cancel it.',
        look: 'ask',
      }
    case 'walk_in':
      return {
        lead: 'What happens next',
        title: `Go to ${order.location}`,
        words: `Any day while the lab is open. Say the order id at the desk. ${comeWords(order.resultHours)}`,
      }
    case 'rest':
      return {
        lead: 'Some samples have been taken',
        title: `The rest are given at ${order.location}`,
        words: 'Any day while the lab is open. Say the order id at the desk.',
      }
    case 'to_lab':
      return nextOfTaken(order)
    case 'results':
      return nextOfProcessing(order)
    case 'read':
      return {
        lead: order.readyAt ? `Since ${dayAndTime(order.readyAt)}` : 'What happens next',
        title: 'The results are ready',
        words:
          'They are never shown here. Take them to a doctor, who can say what they mean for the patient.',
      }
    case 'none':
      return nextOfEnded(order)
    case 'nobody_goes':
      return {
        lead: 'We cannot come at the moment',
        title: `The sample is taken at ${order.location}`,
        words:
          'Nobody goes to the address of the booking any more, and we are sorry. Come on a day when the lab is open, and say the order id at the desk: it costs nothing more. Whoever booked sees on the page of the order what money comes back.',
        ...{ support: true, look: 'ask' },
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
    lead: isRest ? 'Some samples have been taken' : 'The lab could not use a sample',
    title: isRest ? 'The rest are still needed' : 'A new sample is needed',
    words: home
      ? `Whoever booked can choose a time for another home visit. Or come to ${location} on a day when it is open. It costs nothing more.`
      : `Come to ${location} on a day when it is open, and say the order id at the desk. It costs nothing more.`,
    look: 'ask',
  }
}

/** A home visit is ahead, under way or has failed. */
function nextOfVisit(order: TrackedOrder, next: VisitStep): Next {
  const visit = visitMoment(order) ?? ''
  const booked = { lead: 'The home visit was booked for', title: visit }
  switch (next) {
    case 'on_the_way':
      return {
        lead: 'Today',
        title: 'A phlebotomist is on the way',
        words: 'To the address of the booking. Keep the door code ready. It is in our email.',
      }
    case 'with_patient':
      return {
        lead: 'Now',
        title: 'The phlebotomist is with the patient',
        words: 'The samples go to the lab afterwards.',
      }
    case 'overdue':
      return {
        ...booked,
        words:
          'Nobody has come, and we are sorry. Whoever booked can choose another time: it costs nothing more.',
        ...{ support: true, look: 'ask' },
      }
    case 'unheard':
      return {
        ...booked,
        words: 'We have not heard yet how it went. If nobody came, write to us.',
        ...{ support: true, look: 'ask' },
      }
    case 'missed':
      return {
        lead: 'At the home visit',
        title: 'No sample was taken',
        words: 'The booking stands. Whoever booked can choose another day: it costs nothing more.',
        look: 'ask',
      }
    case 'visit':
      return {
        lead: 'A phlebotomist comes on',
        title: visit,
        words: `To the address of the booking. ${comeWords(order.resultHours)}`,
      }
  }
}

/** The specimens are taken. If they do not reach the lab in time, says so instead of blaming the lab. */
function nextOfTaken({ promised, mode, resultHours }: TrackedOrder): Next {
  const by = promised && dayAndTime(promised.by)
  if (by && promised.stands === 'late')
    return {
      lead: 'Later than planned',
      title: `The results were to be ready by ${by}`,
      words: 'The samples have not reached the lab yet. Ask us about them.',
      ...{ support: true, look: 'late' },
    }
  if (by && promised.stands === 'soon')
    return {
      lead: 'The lab does not have the samples yet',
      title: `Planned by ${by}`,
      words: 'As soon as they are there, we say here by when the results are out.',
      look: 'soon',
    }
  return {
    lead: 'What happens next',
    title: mode === 'walkin' ? 'The sample goes to the lab’s bench' : 'The sample goes to the lab',
    words: comeWords(resultHours),
  }
}

function nextOfProcessing({ promised }: TrackedOrder): Next {
  if (promised === null || promised.stands === 'late') {
    const by = promised && dayAndTime(promised.by)
    return {
      lead: 'What happens next',
      title: by ? `The results are late: they were promised by ${by}` : 'The results take longer than usual',
      words: 'The lab has not given them out yet. Ask us about them.',
      ...{ support: true, look: 'late' },
    }
  }
  const moved = promised.movedFrom !== null
  return {
    lead: moved
      ? 'The sample reached the lab later than planned; now ready by'
      : promised.stands === 'soon'
        ? 'Due soon: ready by'
        : 'Ready by',
    title: dayAndTime(promised.by),
    words: 'A scientist checks them first. We write to the patient when they are ready.',
    ...(promised.stands === 'soon' && { look: 'soon' as const }),
  }
}

function nextOfEnded(order: TrackedOrder): Next {
  if (order.state === 'expired') {
    return {
      lead: `It was not paid by ${dayAndTime(order.expiresAt)}`,
      title: 'This booking has expired',
      words: 'If money has left your account since, do not pay again: write to us.',
      support: true,
    }
  }
  return {
    lead: order.endedAt ? `On ${dayAndTime(order.endedAt)}` : 'This order has ended',
    title: 'This booking was cancelled',
    words: 'No sample will be taken. If something is not right, write to us.',
    support: true,
  }
}
