import type { ActorOf, Moves, StateOf } from '../platform/moves.ts'

/** What can become of an account. Only an active one is suspended, so that restoring never skips the code. */
export const accountMoves = {
  verify: { from: ['unverified'], to: 'active', by: ['self'] },
  suspend: { from: ['active'], to: 'suspended', by: ['operator'] },
  restore: { from: ['suspended'], to: 'active', by: ['operator'] },
  delete: { from: ['unverified', 'active', 'suspended'], to: 'deleted', by: ['self', 'operator'] },
} as const satisfies Moves

export type AccountState = StateOf<typeof accountMoves>
export type AccountActor = ActorOf<typeof accountMoves>
export type AccountVerb = keyof typeof accountMoves
