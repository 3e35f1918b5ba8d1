import { describe, expect, test, vi } from 'vitest'
import { type AvailablePhlebotomist, fitFor, type PlannedVisit, roomIn } from './policy.ts'

const yaba = { state: 'Lagos', area: 'Yaba' }
const ikeja = { state: 'Lagos', area: 'Ikeja' }
const uyo = { state: 'Akwa Ibom', area: 'Uyo' }
const allOf = (state: string) => ({ state, area: '' })
const phlebotomist = (
  staffId: string,
  daily: number,
  ...areas: AvailablePhlebotomist['areas']
): AvailablePhlebotomist => ({ staffId, daily, areas })
const at = (
  place: { state: string; area: string },
  starts = '07:00',
  staffId: string | null = null,
): PlannedVisit => ({
  ...place,
  starts,
  staffId,
})
const room = (
  phlebotomists: AvailablePhlebotomist[],
  given: PlannedVisit[],
  place = yaba,
  starts = '07:00',
) => roomIn(phlebotomists, given, place, [starts], 100).get(starts)

describe('how many more visits can be made at a place', () => {
  test('is what the phlebotomists of the area make in a window, and none without phlebotomists', () => {
    expect(room([phlebotomist('a', 12, yaba)], [])).toBe(2)
    expect(room([phlebotomist('a', 12, allOf('Lagos')), phlebotomist('b', 6, yaba)], [])).toBe(3)
    expect(room([phlebotomist('a', 12, ikeja), phlebotomist('b', 12, uyo)], [])).toBe(0)
    expect(room([], [])).toBe(0)
  })

  test('is reduced by visits that have a place in any area of the same phlebotomists', () => {
    const both = phlebotomist('a', 12, yaba, ikeja)
    expect(room([both], [at(ikeja)])).toBe(1)
    expect(room([both], [at(ikeja), at(yaba)])).toBe(0)
    expect(room([both], [at(ikeja, '09:00'), at(ikeja, '09:00')])).toBe(2)
  })

  test('counts each phlebotomist once, and sends those with several areas where no other can go', () => {
    const phlebotomists = [phlebotomist('a', 6, yaba, ikeja), phlebotomist('b', 6, yaba)]
    expect(room(phlebotomists, [at(yaba)], ikeja)).toBe(1)
    expect(room(phlebotomists, [at(yaba), at(ikeja)], yaba)).toBe(0)
    // It is assigned to the only phlebotomist who goes to Ikeja.
    expect(room(phlebotomists, [at(yaba, '07:00', 'a')], ikeja)).toBe(0)
  })

  test('is limited by the daily number of a phlebotomist over all windows', () => {
    const busy = phlebotomist('a', 3, yaba)
    expect(room([busy], [at(yaba, '09:00'), at(yaba, '11:00')])).toBe(1)
    expect(room([busy], [at(yaba, '09:00'), at(yaba, '11:00'), at(yaba, '13:00')])).toBe(0)
  })

  test('is not reduced for others by visits that an operator assigned beyond the limit', () => {
    const phlebotomists = [phlebotomist('a', 6, yaba), phlebotomist('b', 6, yaba)]
    expect(room(phlebotomists, [at(yaba, '07:00', 'a'), at(uyo, '07:00', 'a')])).toBe(1)
    // A person who no longer works here has no visits: another phlebotomist makes it.
    expect(room(phlebotomists, [at(yaba, '07:00', 'gone')])).toBe(1)
  })

  test('is none while more visits have a place than can be made', () => {
    expect(room([phlebotomist('a', 6, yaba)], [at(yaba), at(yaba)])).toBe(0)
  })

  test('is computed for a large town with few steps', () => {
    const areas = Array.from({ length: 30 }, (_, index) => ({ state: 'Lagos', area: `Area ${index}` }))
    const areaOf = (turn: number) => areas[turn % areas.length] ?? yaba
    const phlebotomists = Array.from({ length: 100 }, (_, turn) =>
      phlebotomist(`phlebotomist ${turn}`, 12, areaOf(turn), areaOf(turn * 7 + 1), areaOf(turn * 3 + 2)),
    )
    const windows = ['07:00', '09:00', '11:00', '13:00', '15:00', '17:00']
    const given = Array.from({ length: 600 }, (_, turn) =>
      at(areaOf(Math.floor(turn / 6)), windows[turn % 6]),
    )
    const lookups = vi.spyOn(Map.prototype, 'has')
    const found = roomIn(phlebotomists, given, areaOf(0), windows, 1000)
    const taken = lookups.mock.calls.length
    lookups.mockRestore()
    expect(taken).toBeGreaterThan(1000)
    expect(taken).toBeLessThan(1_000_000)
    expect([...found.values()].every((left) => left > 0)).toBe(true)
  })
})

describe('to whom a visit can be assigned', () => {
  const phlebotomists = [phlebotomist('a', 6, yaba, ikeja), phlebotomist('b', 6, yaba)]

  test('is a phlebotomist of the area with time, with whom all other visits stay possible', () => {
    expect(fitFor(phlebotomists, [], at(yaba))).toEqual(['a', 'b'])
    expect(fitFor(phlebotomists, [at(ikeja)], at(yaba))).toEqual(['b'])
    expect(fitFor(phlebotomists, [at(yaba, '07:00', 'b')], at(yaba))).toEqual(['a'])
    expect(fitFor(phlebotomists, [], at(ikeja))).toEqual(['a'])
    expect(fitFor(phlebotomists, [], at(uyo))).toEqual([])
  })

  test('is any phlebotomist with time if one visit is impossible either way', () => {
    expect(fitFor([phlebotomist('a', 6, yaba, ikeja)], [at(ikeja)], at(yaba))).toEqual(['a'])
  })
})
