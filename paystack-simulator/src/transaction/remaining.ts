import { reversedOf } from '../balance/entries.ts'
import type { Context } from '../context.ts'
import { disputedOf } from '../dispute/repository.ts'
import { refundedOf } from '../refund/repository.ts'
import type { Transaction } from './repository.ts'

/**
 * What of a captured transaction, in kobo, has neither gone back nor is asked back: refunds that did not fail,
 * disputes that were not won, reversals. How Paystack weighs a refund beside an open dispute is not in the sources;
 * here the same kobo is never given back twice.
 */
export function remainingOf(context: Context, transaction: Transaction): number {
  const { taken } = refundedOf(context, transaction.id)
  const { open, lost } = disputedOf(context, transaction.id)
  return transaction.amount - taken - open - lost - reversedOf(context, transaction.id)
}
