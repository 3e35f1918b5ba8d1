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
    ...{ not_measured: null, flag: 'normal', critical_tier: null, comment: null, ...changes },
  }) as unknown as ValueRow

test.each<[what: string, was: object, now: object, isReplaced: boolean]>([
  ['the same value', {}, {}, false],
  ['another number', { value: '7.1' }, {}, true],
  ['another mark', { flag: 'high' }, {}, true],
  ['a comment that was added', {}, { comment: 'Not fasting' }, false],
  ['a comment that was changed', { comment: 'Fasting' }, { comment: 'Not fasting' }, true],
  ['a comment that was taken away', { comment: 'Fasting' }, {}, true],
])('%s', (_, was, now, isReplaced) => {
  const values = [value(1, was), value(2, now)]
  const replaced = replacedBy(version(2), version(1), values)
  expect(replaced?.values).toEqual(isReplaced ? [values[0]] : [])
})

test('nothing is replaced by a version that adds or completes, or after a withdrawal', () => {
  const values = [value(1, { value: '7.1' }), value(2)]
  expect(replacedBy(version(2, { adds_only: true }), version(1), values)).toBe(null)
  expect(replacedBy(version(2, { after_preliminary: 'completed' }), version(1), values)).toBe(null)
  expect(replacedBy(version(2), version(1, { state: 'withdrawn' }), values)).toBe(null)
  expect(replacedBy(version(2, { after_preliminary: 'changed' }), version(1), values)?.values).toHaveLength(1)
})
