import { kobo } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import { creditBalance } from '../ledger/index.ts'
import type { OrderRow } from '../orders/index.ts'
import { newestLink } from './link-repository.ts'
import type { LinkMaker } from './links.ts'
import { presentMoney } from './present.ts'
import { cancelTermsOf, presentRefund } from './refunds/present.ts'
import { refundsOfOrder } from './refunds/repository.ts'
import * as repository from './repository.ts'

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
  const payments = await repository.paymentsOf(db, order.id)
  const link = await newestLink(db, order.id)
  const refunds = await refundsOfOrder(db, order.id)
  const credit = order.state === 'awaiting_payment' ? await creditBalance(db, order.account_id) : kobo(0)
  return {
    ...presentMoney(maker, payments, link, credit, now),
    // Money that is not in the books is not in naira, so its refunds cannot be shown here.
    refunds: refunds.filter(({ in_books }) => in_books).map(presentRefund),
    cancelTerms: cancelTermsOf(order, payments, refunds, { begun: hasBegun, now }),
  }
}
