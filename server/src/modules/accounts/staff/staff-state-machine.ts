import type { StateOf, Transitions } from '../../../infra/state-machine.ts'

/** The transitions of an invitation. Once it is accepted, the account has its own states. */
export const staffTransitions = {
  invite: { from: ['invited'], to: 'invited', by: ['operator', 'system'] },
  renew: { from: ['invited', 'revoked'], to: 'invited', by: ['operator'] },
  revoke: { from: ['invited'], to: 'revoked', by: ['operator'] },
  accept: { from: ['invited'], to: 'accepted', by: ['self', 'system'] },
} as const satisfies Transitions

export type StaffState = StateOf<typeof staffTransitions>
export type StaffVerb = keyof typeof staffTransitions
