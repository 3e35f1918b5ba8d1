import { expect, test } from 'vitest'
import { transition } from '../../infra/state-machine.ts'
import {
  type AccountActor,
  type AccountState,
  type AccountVerb,
  accountTransitions,
} from './account-state-machine.ts'

const states: AccountState[] = ['unverified', 'active', 'suspended', 'deleted']
const actors: AccountActor[] = ['self', 'operator']
const verbs: AccountVerb[] = ['verify', 'suspend', 'restore', 'delete']

const allowed: Record<string, AccountState> = {
  'self verify unverified': 'active',
  'operator suspend active': 'suspended',
  'operator restore suspended': 'active',
  'self delete unverified': 'deleted',
  'self delete active': 'deleted',
  'self delete suspended': 'deleted',
  'operator delete unverified': 'deleted',
  'operator delete active': 'deleted',
  'operator delete suspended': 'deleted',
}

const tries = verbs.flatMap((verb) =>
  states.flatMap((state) => actors.map((actor) => ({ verb, state, actor }))),
)

test.each(tries)(
  '$actor may or may not $verb an account that is $state, as the table says',
  ({ verb, state, actor }) => {
    const next = transition(accountTransitions, verb, state, actor)
    expect(next.ok ? next.to : null).toBe(allowed[`${actor} ${verb} ${state}`] ?? null)
  },
)

test('every state but deleted can be left, and every state but the first can be reached', () => {
  const moves = Object.values(accountTransitions)
  const left = new Set<string>(moves.flatMap((move) => [...move.from]))
  const reached = new Set<string>(moves.map((move) => move.to))
  expect(states.filter((state) => !left.has(state))).toEqual(['deleted'])
  expect(states.filter((state) => !reached.has(state))).toEqual(['unverified'])
})

test('a misspelt state or verb does not compile', () => {
  // @ts-expect-error there is no such state
  expect(transition(accountTransitions, 'verify', 'unverifyed', 'self').ok).toBe(false)
  // @ts-expect-error there is no such verb
  expect(transition(accountTransitions, 'verifi', 'unverified', 'self').ok).toBe(false)
})
