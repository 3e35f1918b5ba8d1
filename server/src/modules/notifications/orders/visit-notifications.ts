import type { Jobs } from '../../../infra/queue/jobs.ts'
import {
  type MissedSpecimenNotice,
  missedSpecimenNotice,
  type VisitNotice,
  visitNotice,
} from '../../home-visits/index.ts'
import { type OrderRow, orderById, trackUrl } from '../../orders/index.ts'
import { isClosedFor } from '../../scheduling/index.ts'
import type { NotificationDependencies } from '../channel/notify.ts'
import { goodFor } from '../channel/policy.ts'
import { type Block, type Letter, rows } from '../letter.ts'
import { notifyPatient, notifyPatientAndBooker, otherBooker } from './notify-patient.ts'
import { visitRows, visitTime } from './payment-letters.ts'

/** The mails about home visits, as jobs that are safe to repeat. */
export function visitNotifications(deps: NotificationDependencies): Jobs {
  const { db, secret } = deps
  return {
    'mail-on-the-way': async ({ visitId, noticeKey }) => {
      const visit = await visitNotice(db, secret, String(visitId))
      // Skipped if the phlebotomist has arrived or turned back.
      if (visit?.state !== 'on_the_way' || visit.order.state !== 'scheduled') return
      const { order } = visit
      const toBooker = onTheWayLetter(visit, orderPage(deps, order))
      const isBookers = (await otherBooker(db, order)) === undefined
      await notifyPatient(deps, {
        ...{ key: `on-the-way:${noticeKey}`, topic: 'bookings', kind: 'on_the_way', order },
        ...{ letter: isBookers ? toBooker : onTheWayLetter(visit, trackingPage(deps, order)), toBooker },
        goodUntil: (requested) => new Date(requested.getTime() + goodFor.onTheWay),
      })
    },
    'mail-day-closed': async ({ orderId, day, noticeKey }) => {
      const order = await orderById(db, Number(orderId))
      // Skipped if the visit has another day by now.
      if (order?.state !== 'scheduled' || order.collection_on !== day) return
      if (!(await isClosedFor(db, order))) return
      await notifyPatientAndBooker(deps, {
        ...{ key: `patient:${noticeKey}`, topic: 'bookings', kind: 'day_closed', order },
        letter: dayClosedLetter(order, trackingPage(deps, order)),
        toBooker: dayClosedLetter(order, orderPage(deps, order)),
      })
    },
    'mail-specimens-missed': async ({ visitId }) => {
      const visit = await visitNotice(db, secret, String(visitId))
      if (visit?.order.state !== 'scheduled') return
      const { order } = visit
      const missed = await missedSpecimenNotice(db, String(visitId), order.id)
      // The specimens were taken or cancelled since.
      if (missed.reasons.length === 0) return
      await notifyPatientAndBooker(deps, {
        ...{ key: `left-out:${visitId}`, bookerKey: `left-out-owner:${visitId}` },
        ...{ topic: 'bookings', kind: 'left_out', order },
        letter: missedSpecimenLetter(order, missed, trackingPage(deps, order)),
        toBooker: missedSpecimenLetter(order, missed, orderPage(deps, order)),
      })
    },
    'mail-visit-missed': async ({ visitId, noticeKey }) => {
      const visit = await visitNotice(db, secret, String(visitId))
      if (visit?.order.state !== 'scheduled') return
      const { order } = visit
      await notifyPatientAndBooker(deps, {
        ...{ key: `visit-missed:${noticeKey}`, topic: 'bookings', kind: 'missed', order },
        letter: missedLetter(visit, trackingPage(deps, order)),
        toBooker: missedLetter(visit, orderPage(deps, order)),
      })
    },
  }
}

type Pages = Pick<NotificationDependencies, 'secret' | 'publicUrl'>

/** For a patient whose order another account booked: they cannot choose, and track the order on the page open to them. */
function trackingPage(pages: Pages, order: OrderRow): Way {
  return { chooses: false, page: trackUrl(pages, order.reference) }
}

/** For the booker. */
function orderPage({ publicUrl }: Pages, order: OrderRow): Way {
  return { chooses: true, page: `${publicUrl}/orders/${order.reference}` }
}

