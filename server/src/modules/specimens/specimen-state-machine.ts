import type { StateOf, Transitions } from '../../infra/state-machine.ts'

/**
 * The states of a specimen. A rejected one stays rejected: another replaces it. One that was given up is no longer
 * expected.
 */
export const specimenTransitions = {
  collect: { from: ['expected'], to: 'collected', by: ['lab', 'phlebotomist'] },
  receive: { from: ['collected'], to: 'received', by: ['lab'] },
  give_up: { from: ['expected'], to: 'given_up', by: ['patient', 'doctor', 'operator'] },
  reject: { from: ['collected', 'received'], to: 'rejected', by: ['lab'] },
} as const satisfies Transitions

export type SpecimenState = StateOf<typeof specimenTransitions>
