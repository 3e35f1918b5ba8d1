import { expect, test } from 'vitest'
import { type ActorOf, transition } from '../../infra/state-machine.ts'
import { type PaymentState, paymentTransitions } from './payment-state-machine.ts'

type Actor = ActorOf<typeof paymentTransitions>
type Verb = keyof typeof paymentTransitions

const states = [
  'started',
  'settled',
  'failed',
  'abandoned',
  'held',
  'refunding',
  'refunded',
] as const satisfies PaymentState[]
const actors: Actor[] = ['system', 'operator']
const verbs: Verb[] = [
  'settle',
  'hold',
  'fail',
  'abandon',
  'release',
  'refund',
  'refund_fee',
  'finish_refund',
  'lose_refund',
]

/** Written out once more by hand: a transition that is not here is forbidden. */
const allowed: Record<string, PaymentState> = {
  'system settle started': 'settled',
  'system settle failed': 'settled',
  'system settle abandoned': 'settled',
  'system hold started': 'held',
  'system hold failed': 'held',
  'system hold abandoned': 'held',
  'system fail started': 'failed',
  'system abandon started': 'abandoned',
  'operator release held': 'settled',
  'system refund settled': 'refunding',
  'system refund held': 'refunding',
  'operator refund settled': 'refunding',
  'operator refund held': 'refunding',
  'operator refund_fee refunded': 'refunding',
  'system finish_refund refunding': 'refunded',
  'system lose_refund refunding': 'held',
}

const tries = verbs.flatMap((verb) =>
  states.flatMap((state) => actors.map((actor) => ({ verb, state, actor }))),
)

test.each(tries)('$actor may or may not $verb an attempt that is $state, as the table says', (one) => {
  const next = transition(paymentTransitions, one.verb, one.state, one.actor)
  expect(next.ok ? next.to : null).toBe(allowed[`${one.actor} ${one.verb} ${one.state}`] ?? null)
})

test('every state can be reached, and a returned payment changes only for a retained fee', () => {
  const moves = Object.values(paymentTransitions)
  const left = new Set<string>(moves.flatMap((move) => [...move.from]))
  const reached = new Set<string>(moves.map((move) => move.to))
  expect(states.filter((state) => !left.has(state))).toEqual([])
  expect(verbs.filter((verb) => transition(paymentTransitions, verb, 'refunded', 'operator').ok)).toEqual([
    'refund_fee',
  ])
  expect(states.filter((state) => !reached.has(state))).toEqual(['started'])
})

test('a person can refund money and let held money pay, and can never mark it as received', () => {
  const byOperator = Object.entries(paymentTransitions).filter(([, move]) =>
    move.by.some((actor) => actor === 'operator'),
  )
  expect(byOperator.map(([verb]) => verb)).toEqual(['release', 'refund', 'refund_fee'])
  expect(paymentTransitions.release.from).toEqual(['held'])
})

test('a misspelt state or verb does not compile', () => {
  // @ts-expect-error there is no such state
  expect(transition(paymentTransitions, 'settle', 'paid', 'system').ok).toBe(false)
  // @ts-expect-error there is no such verb
  expect(transition(paymentTransitions, 'capture', 'started', 'system').ok).toBe(false)
})
