import type { Jobs } from '../../../infra/queue/jobs.ts'
import { missedSpecimenNotice, visitNotice } from '../../home-visits/index.ts'
import { type OrderRow, orderById, trackUrl } from '../../orders/index.ts'
import { isClosedFor } from '../../scheduling/index.ts'
import { goodFor } from '../channel/policy.ts'
import type { NotificationDependencies } from '../jobs.ts'
import { otherBooker, tellBoth, tellPatient } from '../patient/tell-patient.ts'
import { dayClosedLetter, missedLetter, missedSpecimenLetter, onTheWayLetter, type Way } from './mails.ts'

/** The mails about home visits, as jobs that are safe to repeat. */
export function visitNotices(deps: NotificationDependencies): Jobs {
  const { db, secret } = deps
  return {
    'mail-on-the-way': async ({ visitId, noticeKey }) => {
      const visit = await visitNotice(db, secret, String(visitId))
      // Skipped if the phlebotomist has arrived or turned back.
      if (visit?.state !== 'on_the_way' || visit.order.state !== 'scheduled') return
      const { order } = visit
      const toBooker = onTheWayLetter(visit, decided(deps, order))
      const isBookers = (await otherBooker(db, order)) === undefined
      await tellPatient(deps, {
        ...{
          key: `on-the-way:${noticeKey}`,
          topic: 'bookings',
          kind: 'on_the_way',
          goodUntil: (asked) => new Date(asked.getTime() + goodFor.onTheWay),
        },
        ...{ order, letter: isBookers ? toBooker : onTheWayLetter(visit, followed(deps, order)), toBooker },
      })
    },
    'mail-day-closed': async ({ orderId, day, noticeKey }) => {
      const order = await orderById(db, Number(orderId))
      // Skipped if the visit has another day by now.
      if (order?.state !== 'scheduled' || order.collection_on !== day) return
      if (!(await isClosedFor(db, order))) return
      await tellBoth(deps, {
        ...{ key: `patient:${noticeKey}`, topic: 'bookings', kind: 'day_closed', order },
        letter: dayClosedLetter(order, followed(deps, order)),
        toBooker: dayClosedLetter(order, decided(deps, order)),
      })
    },
    'mail-left-out': async ({ visitId }) => {
      const visit = await visitNotice(db, secret, String(visitId))
      if (visit?.order.state !== 'scheduled') return
      const { order } = visit
      const left = await missedSpecimenNotice(db, String(visitId), order.id)
      // The specimens were taken or cancelled since.
      if (left.reasons.length === 0) return
      await tellBoth(deps, {
        ...{ key: `left-out:${visitId}`, bookerKey: `left-out-owner:${visitId}` },
        ...{ topic: 'bookings', kind: 'left_out', order },
        letter: missedSpecimenLetter(order, left, followed(deps, order)),
        toBooker: missedSpecimenLetter(order, left, decided(deps, order)),
      })
    },
    'mail-visit-missed': async ({ visitId, noticeKey }) => {
      const visit = await visitNotice(db, secret, String(visitId))
      if (visit?.order.state !== 'scheduled') return
      const { order } = visit
      await tellBoth(deps, {
        ...{ key: `visit-missed:${noticeKey}`, topic: 'bookings', kind: 'missed', order },
        letter: missedLetter(visit, followed(deps, order)),
        toBooker: missedLetter(visit, decided(deps, order)),
      })
    },
  }
}

type Pages = Pick<NotificationDependencies, 'secret' | 'publicUrl'>

/** For a patient whose order another account booked: they cannot choose, and track the order on the page open to them. */
function followed(pages: Pages, order: OrderRow): Way {
  return { chooses: false, page: trackUrl(pages, order.reference) }
}

/** For the booker. */
function decided({ publicUrl }: Pages, order: OrderRow): Way {
  return { chooses: true, page: `${publicUrl}/orders/${order.reference}` }
}
