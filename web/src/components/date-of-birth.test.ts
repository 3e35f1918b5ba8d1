import { expect, it } from 'vitest'
import { birthProblem, dateFromParts, noDate, partsFromDate } from './date-of-birth.ts'

const today = '2026-11-21'

it.each([
  ['5', '3', '1985', '1985-03-05'],
  ['05', '03', '1985', '1985-03-05'],
  ['27', 'March', '1985', '1985-03-27'],
  [' 27', ' mar ', '1985', '1985-03-27'],
  ['1', 'sept', '2001', '2001-09-01'],
  ['29', '2', '2024', '2024-02-29'],
])('reads %s %s %s', (day, month, year, date) => {
  expect(dateFromParts({ day, month, year })).toBe(date)
})

it.each([
  ['29', '2', '2023'],
  ['31', '4', '1990'],
  ['0', '1', '1990'],
  ['12', '13', '1990'],
  ['12', 'ma', '1990'],
  ['12', '5', '85'],
])('refuses %s %s %s, which is not a day', (day, month, year) => {
  expect(dateFromParts({ day, month, year })).toBeNull()
  expect(birthProblem({ day, month, year }, today)).toContain('real date')
})

it('names the missing part', () => {
  expect(birthProblem(noDate, today)).toBe('Enter the date of birth')
  expect(birthProblem({ day: '3', month: '', year: '' }, today)).toBe(
    'The date of birth must include a month and a year',
  )
})

it('refuses tomorrow and the distant past, and accepts today', () => {
  expect(birthProblem({ day: '22', month: '11', year: '2026' }, today)).toContain('in the past')
  expect(birthProblem({ day: '1', month: '1', year: '1880' }, today)).toContain('Check the year')
  expect(birthProblem({ day: '21', month: '11', year: '2026' }, today)).toBeNull()
})

it('returns the parts of a date', () => {
  expect(partsFromDate('1985-03-05')).toEqual({ day: '5', month: '3', year: '1985' })
})