/** Tells the patient that the phlebotomist is on the way, with the door code. It says nothing about the tests. */
function onTheWayLetter({ order, phlebotomist, doorCode }: VisitNotice, { page }: Way): Letter {
  const code: Block[] = doorCode
    ? [
        { kind: 'code', label: 'Your door code', digits: doorCode },
        `Tell it only to ${phlebotomist || 'the phlebotomist'}, and only at your door. Our phlebotomist asks for it, and checks your name and date of birth.`,
      ]
    : []
  return {
    subject: 'Your phlebotomist is on the way',
    preheader: 'Your door code is inside.',
    heading: `${phlebotomist || 'Your phlebotomist'} is on the way`,
    blocks: [...code, rows(...visitRows(order)), { kind: 'button', label: 'See your order', href: page }],
  }
}

const why = {
  nobody_home: 'No one opened the door.',
  not_found: 'We did not find the address.',
  declined: 'We were asked not to take the sample.',
  not_the_patient: 'The name or date of birth did not match the booking.',
  unable:
    'Our phlebotomist could not come, or could not take the sample. That is not your fault, and we are sorry.',
} as const

/** What the reader of a letter can do: whether they choose another day, and the page to do so or to follow the order. */
export type Way = { readonly chooses: boolean; readonly page: string }

function buttonOf({ chooses, page }: Way): Block {
  return { kind: 'button', label: chooses ? 'Choose another day' : 'Follow the order', href: page }
}

function nextStep({ chooses }: Way): string {
  return chooses
    ? 'Choose another day and time. It costs nothing more.'
    : 'We ask the person who booked to choose another day and time. It costs nothing more.'
}

/** Tells the patient or the booker that no sample was taken, why, and how to continue. */
function missedLetter({ order, missedReason }: VisitNotice, way: Way): Letter {
  return {
    subject: 'We could not take your sample',
    preheader: 'Another day costs nothing more.',
    blocks: [
      missedReason && why[missedReason],
      `The booking is still valid. ${nextStep(way)}`,
      buttonOf(way),
      rows(...visitRows(order)),
    ],
  }
}

const whyMissed: Readonly<Record<MissedSpecimenNotice['reasons'][number], string>> = {
  declined: 'it was declined at that moment',
  no_vein: "we could not find a vein, which happens and is no one's fault",
  not_fasted: 'it needs an empty stomach',
  no_container: 'our phlebotomist had no container for it, and we are sorry',
  not_produced: 'it was not possible to give it at that moment',
  other: 'the page of your booking says why',
}

/** Tells the patient that some samples were taken and others not, why, and how to continue. It names no test. */
function missedSpecimenLetter(order: OrderRow, { taken, reasons }: MissedSpecimenNotice, way: Way): Letter {
  const [only] = reasons
  const because =
    only && reasons.every((one) => one === only)
      ? `: ${whyMissed[only]}.`
      : '. The page of your booking says which, and why.'
  const needed = reasons.length === 1 ? 'one sample' : `${reasons.length} samples`
  return {
    subject: reasons.length === 1 ? 'One sample is still needed' : 'Some samples are still needed',
    preheader: 'It costs nothing more. See inside what to do next.',
    heading: 'We have some of your samples',
    blocks: [
      `At the home visit we took ${taken} of ${taken + reasons.length} samples. The lab works on what we took. We could not take ${needed}${because}`,
      way.chooses
        ? `Choose another time for a visit on the page of your booking. Or come to ${order.location_name}, ${order.location_address}, on a day when it is open. It costs nothing more. If you do not want to give these samples any more, say so on the page of your booking. Then we continue without them, and arrange the refund for those tests.`
        : `We ask the person who booked to choose another time for a visit. Or come to ${order.location_name}, ${order.location_address}, on a day when it is open. It costs nothing more.`,
      { kind: 'button', label: way.chooses ? 'See what to do next' : 'Follow the order', href: way.page },
      rows(['Order id', order.reference], ['Patient', order.patient_name]),
    ],
  }
}

/** Tells the patient or the booker that a home visit needs another day, as the lab is closed then. */
function dayClosedLetter(order: OrderRow, way: Way): Letter {
  const title = way.chooses
    ? 'Please choose another day for your home visit'
    : 'Your home visit needs another day'
  return {
    subject: title,
    preheader: 'The lab is closed then. Another day costs nothing more.',
    heading: way.chooses ? 'Please choose another day' : title,
    blocks: [
      `${order.lab_name} is closed at the time of the home visit, ${visitTime(order)}. The booking is still valid, and the money is safe. ${nextStep(way)}`,
      buttonOf(way),
      rows(...visitRows(order)),
    ],
  }
}
