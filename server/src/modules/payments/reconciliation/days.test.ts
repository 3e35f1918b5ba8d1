import { type LagosDate, parseLagosDate } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { daysDue, type Looked } from './days.ts'

const day = (text: string): LagosDate => parseLagosDate(text) ?? expect.unreachable()
/** In Lagos, which is an hour ahead of UTC. */
const lagos = (text: string) => new Date(`${text.replace(' ', 'T')}:00+01:00`)
const looked = (on: string, at: string): Looked => ({
  day: on,
  startedAt: lagos(at),
  finishedAt: new Date(lagos(at).getTime() + 60_000),
})

test('no day is due before the first payment has started', () => {
  expect(daysDue(lagos('2026-11-22 10:00'), null, [])).toEqual([])
})

test('today is due every hour, and yesterday only from one in the morning', () => {
  const first = day('2026-11-21')
  const before = [looked('2026-11-21', '2026-11-21 23:30'), looked('2026-11-22', '2026-11-22 00:10')]
  expect(daysDue(lagos('2026-11-22 00:50'), first, before)).toEqual([])
  expect(daysDue(lagos('2026-11-22 01:00'), first, before)).toEqual(['2026-11-21'])
  expect(daysDue(lagos('2026-11-22 01:11'), first, before)).toEqual(['2026-11-22', '2026-11-21'])
})

test('a day compared in the night is not due until the next, for a week', () => {
  const first = day('2026-11-14')
  const eight = ['14', '15', '16', '17', '18', '19', '20', '21'].map((date) =>
    looked(`2026-11-${date}`, '2026-11-22 01:05'),
  )
  const today = looked('2026-11-22', '2026-11-22 09:30')
  expect(daysDue(lagos('2026-11-22 10:00'), first, [...eight, today])).toEqual([])
  const nextDay = looked('2026-11-23', '2026-11-23 00:50')
  expect(daysDue(lagos('2026-11-23 01:00'), first, [...eight, today, nextDay])).toEqual([
    ...['2026-11-22', '2026-11-21', '2026-11-20', '2026-11-19', '2026-11-18', '2026-11-17', '2026-11-16'],
  ])
})

test('days missed without a worker are caught up, but ninety at most', () => {
  const seen = [looked('2026-11-12', '2026-11-12 15:00')]
  expect(daysDue(lagos('2026-11-15 00:30'), day('2026-11-12'), seen)).toEqual([
    ...['2026-11-15', '2026-11-13', '2026-11-12'],
  ])
  expect(daysDue(lagos('2026-11-15 12:00'), day('2020-01-01'), [])).toHaveLength(91)
})

test('a day whose comparison did not end is due again', () => {
  const begun = { day: '2026-11-22', startedAt: lagos('2026-11-22 10:00'), finishedAt: null }
  expect(daysDue(lagos('2026-11-22 10:05'), day('2026-11-22'), [begun])).toEqual(['2026-11-22'])
  const again = { ...begun, finishedAt: lagos('2026-11-22 09:00') }
  expect(daysDue(lagos('2026-11-22 10:05'), day('2026-11-22'), [again])).toEqual(['2026-11-22'])
})
