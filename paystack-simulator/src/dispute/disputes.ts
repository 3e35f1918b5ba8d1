import type { Alarm } from '../alarm.ts'
import { startAlarm } from '../alarm.ts'
import { moveBalance } from '../balance/entries.ts'
import type { Context } from '../context.ts'
import { invalid, PaystackError } from '../envelope.ts'
import { inTransaction } from '../store.ts'
import { remainingOf } from '../transaction/remaining.ts'
import type { Transaction } from '../transaction/repository.ts'
import { lockedTransaction, transactionById } from '../transaction/repository.ts'
import { WrongState } from '../transaction/transactions.ts'
import { announceDispute } from '../webhook/events.ts'
import type { DisputeAnswer } from './answers.ts'
import type { Category, Dispute, Resolution } from './repository.ts'
import { disputeById, disputesDue, insertDispute, nextDisputeMove, setDispute } from './repository.ts'
import { refuseUnlessUploaded } from './uploads.ts'

const hour = 3_600_000
/** Section 1.14: a Nigerian merchant has 16 hours. Here they include nights and weekends. */
const answerWithin = 16 * hour
const remindEvery = 4 * hour
/** How long a bank takes to decide is not published. */
const bankThinksFor = 72 * hour

/** A bank opens a dispute about a payment: by default about the whole remaining amount. */
export function openDispute(
  context: Context,
  reference: string,
  { amount, category }: { amount: number | null; category: Category },
): Dispute {
  const { store, now } = context
  return inTransaction(store, () => {
    const transaction = lockedTransaction(context, reference)
    if (transaction.status !== 'success') throw new WrongState('Only a paid transaction can be disputed')
    const left = remainingOf(context, transaction)
    const asked = amount ?? left
    if (asked <= 0 || asked > left) throw new WrongState(`At most ${left} kobo of it can be disputed`)
    const createdAt = now()
    const wanted = { transactionId: transaction.id, amount: asked, currency: transaction.currency, category }
    const times = { createdAt, dueAt: createdAt + answerWithin }
    const dispute = insertDispute(context, { ...wanted, ...times }, createdAt + remindEvery)
    announceDispute(context, transaction, dispute, 'create')
    context.disputeWalk.wake()
    return dispute
  })
}

/**
 * The merchant's answer. Accepting gives up the money immediately. Declining leaves it to the bank, which later decides for
 * a merchant with evidence or a file, and against one with neither.
 */
export function answerDispute(context: Context, id: string, answer: DisputeAnswer): Dispute {
  return inTransaction(context.store, () => {
    const dispute = waitingForMerchant(context, id)
    const { message, uploadedFilename } = answer
    refuseUnlessUploaded(context, dispute, uploadedFilename)
    if (answer.refundAmount > dispute.amount) {
      throw invalid('Invalid refund amount', 'invalid_amount', `At most ${dispute.amount} is disputed`)
    }
    const answered = setDispute(context, dispute, { message, uploadedFilename })
    if (answer.resolution === 'merchant-accepted') {
      return conclude(context, answered, 'merchant-accepted', answer.refundAmount)
    }
    const movesAt = context.now() + bankThinksFor
    context.disputeWalk.wake()
    return setDispute(context, answered, {
      status: 'awaiting-bank-feedback',
      resolution: 'declined',
      movesAt,
    })
  })
}

/** Adds the merchant's evidence, only while the merchant must answer. */
export function addEvidence(context: Context, id: string, evidence: Record<string, unknown>): Dispute {
  return inTransaction(context.store, () => {
    const dispute = waitingForMerchant(context, id)
    const at = new Date(context.now()).toISOString()
    const kept = { ...evidence, dispute: dispute.id, id: dispute.id + 21, createdAt: at, updatedAt: at }
    return setDispute(context, dispute, { evidence: JSON.stringify(kept) })
  })
}

/** Ends a dispute immediately on request of the control API. An ended dispute is a wrong state. */
export function endDispute(context: Context, dispute: Dispute, resolution: Resolution): Dispute {
  return inTransaction(context.store, () => {
    refuseIfResolved(dispute)
    return conclude(context, dispute, resolution, dispute.amount)
  })
}

/** Sends the merchant a reminder now. */
export function remindOf(context: Context, dispute: Dispute): void {
  inTransaction(context.store, () => {
    refuseIfResolved(dispute)
    announceDispute(context, transactionOf(context, dispute), dispute, 'remind')
  })
}

function refuseIfResolved({ status }: Dispute): void {
  if (status === 'resolved') throw new WrongState('This dispute has been resolved')
}

/** The refusal for an unknown dispute. */
export function disputeNotFound(): PaystackError {
  return new PaystackError(404, 'Dispute not found', { type: 'validation_error', code: 'not_found' })
}

function waitingForMerchant(context: Context, id: string): Dispute {
  const dispute = disputeById(context, id)
  if (!dispute) throw disputeNotFound()
  if (dispute.status === 'awaiting-merchant-feedback') return dispute
  // The wording of this refusal is not in the available sources; only the refusal itself is certain.
  throw invalid('Dispute is not awaiting merchant feedback', 'invalid_params', 'It has been answered')
}

/** Reminds every four hours, accepts disputes that were not answered in time, and lets the bank decide (S-14). */
export function startDisputeWalk(context: Context): Alarm {
  return startAlarm(() => {
    for (const dispute of disputesDue(context)) inTransaction(context.store, () => advance(context, dispute))
    return nextDisputeMove(context)
  }, context.now)
}

function advance(context: Context, dispute: Dispute): void {
  if (dispute.status === 'awaiting-bank-feedback') {
    const shown = dispute.evidence !== null || dispute.uploadedFilename !== null
    conclude(context, dispute, shown ? 'declined' : 'auto-accepted', dispute.amount)
  } else if (context.now() >= dispute.dueAt) {
    conclude(context, dispute, 'auto-accepted', dispute.amount)
  } else {
    const movesAt = Math.min(context.now() + remindEvery, dispute.dueAt)
    const reminded = setDispute(context, dispute, { movesAt })
    announceDispute(context, transactionOf(context, dispute), reminded, 'remind')
  }
}

/** Ends a dispute: a lost amount leaves the balance, and the transaction becomes `reversed` (S-05, S-14). */
function conclude(context: Context, dispute: Dispute, resolution: Resolution, taken: number): Dispute {
  const lost = resolution !== 'declined'
  const ended = setDispute(context, dispute, {
    ...(lost && { amount: taken }),
    ...{ status: 'resolved', resolution, resolvedAt: context.now(), movesAt: null },
  })
  const transaction = transactionOf(context, dispute)
  if (lost) {
    moveBalance(context, 'dispute', transaction, -taken, dispute.id)
    const sql = `UPDATE paystack_transaction SET status = 'reversed' WHERE id = ?`
    context.store.prepare(sql).run(transaction.id)
  }
  announceDispute(context, transactionOf(context, dispute), ended, 'resolve')
  return ended
}

/** The transaction that a dispute is about. */
export function transactionOf(context: Context, { id, transactionId }: Dispute): Transaction {
  const transaction = transactionById(context, transactionId)
  if (!transaction) throw new Error(`dispute ${id} has no transaction`)
  return transaction
}
