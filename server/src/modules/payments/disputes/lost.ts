import type { Tx } from '../../../db.ts'
import { recordDisputeLost } from '../../ledger/index.ts'
import { isInBooks } from '../policy.ts'
import { coverLosses } from '../refund-exceptions/losses.ts'
import type { Locked } from '../refunds/returning.ts'
import { type LostDispute, lostOf } from './repository.ts'

/**
 * Books the amount that a bank took of a payment, once, and counts it against what we owed the payer. A payment that is not
 * in the books is not booked here. The caller holds the locks of the order and the payment.
 */
export async function bookLost(tx: Tx, lost: LostDispute, about: Locked, now: Date): Promise<void> {
  if (isInBooks(about.payment))
    await recordDisputeLost(tx, {
      disputeId: lost.provider_id,
      orderReference: about.order.reference,
      amount: lost.amount_kobo,
      at: now,
    })
  await coverLosses(tx, about, now)
}

/** Like `bookLost`, for all amounts that banks took before we recorded the capture. */
export async function bookLostBefore(tx: Tx, about: Locked, now: Date): Promise<void> {
  for (const lost of await lostOf(tx, [about.payment.id])) await bookLost(tx, lost, about, now)
}
