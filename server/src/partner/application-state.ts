import type { Moves, StateOf } from '../platform/moves.ts'

/** The review of an application. An operator may decide at once, or after talking with the applicant. */
export const applicationMoves = {
  contact: { from: ['new'], to: 'contacted', by: ['operator'] },
  accept: { from: ['new', 'contacted'], to: 'accepted', by: ['operator'] },
  decline: { from: ['new', 'contacted'], to: 'declined', by: ['operator'] },
} as const satisfies Moves

export type ApplicationState = StateOf<typeof applicationMoves>
export type ReviewVerb = keyof typeof applicationMoves
