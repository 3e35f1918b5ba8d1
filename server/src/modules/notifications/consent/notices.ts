import type { Jobs } from '../../../infra/queue/jobs.ts'
import { accountById, doctorNameOf, isVerifiedDoctor } from '../../accounts/index.ts'
import { consentUrl, liveConsent, pairOf } from '../../consents/index.ts'
import { orderById } from '../../orders/index.ts'
import { criticalUnseen } from '../../result-access/index.ts'
import type { NotificationDependencies } from '../jobs.ts'
import { sendOnce } from '../notices.ts'
import { consentLetter, doctorWaitsLetter } from './letters.ts'

/**
 * The mails about consent, and to doctors about results that wait, as jobs that are safe to repeat. They go by mail alone:
 * the consent link must not show on a locked screen, and doctors are at work.
 */
export function consentNotices(deps: NotificationDependencies): Jobs {
  const { db, clock } = deps
  return {
    'mail-consent': async ({ orderId, noticeKey }) => {
      const order = await orderById(db, Number(orderId))
      const pair = order?.paid_at && order.state !== 'cancelled' && (await pairOf(db, order))
      if (!order || !pair || !(await isVerifiedDoctor(db, pair.doctorId))) return
      if (await liveConsent(db, order, clock.now())) return
      const key = noticeKey === undefined ? `consent:${order.id}` : String(noticeKey)
      const doctor = (await doctorNameOf(db, pair.doctorId)) ?? 'A doctor'
      const letter = consentLetter(order, doctor, consentUrl(deps, order.reference), noticeKey !== undefined)
      await sendOnce(deps, key, order.patient_email, letter)
    },
    'mail-doctor-waits': async ({ accountId, noticeKey }) => {
      const doctor = await accountById(db, Number(accountId))
      if (doctor?.state !== 'active' || !(await criticalUnseen(db, doctor.id, clock.now()))) return
      await sendOnce(deps, String(noticeKey), doctor.email, doctorWaitsLetter(deps.publicUrl))
    },
  }
}
