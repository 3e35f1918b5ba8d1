import { accountById } from '../../account/index.ts'
import { orderById, trackUrl } from '../../booking/index.ts'
import { specimenById, specimensOf } from '../../collection/index.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { type Notice, tell, tellEach } from '../channel/tell.ts'
import type { NotificationDependencies } from '../jobs.ts'
import { otherBooker, patientNotices, tellPatient } from '../patient/tell-patient.ts'
import { givenUpLetter, sampleReceivedLetter, sampleRejectedLetter } from './mails.ts'

/** The mails about samples, as jobs that may be repeated. */
export function sampleNotices(deps: NotificationDependencies): Jobs {
  return {
    'mail-sample-rejected': async ({ specimenId }) => {
      const specimen = await specimenById(deps.db, String(specimenId))
      const order = specimen && (await orderById(deps.db, specimen.order_id))
      if (!order) throw new Error(`specimen ${specimenId} is gone`)
      const next = (await specimensOf(deps.db, order.id)).find(({ replaces }) => replaces === specimen.id)
      // Nobody is asked for what was given up since.
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
      // Whoever booked for somebody else decides about the money.
      if (owner) notices.push({ ...about, key: `sample-rejected-owner:${specimenId}`, to: owner.email })
      await tellEach(deps, notices)
    },
    'mail-given-up': async ({ orderId, noticeKey }) => {
      const order = await orderById(deps.db, Number(orderId))
      if (!order) throw new Error(`order ${orderId} is gone`)
      // Then all of the money goes back, and a mail of its own says so.
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
      // The result is on its way already, or a new sample is.
      if (order.state !== 'lab_processing') return
      const letter = sampleReceivedLetter(order, deps.publicUrl)
      const key = `sample-received:${noticeKey}`
      await tellPatient(deps, { topic: 'bookings', kind: 'received', order, letter, key })
    },
  }
}
