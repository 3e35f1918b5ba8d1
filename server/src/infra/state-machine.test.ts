import { expect, test } from 'vitest'
import { type Transitions, transition, transitionColumns } from './state-machine.ts'

const doorTransitions = {
  open: { from: ['shut'], to: 'open', by: ['guest', 'host'] },
  lock: { from: ['shut', 'open'], to: 'locked', by: ['host'] },
} as const satisfies Transitions

test('a transition is allowed to the actors that it names, and gives the state it leads to', () => {
  expect(transition(doorTransitions, 'open', 'shut', 'guest')).toEqual({ ok: true, to: 'open' })
  expect(transition(doorTransitions, 'lock', 'open', 'host')).toEqual({ ok: true, to: 'locked' })
})

test('an actor who may not do it is refused as not allowed, whatever the state', () => {
  expect(transition(doorTransitions, 'lock', 'open', 'guest')).toEqual({ ok: false, why: 'not_allowed' })
  expect(transition(doorTransitions, 'lock', 'locked', 'guest')).toEqual({ ok: false, why: 'not_allowed' })
})

test('a move from a state that it does not name is refused', () => {
  expect(transition(doorTransitions, 'open', 'locked', 'host')).toEqual({ ok: false, why: 'wrong_state' })
})

test('a verb that only the prototype knows is no verb', () => {
  // @ts-expect-error there is no such verb
  expect(transition(doorTransitions, 'toString', 'shut', 'host')).toEqual({ ok: false, why: 'not_allowed' })
})

test('the columns of a move name its states, and its reason only where one was given', () => {
  const at = new Date('2026-03-31T08:30:00Z')
  const move = { verb: 'open', from: 'shut', to: 'open', actor: 'host', at }
  const columns = { verb: 'open', from_state: 'shut', to_state: 'open', actor: 'host', at }
  expect(transitionColumns(move)).toStrictEqual(columns)
  expect(transitionColumns({ ...move, reason: 'late' })).toStrictEqual({ ...columns, reason: 'late' })
})
