import type { OrderRefund } from '@labalaba/contract'
import type { Tone } from '../../components/card.tsx'
import * as copy from '../../copy/order-payments.ts'
import { fill } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'

/** The label of each state of a refund. */
export const refundTags: Record<OrderRefund['state'], { words: string; tone: Tone }> = {
  pending: { words: copy.refundStatePending, tone: 'warn' },
  processing: { words: copy.refundStateProcessing, tone: 'info' },
  processed: { words: copy.refundStateProcessed, tone: 'ok' },
  failed: { words: copy.refundStateFailed, tone: 'error' },
}

/** The progress of a refund, in a sentence or two; `last` if no later refund exists. */
export function refundWords(refund: OrderRefund, last: boolean): string {
  const moment = dayAndTime(refund.endedAt ?? refund.requestedAt)
  switch (refund.state) {
    case 'pending':
      return copy.refundPending
    case 'processing':
      return copy.refundProcessing
    case 'processed':
      return refund.toSource === 0 ? fill(copy.refundIsCredit, { moment }) : returnedWords(refund, moment)
    case 'failed':
      return `${fill(copy.refundFailed, { moment })} ${nextTry(refund, last)}`
  }
}

function returnedWords({ outside }: OrderRefund, moment: string): string {
  if (outside === 'bank') return fill(copy.refundByTransfer, { moment })
  if (outside === 'dispute') return fill(copy.refundByDispute, { moment })
  return fill(copy.refundSent, { moment })
}

function nextTry({ retryAt }: OrderRefund, last: boolean): string {
  if (retryAt) return fill(copy.refundRetryAt, { moment: dayAndTime(retryAt) })
  return last ? copy.refundLookedAt : copy.refundRetried
}
