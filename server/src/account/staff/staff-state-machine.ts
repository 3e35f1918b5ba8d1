import type { StateOf, Transitions } from '../../platform/state-machine.ts'

/** What can become of an invitation to work here. Once accepted, the account has states of its own. */
export const staffTransitions = {
  invite: { from: ['invited'], to: 'invited', by: ['operator', 'system'] },
  renew: { from: ['invited', 'revoked'], to: 'invited', by: ['operator'] },
  revoke: { from: ['invited'], to: 'revoked', by: ['operator'] },
  accept: { from: ['invited'], to: 'accepted', by: ['self', 'system'] },
} as const satisfies Transitions

export type StaffState = StateOf<typeof staffTransitions>
export type StaffVerb = keyof typeof staffTransitions
