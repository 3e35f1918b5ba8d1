import { expect, test } from 'vitest'
import { type ActorOf, transition } from '../../infra/state-machine.ts'
import { type OrderState, orderTransitions } from './order-state-machine.ts'

type Actor = ActorOf<typeof orderTransitions>
type Verb = keyof typeof orderTransitions

const states = [
  'awaiting_payment',
  'scheduled',
  'sample_collected',
  'lab_processing',
  'results_ready',
  'cancelled',
  'expired',
] as const satisfies OrderState[]
const actors: Actor[] = ['system', 'patient', 'doctor', 'lab', 'phlebotomist', 'operator']
const verbs: Verb[] = ['pay', 'expire', 'collect', 'receive', 'release', 'recollect', 'cancel', 'close']

/** Written out once more by hand: a transition that is not here is forbidden. */
const allowed: Record<string, OrderState> = {
  'system pay awaiting_payment': 'scheduled',
  'system pay expired': 'scheduled',
  'system expire awaiting_payment': 'expired',
  'lab collect scheduled': 'sample_collected',
  'phlebotomist collect scheduled': 'sample_collected',
  'system collect scheduled': 'sample_collected',
  'system receive sample_collected': 'lab_processing',
  'system release lab_processing': 'results_ready',
  'lab receive sample_collected': 'lab_processing',
  'lab release lab_processing': 'results_ready',
  'lab recollect sample_collected': 'scheduled',
  'lab recollect lab_processing': 'scheduled',
  'patient cancel awaiting_payment': 'cancelled',
  'patient cancel scheduled': 'cancelled',
  'doctor cancel awaiting_payment': 'cancelled',
  'doctor cancel scheduled': 'cancelled',
  'lab cancel awaiting_payment': 'cancelled',
  'lab cancel scheduled': 'cancelled',
  'operator cancel awaiting_payment': 'cancelled',
  'operator cancel scheduled': 'cancelled',
  'system close expired': 'cancelled',
}

const tries = verbs.flatMap((verb) =>
  states.flatMap((state) => actors.map((actor) => ({ verb, state, actor }))),
)

test.each(tries)('$actor may or may not $verb an order that is $state, as the table says', (one) => {
  const next = transition(orderTransitions, one.verb, one.state, one.actor)
  expect(next.ok ? next.to : null).toBe(allowed[`${one.actor} ${one.verb} ${one.state}`] ?? null)
})

test('every state can be reached, and only ready results and a cancelled order are final', () => {
  const moves = Object.values(orderTransitions)
  const left = new Set<string>(moves.flatMap((move) => [...move.from]))
  const reached = new Set<string>(moves.map((move) => move.to))
  expect(states.filter((state) => !left.has(state))).toEqual(['results_ready', 'cancelled'])
  expect(states.filter((state) => !reached.has(state))).toEqual(['awaiting_payment'])
})

test('only the system marks an order as paid', () => {
  expect(orderTransitions.pay.by).toEqual(['system'])
})

test('a misspelt state, verb or actor does not compile', () => {
  // @ts-expect-error there is no such state
  expect(transition(orderTransitions, 'pay', 'awaiting', 'system').ok).toBe(false)
  // @ts-expect-error there is no such verb
  expect(transition(orderTransitions, 'paid', 'awaiting_payment', 'system').ok).toBe(false)
  // @ts-expect-error there is no such actor
  expect(transition(orderTransitions, 'pay', 'awaiting_payment', 'payer').ok).toBe(false)
})
