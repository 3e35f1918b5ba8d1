import { kobo } from '@labalaba/contract'
import type { ListedRefund } from '../paystack/paystack.ts'
import type { Attempt, Differences, ForPerson, Mending, OurRefund, Ours, Theirs } from './differences.ts'

/** The note of every refund of ours. */
const noteOf = (id: string) => `refund ${id}`

/**
 * Compares the refunds in both directions; `ofOurMode` are the ids of the listed transactions of our mode. An open state at
 * Paystack is older than ours and is ignored.
 */
export function refundDifferences(theirs: Theirs, ofOurMode: ReadonlySet<string>, ours: Ours): Differences {
  const refunds = new Map(theirs.refunds.map((refund) => [refund.id, refund]))
  const byNote = new Map(ours.refunds.map((refund) => [noteOf(refund.id), refund]))
  const byProviderId = new Map(ours.refunds.map((refund) => [refund.providerId, refund]))
  const otherMode = new Set(
    theirs.transactions.filter((one) => !ofOurMode.has(one.providerId)).map((one) => one.providerId),
  )
  const byTransaction = new Map(ours.attempts.map((attempt) => [attempt.providerId, attempt]))
  const mend: Mending[] = []
  const cases: ForPerson[] = []
  for (const refund of refunds.values()) {
    if (otherMode.has(refund.transactionId)) continue
    const own = byNote.get(refund.note) ?? byProviderId.get(refund.id)
    const attempt = byTransaction.get(refund.transactionId)
    if (!own) {
      if (refund.status !== 'failed') cases.push(unknownRefund(refund, attempt))
    } else if (endOf(refund.status) === 'open' || endOf(refund.status) === own.state) continue
    else if (endOf(own.state) === 'open') mend.push({ kind: 'refund_state', refundId: own.id })
    else cases.push(stuck(own, refund.status))
  }
  for (const own of ours.refunds)
    if (own.ofDay && own.state === 'processed' && !own.outside && own.source > 0 && !hasRow(own, refunds))
      cases.push(stuck(own, 'unknown'))
  return { mend, cases }
}

function hasRow(own: OurRefund, refunds: ReadonlyMap<string, ListedRefund>): boolean {
  return refunds.has(own.providerId ?? '') || [...refunds.values()].some((one) => one.note === noteOf(own.id))
}

function endOf(state: string): 'processed' | 'failed' | 'open' {
  return state === 'processed' || state === 'failed' ? state : 'open'
}

function unknownRefund(refund: ListedRefund, attempt: Attempt | undefined): ForPerson {
  return {
    kind: 'refund_unknown',
    subject: refund.id,
    orderReference: attempt?.orderReference ?? null,
    amount: refund.currency === 'NGN' ? refund.amount : null,
    found: {
      payment: attempt?.reference ?? null,
      theirs_state: refund.status,
      theirs_amount: refund.amount,
    },
  }
}

function stuck(own: OurRefund, status: string): ForPerson {
  return {
    kind: 'refund_stuck',
    subject: own.id,
    orderReference: own.orderReference,
    amount: kobo(own.source),
    found: { payment: own.payment, theirs_state: status, ours_state: own.state },
  }
}
