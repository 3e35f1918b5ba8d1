import { expect, test } from 'vitest'
import { type AlarmState, nextStep } from './alarm-policy.ts'

const start = Date.parse('2026-11-28T08:00:00Z')
const at = (minutes: number) => new Date(start + minutes * 60_000)
const found = (changes: Partial<AlarmState>): AlarmState => ({
  ...{ count: 1, logged: false, since: at(0), seen_at: at(0), posted_at: null, posted_count: null },
  ...changes,
})
const posted = { posted_at: at(0), posted_count: 1 }

test('an alarm is posted once it has held for its time', () => {
  expect(nextStep(found({}), at(0))).toBe('post')
  expect(nextStep(found({ seen_at: at(1) }), at(1), { after: 120 })).toBe('wait')
  expect(nextStep(found({ seen_at: at(2) }), at(2), { after: 120 })).toBe('post')
})

test('it is posted again after an hour, or after its own time, or if it grew, but never sooner than an hour', () => {
  const later = (minutes: number, changes: Partial<AlarmState> = {}) =>
    found({ ...posted, seen_at: at(minutes), ...changes })
  expect(nextStep(later(59), at(59))).toBe('wait')
  expect(nextStep(later(60), at(60))).toBe('post')
  expect(nextStep(later(60), at(60), { repeat: 86_400 })).toBe('wait')
  expect(nextStep(later(59, { count: 2 }), at(59), { repeat: 86_400 })).toBe('wait')
  expect(nextStep(later(60, { count: 2 }), at(60), { repeat: 86_400 })).toBe('post')
  expect(nextStep(later(1440), at(1440), { repeat: 86_400 })).toBe('post')
})

test('its end is posted after five minutes without it, and not at all if it was not posted', () => {
  expect(nextStep(found(posted), at(4))).toBe('wait')
  expect(nextStep(found(posted), at(5))).toBe('post end')
  expect(nextStep(found({}), at(4))).toBe('wait')
  expect(nextStep(found({}), at(5))).toBe('forget')
})

test('a logged alarm is posted again only if it was logged again, and ends an hour after its last line', () => {
  const logged = (changes: Partial<AlarmState>) => found({ ...posted, logged: true, ...changes })
  expect(nextStep(logged({ posted_at: null }), at(1))).toBe('post')
  expect(nextStep(logged({ seen_at: at(30), count: 2 }), at(59))).toBe('wait')
  expect(nextStep(logged({ seen_at: at(30), count: 2 }), at(61))).toBe('post')
  expect(nextStep(logged({ seen_at: at(30) }), at(61))).toBe('wait')
  expect(nextStep(logged({ seen_at: at(30) }), at(90))).toBe('post end')
})
