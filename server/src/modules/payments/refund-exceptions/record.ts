import type { Kobo } from '@labalaba/contract'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { Paystack, Provider } from '../paystack/paystack.ts'
import * as refunds from '../refunds/repository.ts'
import * as repository from '../repository.ts'
import { refundedOutside, returnedOutside, type SaidOutside } from './outside.ts'

/** The provider; `paystack` is null if payments are not configured. */
type MaybeProvider = Omit<Provider, 'paystack'> & { readonly paystack: Paystack | null }

/**
 * Records that a payment was refunded outside, as `returnedOutside` does. A refund in Paystack's dashboard counts only once
 * Paystack has processed it. Also throws `not_found`, `refund_unfinished`, `paystack_silent` and `payments_not_configured`.
 */
export async function recordReturnOutside(
  provider: MaybeProvider,
  reference: string,
  said: SaidOutside & { readonly amount?: Kobo },
): Promise<repository.PaymentRow['state']> {
  const { db, clock } = provider
  const payment = await repository.paymentByReference(db, reference)
  if (!payment) throw new DomainError('not_found')
  await refuseUnfinished(provider.paystack, payment, said)
  await db.transaction().execute((tx) => returnedOutside(tx, payment, said, clock.now()))
  return (await repository.paymentById(db, payment.id))?.state ?? payment.state
}

/** Like `recordReturnOutside`, for one failed refund. */
export async function recordRefundOutside(
  provider: MaybeProvider,
  refundId: string,
  said: SaidOutside,
): Promise<repository.PaymentRow['state']> {
  const { db, clock } = provider
  const refund = await refunds.refundById(db, refundId)
  const payment = refund && (await repository.paymentById(db, refund.payment_id))
  if (!payment) throw new DomainError('not_found')
  await refuseUnfinished(provider.paystack, payment, said)
  return await db.transaction().execute((tx) => refundedOutside(tx, refundId, said, clock.now()))
}

/**
 * Throws `refund_unfinished` for a refund that Paystack lists and has not processed: it may still fail, and the payer would
 * have nothing. Money of Paystack's other mode, and money that a bank took back without a refund, is in no list, so the
 * operator's record counts.
 */
async function refuseUnfinished(
  paystack: Paystack | null,
  { provider_id: transactionId }: repository.PaymentRow,
  { through, reference }: SaidOutside,
): Promise<void> {
  if (through !== 'dashboard' || transactionId === null) return
  if (!paystack) throw new DomainError('payments_not_configured')
  const listed = await paystack.refundsOf(transactionId)
  if (listed.kind === 'unknown') throw new DomainError('paystack_silent')
  const found = listed.kind === 'yes' ? listed.value.find(({ id }) => id === reference) : undefined
  if (found && found.status !== 'processed') throw new DomainError('refund_unfinished')
}
