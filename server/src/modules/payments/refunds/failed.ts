import type { Db, Tx } from '../../../db.ts'
import { publish } from '../../../events.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { closeCaseAbout } from '../../cases/index.ts'
import { lockOrder } from '../../orders/index.ts'
import { isDisputed } from '../disputes/repository.ts'
import type { PaymentState } from '../payment-state-machine.ts'
import type { Provider, ProviderRefund } from '../paystack/paystack.ts'
import * as repository from '../repository.ts'
import { bookProgress } from './refunds.ts'
import * as refunds from './repository.ts'
import { mend, type RefundActor, refuseDisputed, tryAgain } from './returning.ts'

/** How many failed refunds one run takes. */
const batch = 50

/**
 * Retries every failed refund whose pause is over, each as a new one. Concurrent runs retry each once. A failing retry does
 * not block the others: the first error is thrown at the end.
 */
export async function retryFailedRefunds({ db, clock }: Pick<Provider, 'db' | 'clock'>): Promise<number> {
  const due = await refunds.dueRetries(db, clock.now(), batch)
  const troubles: unknown[] = []
  for (const id of due) {
    const trying = db.transaction().execute(async (tx) => {
      const { locked, refund } = await lockRefundAndPayment(tx, id)
      // A disputed payment waits for the bank's decision.
      if (refund.retry_at === null || (await isDisputed(tx, locked.payment.id))) return
      await tryAgain(tx, locked, refund, 'system', clock.now())
    })
    await trying.catch((trouble: unknown) => troubles.push(trouble))
  }
  if (troubles.length > 0) throw troubles[0]
  return due.length
}

/**
 * Retries a failed refund now, and returns the state of its payment. A refund that another has replaced stays as it is.
 * Throws `not_found`, `payment_disputed`, and `wrong_state` for one that has not failed.
 */
export async function retryRefund(
  tx: Tx,
  refundId: string,
  actor: RefundActor,
  now: Date,
): Promise<PaymentState> {
  const { locked } = await lockRefundAndPayment(tx, refundId)
  const last = await refunds.lastOfChain(tx, refundId)
  if (last.id !== refundId) return locked.payment.state
  if (last.state !== 'failed') throw new DomainError('wrong_state')
  await tryAgain(tx, locked, last, actor, now)
  return (await repository.lockPayment(tx, locked.payment.id)).state
}

/**
 * Turns a failed refund into credit of the owner. Calling it again has no effect. Throws `not_found`, `wrong_state`,
 * `payment_disputed`, and `payer_only` if another person may have paid, or if the money is not in the books.
 */
export async function creditFailed(tx: Tx, refundId: string, now: Date): Promise<PaymentState> {
  const { locked, refund } = await lockRefundAndPayment(tx, refundId)
  const last = await refunds.lastOfChain(tx, refundId)
  if (last.retries === refundId && last.source_kobo === 0) return locked.payment.state
  if (last.id !== refundId || refund.state !== 'failed') throw new DomainError('wrong_state')
  if (locked.payment.link_id !== null || !refund.in_books) throw new DomainError('payer_only')
  await refuseDisputed(tx, locked.payment)
  const made = await mend(tx, locked, refund, { actor: 'operator', how: 'credit' }, now)
  await publish(tx, 'payment.refunded', { refundId: made.id })
  return (await repository.lockPayment(tx, locked.payment.id)).state
}

type OfRefund = { readonly refund: refunds.RefundRow; readonly payment: repository.PaymentRow }

/** A refund and its payment, without locks. Throws `not_found`. */
export async function refundAndPayment(db: Db, refundId: string): Promise<OfRefund> {
  const refund = await refunds.refundById(db, refundId)
  const payment = refund && (await repository.paymentById(db, refund.payment_id))
  if (!refund || !payment) throw new DomainError('not_found')
  return { refund, payment }
}

/** Locks the order of a refund, its payment, and the refund, in this order. Throws `not_found`. */
export async function lockRefundAndPayment(
  tx: Tx,
  refundId: string,
): Promise<{ readonly locked: repository.Locked; readonly refund: refunds.RefundRow }> {
  const { payment } = await refundAndPayment(tx, refundId)
  const locked = await repository.lockOrderAndPayment(tx, payment)
  return { locked, refund: await refunds.lockRefund(tx, refundId) }
}

/** A bank account of the payer. It is sent to Paystack and not stored here. */
type BankAccount = { readonly bankId: string; readonly accountNumber: string }

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
  const { refund, payment } = await refundAndPayment(db, refundId)
  if (!refund.needs_attention || refund.provider_id === null || payment.provider_id === null) {
    if (refund.details_at !== null) return refund
    throw new DomainError('wrong_state')
  }
  const answer = await paystack.retryRefundWithDetails(refund.provider_id, account)
  if (answer.kind === 'yes') return await bookDetails(provider, { refund, payment }, answer.value)
  // Paystack may have them nevertheless: only its list tells.
  const listed = await paystack.refundsOf(payment.provider_id)
  const found = listed.kind === 'yes' ? listed.value.find(({ id }) => id === refund.provider_id) : undefined
  if (found && found.status !== 'needs-attention')
    return await bookDetails(provider, { refund, payment }, found)
  throw new DomainError(answer.kind === 'no' ? 'bank_details_refused' : 'paystack_silent')
}

async function bookDetails(
  { db, clock }: Provider,
  { refund, payment }: OfRefund,
  atPaystack: ProviderRefund,
): Promise<refunds.RefundRow> {
  await db.transaction().execute(async (tx) => {
    const now = clock.now()
    await lockOrder(tx, payment.order_id)
    await refunds.setRefund(tx, refund.id, { details_at: now })
    await bookProgress(tx, refund, payment.order_id, { kind: 'known', refund: atPaystack }, now)
    await closeCaseAbout(tx, 'refund_stuck', refund.id, 'Paystack has the bank details of the payer.', now)
  })
  return (await refundAndPayment(db, refund.id)).refund
}
