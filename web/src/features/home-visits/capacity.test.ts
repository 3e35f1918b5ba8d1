import type { CapacityArea, CapacityWindow } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { areaName, cellWords, uncoveredWords } from './capacity.ts'

const window = (booked: number, held: number, left: number): CapacityWindow => ({
  from: '07:00',
  to: '09:00',
  booked,
  held,
  left,
})
const area = (name: string, people: string[], ...windows: CapacityWindow[]): CapacityArea => ({
  area: name,
  people,
  unassigned: 0,
  windows,
})

test('a window shows free, full or exceeded, and what is taken of it', () => {
  expect(cellWords(window(2, 1, 3), false)).toEqual({
    room: '3 free',
    taken: '2 booked, 1 held',
    tone: 'free',
  })
  expect(cellWords(window(0, 1, 0), false)).toEqual({ room: 'Full', taken: '1 held', tone: 'full' })
  expect(cellWords(window(0, 0, 0), false)).toEqual({ room: 'None', taken: '', tone: 'none' })
  expect(cellWords(window(1, 0, 3), true)).toEqual({ room: 'Over', taken: '1 booked', tone: 'none' })
})

test('the rest of a state has a name', () => {
  expect([areaName('', 'Lagos'), areaName('Yaba', 'Lagos')]).toEqual(['Elsewhere in Lagos', 'Yaba'])
})

test('areas with visits and no phlebotomist are named, and no area without visits', () => {
  expect(
    uncoveredWords([area('Yaba', ['Femi'], window(2, 0, 0)), area('Ikeja', [], window(0, 0, 0))]),
  ).toBeNull()
  const alone = [area('Surulere', [], window(1, 0, 0), window(0, 1, 0)), area('Ojo', [], window(1, 0, 0))]
  expect(uncoveredWords(alone)).toBe('Surulere (2 visits), Ojo (1 visit).')
})
