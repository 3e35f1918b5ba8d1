import type { Context } from '../context.ts'
import type { Dispute } from '../dispute/repository.ts'
import { disputeById } from '../dispute/repository.ts'
import type { Transaction } from '../transaction/repository.ts'
import { transactionByReference } from '../transaction/repository.ts'

/** A control request names something that does not exist: answered with 404 and this message. */
export class NotThere extends Error {
  override name = 'NotThere'
}

/** The transaction with this reference. */
export function known(context: Context, reference: string): Transaction {
  const transaction = transactionByReference(context, reference)
  if (!transaction) throw new NotThere('There is no transaction with this reference')
  return transaction
}

/** The dispute with this id. */
export function knownDispute(context: Context, id: string): Dispute {
  const dispute = disputeById(context, id)
  if (!dispute) throw new NotThere('There is no dispute with this id')
  return dispute
}
