import type { StateOf, Transitions } from '../../infra/state-machine.ts'

/** The review of a doctor's practising licence. `accepted` verifies the doctor. An account has at most one in force. */
export const licenceTransitions = {
  ask: { from: ['submitted'], to: 'asked', by: ['operator'] },
  accept: { from: ['submitted', 'asked'], to: 'accepted', by: ['operator'] },
  refuse: { from: ['submitted', 'asked'], to: 'refused', by: ['operator'] },
  suspend: { from: ['accepted'], to: 'suspended', by: ['operator'] },
  restore: { from: ['suspended'], to: 'accepted', by: ['operator'] },
  replace: { from: ['submitted', 'asked', 'accepted'], to: 'replaced', by: ['doctor', 'system'] },
  expire: { from: ['accepted'], to: 'expired', by: ['system'] },
  withdraw: { from: ['submitted', 'asked', 'accepted', 'suspended'], to: 'withdrawn', by: ['system'] },
} as const satisfies Transitions

export type LicenceState = StateOf<typeof licenceTransitions>
export type LicenceVerb = keyof typeof licenceTransitions
