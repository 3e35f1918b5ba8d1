import { expect, test } from 'vitest'
import { alarmsIn, type LogLine, unexpected } from './product-log.ts'

const line = (level: number, more: object = {}): LogLine => ({
  stream: 'stdout',
  text: JSON.stringify({ level, time: '2026-11-25T10:00:00.000Z', ...more }),
})
const failed = line(50, { err: { message: 'no such column' }, msg: 'failed' })
const broken = line(50, { alarm: 'invariant', found: ['LB-1'] })

test('a 500, a broken invariant and a failed job are alarms', () => {
  expect(alarmsIn([line(30), failed, broken, line(60)])).toHaveLength(3)
  expect(alarmsIn([line(40, { alarm: 'invariant' })])).toHaveLength(1)
})

test('a warning and the start messages are not alarms', () => {
  const start: LogLine = { stream: 'stdout', text: 'Labalaba is ready: http://localhost:3000' }
  expect(alarmsIn([line(40, { alarm: 'event_loop' }), start, { stream: 'stdout', text: '[]' }])).toEqual([])
})

test('text on standard error that is not a log entry is an alarm', () => {
  const stack = 'Error: the promise was rejected with the reason "gone"'
  expect(
    alarmsIn([
      { stream: 'stderr', text: stack },
      { stream: 'stderr', text: '' },
    ]),
  ).toEqual([{ at: null, text: stack }])
})

test('a test excuses only the alarm that it says it provokes, and none from before it began', () => {
  const alarms = alarmsIn([failed, broken])
  const from = new Date('2026-11-25T09:59:00.000Z')
  expect(unexpected(alarms, [{ from, words: 'no such column' }])).toEqual(alarms.slice(1))
  expect(unexpected(alarms, [{ from: new Date('2026-11-25T10:00:01.000Z'), words: 'LB-1' }])).toEqual(alarms)
  expect(unexpected(alarms, [])).toEqual(alarms)
})
