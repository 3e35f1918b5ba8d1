import { expect, test } from 'vitest'
import { type Moves, movedColumns, rule } from './moves.ts'

const doorMoves = {
  open: { from: ['shut'], to: 'open', by: ['guest', 'host'] },
  lock: { from: ['shut', 'open'], to: 'locked', by: ['host'] },
} as const satisfies Moves

test('a move of the table is allowed to those it names, and says where it leads', () => {
  expect(rule(doorMoves, 'open', 'shut', 'guest')).toEqual({ ok: true, to: 'open' })
  expect(rule(doorMoves, 'lock', 'open', 'host')).toEqual({ ok: true, to: 'locked' })
})

test('who may not make a move is told so, whatever the state', () => {
  expect(rule(doorMoves, 'lock', 'open', 'guest')).toEqual({ ok: false, why: 'not_your_move' })
  expect(rule(doorMoves, 'lock', 'locked', 'guest')).toEqual({ ok: false, why: 'not_your_move' })
})

test('a move from a state that it does not name is refused', () => {
  expect(rule(doorMoves, 'open', 'locked', 'host')).toEqual({ ok: false, why: 'wrong_state' })
})

test('a verb that only the prototype knows is no verb', () => {
  // @ts-expect-error there is no such verb
  expect(rule(doorMoves, 'toString', 'shut', 'host')).toEqual({ ok: false, why: 'not_your_move' })
})

test('the columns of a move name its states, and its reason only where one was given', () => {
  const at = new Date('2026-03-31T08:30:00Z')
  const move = { verb: 'open', from: 'shut', to: 'open', actor: 'host', at }
  const columns = { verb: 'open', from_state: 'shut', to_state: 'open', actor: 'host', at }
  expect(movedColumns(move)).toStrictEqual(columns)
  expect(movedColumns({ ...move, reason: 'late' })).toStrictEqual({ ...columns, reason: 'late' })
})
