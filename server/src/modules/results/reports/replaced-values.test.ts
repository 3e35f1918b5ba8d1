import { expect, test } from 'vitest'
import { replacedBy } from './replaced-values.ts'
import type { ValueRow, VersionRow } from './repository.ts'

// Only what is compared.
const version = (number: number, changes: object = {}) =>
  ({
    ...{ report_id: 'r', number, state: 'corrected', released_at: new Date(), preliminary: false },
    ...{ correction: number === 1 ? null : 'a slip', after_preliminary: null, adds_only: false, ...changes },
  }) as unknown as VersionRow
const value = (number: number, changes: object = {}) =>
  ({
    ...{ report_id: 'r', number, position: 1, name: 'Glucose', value: '5.1', unit: 'mmol/L' },
    ...{ not_measured: null, flag: 'normal', critical_tier: null, comment: null, method: null, ...changes },
  }) as unknown as ValueRow

test.each<[what: string, was: object, now: object, isReplaced: boolean]>([
  ['the same value', {}, {}, false],
  ['another number', { value: '7.1' }, {}, true],
  ['another mark', { flag: 'high' }, {}, true],
  ['another method', { method: 'Jaffe' }, { method: 'Enzymatic' }, true],
  ['no method any more', { method: 'Jaffe' }, {}, true],
  ['a method that was added', {}, { method: 'Jaffe' }, false],
  ['a comment that was added', {}, { comment: 'Not fasting' }, false],
  ['a comment that was changed', { comment: 'Fasting' }, { comment: 'Not fasting' }, true],
  ['a comment that was taken away', { comment: 'Fasting' }, {}, true],
])('%s', (_, was, now, isReplaced) => {
  const values = [value(1, was), value(2, now)]
  const replaced = replacedBy(version(2), [version(2), version(1)], values)
  expect(replaced.map((one) => one.values)).toEqual([isReplaced ? [values[0]] : []])
})

test('nothing is replaced by a version that adds or completes, or after a withdrawal', () => {
  const same = [value(1), value(2)]
  const values = [value(1, { value: '7.1' }), value(2)]
  expect(replacedBy(version(2, { adds_only: true }), [version(1)], same)).toEqual([])
  expect(replacedBy(version(2, { after_preliminary: 'completed' }), [version(1)], same)).toEqual([])
  expect(replacedBy(version(2), [version(1, { state: 'withdrawn' })], values)).toEqual([])
  expect(replacedBy(version(2, { after_preliminary: 'changed' }), [version(1)], values)).toHaveLength(1)
})

/** The values that each listed version is listed with, by its number. */
const listed = (now: VersionRow, before: VersionRow[], values: ValueRow[]) =>
  replacedBy(now, before, values).map((one) => [one.version.number, one.values.map((was) => was.value)])

test('each earlier value that differs is listed once, with the last version that had it, the oldest first', () => {
  const said = (...numbers: string[]) => numbers.map((one, index) => value(index + 1, { value: one }))
  const three = [version(3), version(2), version(1)]
  expect(listed(version(4), three, said('1', '2', '3', '4'))).toEqual([
    [1, ['1']],
    [2, ['2']],
    [3, ['3']],
  ])
  expect(listed(version(4), three, said('1', '1', '3', '4'))).toEqual([
    [2, ['1']],
    [3, ['3']],
  ])
  expect(listed(version(4), three, said('4', '2', '4', '4'))).toEqual([
    [2, ['2']],
    [3, []],
  ])
  const withdrawn = [version(3), version(2, { state: 'withdrawn' }), version(1)]
  expect(listed(version(4), withdrawn, said('1', '2', '3', '4'))).toEqual([[3, ['3']]])
})

test('a version that completes a changed preliminary one lists what the first said', () => {
  const before = [
    version(2, { after_preliminary: 'changed', preliminary: true }),
    version(1, { preliminary: true }),
  ]
  const values = [value(1, { value: '7.1' }), value(2), value(3)]
  expect(listed(version(3, { after_preliminary: 'completed' }), before, values)).toEqual([[1, ['7.1']]])
})
