import { describe, expect, test, vi } from 'vitest'
import { type AvailablePhlebotomist, fitFor, type PlannedVisit, roomIn } from './policy.ts'

const yaba = { state: 'Lagos', area: 'Yaba' }
const ikeja = { state: 'Lagos', area: 'Ikeja' }
const uyo = { state: 'Akwa Ibom', area: 'Uyo' }
const allOf = (state: string) => ({ state, area: '' })
const goer = (
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
  ...{ starts, staffId },
})
const room = (
  availablePhlebotomists: AvailablePhlebotomist[],
  given: PlannedVisit[],
  place = yaba,
  starts = '07:00',
) => roomIn(availablePhlebotomists, given, place, [starts], 100).get(starts)

describe('how many more can be visited at a place', () => {
  test('is what those who go there make in a window, and no one where none goes', () => {
    expect(room([goer('a', 12, yaba)], [])).toBe(2)
    expect(room([goer('a', 12, allOf('Lagos')), goer('b', 6, yaba)], [])).toBe(3)
    expect(room([goer('a', 12, ikeja), goer('b', 12, uyo)], [])).toBe(0)
    expect(room([], [])).toBe(0)
  })

  test('is less by those that are given, wherever else the same people go', () => {
    const both = goer('a', 12, yaba, ikeja)
    expect(room([both], [at(ikeja)])).toBe(1)
    expect(room([both], [at(ikeja), at(yaba)])).toBe(0)
    expect(room([both], [at(ikeja, '09:00'), at(ikeja, '09:00')])).toBe(2)
  })

  test('counts each person once, and sends those who go elsewhere too where no one else can', () => {
    const availablePhlebotomists = [goer('a', 6, yaba, ikeja), goer('b', 6, yaba)]
    expect(room(availablePhlebotomists, [at(yaba)], ikeja)).toBe(1)
    expect(room(availablePhlebotomists, [at(yaba), at(ikeja)], yaba)).toBe(0)
    // It has been given to the one who alone goes to Ikeja.
    expect(room(availablePhlebotomists, [at(yaba, '07:00', 'a')], ikeja)).toBe(0)
  })

  test('ends with what someone takes in a day, in whichever windows', () => {
    const busy = goer('a', 3, yaba)
    expect(room([busy], [at(yaba, '09:00'), at(yaba, '11:00')])).toBe(1)
    expect(room([busy], [at(yaba, '09:00'), at(yaba, '11:00'), at(yaba, '13:00')])).toBe(0)
  })

  test('holds what an operator gave beyond it against no one else', () => {
    const availablePhlebotomists = [goer('a', 6, yaba), goer('b', 6, yaba)]
    expect(room(availablePhlebotomists, [at(yaba, '07:00', 'a'), at(uyo, '07:00', 'a')])).toBe(1)
    // A person who no longer works here is given nothing: the visit is made by someone else.
    expect(room(availablePhlebotomists, [at(yaba, '07:00', 'gone')])).toBe(1)
  })

  test('is none while more are given than can be made', () => {
    expect(room([goer('a', 6, yaba)], [at(yaba), at(yaba)])).toBe(0)
  })

  test('is found for a large town with little work', () => {
    const areas = Array.from({ length: 30 }, (_, index) => ({ state: 'Lagos', area: `Area ${index}` }))
    const areaOf = (turn: number) => areas[turn % areas.length] ?? yaba
    const availablePhlebotomists = Array.from({ length: 100 }, (_, turn) =>
      goer(`goer ${turn}`, 12, areaOf(turn), areaOf(turn * 7 + 1), areaOf(turn * 3 + 2)),
    )
    const windows = ['07:00', '09:00', '11:00', '13:00', '15:00', '17:00']
    const given = Array.from({ length: 600 }, (_, turn) =>
      at(areaOf(Math.floor(turn / 6)), windows[turn % 6]),
    )
    const looks = vi.spyOn(Map.prototype, 'has')
    const found = roomIn(availablePhlebotomists, given, areaOf(0), windows, 1000)
    const taken = looks.mock.calls.length
    looks.mockRestore()
    expect(taken).toBeGreaterThan(1000)
    expect(taken).toBeLessThan(1_000_000)
    expect([...found.values()].every((left) => left > 0)).toBe(true)
  })
})

describe('to whom a visit can be given', () => {
  const availablePhlebotomists = [goer('a', 6, yaba, ikeja), goer('b', 6, yaba)]

  test('is the person who goes there and has time, as long as all others can still be made', () => {
    expect(fitFor(availablePhlebotomists, [], at(yaba))).toEqual(['a', 'b'])
    expect(fitFor(availablePhlebotomists, [at(ikeja)], at(yaba))).toEqual(['b'])
    expect(fitFor(availablePhlebotomists, [at(yaba, '07:00', 'b')], at(yaba))).toEqual(['a'])
    expect(fitFor(availablePhlebotomists, [], at(ikeja))).toEqual(['a'])
    expect(fitFor(availablePhlebotomists, [], at(uyo))).toEqual([])
  })

  test('is anybody with time where something must be left either way', () => {
    expect(fitFor([goer('a', 6, yaba, ikeja)], [at(ikeja)], at(yaba))).toEqual(['a'])
  })
})
