import type { StateOf, Transitions } from '../../infra/state-machine.ts'

/** The transitions of a payment link. A link whose order was paid late shows as paid. */
export const linkTransitions = {
  pay: { from: ['active', 'expired'], to: 'paid', by: ['system'] },
  expire: { from: ['active'], to: 'expired', by: ['system'] },
  revoke: { from: ['active'], to: 'revoked', by: ['patient', 'doctor', 'operator'] },
  // A new link replaces it.
  renew: { from: ['active'], to: 'revoked', by: ['patient', 'doctor'] },
} as const satisfies Transitions

export type LinkState = StateOf<typeof linkTransitions>
