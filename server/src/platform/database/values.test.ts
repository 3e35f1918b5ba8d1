import { expect, test } from 'vitest'
import { sent } from './values.ts'

test('an instant is sent in UTC, an object as JSON, bytes and lists as they are', () => {
  expect(sent(new Date('2026-03-31T23:30:00.125Z'))).toBe('2026-03-31T23:30:00.125Z')
  expect(sent({ at: new Date(0), list: [1] })).toBe('{"at":"1970-01-01T00:00:00.000Z","list":[1]}')
  expect(sent(Buffer.from([0, 255]))).toEqual(Buffer.from([0, 255]))
  expect(sent([1, null, 'two', new Date(0)])).toEqual(['1', null, 'two', '1970-01-01T00:00:00.000Z'])
  expect([sent(7), sent(7n), sent(false), sent(null), sent('')]).toEqual(['7', '7', 'false', null, ''])
})

test('what was never given is not taken for nothing', () => {
  expect(() => sent(undefined)).toThrow(TypeError)
})

test('no date is not sent as if it were one', () => {
  expect(() => sent(new Date(Number.NaN))).toThrow(RangeError)
})
