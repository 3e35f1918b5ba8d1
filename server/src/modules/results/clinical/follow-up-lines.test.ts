import type { LagosDate } from '@labalaba/contract'
import { describe, expect, test } from 'vitest'
import { isUnder18Months, missingLines } from '../reports/policy.ts'
import { contradictedStatus, permittedStatuses } from './follow-up-lines.ts'

const names = ['First', 'Second', 'Third', 'Status']
const lines = names.map((name, index) => ({
  ...{ test_code: 'hiv-screen', position: index + 1, name, loinc: null, needed: index === 0 },
  ...{ choices: [], structure: null },
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

const [yes, no, unclear, none] = ['Reactive', 'Non-reactive', 'Inconclusive', null]

describe('the HIV status that can follow', () => {
  test.each([
    { tests: [none, none, none], permitted: ['Inconclusive'] },
    { tests: [none, no, none], permitted: ['Inconclusive'] },
    { tests: [none, yes, yes], permitted: ['Inconclusive'] },
    { tests: [no, none, none], permitted: ['Negative'] },
    { tests: [no, no, none], permitted: ['Negative'] },
    { tests: [no, unclear, none], permitted: ['Inconclusive'] },
    { tests: [no, yes, none], permitted: ['Inconclusive'] },
    { tests: [unclear, none, none], permitted: ['Inconclusive'] },
    { tests: [unclear, no, none], permitted: ['Negative', 'Inconclusive'] },
    { tests: [unclear, no, unclear], permitted: ['Inconclusive'] },
    { tests: [unclear, no, yes], permitted: ['Inconclusive'] },
    { tests: [unclear, none, no], permitted: ['Inconclusive'] },
    { tests: [unclear, yes, yes], permitted: ['Inconclusive'] },
    { tests: [yes, none, none], permitted: ['Inconclusive'] },
    { tests: [yes, no, none], permitted: ['Inconclusive'] },
    { tests: [yes, yes, none], permitted: ['Inconclusive'] },
    { tests: [yes, yes, no], permitted: ['Inconclusive'] },
    { tests: [yes, no, yes], permitted: ['Inconclusive'] },
    { tests: [yes, yes, yes], permitted: ['Positive'] },
    // A finding that only a laboratory's own lines have.
    { tests: ['Weakly reactive', none, none], permitted: ['Inconclusive'] },
    { tests: [no, 'Weakly reactive', none], permitted: ['Inconclusive'] },
  ])('after $tests is $permitted', ({ tests, permitted }) => {
    expect(permittedStatuses(tests, false)).toEqual(permitted)
    expect(permittedStatuses(tests, true)).toEqual(['Inconclusive'])
  })
})

/** Why this status is refused after these tests; undefined if it may stand. */
function refused(status: string | null, tests: readonly (string | null)[], isUnder18Months = false) {
  const entered = [...tests, status].map((value, index) => ({ position: index + 1, value }))
  return contradictedStatus(lines, entered, isUnder18Months)[4]
}

describe('a status that contradicts its tests', () => {
  test('is refused with the reason', () => {
    expect(refused('Positive', [yes, yes, none])).toMatch(/only if all three/)
    expect(refused('Negative', [none, none, none])).toMatch(/negative only if the first test or its repeat/)
    expect(refused('Inconclusive', [yes, yes, yes])).toBe('after these tests it is positive')
    expect(refused('Inconclusive', [no, none, none])).toBe('after these tests it is negative')
    expect(refused('Negative', [no, none, none])).toBe(undefined)
    expect(refused(null, [yes, yes, yes])).toBe(undefined)
  })

  test('is refused of a child until the day on which it is 18 months old, if its age is known', () => {
    const ofChild = (bornOn: string | null, status: string, tests: readonly (string | null)[]) =>
      refused(status, tests, isUnder18Months({ bornOn, on: '2026-03-31' as LagosDate }))
    const words = /under 18 months antibodies may be the mother’s: .* order HIV DNA PCR/
    for (const bornOn of ['2024-10-31', '2024-10-01', '2026-03-31']) {
      expect.soft(ofChild(bornOn, 'Positive', [yes, yes, yes]), bornOn).toMatch(words)
      expect.soft(ofChild(bornOn, 'Negative', [no, none, none]), bornOn).toMatch(words)
      expect.soft(ofChild(bornOn, 'Inconclusive', [yes, yes, yes]), bornOn).toBe(undefined)
    }
    for (const bornOn of ['2024-09-30', null]) {
      expect.soft(ofChild(bornOn, 'Positive', [yes, yes, yes]), String(bornOn)).toBe(undefined)
      expect.soft(ofChild(bornOn, 'Negative', [no, none, none]), String(bornOn)).toBe(undefined)
    }
  })
})
