import type { Moves, StateOf } from '../platform/moves.ts'

/** The life of a payment link. A link whose order was paid late shows as paid. */
export const linkMoves = {
  pay: { from: ['active', 'expired'], to: 'paid', by: ['system'] },
  expire: { from: ['active'], to: 'expired', by: ['system'] },
  revoke: { from: ['active'], to: 'revoked', by: ['patient', 'doctor', 'operator'] },
  // Another takes its place.
  renew: { from: ['active'], to: 'revoked', by: ['patient', 'doctor'] },
} as const satisfies Moves

export type LinkState = StateOf<typeof linkMoves>
