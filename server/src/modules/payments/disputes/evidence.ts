import { brand, formatMoment, formatNaira, formatNairaExactly } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { accountById, consentOf } from '../../accounts/index.ts'
import { linesOf, momentsOf, type OrderRow } from '../../orders/index.ts'
import { entriesOf, labelOf } from '../cases/sides.ts'
import {
  company,
  dayAndYear,
  type Labelled,
  type ReceiptContent,
  receiptContent,
} from '../receipts/content.ts'
import { ensureReceipt, type ReceiptDependencies } from '../receipts/receipts.ts'
import { type RefundRow, refundsOfPayment } from '../refunds/repository.ts'
import type { PaymentRow } from '../repository.ts'
import { type DisputeRow, mailsAbout } from './repository.ts'

/** Our evidence, each fact by its name: times and places; never the name of a test, or a result. */
export type Evidence = Readonly<Record<string, string>>

/** The transitions of an order that prove that the paid work was done. */
const telling: Readonly<Record<string, string>> = {
  collect: 'sample_taken_at',
  receive: 'sample_at_lab_at',
  release: 'results_ready_at',
}

/** Gathers what we have about a disputed payment. */
export async function gatherEvidence(db: Db, payment: PaymentRow, order: OrderRow): Promise<Evidence> {
  const [consent, moments, mails, refunds] = await Promise.all([
    consentOf(db, order.account_id),
    momentsOf(db, order.id),
    mailsAbout(db, payment.id),
    refundsOfPayment(db, payment.id),
  ])
  const goneBack = refunds.filter(({ state }) => state === 'processed').map(inOneLine)
  const stamps = moments.flatMap(({ verb, at }) => {
    const name = telling[verb]
    return name ? [[name, formatMoment(at)] as const] : []
  })
  const sent = mails.map(({ key, sent_at }) => [`mail_${key.split(':')[0]}`, formatMoment(sent_at)] as const)
  return {
    order: order.reference,
    booked_at: formatMoment(order.created_at),
    lab: order.lab_name,
    location: `${order.location_name}, ${order.location_address}`,
    ...(payment.paid_at && { paid_at: formatMoment(payment.paid_at) }),
    ...(order.collection_on && { visit_on: `${order.collection_on} ${order.collection_time ?? ''}`.trim() }),
    ...Object.fromEntries(stamps),
    ...(consent && { consent: `terms ${consent.terms}, privacy ${consent.privacy}` }),
    ...(consent && { consented_at: formatMoment(consent.at) }),
    ...(goneBack.length > 0 && { gone_back: goneBack.join('; ') }),
    ...Object.fromEntries(sent),
  }
}

/** How much was refunded and when; for our own bank transfers also their number, because Paystack does not know them. */
function inOneLine({ amount_kobo, ended_at, outside, outside_reference }: RefundRow): string {
  const moment = ended_at ? ` on ${formatMoment(ended_at)}` : ''
  return `${formatNaira(amount_kobo)}${moment}${outside === 'bank' ? ` (transfer ${outside_reference})` : ''}`
}

/** The evidence as text for the payer's bank. */
export function inWords(evidence: Evidence): string {
  const facts = entriesOf(evidence).map(([name, value]) => `${labelOf(name)}: ${value}`)
  return `Medical laboratory service, booked and paid for on our site. ${facts.join('; ')}.`
}

/**
 * The payer as far as we know them: the account that booked, with the email that the payer gave. The patient's name or
 * phone is used if the account has none.
 */
export async function payerOf(db: Db, payment: PaymentRow, order: OrderRow) {
  const account = await accountById(db, order.account_id)
  return {
    customerEmail: payment.payer_email,
    customerName: account ? account.name || order.patient_name : 'The account is closed',
    customerPhone: account ? account.phone || order.patient_phone : '',
  }
}

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
  const [lines, refunds] = await Promise.all([linesOf(db, order.id), refundsOfPayment(db, payment.id)])
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
    deeds: known.map(([name, value]): Labelled => [labelOf(name), String(value)]),
    notes: [`Questions about this payment? Write to ${brand.supportEmail} with the payment reference.`],
  }
}

/** For money that is not in our books. */
function unknownContent(dispute: DisputeRow, now: Date): ReceiptContent {
  const reference = dispute.transaction_reference ?? dispute.provider_id
  return {
    title: 'Payment',
    number: reference,
    issued: dayAndYear(now),
    facts: [['Payment reference', reference]],
    items: [],
    sums: [],
    paidWith: [],
    refunds: [],
    deeds: [],
    demo: null,
    total: ['Disputed', formatNairaExactly(dispute.amount_kobo)],
    notes: ['We have no order for this payment.'],
    company,
  }
}
