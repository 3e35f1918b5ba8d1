import type { StateOf, Transitions } from '../../infra/state-machine.ts'

/** The review of an application. An operator may decide immediately, or after talking with the applicant. */
export const applicationTransitions = {
  contact: { from: ['new'], to: 'contacted', by: ['operator'] },
  accept: { from: ['new', 'contacted'], to: 'accepted', by: ['operator'] },
  decline: { from: ['new', 'contacted'], to: 'declined', by: ['operator'] },
} as const satisfies Transitions

export type ApplicationState = StateOf<typeof applicationTransitions>
export type ReviewVerb = keyof typeof applicationTransitions
