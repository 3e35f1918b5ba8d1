import { expect, test } from 'vitest'
import { rule } from '../../platform/moves.ts'
import { type ReportState, reportMoves } from './report-state.ts'

const states = ['draft', 'verified', 'released', 'corrected'] as const satisfies ReportState[]
const verbs = ['enter', 'verify', 'send_back', 'release', 'correct'] as const

/** Written out once more by hand: what is not here may not happen. */
const allowed: Record<string, ReportState> = {
  'enter draft': 'draft',
  'verify draft': 'verified',
  'send_back verified': 'draft',
  'release verified': 'released',
  'correct released': 'corrected',
}

test.each(verbs.flatMap((verb) => states.map((state) => ({ verb, state }))))(
  'a lab may or may not $verb a report that is $state, as the table says',
  ({ verb, state }) => {
    const ruling = rule(reportMoves, verb, state, 'lab')
    expect(ruling.ok ? ruling.to : null).toBe(allowed[`${verb} ${state}`] ?? null)
  },
)

test('every state can be reached, and only a corrected version has no way on', () => {
  const moves = Object.values(reportMoves)
  const left = new Set<string>(moves.flatMap((move) => [...move.from]))
  const reached = new Set<string>(moves.map((move) => move.to))
  expect(states.filter((state) => !left.has(state))).toEqual(['corrected'])
  expect(states.filter((state) => !reached.has(state))).toEqual([])
})
