import type { StateOf, Transitions } from '../../infra/state-machine.ts'

/** The transitions of a payment attempt. Captured money wins: a failed or abandoned attempt that turns out paid settles. */
export const paymentTransitions = {
  settle: { from: ['started', 'failed', 'abandoned'], to: 'settled', by: ['system'] },
  hold: { from: ['started', 'failed', 'abandoned'], to: 'held', by: ['system'] },
  fail: { from: ['started'], to: 'failed', by: ['system'] },
  abandon: { from: ['started'], to: 'abandoned', by: ['system'] },
  release: { from: ['held'], to: 'settled', by: ['operator'] },
  refund: { from: ['settled', 'held'], to: 'refunding', by: ['operator', 'system'] },
  refund_fee: { from: ['refunded'], to: 'refunding', by: ['operator'] },
  finish_refund: { from: ['refunding'], to: 'refunded', by: ['system'] },
  lose_refund: { from: ['refunding'], to: 'held', by: ['system'] },
} as const satisfies Transitions

export type PaymentState = StateOf<typeof paymentTransitions>
