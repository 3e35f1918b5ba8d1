import type { Db } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { closeCaseAbout } from '../../cases/index.ts'
import { lockOrder } from '../../orders/index.ts'
import type { Provider, ProviderRefund } from '../paystack/paystack.ts'
import { bookProgress, type Heard } from '../refunds/refunds.ts'
import * as refunds from '../refunds/repository.ts'
import * as repository from '../repository.ts'

/** A bank account of the payer. It is sent to Paystack and not stored here. */
export type BankAccount = { readonly bankId: string; readonly accountNumber: string }

/**
 * Gives Paystack the bank account for a refund that needs one, and returns the refund. A refund that has its details
 * already stays as it is. Throws `not_found`, `wrong_state`, `bank_details_refused`, and `paystack_silent` if Paystack does
 * not confirm that it has them; then the same may be sent again.
 */
export async function giveBankDetails(
  provider: Provider,
  refundId: string,
  account: BankAccount,
): Promise<refunds.RefundRow> {
  const { db, paystack } = provider
  const refund = await refunds.refundById(db, refundId)
  const payment = refund && (await repository.paymentById(db, refund.payment_id))
  if (!refund || !payment) throw new DomainError('not_found')
  if (!refund.needs_attention || refund.provider_id === null || payment.provider_id === null) {
    if (refund.details_at !== null) return refund
    throw new DomainError('wrong_state')
  }
  const answer = await paystack.retryRefundWithDetails(refund.provider_id, account)
  if (answer.kind === 'yes') return await book(provider, refund, payment, answer.value)
  // Paystack may have them nevertheless: only its list tells.
  const listed = await paystack.refundsOf(payment.provider_id)
  const known = listed.kind === 'yes' ? listed.value.find(({ id }) => id === refund.provider_id) : undefined
  if (known && known.status !== 'needs-attention') return await book(provider, refund, payment, known)
  throw new DomainError(answer.kind === 'no' ? 'bank_details_refused' : 'paystack_silent')
}

async function book(
  { db, clock }: Provider,
  refund: refunds.RefundRow,
  payment: repository.PaymentRow,
  known: ProviderRefund,
): Promise<refunds.RefundRow> {
  const heard: Heard = { kind: 'known', refund: known }
  await db.transaction().execute(async (tx) => {
    const now = clock.now()
    await lockOrder(tx, payment.order_id)
    await refunds.setRefund(tx, refund.id, { details_at: now })
    await bookProgress(tx, refund, payment.order_id, heard, now)
    await closeCaseAbout(tx, 'refund_stuck', refund.id, 'Paystack has the bank details of the payer.', now)
  })
  return await read(db, refund.id)
}

async function read(db: Db, id: string): Promise<refunds.RefundRow> {
  const refund = await refunds.refundById(db, id)
  if (!refund) throw new Error(`refund ${id} is gone`)
  return refund
}
