import { type Kobo, kobo } from '@labalaba/contract'
import type { Tx } from '../db.ts'
import { whereEarningStands } from './earnings.ts'
import { credit, debit, post } from './postings.ts'
import { creditOf, type Sharers, type Shares, sharesOf } from './takings.ts'

/** One refund, as the books know it. Each is posted once, under the refund's own id. */
export type Returning = {
  readonly refundId: string
  readonly orderReference: string
  /** What goes back to the card or account that paid. */
  readonly toSource: Kobo
  readonly at: Date
}

/** Money that paid an order: whose shares are taken back. `null` is money that paid none. */
export type TakenFrom = Shares | null

/**
 * Records that money is to go back. It is taken from the shares of those it had been given to, or from what was held as
 * unapplied; a doctor's from where it stands. The caller holds the order's lock. What goes to the source is owed from now on; `toCredit` is the owner's at once.
 */
export async function recordRefundDue(
  tx: Tx,
  refund: Returning,
  takenFrom: TakenFrom,
  owner: Sharers & { readonly toCredit: Kobo },
): Promise<void> {
  const { toSource } = refund
  const { toCredit } = owner
  const from = takenFrom
    ? sharesOf(takenFrom, owner, await whereEarningStands(tx, refund.orderReference), debit)
    : [debit({ kind: 'unapplied' }, kobo(toSource + toCredit))]
  await post(tx, head('refund_due', refund), [
    ...from,
    credit({ kind: 'refunds' }, toSource),
    credit(creditOf(owner), toCredit),
  ])
}

/**
 * Records that the money has been returned: by Paystack of what it holds for us, from our own bank account, or by the
 * payer's bank, whose taking is booked as a loss and is none as far as we owed it.
 */
export async function recordRefundDone(
  tx: Tx,
  refund: Returning,
  from: 'provider_clearing' | 'own_bank' | 'chargebacks' = 'provider_clearing',
): Promise<void> {
  await post(tx, head('refund_done', refund), [
    debit({ kind: 'refunds' }, refund.toSource),
    credit({ kind: from }, refund.toSource),
  ])
}

/** Records that a refund failed: the money is ours to return again, so it waits as unapplied. */
export async function recordRefundFailed(tx: Tx, refund: Returning): Promise<void> {
  await post(tx, head('refund_failed', refund), [
    debit({ kind: 'refunds' }, refund.toSource),
    credit({ kind: 'unapplied' }, refund.toSource),
  ])
}

function head(kind: string, { refundId, orderReference, at }: Returning) {
  return { businessKey: `${kind}:${refundId}`, kind, orderReference, at }
}
