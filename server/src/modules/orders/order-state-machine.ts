import type { StateOf, Transitions } from '../../infra/state-machine.ts'

/**
 * The states of an order. A payment that arrives after an unpaid order has expired still pays it (`pay` from `expired`), as
 * the money is real. The lab's work makes `collect`, `receive`, `release` and `recollect`.
 */
export const orderTransitions = {
  pay: { from: ['awaiting_payment', 'expired'], to: 'scheduled', by: ['system'] },
  expire: { from: ['awaiting_payment'], to: 'expired', by: ['system'] },
  /** The system moves an order on if all that was outstanding is given up. */
  collect: { from: ['scheduled'], to: 'sample_collected', by: ['lab', 'phlebotomist', 'system'] },
  receive: { from: ['sample_collected'], to: 'lab_processing', by: ['lab', 'system'] },
  release: { from: ['lab_processing'], to: 'results_ready', by: ['lab', 'system'] },
  recollect: { from: ['sample_collected', 'lab_processing'], to: 'scheduled', by: ['lab'] },
  cancel: {
    from: ['awaiting_payment', 'scheduled'],
    to: 'cancelled',
    by: ['patient', 'doctor', 'lab', 'operator'],
  },
  /** A late payment is no longer expected: it would be refunded. */
  close: { from: ['expired'], to: 'cancelled', by: ['system'] },
} as const satisfies Transitions

export type OrderState = StateOf<typeof orderTransitions>
