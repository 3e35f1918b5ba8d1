import type { Db } from '../../db.ts'
import { applyCapture } from './capture.ts'
import { bookLostBefore } from './disputes/lost.ts'
import { lostOf } from './disputes/repository.ts'
import type { Urgency } from './paystack/call-queue.ts'
import type { Outcome, Paystack, Provider, Transaction } from './paystack/paystack.ts'
import { attemptLife, canStillSettle, firstPause } from './policy.ts'
import * as repository from './repository.ts'

/** Since when Paystack has not responded to this process. */
const silentSince = new WeakMap<Paystack, number>()

/** Calls `settleFromPaystack` and returns the attempt afterwards; null for a reference that is not ours. */
export async function settle(provider: Provider, reference: string): Promise<repository.PaymentRow | null> {
  return (await settleFromPaystack(provider, reference))?.payment ?? null
}

/** An attempt after `settleFromPaystack`, and whether Paystack responded. Captured money is not queried again. */
type Settlement = { readonly payment: repository.PaymentRow; readonly answered: boolean }

/**
 * Makes our books agree with Paystack's about one attempt. Safe to call repeatedly and concurrently: the webhook, the return
 * page and the scheduled job all call it. A query that no user waits for lets those of payers go first, and a `spare` one is
 * skipped if there is no spare capacity. Returns null for a reference that is not ours.
 */
export async function settleFromPaystack(
  { db, clock, paystack }: Provider,
  reference: string,
  urgency: Urgency = 'now',
): Promise<Settlement | null> {
  const seen = await repository.paymentByReference(db, reference)
  if (!seen) return null
  if (!canStillSettle(seen)) return { payment: seen, answered: true }
  const verified = await paystack.verify(reference, urgency) // the slow call, before any lock
  // No query was made: there was no spare capacity.
  if (urgency === 'spare' && verified.kind === 'unknown' && verified.why === 'crowded')
    return { payment: seen, answered: false }
  const now = clock.now()
  const isCaptured = verified.kind === 'yes' && (await hasCome(db, seen, verified.value))
  const meaning = isCaptured ? 'paid' : meaningOf(verified, seen, now)
  // Captured money is not queried again.
  if (meaning !== 'paid') await repository.recordQuery(db, seen.id, now)
  const answered = verified.kind !== 'unknown'
  if (verified.kind === 'unknown') {
    // With `retryAfter`, too many calls are waiting: that is no silence.
    if (verified.retryAfter === undefined && !silentSince.has(paystack))
      silentSince.set(paystack, now.getTime())
    // Soon, so that Paystack's return is noticed soon.
    await repository.advanceNextCheck(db, seen.id, new Date(now.getTime() + firstPause))
  }
  if (meaning === 'still open')
    return { payment: (await repository.paymentById(db, seen.id)) ?? seen, answered }
  const payment = await db.transaction().execute(async (tx) => {
    const locked = await repository.lockOrderAndPayment(tx, seen)
    // Read after taking the locks, so that it is later than everything done while we waited for them.
    const at = clock.now()
    if (verified.kind === 'yes' && meaning === 'paid') {
      const capture = { ...locked, truth: verified.value, domain: paystack.domain, now: at }
      const payment = await applyCapture(tx, capture)
      await bookLostBefore(tx, { order: locked.order, payment }, at)
      return payment
    }
    const end =
      meaning === 'abandoned'
        ? ({ verb: 'abandon', reason: 'silent' } as const)
        : ({ verb: 'fail', reason: verified.kind === 'yes' ? verified.value.status : 'refused' } as const)
    const ended = await repository.movePayment(tx, locked.payment, { ...end, actor: 'system', at })
    return ended ?? locked.payment
  })
  return { payment, answered }
}

/** Records that Paystack responds; returns for how many milliseconds it had not. */
export function endSilence(paystack: Paystack, now: Date): number {
  const since = silentSince.get(paystack) ?? now.getTime()
  silentSince.delete(paystack)
  return now.getTime() - since
}

/** Whether money was captured and is still there. It also reads `reversed` if a bank took only a part of it. */
async function hasCome(
  db: Db,
  { id }: repository.PaymentRow,
  { status, amount }: Transaction,
): Promise<boolean> {
  if (status !== 'reversed') return status === 'success'
  const taken = (await lostOf(db, [id])).reduce((sum, { amount_kobo }) => sum + amount_kobo, 0)
  return taken > 0 && taken < amount
}

function meaningOf(
  truth: Outcome<Transaction>,
  payment: repository.PaymentRow,
  now: Date,
): 'failed' | 'abandoned' | 'still open' {
  if (truth.kind === 'yes' && (truth.value.status === 'failed' || truth.value.status === 'reversed'))
    return 'failed'
  const isExpired = now.getTime() - payment.started_at.getTime() > attemptLife
  return isExpired && truth.kind !== 'unknown' ? 'abandoned' : 'still open'
}
