import { formatNaira } from '@labalaba/contract'
import type { Job, Jobs } from '../../../infra/queue/jobs.ts'
import { labById } from '../../labs/index.ts'
import { type OrderRow, orderById } from '../../orders/index.ts'
import { paymentById } from '../../payments/index.ts'
import { visitAfterMoney } from '../../scheduling/index.ts'
import type { NotificationDependencies } from '../channel/notify.ts'
import { type Letter, note, rows } from '../letter.ts'
import { sendOnce } from '../send-once.ts'
import { notifyBooker, notifyPatient } from './notify-patient.ts'
import { type Paid, visitRows, visitTime } from './payment-letters.ts'

/** The mails about late payments and the choice made after them, as jobs that are safe to repeat. */
export function latePaymentNotifications(deps: NotificationDependencies): Jobs {
  return {
    'mail-late-owner': async ({ paymentId }) => {
      const payment = await paymentById(deps.db, Number(paymentId))
      const order = payment && (await orderById(deps.db, payment.order_id))
      // Skipped if the booker has chosen meanwhile.
      if (!order || order.late_choice !== null || order.state !== 'scheduled') return
      const letter = lateLetter(order, await visitAfterMoney(deps.db, order), deps.publicUrl)
      const key = `late-owner:${paymentId}`
      await notifyBooker(deps, { key, topic: 'bookings', kind: 'late', order, letter })
    },
    'mail-moved-patient': moved(deps, async (order, noticeKey) => {
      const letter = movedPatientLetter(order)
      const key = `patient:${noticeKey}`
      await notifyPatient(deps, { key, topic: 'bookings', kind: 'moved', order, letter })
    }),
    'mail-moved-lab': moved(deps, async (order, noticeKey) => {
      const lab = await labById(deps.db, order.lab_id)
      if (lab) await sendOnce(deps, `lab:${noticeKey}`, lab.email, movedLabLetter(order))
    }),
  }
}

function moved(
  deps: NotificationDependencies,
  send: (order: OrderRow, noticeKey: string) => Promise<void>,
): Job {
  return async ({ orderId, noticeKey }) => {
    const order = await orderById(deps.db, Number(orderId))
    if (order) await send(order, String(noticeKey))
  }
}

/** Lets the booker choose what happens to an order whose payment came late. It says nothing about the tests. */
export function lateLetter(order: OrderRow, visit: Paid['visit'], publicUrl: string): Letter {
  return {
    subject: 'Your payment came late: please choose',
    preheader: 'Your money is safe. Choose what we do with it.',
    heading: headings[visit],
    blocks: [
      whatHappened(order, visit),
      { kind: 'list', items: choices(order, visit) },
      { kind: 'button', label: 'Choose now', href: `${publicUrl}/orders/${order.reference}` },
      rows(['Order id', order.reference], ['Patient', order.patient_name], ['Lab', order.lab_name]),
    ],
  }
}

const headings = {
  passed: 'We have your money, but the time of the home visit has passed',
  taken: 'We have your money, but other people have taken the time of the home visit',
  stands: 'We have your money, but the booking had expired',
} as const

function whatHappened(order: OrderRow, visit: Paid['visit']): string {
  const money = `We have ${formatNaira(order.total_kobo)}`
  const stands =
    order.mode === 'walkin' ? 'The lab expects the patient' : `The home visit stays on ${visitTime(order)}`
  if (visit === 'stands')
    return `${money} for this booking. It had expired before the money came, so we have brought it back. ${stands}, unless you choose otherwise.`
  const why =
    visit === 'taken'
      ? 'It was not paid while we held that time, and other people have it now.'
      : 'No phlebotomist came, because it was not paid by then.'
  return `${money} for the home visit on ${visitTime(order)}. ${why} The money is safe, and nothing happens until you choose.`
}

function choices(order: OrderRow, visit: Paid['visit']): string[] {
  return [
    ...(visit === 'stands' ? ['Keep the booking as it is.'] : []),
    ...(order.mode === 'walkin' ? [] : ['Choose another day and time. It costs nothing more.']),
    'Cancel it. You get the money back, or credit for your next booking.',
  ]
}

/** Tells the patient the new time of the home visit. */
function movedPatientLetter(order: OrderRow): Letter {
  return {
    subject: 'Your home visit has a new time',
    preheader: 'When and where are inside.',
    blocks: [rows(...visitRows(order)), note('It costs nothing more. The earlier time is no longer valid.')],
  }
}

/** Tells the lab the new time of a home visit. */
function movedLabLetter(order: OrderRow): Letter {
  return {
    subject: `A new time for the home visit of ${order.reference}`,
    preheader: 'The earlier time is no longer valid.',
    heading: 'A home visit has a new time',
    blocks: [rows(['Patient', order.patient_name], ...visitRows(order))],
  }
}
