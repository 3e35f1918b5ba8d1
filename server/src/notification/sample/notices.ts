import { accountById } from '../../account/index.ts'
import { orderById } from '../../booking/index.ts'
import { specimenById } from '../../collection/index.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { NotificationNeeds } from '../jobs.ts'
import { sendOnce } from '../notices.ts'
import { sampleRejectedLetter } from './mails.ts'

/** The mails about samples, as jobs that may be repeated. */
export function sampleNotices(needs: NotificationNeeds): Jobs {
  return {
    'mail-sample-rejected': async ({ specimenId }) => {
      const specimen = await specimenById(needs.db, String(specimenId))
      const order = specimen && (await orderById(needs.db, specimen.order_id))
      if (!order) throw new Error(`specimen ${specimenId} is gone`)
      const letter = sampleRejectedLetter(order, specimen, needs.publicUrl)
      await sendOnce(needs, `sample-rejected:${specimenId}`, order.patient_email, letter)
      // Whoever booked for somebody else decides about the money.
      const owner = await accountById(needs.db, order.account_id)
      if (!owner || owner.state === 'deleted' || owner.email === order.patient_email) return
      await sendOnce(needs, `sample-rejected-owner:${specimenId}`, owner.email, letter)
    },
  }
}
