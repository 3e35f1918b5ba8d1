import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { earningDoctor, linesOf, type OrderRow, publicPatientName } from '../../orders/index.ts'
import { linkReceiptLife } from '../policy.ts'
import type { PaymentRow } from '../repository.ts'
import { receiptContent } from './content.ts'
import { ensureReceipt } from './numbering.ts'
import type { ReceiptRenderer } from './renderer.ts'
import * as repository from './repository.ts'

export type ReceiptDependencies = {
  readonly db: Db
  readonly clock: Clock
  readonly renderer: ReceiptRenderer
}

/** A receipt as a file. */
export type ReceiptFile = { readonly name: string; readonly file: Uint8Array }

/**
 * The kind of copy. The owner's and the patient's copies name the tests and the payer. Another payer's copy names the tests
 * if the owner of the order chose so. The copy that anyone with the link may open does not name the payer either. Both of
 * the latter reach people without an account, so they do not name the doctor who booked, whose name is unverified.
 */
export type Copy = 'owner' | 'payer' | 'link'

/** The owner's receipt of the payment that paid an order. Throws `not_found` if there is none, and `busy`. */
export async function receiptOfOrder(
  deps: ReceiptDependencies,
  order: OrderRow,
  requester: string,
): Promise<ReceiptFile> {
  const payment = await repository.paymentOfOrder(deps.db, order.id)
  if (!payment) throw new DomainError('not_found')
  return await printReceipt(deps, order, payment, 'owner', requester)
}

/**
 * The receipt of a payment through a link, for ninety days. Throws `not_found` after that, and if the order is unpaid or
 * was paid in another way; and `busy`.
 */
export async function receiptOfLink(
  deps: ReceiptDependencies,
  order: OrderRow,
  linkId: string,
): Promise<ReceiptFile> {
  const payment = await paidThrough(deps.db, order, linkId, deps.clock.now())
  if (!payment) throw new DomainError('not_found')
  return await printReceipt(deps, order, payment, 'link', `link ${linkId}`)
}

/** Whether a link opens a receipt now. */
export async function hasLinkReceipt(db: Db, order: OrderRow, linkId: string, now: Date): Promise<boolean> {
  return (await paidThrough(db, order, linkId, now)) !== null
}

/** The payment of an order, if it came through that link and recently enough. */
async function paidThrough(db: Db, order: OrderRow, linkId: string, now: Date): Promise<PaymentRow | null> {
  const { paid_at: paidAt } = order
  if (!paidAt || now.getTime() - paidAt.getTime() > linkReceiptLife) return null
  const payment = await repository.paymentOfOrder(db, order.id)
  return payment?.link_id === linkId ? payment : null
}

/**
 * A receipt, numbered when it is first requested, and drawn from the frozen data and the refunds since. The
 * renderer draws for different requesters in turn.
 */
export async function printReceipt(
  { db, clock, renderer }: ReceiptDependencies,
  order: OrderRow,
  payment: PaymentRow,
  copy: Copy,
  requester?: string,
): Promise<ReceiptFile> {
  const receipt = await ensureReceipt(db, payment.id, clock.now())
  const [lines, refunds, doctor] = await Promise.all([
    linesOf(db, order.id),
    repository.refundsOf(db, payment.id),
    copy === 'owner' ? earningDoctor(db, order) : null,
  ])
  const content = receiptContent({
    ...{ receipt, lines, payment, refunds, doctor },
    order: copy === 'owner' ? order : { ...order, patient_name: publicPatientName(order) },
    showTests: copy === 'owner' || order.show_tests,
    showPayer: copy !== 'link',
  })
  return { name: `Labalaba-receipt-${receipt.number}.pdf`, file: await renderer.render(content, requester) }
}
