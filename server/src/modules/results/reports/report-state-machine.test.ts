import { reportState } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { transition } from '../../../infra/state-machine.ts'
import { type ReportState, reportTransitions } from './report-state-machine.ts'

/** The states on the wire, which the database's are compared with too; the verbs and actors are the table's own. */
const states = reportState.options
const verbs = Object.keys(reportTransitions) as (keyof typeof reportTransitions)[]
const actors = ['lab', 'system'] as const

/** Written out once more by hand: a transition that is not here is forbidden. */
const allowed: Record<string, ReportState> = {
  'lab enter draft': 'draft',
  'system enter draft': 'draft',
  'lab verify draft': 'verified',
  'lab send_back verified': 'draft',
  'lab release verified': 'released',
  'lab correct released': 'corrected',
  'lab withdraw released': 'withdrawn',
}

test.each(
  verbs.flatMap((verb) => states.flatMap((state) => actors.map((actor) => ({ verb, state, actor })))),
)('$actor may or may not $verb a report that is $state, as the table says', ({ verb, state, actor }) => {
  const next = transition(reportTransitions, verb, state, actor)
  expect(next.ok ? next.to : null).toBe(allowed[`${actor} ${verb} ${state}`] ?? null)
})

test('every role with a transition in the table is tested', () => {
  const named = new Set<string>(Object.values(reportTransitions).flatMap(({ by }) => [...by]))
  expect([...named].toSorted()).toEqual([...actors].toSorted())
})

test('every state can be reached, and only a corrected or withdrawn version is final', () => {
  const moves = Object.values(reportTransitions)
  const left = new Set<string>(moves.flatMap((move) => [...move.from]))
  const reached = new Set<string>(moves.map((move) => move.to))
  expect(states.filter((state) => !left.has(state))).toEqual(['corrected', 'withdrawn'])
  expect(states.filter((state) => !reached.has(state))).toEqual([])
  expect([...reached].filter((state) => !states.some((one) => one === state))).toEqual([])
})
