import { addJob, type Jobs } from '../../../infra/queue/jobs.ts'
import { accountById, isVerifiedDoctor } from '../../accounts/index.ts'
import { ordersNeverAnswered } from '../../consents/index.ts'
import { countsUntil, licenceById } from '../../licences/index.ts'
import type { NotificationDependencies } from '../jobs.ts'
import { sendOnce } from '../notices.ts'
import {
  type LicenceNews,
  licenceDecidedLetter,
  licenceRenewalLetter,
  licenceWaitsLetter,
} from './letters.ts'

/** Patients booked within this time get a consent request once their doctor is verified: 90 days in milliseconds. */
const askedAbout = 90 * 24 * 60 * 60 * 1000

/** The mails about the practising licences of doctors, as jobs that are safe to repeat. */
export function licenceNotices(deps: NotificationDependencies): Jobs {
  const { db, clock, publicUrl } = deps
  const doctorOf = async (licenceId: unknown) => {
    const licence = await licenceById(db, String(licenceId))
    const doctor = licence && (await accountById(db, licence.account_id))
    return licence && doctor?.state === 'active' ? { licence, email: doctor.email } : null
  }
  return {
    'mail-licence-operator': async ({ licenceId }) => {
      await sendOnce(deps, `licence-waits:${licenceId}`, deps.operatorMail, licenceWaitsLetter(publicUrl))
    },
    'mail-licence-decided': async ({ licenceId, act, noticeKey }) => {
      const found = await doctorOf(licenceId)
      if (!found) return
      const letter = licenceDecidedLetter(act as LicenceNews, found.licence, publicUrl)
      await sendOnce(deps, String(noticeKey), found.email, letter)
    },
    'mail-licence-renewal': async ({ licenceId, noticeKey }) => {
      const found = await doctorOf(licenceId)
      if (found?.licence.state !== 'accepted') return
      const until = countsUntil(found.licence.practising_year)
      const letter = licenceRenewalLetter(found.licence, until, publicUrl)
      await sendOnce(deps, String(noticeKey), found.email, letter)
    },
    // Requests consent from patients who were booked before the doctor was verified.
    'follow-licence': async ({ licenceId }) => {
      const licence = await licenceById(db, String(licenceId))
      if (!licence || !(await isVerifiedDoctor(db, licence.account_id))) return
      const since = new Date(clock.now().getTime() - askedAbout)
      const orders = await ordersNeverAnswered(db, licence.account_id, since)
      await db.transaction().execute(async (tx) => {
        for (const orderId of orders) await addJob(tx, 'mail-consent', { orderId })
      })
    },
  }
}
