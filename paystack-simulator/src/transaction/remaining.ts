import { reversedOf } from '../balance/entries.ts'
import type { Context } from '../context.ts'
import { disputedOf } from '../dispute/repository.ts'
import { refundedOf } from '../refund/repository.ts'
import type { Transaction } from './repository.ts'

/**
 * The part of a captured transaction, in kobo, that was neither returned nor is being claimed back: minus refunds that did
 * not fail, disputes that the merchant did not win, and reversals. How Paystack treats a refund during an open dispute is
 * not in the sources; here the same kobo is never returned twice.
 */
export function remainingOf(context: Context, transaction: Transaction): number {
  const { taken } = refundedOf(context, transaction.id)
  const { open, lost } = disputedOf(context, transaction.id)
  return transaction.amount - taken - open - lost - reversedOf(context, transaction.id)
}
