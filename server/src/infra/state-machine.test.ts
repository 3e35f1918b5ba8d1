import { expect, test } from 'vitest'
import { type Transitions, transition, transitionColumns } from './state-machine.ts'

const doorTransitions = {
  open: { from: ['shut'], to: 'open', by: ['guest', 'host'] },
  lock: { from: ['shut', 'open'], to: 'locked', by: ['host'] },
} as const satisfies Transitions

test('a transition is allowed to the actors that it names, and returns the new state', () => {
  expect(transition(doorTransitions, 'open', 'shut', 'guest')).toEqual({ ok: true, to: 'open' })
  expect(transition(doorTransitions, 'lock', 'open', 'host')).toEqual({ ok: true, to: 'locked' })
})

test('an actor who may not make a transition is refused as not allowed, whatever the state', () => {
  expect(transition(doorTransitions, 'lock', 'open', 'guest')).toEqual({ ok: false, why: 'not_allowed' })
  expect(transition(doorTransitions, 'lock', 'locked', 'guest')).toEqual({ ok: false, why: 'not_allowed' })
})

test('a transition from another state is refused', () => {
  expect(transition(doorTransitions, 'open', 'locked', 'host')).toEqual({ ok: false, why: 'wrong_state' })
})

test('a verb inherited from the prototype is not a verb', () => {
  // @ts-expect-error there is no such verb
  expect(transition(doorTransitions, 'toString', 'shut', 'host')).toEqual({ ok: false, why: 'not_allowed' })
})

test('the columns of a transition name its states, and its reason only if one was given', () => {
  const at = new Date('2026-03-31T08:30:00Z')
  const move = { verb: 'open', from: 'shut', to: 'open', actor: 'host', at }
  const columns = { verb: 'open', from_state: 'shut', to_state: 'open', actor: 'host', at }
  expect(transitionColumns(move)).toStrictEqual(columns)
  expect(transitionColumns({ ...move, reason: 'late' })).toStrictEqual({ ...columns, reason: 'late' })
})
