import { expect, test } from 'vitest'
import { secretFrom } from '../../infra/config/secret.ts'
import { firstName } from '../../infra/first-name.ts'
import { checkOf, doorCheck, doorCode } from './door-code.ts'
import {
  cameInTime,
  doneAt,
  drawStep,
  inDrawOrder,
  mayNotSetOff,
  readPhoneTime,
  whoGoes,
  windowAt,
} from './policy.ts'

const one = (staffId: string, load: number, daily = 8, atOnce = 0) => ({ staffId, load, daily, atOnce })

test('the phlebotomist with the fewest visits is assigned, and among equals always the same', () => {
  expect(whoGoes([one('b', 2), one('c', 1), one('a', 1)])).toBe('a')
  expect(whoGoes([one('a', 8), one('b', 9, 10)])).toBe('b')
  expect(whoGoes([one('a', 8)])).toBeNull()
  expect(whoGoes([])).toBeNull()
})

test('a phlebotomist without a visit at that time comes before one with fewer visits that day', () => {
  expect(whoGoes([one('a', 1, 8, 1), one('b', 5)])).toBe('b')
  expect(whoGoes([one('a', 1, 8, 1), one('b', 5, 5)])).toBe('a')
})

test('tubes are filled in the order of draw: culture, citrate, serum, heparin, EDTA, fluoride, then the rest', () => {
  const containers = [
    ...['Universal bottle, 20 mL', 'Fluoride oxalate (grey top), 2 mL', 'EDTA (purple top), 4 mL'],
    ...['Lithium heparin (green top), 4 mL', 'Serum separator (gold or red top), 5 mL'],
    ...[
      'Sodium citrate (blue top), 2.7 mL filled to the line',
      'Blood culture bottles, aerobic and anaerobic',
    ],
  ]
  const drawn = inDrawOrder(containers.map((container) => ({ container })))
  expect(drawn.map(({ container }) => container)).toEqual(containers.toReversed())
  expect(drawStep('EDTA (purple top), 4 mL and serum separator (gold top), 5 mL')).toBe(2)
})

test('a phone’s clock is accepted within a day, never later than the server’s, and never before the earlier event', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const since = new Date('2026-11-20T12:00:00Z')
  expect(doneAt('2026-11-22T09:00:00Z', since, now).toISOString()).toBe('2026-11-22T09:00:00.000Z')
  expect(doneAt('2026-11-22T13:00:00Z', since, now)).toEqual(now)
  expect(doneAt('2026-99-99T99:99:99Z', since, now)).toEqual(now)
  expect(doneAt('2020-01-01T00:00:00Z', since, now).toISOString()).toBe('2026-11-21T12:00:00.000Z')
  const assigned = new Date('2026-11-22T11:00:00Z')
  expect(doneAt('2026-11-22T09:00:00Z', assigned, now)).toEqual(assigned)
  expect(doneAt('2026-11-22T11:00:00Z', new Date('2026-11-22T12:00:01Z'), now)).toEqual(now)
  expect(readPhoneTime('2026-11-22T09:00:00Z')?.toISOString()).toBe('2026-11-22T09:00:00.000Z')
  expect(readPhoneTime('2026-99-99T99:99:99Z')).toBe(null)
})

test('a phone’s report decides about money if it arrives within half an hour', () => {
  const said = new Date('2026-11-22T09:00:00Z')
  expect(cameInTime(said, new Date('2026-11-22T09:30:00Z'))).toBe(true)
  expect(cameInTime(said, new Date('2026-11-22T09:30:01Z'))).toBe(false)
  expect(cameInTime(said, new Date('2026-11-22T08:00:00Z'))).toBe(true)
  expect(cameInTime(null, said)).toBe(true)
})

test('a phlebotomist can set off two hours before the window at the earliest, and on its day', () => {
  const visit = { visit_on: '2026-11-22', visit_time: '10:30' }
  const at = (time: string) => new Date(`2026-11-22T${time}:00+01:00`)
  expect(mayNotSetOff(visit, at('06:59'))).toBe('too_early')
  expect(mayNotSetOff(visit, at('07:00'))).toBe(null)
  expect(mayNotSetOff(visit, at('20:00'))).toBe(null)
  expect(mayNotSetOff(visit, new Date('2026-11-23T07:00:00+01:00'))).toBe('not_today')
  expect(['08:59', '09:00', '11:00', '11:01'].map((time) => windowAt(visit, at(time)))).toEqual([
    ...['before', 'in', 'in', 'after'],
  ])
})

test('at the door a patient is shown with the first name only', () => {
  expect(firstName(' Femi  Ojo')).toBe('Femi')
})

const secret = secretFrom('a secret of the tests, with more than 32 characters')
const visit = { id: '3f2c7a94-55b0-4a0c-9d2a-1b6f7e0a1c11', round: 1 }

test('the door code has six digits and differs for each time of a visit', () => {
  expect(doorCode(secret, visit)).toMatch(/^\d{6}$/)
  expect(doorCode(secret, visit)).toBe(doorCode(secret, { ...visit }))
  expect(doorCode(secret, { ...visit, round: 2 })).not.toBe(doorCode(secret, visit))
})

test('the phone’s offline check rejects nearly every wrong code, and accepts thousands that are wrong', () => {
  const { salt, check } = doorCheck(secret, visit)
  expect(checkOf(salt, doorCode(secret, visit))).toBe(check)
  const passing = Array.from({ length: 20_000 }, (_, code) => String(code).padStart(6, '0')).filter(
    (code) => checkOf(salt, code) === check,
  )
  expect(passing.length).toBeGreaterThan(40)
  expect(passing.length).toBeLessThan(130)
})
