import { expect, test } from 'vitest'
import { type ActorOf, transition } from '../../infra/state-machine.ts'
import { type LinkState, linkTransitions } from './link-state-machine.ts'

type Actor = ActorOf<typeof linkTransitions>
type Verb = keyof typeof linkTransitions

const states = ['active', 'paid', 'expired', 'revoked'] as const satisfies LinkState[]
const actors: Actor[] = ['system', 'patient', 'doctor', 'operator']
const verbs: Verb[] = ['pay', 'expire', 'revoke', 'renew']

/** Written out once more by hand: a transition that is not here is forbidden. */
const allowed: Record<string, LinkState> = {
  'system pay active': 'paid',
  'system pay expired': 'paid',
  'system expire active': 'expired',
  'patient revoke active': 'revoked',
  'doctor revoke active': 'revoked',
  'operator revoke active': 'revoked',
  'patient renew active': 'revoked',
  'doctor renew active': 'revoked',
}

const tries = verbs.flatMap((verb) =>
  states.flatMap((state) => actors.map((actor) => ({ verb, state, actor }))),
)

test.each(tries)('$actor may or may not $verb a link that is $state, as the table says', (one) => {
  const next = transition(linkTransitions, one.verb, one.state, one.actor)
  expect(next.ok ? next.to : null).toBe(allowed[`${one.actor} ${one.verb} ${one.state}`] ?? null)
})

test('every state can be reached, and a paid or revoked link is final', () => {
  const moves = Object.values(linkTransitions)
  const left = new Set<string>(moves.flatMap((move) => [...move.from]))
  const reached = new Set<string>(moves.map((move) => move.to))
  expect(states.filter((state) => !left.has(state))).toEqual(['paid', 'revoked'])
  expect(states.filter((state) => !reached.has(state))).toEqual(['active'])
})

test('an ended link never works again', () => {
  expect(Object.values(linkTransitions).map((move) => String(move.to))).not.toContain('active')
})
