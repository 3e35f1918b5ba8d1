import type { Job, Jobs } from '../../infra/queue/jobs.ts'
import { caseById } from '../cases/index.ts'
import { labById } from '../labs/index.ts'
import { cancellationOf, type OrderRow, orderById } from '../orders/index.ts'
import {
  caseWords,
  type PaymentRow,
  paymentById,
  type RefundRow,
  refundById,
  refundsOfOrder,
} from '../payments/index.ts'
import { tell } from './channel/tell.ts'
import type { MessageKind } from './channel/words.ts'
import type { NotificationDependencies } from './jobs.ts'
import type { Letter } from './letter.ts'
import { sendOnce } from './notices.ts'
import { tellPatient } from './patient/tell-patient.ts'
import * as mails from './refund-mails.ts'

/** The mails about refunds, cancellations and cases, as jobs that are safe to repeat. */
export function refundNotices(deps: NotificationDependencies): Jobs {
  return {
    'mail-refunded': toPayer(deps, ['refunded', 'refunded'], mails.refundedLetter),
    'mail-part-refunded': toPayer(deps, ['part-refunded', 'part_refunded'], mails.partRefundedLetter),
    'mail-refund-failed': toPayer(deps, ['refund-failed', 'refund_failed'], mails.refundFailedLetter),
    'mail-cancelled-patient': async ({ orderId }) => {
      const order = await cancelledOrder(deps, Number(orderId))
      const all = (await refundsOfOrder(deps.db, order.id)).filter((each) => each.in_books)
      // The refund of the cancellation, or of money that had been held for the order.
      const refund = all.find((each) => each.request_key.startsWith('cancel:')) ?? all.at(-1) ?? null
      const cancellation = await cancellationOf(deps.db, order.id)
      const letter = mails.cancelledLetter(order, refund, cancellation, deps.publicUrl)
      const about = { topic: 'bookings', kind: 'cancelled', order, letter } as const
      await tellPatient(deps, { ...about, key: `cancelled-patient:${orderId}` })
    },
    'mail-cancelled-lab': async ({ orderId }) => {
      const order = await cancelledOrder(deps, Number(orderId))
      const lab = await labById(deps.db, order.lab_id)
      // Labs receive mails only about orders that were paid.
      if (!lab || !order.paid_at) return
      await sendOnce(deps, `cancelled-lab:${orderId}`, lab.email, mails.cancelledLabLetter(order))
    },
    'mail-case': async ({ caseId }) => {
      const found = await caseById(deps.db, Number(caseId))
      if (!found) throw new Error(`case ${caseId} is gone`)
      const letter = mails.caseLetter(found, caseWords[found.kind])
      await sendOnce(deps, `case:${caseId}`, deps.operatorMail, letter)
    },
  }
}

function toPayer(
  deps: NotificationDependencies,
  [name, kind]: readonly [key: string, kind: MessageKind],
  letter: (order: OrderRow, payment: PaymentRow, refund: RefundRow) => Letter,
): Job {
  return async ({ refundId }) => {
    const refund = await refundById(deps.db, String(refundId))
    const payment = refund && (await paymentById(deps.db, refund.payment_id))
    const order = payment && (await orderById(deps.db, payment.order_id))
    if (!refund || !order) throw new Error(`refund ${refundId} is gone`)
    await tell(deps, {
      ...{ key: `${name}:${refundId}`, topic: 'money', kind, toPayer: true },
      ...{ to: payment.payer_email, order, letter: letter(order, payment, refund) },
    })
  }
}

async function cancelledOrder(deps: NotificationDependencies, orderId: number): Promise<OrderRow> {
  const order = await orderById(deps.db, orderId)
  if (!order) throw new Error(`order ${orderId} is gone`)
  return order
}
