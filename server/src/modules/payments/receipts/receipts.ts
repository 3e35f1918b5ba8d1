import { downloadLinkReceipt, downloadReceipt, lagosDate } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { type Server, serve } from '../../../infra/http/http.ts'
import type { QueueLimits } from '../../../infra/pdf/fair-queue.ts'
import * as paper from '../../../infra/pdf/renderer.ts'
import { earningDoctor, linesOf, type OrderRow, ownOrder, publicPatientName } from '../../orders/index.ts'
import { linkByToken } from '../links.ts'
import { linkReceiptLife } from '../policy.ts'
import { refundsOfPayment } from '../refunds/repository.ts'
import type { PaymentRow } from '../repository.ts'
import { type ReceiptContent, receiptContent } from './content.ts'
import * as repository from './repository.ts'

export type ReceiptDependencies = {
  readonly db: Db
  readonly clock: Clock
  readonly renderer: ReceiptRenderer
}

/**
 * The kind of copy. The owner's and the patient's copies name the tests and the payer. Another payer's copy names the tests
 * if the owner of the order chose so. The copy that anyone with the link may open does not name the payer either. Both of
 * the latter reach people without an account, so they do not name the doctor who booked, whose name is unverified.
 */
export type Copy = 'owner' | 'payer' | 'link'

/**
 * Serves the receipt of an order to its owner, and for ninety days to the holder of the link that paid it. Other orders, and
 * orders without such a payment, are `not_found`.
 */
export function receiptRoutes(server: Server, { db, clock }: Omit<ReceiptDependencies, 'renderer'>): void {
  const renderer = openReceiptRenderer()
  server.fastify.addHook('onClose', () => renderer.close())
  const deps = { db, clock, renderer }
  serve(server, downloadReceipt, async ({ actor, params }) => {
    const order = await ownOrder(db, actor.accountId, params.reference)
    const payment = order && (await repository.paymentOfOrder(db, order.id))
    if (!order || !payment) throw new DomainError('not_found')
    return await printReceipt(deps, order, payment, 'owner', `account ${actor.accountId}`)
  })

  serve(server, downloadLinkReceipt, async ({ params }) => {
    const { link, order } = await linkByToken(db, params.token)
    const payment = await paidThrough(db, order, link.id, clock.now())
    if (!payment) throw new DomainError('not_found')
    return await printReceipt(deps, order, payment, 'link', `link ${link.id}`)
  })
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
): Promise<{ name: string; file: Uint8Array }> {
  const receipt = await ensureReceipt(db, payment.id, clock.now())
  const [lines, refunds, doctor] = await Promise.all([
    linesOf(db, order.id),
    refundsOfPayment(db, payment.id),
    copy === 'owner' ? earningDoctor(db, order) : null,
  ])
  const content = receiptContent({
    receipt,
    lines,
    payment,
    refunds,
    doctor,
    order: copy === 'owner' ? order : { ...order, patient_name: publicPatientName(order) },
    showTests: copy === 'owner' || order.show_tests,
    showPayer: copy !== 'link',
  })
  return { name: `Labalaba-receipt-${receipt.number}.pdf`, file: await renderer.render(content, requester) }
}

/** "LR-2026-000001": the receipts of one year in Lagos are numbered without gaps. */
function numberOf(year: number, position: number): string {
  return `LR-${year}-${String(position).padStart(6, '0')}`
}

/**
 * The receipt of a payment; gives it the year's next number when it is first requested. Concurrent requests give it one
 * number, and a transaction that is rolled back uses none up.
 */
export async function issueReceipt(tx: Tx, paymentId: number, now: Date): Promise<repository.ReceiptRow> {
  const year = Number(lagosDate(now).slice(0, 4))
  await repository.lockYear(tx, year)
  // Read under the lock: the previous holder may have numbered this same payment.
  const before = await repository.receiptOf(tx, paymentId)
  if (before) return before
  const number = numberOf(year, await repository.takeNumber(tx, year))
  const receipt = { payment_id: paymentId, number, issued_at: now }
  await repository.insertReceipt(tx, receipt)
  return receipt
}

/** Like `issueReceipt`, in its own transaction, and without a lock if the number exists already. */
export async function ensureReceipt(db: Db, paymentId: number, now: Date): Promise<repository.ReceiptRow> {
  const before = await repository.receiptOf(db, paymentId)
  return before ?? (await db.transaction().execute((tx) => issueReceipt(tx, paymentId, now)))
}

/** Draws receipts in a separate thread. */
export type ReceiptRenderer = paper.Renderer<ReceiptContent>

/** Opens a renderer of receipts. */
export function openReceiptRenderer(limits?: QueueLimits): ReceiptRenderer {
  return paper.openRenderer(new URL('./drawing.ts', import.meta.url), limits)
}
