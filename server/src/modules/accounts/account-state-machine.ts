import type { ActorOf, StateOf, Transitions } from '../../infra/state-machine.ts'

/** The transitions of an account. Only an active account can be suspended, so that restoring it never skips the code. */
export const accountTransitions = {
  verify: { from: ['unverified'], to: 'active', by: ['self'] },
  suspend: { from: ['active'], to: 'suspended', by: ['operator'] },
  restore: { from: ['suspended'], to: 'active', by: ['operator'] },
  delete: { from: ['unverified', 'active', 'suspended'], to: 'deleted', by: ['self', 'operator'] },
} as const satisfies Transitions

export type AccountState = StateOf<typeof accountTransitions>
export type AccountActor = ActorOf<typeof accountTransitions>
export type AccountVerb = keyof typeof accountTransitions
