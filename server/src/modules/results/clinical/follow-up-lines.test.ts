import { describe, expect, test } from 'vitest'
import { missingLines } from '../reports/policy.ts'
import { contradictedStatus } from './follow-up-lines.ts'

const names = ['First', 'Second', 'Third', 'Status']
const lines = names.map((name, index) => ({
  ...{ test_code: 'hiv-screen', position: index + 1, name, loinc: null, needed: index === 0 },
}))

/** What is missing from a report of these findings, by position; null says that one was not measured. */
function missing(found: Readonly<Record<number, string | null>>, hasPdf = false): string[] {
  const entered = Object.entries(found).map(([position, value]) => ({ position: Number(position), value }))
  return missingLines(lines, entered, hasPdf).map(({ name }) => name)
}

describe('an HIV report', () => {
  test('needs no more than a first test that is not reactive', () => {
    expect(missing({ 1: 'Non-reactive' })).toEqual([])
    expect(missing({})).toEqual(['First'])
  })

  test('with a reactive or inconclusive first test needs the second, and the status', () => {
    expect(missing({ 1: 'Reactive' })).toEqual(['Second', 'Status'])
    expect(missing({ 1: 'Inconclusive' })).toEqual(['Second', 'Status'])
    expect(missing({ 1: 'Reactive', 2: 'Non-reactive' })).toEqual(['Status'])
    expect(missing({ 1: 'Reactive', 2: 'Non-reactive', 4: 'Inconclusive' })).toEqual([])
  })

  test('with two reactive tests needs the third, or why it was not done', () => {
    expect(missing({ 1: 'Reactive', 2: 'Reactive', 4: 'Inconclusive' })).toEqual(['Third'])
    expect(missing({ 1: 'Reactive', 2: 'Reactive', 3: 'Reactive' })).toEqual(['Status'])
    expect(missing({ 1: 'Reactive', 2: 'Reactive', 3: null, 4: 'Inconclusive' })).toEqual([])
  })

  test('needs a status that is said, and not one that was not measured', () => {
    expect(missing({ 1: 'Reactive', 2: null, 4: null })).toEqual(['Status'])
  })

  test('with a PDF of the lab needs the same of the findings that are entered beside it', () => {
    expect(missing({ 1: 'Reactive' }, true)).toEqual(['Second', 'Status'])
    expect(missing({}, true)).toEqual([])
  })
})

/** Why this status is refused after these tests; undefined if it may stand. */
function refused(status: string, ...tests: readonly string[]) {
  const found = [...tests.map((value, index) => ({ place: `hiv-combo/${index + 1}`, value }))]
  return contradictedStatus([...found, { place: 'hiv-combo/4', value: status }])['hiv-combo/4']
}

test('an HIV status is positive only after three reactive tests, and negative only after none', () => {
  const [yes, no] = ['Reactive', 'Non-reactive']
  for (const tests of [[], [yes], [yes, yes], [yes, no], [yes, yes, no], [yes, no, yes]])
    expect.soft(refused('Positive', ...tests), tests.join()).toMatch(/only if all three/)
  expect(refused('Positive', yes, yes, yes)).toBe(undefined)
  for (const tests of [[yes], [yes, no], [no, yes]])
    expect.soft(refused('Negative', ...tests), tests.join()).toMatch(/not negative if a test is reactive/)
  expect([refused('Negative', no), refused('Inconclusive', yes, no)]).toEqual([undefined, undefined])
})
