import { type Kobo, kobo } from '@labalaba/contract'
import type { Tx } from '../../db.ts'
import { whereEarningStands } from './earnings.ts'
import { credit, debit, post } from './postings.ts'
import { creditOf, type Sharers, type Shares, sharesOf } from './takings.ts'

/** One refund, for the ledger. Each is posted once, under the refund's own id. */
export type Returning = {
  readonly refundId: string
  readonly orderReference: string
  /** The part that is returned to the card or account that paid. */
  readonly toSource: Kobo
  readonly at: Date
}

/** The shares of an order that a refund takes back; `null` for money that paid no order. */
export type TakenFrom = Shares | null

/**
 * Records a due refund, taken from the order's shares (a doctor's from the account it is on now) or from unapplied money.
 * The caller holds the lock of the order. The part for the source is owed from now on; `toCredit` is the owner's
 * immediately.
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
 * Records that the money was returned: by Paystack from what it holds for us, from our own bank account, or by the payer's
 * bank. What the bank took was booked as a loss, which this reverses as far as we owed the money.
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

/** Records that a refund failed: the money is still to be returned, so it waits as unapplied. */
export async function recordRefundFailed(tx: Tx, refund: Returning): Promise<void> {
  await post(tx, head('refund_failed', refund), [
    debit({ kind: 'refunds' }, refund.toSource),
    credit({ kind: 'unapplied' }, refund.toSource),
  ])
}

function head(kind: string, { refundId, orderReference, at }: Returning) {
  return { businessKey: `${kind}:${refundId}`, kind, orderReference, at }
}
