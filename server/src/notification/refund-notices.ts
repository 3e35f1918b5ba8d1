import { cancellationOf, type OrderRow, orderById } from '../booking/index.ts'
import { caseById } from '../case/index.ts'
import { labById } from '../lab/index.ts'
import {
  caseWords,
  type PaymentRow,
  paymentById,
  type RefundRow,
  refundById,
  refundsOfOrder,
} from '../payment/index.ts'
import type { Job, Jobs } from '../platform/jobs.ts'
import { tell } from './channel/tell.ts'
import type { MessageKind } from './channel/words.ts'
import type { NotificationNeeds } from './jobs.ts'
import type { Letter } from './letter.ts'
import { sendOnce } from './notices.ts'
import { tellPatient } from './patient/tell-patient.ts'
import * as mails from './refund-mails.ts'

/** The mails about money that goes back, and about what a person must decide, as jobs that may be repeated. */
export function refundNotices(needs: NotificationNeeds): Jobs {
  return {
    'mail-refunded': toPayer(needs, ['refunded', 'refunded'], mails.refundedLetter),
    'mail-part-refunded': toPayer(needs, ['part-refunded', 'part_refunded'], mails.partRefundedLetter),
    'mail-refund-failed': toPayer(needs, ['refund-failed', 'refund_failed'], mails.refundFailedLetter),
    'mail-cancelled-patient': async ({ orderId }) => {
      const order = await cancelledOrder(needs, Number(orderId))
      const all = (await refundsOfOrder(needs.db, order.id)).filter((each) => each.in_books)
      // The one of the cancellation, or of money that had been held for the order.
      const refund = all.find((each) => each.request_key.startsWith('cancel:')) ?? all.at(-1) ?? null
      const cancellation = await cancellationOf(needs.db, order.id)
      const letter = mails.cancelledLetter(order, refund, cancellation, needs.publicUrl)
      const about = { topic: 'bookings', kind: 'cancelled', order, letter } as const
      await tellPatient(needs, { ...about, key: `cancelled-patient:${orderId}` })
    },
    'mail-cancelled-lab': async ({ orderId }) => {
      const order = await cancelledOrder(needs, Number(orderId))
      const lab = await labById(needs.db, order.lab_id)
      // A lab hears only of orders that were paid.
      if (!lab || !order.paid_at) return
      await sendOnce(needs, `cancelled-lab:${orderId}`, lab.email, mails.cancelledLabLetter(order))
    },
    'mail-case': async ({ caseId }) => {
      const found = await caseById(needs.db, Number(caseId))
      if (!found) throw new Error(`case ${caseId} is gone`)
      const letter = mails.caseLetter(found, caseWords[found.kind])
      await sendOnce(needs, `case:${caseId}`, needs.operatorMail, letter)
    },
  }
}

function toPayer(
  needs: NotificationNeeds,
  [name, kind]: readonly [key: string, kind: MessageKind],
  letter: (order: OrderRow, payment: PaymentRow, refund: RefundRow) => Letter,
): Job {
  return async ({ refundId }) => {
    const refund = await refundById(needs.db, String(refundId))
    const payment = refund && (await paymentById(needs.db, refund.payment_id))
    const order = payment && (await orderById(needs.db, payment.order_id))
    if (!refund || !order) throw new Error(`refund ${refundId} is gone`)
    await tell(needs, {
      ...{ key: `${name}:${refundId}`, topic: 'money', kind, toPayer: true },
      ...{ to: payment.payer_email, order, letter: letter(order, payment, refund) },
    })
  }
}

async function cancelledOrder(needs: NotificationNeeds, orderId: number): Promise<OrderRow> {
  const order = await orderById(needs.db, orderId)
  if (!order) throw new Error(`order ${orderId} is gone`)
  return order
}
