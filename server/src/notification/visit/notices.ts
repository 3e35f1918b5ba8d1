import { visitNotice } from '../../collection/index.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { NotificationNeeds } from '../jobs.ts'
import { sendOnce } from '../notices.ts'
import { missedLetter, onTheWayLetter } from './mails.ts'

/** The mails about home visits, as jobs that may be repeated. */
export function visitNotices(needs: NotificationNeeds): Jobs {
  const { db, secret, publicUrl } = needs
  return {
    'mail-on-the-way': async ({ visitId, noticeKey }) => {
      const visit = await visitNotice(db, secret, String(visitId))
      // Whoever is in, or has turned back, is not announced any more.
      if (visit?.state !== 'on_the_way' || visit.order.state !== 'scheduled') return
      await sendOnce(
        needs,
        `on-the-way:${noticeKey}`,
        visit.order.patient_email,
        onTheWayLetter(visit, publicUrl),
      )
    },
    'mail-visit-missed': async ({ visitId, noticeKey }) => {
      const visit = await visitNotice(db, secret, String(visitId))
      if (visit?.order.state !== 'scheduled') return
      await sendOnce(
        needs,
        `visit-missed:${noticeKey}`,
        visit.order.patient_email,
        missedLetter(visit, publicUrl),
      )
    },
  }
}
