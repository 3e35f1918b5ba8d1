import type { Jobs } from '../../../infra/queue/jobs.ts'
import { accountById } from '../../accounts/index.ts'
import { orderById, trackUrl } from '../../orders/index.ts'
import { specimenById, specimensOf } from '../../specimens/index.ts'
import { type Notice, tell, tellEach } from '../channel/tell.ts'
import type { NotificationDependencies } from '../jobs.ts'
import { otherBooker, patientNotices, tellPatient } from '../patient/tell-patient.ts'
import { givenUpLetter, sampleReceivedLetter, sampleRejectedLetter } from './mails.ts'

/** The mails about samples, as jobs that are safe to repeat. */
export function sampleNotices(deps: NotificationDependencies): Jobs {
  return {
    'mail-sample-rejected': async ({ specimenId }) => {
      const specimen = await specimenById(deps.db, String(specimenId))
      const order = specimen && (await orderById(deps.db, specimen.order_id))
      if (!order) throw new Error(`specimen ${specimenId} is gone`)
      const next = (await specimensOf(deps.db, order.id)).find(({ replaces }) => replaces === specimen.id)
      // Skipped if the new specimen was cancelled meanwhile.
      if (next?.state === 'given_up') return
      const owner = await otherBooker(deps.db, order)
      const page = `${deps.publicUrl}/orders/${order.reference}`
      const letter = sampleRejectedLetter(order, specimen, { chooses: true, page })
      const event = `sample-rejected:${specimenId}`
      const about = { event, topic: 'bookings', kind: 'rejected', order, letter } as const
      const follow = { chooses: false, page: trackUrl(deps, order.reference) }
      const patientReads = owner ? sampleRejectedLetter(order, specimen, follow) : letter
      const toPatient = await patientNotices(
        deps,
        { ...about, letter: patientReads, key: event },
        { bookerHears: true },
      )
      const notices: Notice[] = [...toPatient]
      // A booker who is not the patient decides about the money.
      if (owner) notices.push({ ...about, key: `sample-rejected-owner:${specimenId}`, to: owner.email })
      await tellEach(deps, notices)
    },
    'mail-given-up': async ({ orderId, noticeKey }) => {
      const order = await orderById(deps.db, Number(orderId))
      if (!order) throw new Error(`order ${orderId} is gone`)
      // A cancelled order is refunded in full and has a mail of its own.
      if (order.state === 'cancelled') return
      const booker = await accountById(deps.db, order.account_id)
      if (!booker || booker.state === 'deleted') return
      const letter = givenUpLetter(order, `${deps.publicUrl}/orders/${order.reference}`)
      const key = `given-up:${noticeKey}`
      await tell(deps, { topic: 'bookings', kind: 'given_up', order, letter, key, to: booker.email })
    },
    'mail-sample-received': async ({ orderId, noticeKey }) => {
      const order = await orderById(deps.db, Number(orderId))
      if (!order) throw new Error(`order ${orderId} is gone`)
      // Skipped if the order has moved on: all results are out, or a new sample has to be taken.
      if (order.state !== 'lab_processing') return
      const letter = sampleReceivedLetter(order, deps.publicUrl)
      const key = `sample-received:${noticeKey}`
      await tellPatient(deps, { topic: 'bookings', kind: 'received', order, letter, key })
    },
  }
}
