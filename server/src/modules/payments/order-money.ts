import { type checkPayment, kobo, type MoneyTrouble, nairaOf, type ReplyOf } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import { creditBalance } from '../ledger/index.ts'
import type { OrderRow } from '../orders/index.ts'
import { type LinkRow, newestLink } from './link-repository.ts'
import { type LinkMaker, linkUrl, stateAt } from './links.ts'
import { cancelTermsOf, presentRefund } from './refunds/present.ts'
import { type RefundRow, refundsOfOrder } from './refunds/repository.ts'
import { type PaymentRow, paymentsOf } from './repository.ts'

/**
 * The money part of an order's page: attempts, link, refunds, credit, and what a cancellation would refund, which depends
 * on whether the work on the order has begun.
 */
export async function readMoney(
  { db, ...maker }: LinkMaker & { readonly db: Db },
  order: OrderRow,
  hasBegun: boolean,
  now: Date,
) {
  const payments = await paymentsOf(db, order.id)
  const link = await newestLink(db, order.id)
  const refunds = await refundsOfOrder(db, order.id)
  const credit = order.state === 'awaiting_payment' ? await creditBalance(db, order.account_id) : kobo(0)
  return {
    credit: nairaOf(credit),
    payments: payments.map((payment) => ({
      ...presentPayment(payment),
      credit: nairaOf(payment.credit_kobo),
      received: receivedBy(payment),
      startedAt: payment.started_at.toISOString(),
    })),
    link: link ? presentLink(maker, link, now) : null,
    // Money that is not in the books is not in naira, so its refunds cannot be shown here.
    refunds: refunds.filter(({ in_books }) => in_books).map(presentRefund),
    cancelTerms: cancelTermsOf(order, payments, refunds, { begun: hasBegun, now }),
  }
}

type Checked = ReplyOf<typeof checkPayment>

/** An attempt for anyone with its reference: state and amounts only. */
export function presentChecked(
  payment: PaymentRow,
  order: Pick<OrderRow, 'paid_at' | 'state'>,
  refunds: readonly RefundRow[],
): Checked {
  const isPaid = order.paid_at !== null && order.state !== 'cancelled'
  const refund = payment.settles_order ? undefined : refunds.at(-1)
  const returned = refund && presentRefund(refund)
  return {
    ...presentPayment(payment),
    paidByAnother: isPaid && !payment.settles_order,
    refund: returned ? { amount: returned.amount, state: returned.state } : null,
  }
}

function presentPayment(payment: PaymentRow): Omit<Checked, 'paidByAnother' | 'refund'> {
  return {
    reference: payment.reference,
    state: payment.state,
    amount: nairaOf(payment.due_kobo),
    trouble: troubleOf(payment),
  }
}

const troubles: Readonly<Record<string, MoneyTrouble>> = {
  paid_before: 'paid_before',
  too_late: 'order_ended',
  credit_gone: 'credit_gone',
  wrong_amount: 'does_not_match',
  wrong_currency: 'does_not_match',
  wrong_domain: 'does_not_match',
  wrong_reference: 'does_not_match',
}

/** Why captured money did not pay its order; null if it did, or none came. */
function troubleOf({ hold_reason }: PaymentRow): MoneyTrouble | null {
  return (hold_reason !== null && troubles[hold_reason]) || null
}

/** The amount that came for an attempt in naira; otherwise null. */
function receivedBy({ captured_kobo, captured_currency }: PaymentRow): number | null {
  return captured_kobo !== null && captured_currency === 'NGN' ? nairaOf(captured_kobo) : null
}

function presentLink(maker: LinkMaker, link: LinkRow, now: Date) {
  const state = stateAt(link, now)
  return {
    url: state === 'active' ? linkUrl(maker, link.id) : null,
    state,
    expiresAt: link.expires_at.toISOString(),
  }
}
