import type { Kobo } from '@labalaba/contract'
import type { Tx } from '../../db.ts'
import { credit, debit, post } from './postings.ts'
import { countPostings } from './repository.ts'

/** Paystack's fee for a capture, as booked and as it turned out. */
export type FeeCorrection = {
  readonly paymentReference: string
  readonly orderReference: string
  readonly booked: Kobo
  readonly actual: Kobo
  readonly at: Date
}

/**
 * Records the actual fee of a capture: one posting reverses the booked fee and posts the actual one. Posts nothing if they
 * agree. Corrections of a payment are numbered, as a fee may change back. The caller holds the lock of the payment and sets
 * its fee in the same transaction.
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

/** A lost dispute. */
export type LostDispute = {
  readonly disputeId: string
  readonly orderReference: string
  readonly amount: Kobo
  readonly at: Date
}

/** Records that a bank took money back: Paystack holds that much less for us, at our loss. Repeating it is harmless. */
export async function recordDisputeLost(tx: Tx, dispute: LostDispute): Promise<void> {
  const { disputeId, orderReference, amount, at } = dispute
  const businessKey = `dispute_lost:${disputeId}`
  await post(tx, { businessKey, kind: 'dispute_lost', orderReference, at }, [
    debit({ kind: 'chargebacks' }, amount),
    credit({ kind: 'provider_clearing' }, amount),
  ])
}
