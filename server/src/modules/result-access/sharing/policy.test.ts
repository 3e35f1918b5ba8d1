import { describe, expect, test } from 'vitest'
import { afterWrong, ageThen, deviceOf, filesOf, secondsLocked, shareStateAt } from './policy.ts'

const now = new Date('2026-11-22T12:00:00Z')

test('a wrong passcode locks a link at five and ten, and closes it at fifteen', () => {
  const all = Array.from({ length: 15 }, (_, before) => afterWrong(before, now))
  expect(all.map(({ wrong_tries }) => wrong_tries)).toEqual(Array.from({ length: 15 }, (_, at) => at + 1))
  const later = new Date('2026-11-22T12:15:00Z')
  expect(all.flatMap(({ locked_until }, at) => (locked_until ? [[at + 1, locked_until]] : []))).toEqual([
    [5, later],
    [10, later],
  ])
  expect(all.flatMap(({ closes }, at) => (closes ? [at + 1] : []))).toEqual([15])
})

test('an age is that of the day on which the sample was taken, in Lagos', () => {
  const taken = (at: string) => [{ version: { taken_at: new Date(at), entered_at: now } }]
  const born = { patient_born_on: '1985-11-20' }
  expect(ageThen(born, taken('2026-11-19T22:59:00Z'))).toBe('40 years')
  expect(ageThen(born, taken('2026-11-19T23:01:00Z'))).toBe('41 years')
  expect(ageThen(born, [{ version: { taken_at: null, entered_at: now } }])).toBe('41 years')
  expect(ageThen({ patient_born_on: null }, taken('2026-11-19T22:59:00Z'))).toBeNull()
  expect(ageThen(born, [])).toBeNull()
})

describe('a link', () => {
  test('works until the instant of its end', () => {
    const until = (time: string) => ({ expires_at: new Date(`2026-11-22T${time}Z`), ended: null })
    expect(shareStateAt(until('12:00:00.001'), now)).toBe('open')
    expect(shareStateAt(until('12:00:00'), now)).toBe('expired')
    expect(shareStateAt({ ...until('11:00:00'), ended: 'revoked' }, now)).toBe('revoked')
  })

  test('waits for whole seconds, and not at all after', () => {
    expect(secondsLocked({ locked_until: new Date(now.getTime() + 1) }, now)).toBe(1)
    expect(secondsLocked({ locked_until: now }, now)).toBe(0)
    expect(secondsLocked({ locked_until: null }, now)).toBe(0)
  })
})

test('a link gives no PDF of an order line if some of its tests are not shared', () => {
  const report = (id: string, position: number) => ({ id, position })
  const shown = [{ report: report('a', 1) }, { report: report('b', 2) }]
  expect([...filesOf(shown, [])]).toEqual(['a', 'b'])
  expect([...filesOf(shown, [report('c', 2), report('d', 3)])]).toEqual(['a'])
})

test.each([
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130', 'android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1', 'iphone'],
  ['Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) Safari/604.1', 'ipad'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/132.0', 'windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1', 'mac'],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/130', 'linux'],
  ['curl/8.5.0', 'other'],
  ['', 'other'],
])('%j runs on %s', (agent, device) => {
  expect(deviceOf(agent)).toBe(device)
})
