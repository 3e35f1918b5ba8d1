import { expect, test } from 'vitest'
import { type ActorOf, transition } from '../../infra/state-machine.ts'
import { type SpecimenState, specimenTransitions } from './specimen-state-machine.ts'

type Actor = ActorOf<typeof specimenTransitions>
type Verb = keyof typeof specimenTransitions

const states = [
  'expected',
  'collected',
  'received',
  'rejected',
  'given_up',
] as const satisfies SpecimenState[]
const actors: Actor[] = ['lab', 'phlebotomist', 'patient', 'doctor']
const verbs: Verb[] = ['collect', 'receive', 'reject', 'give_up']

/** Written out once more by hand: a transition that is not here is forbidden. */
const allowed: Record<string, SpecimenState> = {
  'lab collect expected': 'collected',
  'phlebotomist collect expected': 'collected',
  'patient give_up expected': 'given_up',
  'doctor give_up expected': 'given_up',
  'operator give_up expected': 'given_up',
  'lab receive collected': 'received',
  'lab reject collected': 'rejected',
  'lab reject received': 'rejected',
}

const tries = verbs.flatMap((verb) =>
  states.flatMap((state) => actors.map((actor) => ({ verb, state, actor }))),
)

test.each(tries)('$actor may or may not $verb a specimen that is $state, as the table says', (one) => {
  const next = transition(specimenTransitions, one.verb, one.state, one.actor)
  expect(next.ok ? next.to : null).toBe(allowed[`${one.actor} ${one.verb} ${one.state}`] ?? null)
})

test('every state can be reached, and only rejected and cancelled are final', () => {
  const moves = Object.values(specimenTransitions)
  const left = new Set<string>(moves.flatMap((move) => [...move.from]))
  const reached = new Set<string>(moves.map((move) => move.to))
  expect(states.filter((state) => !left.has(state))).toEqual(['rejected', 'given_up'])
  expect(states.filter((state) => !reached.has(state))).toEqual(['expected'])
})
