import { brand, type OrderRefund } from '@labalaba/contract'
import { dayAndTime } from '../../lib/format.ts'
import type { Tone } from '../../ui/card.tsx'

/** The label of each state of a refund. */
export const refundTags: Record<OrderRefund['state'], { words: string; tone: Tone }> = {
  pending: { words: 'Pending', tone: 'warn' },
  processing: { words: 'Processing', tone: 'info' },
  processed: { words: 'Processed', tone: 'ok' },
  failed: { words: 'Failed', tone: 'error' },
}

/** The progress of a refund, in a sentence or two; `last` if no later refund exists. */
export function refundWords(refund: OrderRefund, last: boolean): string {
  const ended = dayAndTime(refund.endedAt ?? refund.requestedAt)
  switch (refund.state) {
    case 'pending':
      return 'We have asked for it to be sent back to the card or account that paid.'
    case 'processing':
      return 'It is with the bank, on its way to the card or account that paid.'
    case 'processed':
      return refund.toSource === 0
        ? `It is ${brand.name} credit since ${ended}, and pays for your next booking.`
        : returnedWords(refund, ended)
    case 'failed':
      return `It did not go through on ${ended}. Your money is safe. ${nextTry(refund, last)}`
  }
}

function returnedWords({ outside }: OrderRefund, ended: string): string {
  if (outside === 'bank') return `It was paid back by bank transfer on ${ended}.`
  if (outside === 'dispute') return `The bank that paid took it back on ${ended}.`
  return `It was sent back on ${ended}. Banks take 3 to 10 working days to show it.`
}

function nextTry({ retryAt }: OrderRefund, last: boolean): string {
  if (retryAt) return `We try again by ourselves on ${dayAndTime(retryAt)}.`
  return last ? 'One of us looks at it and writes to you.' : 'We have tried again since.'
}
