import type { Tx } from '../../db.ts'
import { recordDisputeLost } from '../../ledger/index.ts'
import { coverLosses } from '../ending/losses.ts'
import { isInBooks } from '../policy.ts'
import type { Locked } from '../refund/returning.ts'
import { type LostDispute, lostOf } from './repository.ts'

/**
 * Books what a bank has taken of a payment, once, and lets it end what we owed its payer. Of a payment that is in no books
 * nothing is booked. The caller holds the locks of the order and the payment.
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

/** As `bookLost`, of all that banks took before we heard that the money had come. */
export async function bookLostBefore(tx: Tx, about: Locked, now: Date): Promise<void> {
  for (const lost of await lostOf(tx, [about.payment.id])) await bookLost(tx, lost, about, now)
}
