import type { StateOf, Transitions } from '../../platform/state-machine.ts'

/**
 * The life of what is taken of a patient. What was rejected stays so: another takes its place. What was given up is asked
 * for no more.
 */
export const specimenTransitions = {
  collect: { from: ['expected'], to: 'collected', by: ['lab', 'phlebotomist'] },
  receive: { from: ['collected'], to: 'received', by: ['lab'] },
  give_up: { from: ['expected'], to: 'given_up', by: ['patient', 'doctor', 'operator'] },
  reject: { from: ['collected', 'received'], to: 'rejected', by: ['lab'] },
} as const satisfies Transitions

export type SpecimenState = StateOf<typeof specimenTransitions>
