import { formatMoment, kobo } from '@labalaba/contract'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { addFound } from '../../cases/index.ts'
import { type OrderRow, orderById } from '../../orders/index.ts'
import type { Outcome, Provider, ProviderDispute } from '../paystack/paystack.ts'
import type { ReceiptRenderer } from '../receipts/receipts.ts'
import * as payments from '../repository.ts'
import { endOf, evidenceOf, storeDispute } from './disputes.ts'
import { inWords, payerOf, printEvidence } from './evidence.ts'
import * as repository from './repository.ts'

export type Answer = {
  readonly resolution: 'merchant-accepted' | 'declined'
  /** The message to the bank. */
  readonly message: string
}

/** Paystack, and the printer of the document that is sent with every response to a dispute. */
export type Answering = Provider & { readonly renderer: ReceiptRenderer }

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
  const { db, clock } = provider
  const dispute = await repository.disputeByProviderId(db, disputeId)
  if (!dispute) throw new DomainError('not_found')
  const before = await readDispute(provider, disputeId)
  if (before.status !== 'awaiting-merchant-feedback') {
    const row = await storeDispute(provider, before)
    if (!saysTheSame(before, answer)) throw new DomainError('wrong_state')
    return row
  }
  const about = await aboutOf(provider, dispute)
  if (answer.resolution === 'declined') await sendEvidence(provider, dispute, about)
  await sendAnswer(provider, before, { ...answer, pdf: await printEvidence(provider, dispute, about) })
  const after = await readDispute(provider, disputeId)
  if (after.status === 'awaiting-merchant-feedback') throw new DomainError('paystack_silent')
  await db.transaction().execute((tx) =>
    addFound(tx, 'dispute', disputeId, {
      ours_answer: answer.resolution,
      ours_words: answer.message,
      ours_answered_at: formatMoment(clock.now()),
    }),
  )
  return await storeDispute(provider, after)
}

async function readDispute({ paystack }: Provider, id: string): Promise<ProviderDispute> {
  return answerOf(await paystack.dispute(id))
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
