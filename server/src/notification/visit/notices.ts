import { isClosedFor, orderById } from '../../booking/index.ts'
import { visitNotice } from '../../collection/index.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { goodFor } from '../channel/rules.ts'
import { tell } from '../channel/tell.ts'
import type { NotificationNeeds } from '../jobs.ts'
import { dayClosedLetter, missedLetter, onTheWayLetter } from './mails.ts'

/** The mails about home visits, as jobs that may be repeated. */
export function visitNotices(needs: NotificationNeeds): Jobs {
  const { db, secret, publicUrl } = needs
  return {
    'mail-on-the-way': async ({ visitId, noticeKey }) => {
      const visit = await visitNotice(db, secret, String(visitId))
      // Whoever is in, or has turned back, is not announced any more.
      if (visit?.state !== 'on_the_way' || visit.order.state !== 'scheduled') return
      await tell(needs, {
        ...{
          key: `on-the-way:${noticeKey}`,
          topic: 'bookings',
          kind: 'on_the_way',
          goodUntil: (asked) => new Date(asked.getTime() + goodFor.onTheWay),
        },
        ...{ to: visit.order.patient_email, order: visit.order, letter: onTheWayLetter(visit, publicUrl) },
      })
    },
    'mail-day-closed': async ({ orderId, day, noticeKey }) => {
      const order = await orderById(db, Number(orderId))
      // Whoever has another day by now is not asked for one.
      if (order?.state !== 'scheduled' || order.collection_on !== day) return
      if (!(await isClosedFor(db, order))) return
      await tell(needs, {
        ...{ key: `patient:${noticeKey}`, topic: 'bookings', kind: 'day_closed' },
        ...{ to: order.patient_email, order, letter: dayClosedLetter(order, publicUrl) },
      })
    },
    'mail-visit-missed': async ({ visitId, noticeKey }) => {
      const visit = await visitNotice(db, secret, String(visitId))
      if (visit?.order.state !== 'scheduled') return
      await tell(needs, {
        ...{ key: `visit-missed:${noticeKey}`, topic: 'bookings', kind: 'missed' },
        ...{ to: visit.order.patient_email, order: visit.order, letter: missedLetter(visit, publicUrl) },
      })
    },
  }
}
