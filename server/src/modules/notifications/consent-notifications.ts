import type { Jobs } from '../../infra/queue/jobs.ts'
import { accountById, doctorNameOf, isVerifiedDoctor } from '../accounts/index.ts'
import { consentStateAt, consentUrl, hasSaidNo, newestConsent, pairOf } from '../consents/index.ts'
import { type OrderRow, orderById, publicPatientName } from '../orders/index.ts'
import { criticalUnseen } from '../result-access/index.ts'
import type { NotificationDependencies } from './channel/notify.ts'
import { type Letter, note, rows } from './letter.ts'
import { sendOnce } from './send-once.ts'

/**
 * The mails about consent, and to doctors about results that wait, as jobs that are safe to repeat. They go by mail alone:
 * the consent link must not show on a locked screen, and doctors are at work.
 */
export function consentNotifications(deps: NotificationDependencies): Jobs {
  const { db, clock } = deps
  return {
    'mail-consent': async ({ orderId, noticeKey }) => {
      const order = await orderById(db, Number(orderId))
      const pair = order?.paid_at && order.state !== 'cancelled' && (await pairOf(db, order))
      if (!order?.patient_email || !pair || !(await isVerifiedDoctor(db, pair.doctorId))) return
      const state = consentStateAt(await newestConsent(db, pair), clock.now())
      if ((state !== 'asked' && state !== 'expired') || (await hasSaidNo(db, order))) return
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

/**
 * Requests a patient's consent for the doctor who booked to read the results. Names the patient, but not in the subject,
 * which a locked screen shows. `doctor` is the name that an operator has compared with the practising licence. `again`
 * marks a second request.
 */
function consentLetter(order: OrderRow, doctor: string, url: string, again: boolean): Letter {
  const patient = publicPatientName(order)
  return {
    subject: again ? 'A doctor asks again to read results' : 'A doctor asks to read results',
    preheader: 'You decide. It takes a minute, and you can change your mind.',
    heading: `May a doctor read the results of ${patient}?`,
    blocks: [
      `${doctor} booked the order below for ${patient}. We have checked the doctor’s practising licence. The results belong to the patient. The doctor sees that they are ready, but can read them only if the patient agrees.`,
      { kind: 'button', label: 'Decide', href: url },
      {
        kind: 'list',
        items: [
          `If you agree, it is valid for a year. It covers everything that this doctor books for ${patient}, and for no one else.`,
          'For private tests, such as HIV, pregnancy or cancer, you choose separately.',
          'You can take it back at any time, on the same page.',
          'If you say no, the doctor can open no result, not even one that needs action now. The lab still calls about such a result.',
        ],
      },
      rows(
        ['Order id', order.reference],
        ['Patient', patient],
        ['Lab', `${order.lab_name}, ${order.location_name}`],
      ),
      note(
        order.patient_born_on
          ? `Others may read this email too. So we ask for the patient’s date of birth before a yes. ${untilAnswered}`
          : `The order has no date of birth, and others may read this email too. So the patient says yes with an account for this email address, once the results are ready. ${untilAnswered}`,
      ),
    ],
  }
}

const untilAnswered =
  'If you do nothing, the doctor can open only a result that needs action now. Then we tell you.'

/** Tells a doctor that a result they have read was withdrawn. It names no patient, test or lab. */
export function doctorWithdrawnLetter(order: Pick<OrderRow, 'reference'>, publicUrl: string): Letter {
  const href = `${publicUrl}/orders/${encodeURIComponent(order.reference)}/results`
  return {
    subject: 'A result that you read was taken back',
    preheader: 'Please do not rely on it.',
    blocks: [
      'The lab has taken it back. Please do not rely on it, and see what the lab says.',
      { kind: 'button', label: 'Open the results', href },
      note('We ask for your password first, as results are private.'),
    ],
  }
}

/** Tells a doctor that a result waits for them. It names no patient, test or lab, and says nothing about the result. */
export function doctorWaitsLetter(publicUrl: string): Letter {
  return {
    subject: 'A result waits for you',
    preheader: 'Log in to read it.',
    blocks: [
      'Please read it soon, and acknowledge it there.',
      { kind: 'button', label: 'Open your inbox', href: `${publicUrl}/portal/doctor` },
      note('We ask for your password first, as results are private.'),
    ],
  }
}
