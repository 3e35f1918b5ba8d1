import { createHash } from 'node:crypto'
import type { Attachment } from '../../../infra/mail/mail.ts'
import { RenderingError } from '../../../infra/pdf/renderer.ts'
import type { Jobs } from '../../../infra/queue/jobs.ts'
import { accountById } from '../../accounts/index.ts'
import { labById, locationById } from '../../labs/index.ts'
import { linesOf, orderById, trackUrl } from '../../orders/index.ts'
import {
  type Copy,
  linkRecipients,
  linkUrl,
  paymentById,
  printReceipt,
  shareById,
} from '../../payments/index.ts'
import { visitAfterMoney } from '../../scheduling/index.ts'
import { type NotificationDependencies, notify } from '../channel/notify.ts'
import { sendEach, sendOnce } from '../send-once.ts'
import { loadOrder, notifyPatient } from './notify-patient.ts'
import * as letters from './payment-letters.ts'

/** The mails about payments, as jobs that are safe to repeat. */
export function paymentNotifications(deps: NotificationDependencies): Jobs {
  return {
    'mail-patient': async ({ paymentId }) => {
      const paid = await readPaid(deps, Number(paymentId))
      await notifyPatient(deps, {
        ...{ key: `patient:${paymentId}`, topic: 'bookings', kind: 'paid', order: paid.order },
        ...{ letter: letters.patientLetter(paid), toBooker: letters.bookerLetter(paid) },
        attach: () => receiptFor(deps, paid, 'owner'),
      })
    },
    'mail-payer': async ({ paymentId }) => {
      const paid = await readPaid(deps, Number(paymentId))
      const { order, payment } = paid
      // A payer who is the patient has the receipt in the mail to the patient.
      if (payment.payer_email.toLowerCase() === order.patient_email?.toLowerCase()) return
      // A payment without a link was made by the booking account, which may see the whole order.
      const copy = payment.link_id === null ? 'owner' : 'payer'
      await notify(deps, {
        ...{ key: `payer:${paymentId}`, topic: 'money', kind: 'receipt', toPayer: true },
        ...{ to: payment.payer_email, order, letter: letters.payerLetter(paid) },
        attach: () => receiptFor(deps, paid, copy),
      })
    },
    'mail-lab': async ({ paymentId }) => {
      const paid = await readPaid(deps, Number(paymentId))
      await sendOnce(deps, `lab:${paymentId}`, paid.labEmail, letters.labLetter(paid))
    },
    'mail-operator': async ({ paymentId }) => {
      const paid = await readPaid(deps, Number(paymentId))
      await sendOnce(deps, `operator:${paymentId}`, deps.operatorMail, letters.operatorLetter(paid))
    },
    'mail-held-payer': async ({ paymentId }) => {
      const { order, payment } = await readPayment(deps, Number(paymentId))
      await notify(deps, {
        ...{ key: `held-payer:${paymentId}`, topic: 'money', kind: 'held', toPayer: true },
        ...{ to: payment.payer_email, order, letter: letters.heldPayerLetter(order, payment) },
      })
    },
    'mail-payment-link': async ({ shareId }) => {
      const share = await shareById(deps.db, Number(shareId))
      const order = share && (await orderById(deps.db, share.order_id))
      if (!share || !order || order.paid_at || share.expires_at <= deps.clock.now()) return
      const lines = order.show_tests ? await linesOf(deps.db, order.id) : []
      const letter = letters.linkLetter(order, lines, {
        sender: letters.senderWords(await accountById(deps.db, order.account_id)),
        url: linkUrl(deps, share.link_id),
        expiresAt: share.expires_at,
      })
      await sendOnce(deps, `link-share:${shareId}`, share.recipient, letter)
    },
    'mail-link-closed': async ({ orderId }) => {
      const order = await loadOrder(deps.db, orderId)
      const letter = letters.linkClosedLetter(order)
      const addresses = await linkRecipients(deps.db, order.id)
      // Distinguishes addresses without storing them.
      const hashOf = (address: string) => createHash('sha256').update(address).digest('hex').slice(0, 24)
      await sendEach(
        deps,
        letter,
        addresses.map((to) => ({ key: `link-closed:${orderId}:${hashOf(to)}`, to })),
      )
    },
  }
}

/** The receipt to attach to a mail. Empty if it cannot be drawn, as the mail contains everything important. */
async function receiptFor(
  deps: NotificationDependencies,
  { order, payment }: PaidOrder,
  copy: Copy,
): Promise<Attachment[]> {
  try {
    return [{ ...(await printReceipt(deps, order, payment, copy)), type: 'application/pdf' }]
  } catch (error) {
    if (!(error instanceof RenderingError)) throw error
    deps.log.error({ err: error, payment: payment.reference }, 'a receipt could not be drawn')
    return []
  }
}

async function readPaid(
  deps: NotificationDependencies,
  paymentId: number,
): Promise<letters.Paid & { readonly labEmail: string }> {
  const payment = await readPayment(deps, paymentId)
  const { order } = payment
  const [lines, place, lab, visit] = await Promise.all([
    linesOf(deps.db, order.id),
    locationById(deps.db, order.location_id),
    labById(deps.db, order.lab_id),
    visitAfterMoney(deps.db, order),
  ])
  if (!place || !lab) throw new Error(`the lab of order ${order.id} is gone`)
  return {
    ...{ ...payment, lines, place, visit, labEmail: lab.email },
    ...{ publicUrl: deps.publicUrl, trackUrl: trackUrl(deps, order.reference) },
  }
}

type PaidOrder = Pick<letters.Paid, 'order' | 'payment'>

async function readPayment(deps: NotificationDependencies, paymentId: number): Promise<PaidOrder> {
  const payment = await paymentById(deps.db, paymentId)
  const order = payment && (await orderById(deps.db, payment.order_id))
  if (!payment || !order) throw new Error(`payment ${paymentId} is gone`)
  return { payment, order }
}
