import type { Kobo } from '@labalaba/contract'
import type { Tx } from '../db.ts'
import { credit, debit, post } from './postings.ts'
import { countPostings } from './repository.ts'

/** What Paystack took of a capture, as we had booked it and as it turned out. */
export type FeeCorrection = {
  readonly paymentReference: string
  readonly orderReference: string
  readonly booked: Kobo
  readonly actual: Kobo
  readonly at: Date
}

/**
 * Records what Paystack really took of a capture: the booked fee is reversed and the actual one posted, in one posting.
 * Nothing is posted where they agree. Corrections of a payment are numbered, as a fee may turn back to what it was: the
 * caller holds the lock of the payment, and sets its fee in the same transaction.
 */
export async function recordFeeCorrected(tx: Tx, correction: FeeCorrection): Promise<void> {
  const { paymentReference, orderReference, booked, actual, at } = correction
  if (booked === actual) return
  const stem = `fee_corrected:${paymentReference}:`
  const businessKey = `${stem}${(await countPostings(tx, orderReference, stem)) + 1}`
  const posted = await post(tx, { businessKey, kind: 'fee_corrected', orderReference, at }, [
    debit({ kind: 'provider_clearing' }, booked),
    credit({ kind: 'provider_fees' }, booked),
    debit({ kind: 'provider_fees' }, actual),
    credit({ kind: 'provider_clearing' }, actual),
  ])
  if (!posted) throw new Error(`${businessKey} was posted before`)
}

/** A complaint of a payer's bank that was lost. */
export type LostDispute = {
  readonly disputeId: string
  readonly orderReference: string
  readonly amount: Kobo
  readonly at: Date
}

/** Records that a bank took money back: Paystack holds so much less for us, and the loss is ours. Repeating it is harmless. */
export async function recordDisputeLost(tx: Tx, dispute: LostDispute): Promise<void> {
  const { disputeId, orderReference, amount, at } = dispute
  const businessKey = `dispute_lost:${disputeId}`
  await post(tx, { businessKey, kind: 'dispute_lost', orderReference, at }, [
    debit({ kind: 'chargebacks' }, amount),
    credit({ kind: 'provider_clearing' }, amount),
  ])
}
