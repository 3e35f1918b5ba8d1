import { expect, test } from 'vitest'
import { isCopyDue } from './schedule.ts'

const at = (text: string) => new Date(`2026-11-${text}Z`)
const history = { installedAt: at('01T12:00'), goodAt: at('27T02:00:40'), failedAt: null }

test.each([
  ['before three in Lagos', history, '28T01:59:59', false],
  ['at three in Lagos', history, '28T02:00', true],
  ['at noon, if no process ran at night', history, '28T11:00', true],
  ['after two missed nights', history, '30T11:00', true],
  ['later on the day of a good one', { ...history, goodAt: at('28T02:00:40') }, '28T23:00', false],
  ['after a copy by hand in the evening before', { ...history, goodAt: at('27T20:00') }, '28T02:00', true],
  [
    'on the first day of an install',
    { ...history, goodAt: null, installedAt: at('28T09:00') },
    '28T23:00',
    false,
  ],
  [
    'in the first night of an install',
    { ...history, goodAt: null, installedAt: at('28T09:00') },
    '29T02:00',
    true,
  ],
  ['half an hour after it failed', { ...history, failedAt: at('28T02:00') }, '28T02:30', false],
  ['an hour after it failed', { ...history, failedAt: at('28T02:00') }, '28T03:00', true],
] as const)('a copy %s', (_, known, now, isDue) => {
  expect(isCopyDue(known, at(now))).toBe(isDue)
})
