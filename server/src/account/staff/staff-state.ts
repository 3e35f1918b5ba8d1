import type { Moves, StateOf } from '../../platform/moves.ts'

/** What can become of an invitation to work here. Once accepted, the account has states of its own. */
export const staffMoves = {
  invite: { from: ['invited'], to: 'invited', by: ['operator', 'system'] },
  renew: { from: ['invited', 'revoked'], to: 'invited', by: ['operator'] },
  revoke: { from: ['invited'], to: 'revoked', by: ['operator'] },
  accept: { from: ['invited'], to: 'accepted', by: ['self', 'system'] },
} as const satisfies Moves

export type StaffState = StateOf<typeof staffMoves>
export type StaffVerb = keyof typeof staffMoves
