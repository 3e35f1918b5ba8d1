import { brand, formatMoment, formatNairaExactly, kobo } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { accountById } from '../../accounts/index.ts'
import { addFound } from '../../cases/index.ts'
import { linesOf, type OrderRow, orderById } from '../../orders/index.ts'
import { called, entriesOf } from '../cases/sides.ts'
import type { Outcome, Provider, ProviderDispute } from '../paystack/paystack.ts'
import {
  company,
  dayAndYear,
  type Labelled,
  type ReceiptContent,
  receiptContent,
} from '../receipts/content.ts'
import { ensureReceipt, type ReceiptRenderer } from '../receipts/receipts.ts'
import { refundsOfPayment } from '../refunds/repository.ts'
import * as payments from '../repository.ts'
import { type Evidence, endOf, evidenceOf, noteDispute } from './disputes.ts'
import * as repository from './repository.ts'

type Answer = {
  readonly resolution: 'merchant-accepted' | 'declined'
  /** The message to the bank. */
  readonly message: string
}

/** Paystack, and the printer of the document that is sent with every response to a dispute. */
type Answering = Provider & { readonly renderer: ReceiptRenderer }

/**
 * Responds to a dispute: gives the money up, or declines with the evidence. In both cases Paystack gets a document with
 * what was paid and done, without the name of a test. Calling it again with the same response has no effect. Throws
 * `not_found`, `wrong_state` if the dispute was answered otherwise or has ended, and `paystack_silent` if Paystack does not
 * confirm the response; then the same may be sent again.
 */
export async function answerDispute(
  provider: Answering,
  disputeId: string,
  answer: Answer,
): Promise<repository.DisputeRow> {
  const { db, clock, paystack } = provider
  const dispute = await repository.disputeByProviderId(db, disputeId)
  if (!dispute) throw new DomainError('not_found')
  const before = answerOf(await paystack.dispute(disputeId))
  if (before.status !== 'awaiting-merchant-feedback') {
    const row = await noteDispute(provider, before)
    if (!saysTheSame(before, answer)) throw new DomainError('wrong_state')
    return row
  }
  const about = await aboutOf(provider, dispute)
  if (answer.resolution === 'declined') await sendEvidence(provider, dispute, about)
  await sendAnswer(provider, before, { ...answer, pdf: await printEvidence(provider, dispute, about) })
  const after = answerOf(await paystack.dispute(disputeId))
  if (after.status === 'awaiting-merchant-feedback') throw new DomainError('paystack_silent')
  await db.transaction().execute((tx) =>
    addFound(tx, 'dispute', disputeId, {
      ours_answer: answer.resolution,
      ours_words: answer.message,
      ours_answered_at: formatMoment(clock.now()),
    }),
  )
  return await noteDispute(provider, after)
}

function answerOf<T>(outcome: Outcome<T>): T {
  if (outcome.kind === 'yes') return outcome.value
  throw new DomainError(outcome.kind === 'no' ? 'wrong_state' : 'paystack_silent')
}

/** Whether a dispute that waits for no merchant any more has this response. */
function saysTheSame(dispute: ProviderDispute, { resolution }: Answer): boolean {
  if (resolution === 'merchant-accepted')
    return endOf(dispute) === 'lost' && dispute.resolution === 'merchant-accepted'
  return endOf(dispute) !== 'lost'
}

/** The payment and the order of a dispute; null if we know none. */
type About = { readonly payment: payments.PaymentRow; readonly order: OrderRow } | null

async function aboutOf({ db }: Provider, dispute: repository.DisputeRow): Promise<About> {
  const payment = dispute.payment_id === null ? undefined : await payments.paymentById(db, dispute.payment_id)
  const order = payment && (await orderById(db, payment.order_id))
  return payment && order ? { payment, order } : null
}

async function sendEvidence(provider: Provider, dispute: repository.DisputeRow, about: About): Promise<void> {
  const { db, paystack } = provider
  if (!about) throw new DomainError('wrong_state')
  const { payment, order } = about
  const evidence = evidenceOf(dispute)
  answerOf(
    await paystack.giveEvidence(dispute.provider_id, {
      ...(await payerOf(db, payment, order)),
      serviceDetails: inWords(evidence),
      deliveryAddress: order.location_address,
      ...(order.collection_on && { deliveryDate: order.collection_on }),
    }),
  )
}

/** Sends the response once, after its document. The result is not checked: the caller reads the dispute afterwards. */
async function sendAnswer(
  { paystack }: Provider,
  dispute: ProviderDispute,
  { resolution, message, pdf }: Answer & { readonly pdf: Uint8Array },
): Promise<void> {
  const fileName = answerOf(await paystack.uploadEvidence(dispute.id, pdf))
  await paystack.resolveDispute(dispute.id, {
    resolution,
    message,
    refundAmount: resolution === 'declined' ? kobo(0) : dispute.amount,
    uploadedFilename: fileName,
  })
}

/** The evidence as text for the payer's bank. */
function inWords(evidence: Evidence): string {
  const facts = entriesOf(evidence).map(([name, value]) => `${called(name)}: ${value}`)
  return `Medical laboratory service, booked and paid for on our site. ${facts.join('; ')}.`
}

/**
 * The payer as far as we know them: the account that booked, with the email that the payer gave. The patient's name or
 * phone is used if the account has none.
 */
async function payerOf(db: Db, payment: payments.PaymentRow, order: OrderRow) {
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
async function printEvidence(
  deps: Answering,
  dispute: repository.DisputeRow,
  about: About,
): Promise<Uint8Array> {
  const now = deps.clock.now()
  const content = about
    ? evidenceContent(await contentOf(deps, about), evidenceOf(dispute))
    : unknownContent(dispute, now)
  return await deps.renderer.render(content)
}

async function contentOf(
  { db, clock }: Answering,
  { payment, order }: NonNullable<About>,
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
function evidenceContent(receipt: ReceiptContent, evidence: Evidence): ReceiptContent {
  const facts = entriesOf(evidence).filter(([name]) => !['order', 'lab', 'location'].includes(name))
  return {
    ...receipt,
    facts: receipt.facts.filter(([label]) => label !== 'Patient'),
    deeds: facts.map(([name, value]): Labelled => [called(name), String(value)]),
    notes: [`Questions about this payment? Write to ${brand.supportEmail} with the payment reference.`],
  }
}

/** For money that is not in our books. */
function unknownContent(dispute: repository.DisputeRow, now: Date): ReceiptContent {
  const reference = dispute.transaction_reference ?? dispute.provider_id
  return {
    ...{ title: 'Payment', number: reference, issued: dayAndYear(now) },
    facts: [['Payment reference', reference]],
    ...{ items: [], sums: [], paidWith: [], refunds: [], deeds: [], demo: null },
    total: ['Disputed', formatNairaExactly(dispute.amount_kobo)],
    notes: ['We have no order for this payment.'],
    company,
  }
}
