import { expect, test } from 'vitest'
import { type ActorOf, transition } from '../../infra/state-machine.ts'
import {
  type ApplicationState,
  applicationTransitions,
  type ReviewVerb,
} from './application-state-machine.ts'

const states = ['new', 'contacted', 'accepted', 'declined'] as const satisfies ApplicationState[]
const verbs = ['contact', 'accept', 'decline'] as const satisfies ReviewVerb[]

/** Written out once more by hand: a transition that is not here is forbidden. */
const allowed: Record<string, ApplicationState> = {
  'contact new': 'contacted',
  'accept new': 'accepted',
  'accept contacted': 'accepted',
  'decline new': 'declined',
  'decline contacted': 'declined',
}

const tries = verbs.flatMap((verb) => states.map((state) => ({ verb, state })))

test.each(tries)(
  'an operator may or may not $verb an application that is $state, as the table says',
  ({ verb, state }) => {
    const next = transition(applicationTransitions, verb, state, 'operator')
    expect(next.ok ? next.to : null).toBe(allowed[`${verb} ${state}`] ?? null)
  },
)

test('every state can be reached, and only a decision is final', () => {
  const moves = Object.values(applicationTransitions)
  const left = new Set<string>(moves.flatMap((move) => [...move.from]))
  const reached = new Set<string>(moves.map((move) => move.to))
  expect(states.filter((state) => !left.has(state))).toEqual(['accepted', 'declined'])
  expect(states.filter((state) => !reached.has(state))).toEqual(['new'])
})

test('only an operator reviews', () => {
  const applicant = 'applicant' as ActorOf<typeof applicationTransitions>
  for (const verb of verbs) expect(transition(applicationTransitions, verb, 'new', applicant).ok).toBe(false)
})
