import { brand, formatNairaExactly } from '@labalaba/contract'
import { linesOf, type OrderRow } from '../../orders/index.ts'
import { called, entriesOf } from '../cases/sides.ts'
import type { DisputeRow } from '../disputes/repository.ts'
import type { PaymentRow } from '../repository.ts'
import { dayAndYear, type Labelled, type ReceiptContent, receiptContent } from './content.ts'
import { ensureReceipt } from './numbering.ts'
import type { ReceiptDependencies } from './receipts.ts'
import * as repository from './repository.ts'

/**
 * The document for a payer's bank: the receipt of the disputed payment with the times of the work done for it. It names no
 * test, no result and no patient. Money that paid no order has no receipt number; its payment reference is used instead.
 */
export async function printEvidence(
  deps: ReceiptDependencies,
  dispute: DisputeRow,
  about: { readonly payment: PaymentRow; readonly order: OrderRow } | null,
): Promise<Uint8Array> {
  const now = deps.clock.now()
  const content = about
    ? evidenceContent(await contentOf(deps, about), dispute)
    : unknownContent(dispute, now)
  return await deps.renderer.render(content)
}

async function contentOf(
  { db, clock }: ReceiptDependencies,
  { payment, order }: { readonly payment: PaymentRow; readonly order: OrderRow },
): Promise<ReceiptContent> {
  const [lines, refunds] = await Promise.all([linesOf(db, order.id), repository.refundsOf(db, payment.id)])
  const receipt = payment.settles_order
    ? await ensureReceipt(db, payment.id, clock.now())
    : { payment_id: payment.id, number: payment.reference, issued_at: clock.now() }
  const naira = refunds.filter(({ in_books }) => in_books)
  const facts = { receipt, order, lines, payment, refunds: naira, doctor: null }
  const content = receiptContent({ ...facts, showTests: false, showPayer: true })
  return { ...content, title: payment.settles_order ? content.title : 'Payment' }
}

/** Leaves out what is private to the patient or irrelevant to the money. */
function evidenceContent(
  receipt: ReceiptContent,
  { evidence }: Pick<DisputeRow, 'evidence'>,
): ReceiptContent {
  const known = entriesOf(evidence).filter(([name]) => !['order', 'lab', 'location'].includes(name))
  return {
    ...receipt,
    facts: receipt.facts.filter(([label]) => label !== 'Patient'),
    deeds: known.map(([name, value]): Labelled => [called(name), String(value)]),
    notes: [`Questions about this payment? Write to ${brand.supportEmail} with the payment reference.`],
  }
}

/** For money that is not in our books. */
function unknownContent(dispute: DisputeRow, now: Date): ReceiptContent {
  const reference = dispute.transaction_reference ?? dispute.provider_id
  return {
    ...{ title: 'Payment', number: reference, issued: dayAndYear(now) },
    facts: [['Payment reference', reference]],
    ...{ items: [], sums: [], paidWith: [], refunds: [], deeds: [], demo: null },
    total: ['Disputed', formatNairaExactly(dispute.amount_kobo)],
    notes: ['We have no order for this payment.'],
    company: {
      name: brand.name,
      lines: [brand.streetAddress, `${brand.supportEmail} · ${brand.supportPhone}`],
    },
  }
}
