import { brand, type RejectionReason } from '@labalaba/contract'
import type { Jobs } from '../../../infra/queue/jobs.ts'
import { type OrderRow, orderById, trackUrl } from '../../orders/index.ts'
import { type SpecimenRow, specimenById, specimensOf } from '../../specimens/index.ts'
import type { NotificationDependencies } from '../channel/notify.ts'
import { type Letter, note, rows } from '../letter.ts'
import { loadOrder, notifyBooker, notifyPatient, notifyPatientAndBooker } from './notify-patient.ts'
import type { Way } from './visit-notifications.ts'

/** The mails about samples, as jobs that are safe to repeat. */
export function sampleNotifications(deps: NotificationDependencies): Jobs {
  return {
    'mail-sample-rejected': async ({ specimenId }) => {
      const specimen = await specimenById(deps.db, String(specimenId))
      const order = specimen && (await orderById(deps.db, specimen.order_id))
      if (!order) throw new Error(`specimen ${specimenId} is gone`)
      const next = (await specimensOf(deps.db, order.id)).find(({ replaces }) => replaces === specimen.id)
      // Skipped if the new specimen was cancelled meanwhile.
      if (next?.state === 'given_up') return
      const page = `${deps.publicUrl}/orders/${order.reference}`
      const tracking = { chooses: false, page: trackUrl(deps, order.reference) }
      // A booker who is not the patient decides about the money.
      await notifyPatientAndBooker(deps, {
        ...{ key: `sample-rejected:${specimenId}`, bookerKey: `sample-rejected-owner:${specimenId}` },
        ...{ topic: 'bookings', kind: 'rejected', order },
        letter: sampleRejectedLetter(order, specimen, tracking),
        toBooker: sampleRejectedLetter(order, specimen, { chooses: true, page }),
      })
    },
    'mail-given-up': async ({ orderId, noticeKey }) => {
      const order = await loadOrder(deps.db, orderId)
      // A cancelled order is refunded in full and has a mail of its own.
      if (order.state === 'cancelled') return
      const letter = givenUpLetter(order, `${deps.publicUrl}/orders/${order.reference}`)
      const key = `given-up:${noticeKey}`
      await notifyBooker(deps, { key, topic: 'bookings', kind: 'given_up', order, letter })
    },
    'mail-sample-received': async ({ orderId, noticeKey }) => {
      const order = await loadOrder(deps.db, orderId)
      // Skipped if the order has moved on: all results are out, or a new sample has to be taken.
      if (order.state !== 'lab_processing') return
      const letter = sampleReceivedLetter(order, deps.publicUrl)
      const key = `sample-received:${noticeKey}`
      await notifyPatient(deps, { topic: 'bookings', kind: 'received', order, letter, key })
    },
  }
}

/** Why a lab rejects a specimen, in words for the patient. */
const why: Readonly<Record<Exclude<RejectionReason, 'other'>, string>> = {
  haemolysed: 'the blood cells had broken in the tube',
  clotted: 'the blood had clotted in the tube',
  insufficient_volume: 'there was not enough of it',
  wrong_container: 'it was in the wrong container',
  unlabelled: 'its label was missing or did not match',
  leaked: 'it had leaked',
  too_old: 'it was too old when the lab could work on it',
}

/**
 * Tells the patient or the booker that a new sample is needed, why, how it is given, and that it is free. It names no test.
 */
function sampleRejectedLetter(order: OrderRow, specimen: SpecimenRow, way: Way): Letter {
  const reason = specimen.rejected_reason ?? 'other'
  const because = reason === 'other' ? '' : ` because ${why[reason]}`
  const note = specimen.rejected_note ? ` The lab says: ${specimen.rejected_note}` : ''
  return {
    subject: 'A new sample is needed',
    preheader: 'It costs you nothing. See inside how to give it.',
    heading: 'The lab needs a new sample',
    blocks: [
      `${order.lab_name} could not use a sample that was taken for this booking${because}.${note}`,
      whereTo(order, way),
      way.chooses
        ? 'You do not need to pay again. Do you want your money back instead? The page of your booking shows how, and how much it is.'
        : 'No one needs to pay again.',
      rows(['Order id', order.reference], ['Patient', order.patient_name]),
      { kind: 'button', label: 'See the order', href: way.page },
    ],
  }
}

/**
 * Tells the booker that an operator cancelled a specimen that had to be taken again, and what happens to the money. It
 * names no test and no reason.
 */
function givenUpLetter(order: OrderRow, page: string): Letter {
  return {
    subject: 'A sample is not needed any more',
    preheader: 'See inside what happens to the money.',
    heading: 'We no longer ask for that sample',
    blocks: [
      `For this booking, samples had to be taken again. ${brand.name} has given up these samples for you, so no one needs to come for them. Your booking is not cancelled. The lab will not do the tests that need these samples. The page of your booking shows which tests.`,
      'We arrange the refund for those tests. We write again when it is on its way. The rest of your booking continues.',
      rows(['Order id', order.reference], ['Patient', order.patient_name]),
      { kind: 'button', label: 'See the order', href: page },
      note(`Did you not want this? Write to ${brand.supportEmail} with your order id.`),
    ],
  }
}

/** Tells the patient that every sample has reached the lab. It names no test. */
function sampleReceivedLetter(order: OrderRow, publicUrl: string): Letter {
  return {
    subject: 'The lab has your sample',
    preheader: 'What happens next is inside.',
    blocks: [
      `${order.lab_name} has what it needs and is working on it now. We write again when the result is ready.`,
      rows(['Order id', order.reference], ['Patient', order.patient_name]),
      { kind: 'button', label: 'See the order', href: `${publicUrl}/orders/${order.reference}` },
    ],
  }
}

/** After a home visit the booker chooses another visit, or the patient comes to the lab. */
function whereTo(order: OrderRow, { chooses }: Way): string {
  const { location_name: name, location_address: address, mode } = order
  const lab = `come to ${name}, ${address}, on a day when it is open. Say the order id at the desk.`
  if (mode === 'walkin') return `Please ${lab}`
  const visit = chooses
    ? 'Choose a time for another home visit on the page of your booking. It is free of charge.'
    : 'The person who booked can choose a time for another home visit, free of charge.'
  return `${visit} Or ${lab}`
}
