import type { StateOf, Transitions } from '../../infra/state-machine.ts'

/** The states of a home visit. A missed visit waits for another day, and stays the same visit. */
export const visitTransitions = {
  request: { from: ['requested'], to: 'requested', by: ['system', 'patient', 'doctor'] },
  assign: { from: ['requested'], to: 'assigned', by: ['operator', 'system'] },
  reassign: { from: ['assigned', 'on_the_way'], to: 'assigned', by: ['operator'] },
  set_off: { from: ['assigned'], to: 'on_the_way', by: ['phlebotomist'] },
  /** The patient's door code was right. */
  arrive: { from: ['on_the_way'], to: 'on_the_way', by: ['phlebotomist'] },
  collect: { from: ['on_the_way'], to: 'collected', by: ['phlebotomist'] },
  deliver: { from: ['collected'], to: 'delivered', by: ['phlebotomist'] },
  miss: { from: ['assigned', 'on_the_way'], to: 'missed', by: ['phlebotomist'] },
  rebook: {
    from: ['requested', 'assigned', 'missed'],
    to: 'requested',
    by: ['patient', 'doctor', 'operator', 'system'],
  },
  cancel: {
    from: ['requested', 'assigned', 'on_the_way', 'missed'],
    to: 'cancelled',
    by: ['patient', 'doctor', 'lab', 'operator', 'system'],
  },
} as const satisfies Transitions

export type VisitState = StateOf<typeof visitTransitions>
export type VisitVerb = keyof typeof visitTransitions
