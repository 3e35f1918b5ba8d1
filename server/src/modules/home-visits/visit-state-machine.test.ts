import { expect, test } from 'vitest'
import { type ActorOf, transition } from '../../infra/state-machine.ts'
import { type VisitState, type VisitVerb, visitTransitions } from './visit-state-machine.ts'

const states = [
  ...(['requested', 'assigned', 'on_the_way', 'collected', 'delivered', 'missed', 'cancelled'] as const),
] satisfies VisitState[]
const verbs = [
  ...(['request', 'assign', 'reassign', 'set_off', 'arrive', 'collect'] as const),
  ...(['deliver', 'miss', 'rebook', 'cancel'] as const),
] satisfies VisitVerb[]
type Actor = ActorOf<typeof visitTransitions>
const actors = [
  ...(['system', 'patient', 'doctor', 'lab', 'operator', 'phlebotomist'] as const),
] satisfies Actor[]

/** Written out once more by hand: a transition that is not here is forbidden. */
const allowed: Readonly<Record<string, readonly [to: VisitState, from: string, by: string]>> = {
  request: ['requested', 'requested', 'system patient doctor'],
  assign: ['assigned', 'requested', 'operator system'],
  reassign: ['assigned', 'assigned on_the_way', 'operator'],
  set_off: ['on_the_way', 'assigned', 'phlebotomist'],
  arrive: ['on_the_way', 'on_the_way', 'phlebotomist'],
  collect: ['collected', 'on_the_way', 'phlebotomist'],
  deliver: ['delivered', 'collected', 'phlebotomist'],
  miss: ['missed', 'assigned on_the_way', 'phlebotomist'],
  rebook: ['requested', 'requested assigned missed', 'patient doctor operator system'],
  cancel: ['cancelled', 'requested assigned on_the_way missed', 'patient doctor lab operator system'],
}

const tries = actors.flatMap((actor) =>
  verbs.flatMap((verb) => states.map((state) => ({ actor, verb, state }))),
)

test.each(tries)(
  '$actor may or may not $verb a visit $state, as the table says',
  ({ actor, verb, state }) => {
    const [to, from, by] = allowed[verb] ?? expect.unreachable()
    const may = from.split(' ').includes(state) && by.split(' ').includes(actor)
    const next = transition(visitTransitions, verb, state, actor)
    expect(next.ok ? next.to : null).toBe(may ? to : null)
  },
)

test('every verb is tried, and every state is reached', () => {
  expect(Object.keys(visitTransitions).toSorted()).toEqual([...verbs].toSorted())
  expect(new Set(Object.values(visitTransitions).map(({ to }) => to))).toEqual(new Set(states))
})
