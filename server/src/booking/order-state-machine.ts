import type { StateOf, Transitions } from '../platform/state-machine.ts'

/**
 * The life of an order. Money that comes after an unpaid order has expired still pays it (`pay` from `expired`):
 * money is true. Transitions of the laboratory's own work join with the verbs that make them.
 */
export const orderTransitions = {
  pay: { from: ['awaiting_payment', 'expired'], to: 'scheduled', by: ['system'] },
  expire: { from: ['awaiting_payment'], to: 'expired', by: ['system'] },
  /** The system moves an order on where all that was wanting is given up. */
  collect: { from: ['scheduled'], to: 'sample_collected', by: ['lab', 'phlebotomist', 'system'] },
  receive: { from: ['sample_collected'], to: 'lab_processing', by: ['lab', 'system'] },
  release: { from: ['lab_processing'], to: 'results_ready', by: ['lab', 'system'] },
  recollect: { from: ['sample_collected', 'lab_processing'], to: 'scheduled', by: ['lab'] },
  cancel: {
    from: ['awaiting_payment', 'scheduled'],
    to: 'cancelled',
    by: ['patient', 'doctor', 'lab', 'operator'],
  },
  /** Nobody waits for it any more: money that still comes goes back. */
  close: { from: ['expired'], to: 'cancelled', by: ['system'] },
} as const satisfies Transitions

export type OrderState = StateOf<typeof orderTransitions>
