import { describe, expect, it } from 'vitest'
import {
  changeName,
  countsWords,
  fieldsOf,
  fromOptions,
  isTyped,
  lineWords,
  meanwhileWords,
  plannedWords,
  typedAnew,
  typedHours,
  typedPercent,
  typedPrice,
} from './policy.ts'

describe('typed input', () => {
  it.each([
    ['7500', 7500],
    ['₦7,500', 7500],
    [' 7 500 ', 7500],
    ['99', null],
    ['7500.50', null],
    ['-5', null],
    ['', null],
    ['10000001', null],
  ])('%j is the price %j', (typed, price) => expect(typedPrice(typed)).toBe(price))

  it.each([
    ['10', 10],
    ['+2.5 %', 2.5],
    ['-5', -5],
    ['−5%', -5],
    ['2,5', 2.5],
    ['0', null],
    ['2.55', null],
    ['101', null],
    ['-51', null],
    ['ten', null],
  ])('%j is the percentage %j', (typed, percent) => expect(typedPercent(typed)).toBe(percent))

  it('hours are whole, and at least one', () => {
    expect(['24', ' 6 ', '0', '1.5', '', '2001'].map(typedHours)).toEqual([24, 6, null, null, null, null])
  })
})

it('a change can apply from now, from the next days, or from the first of a month', () => {
  const options = fromOptions(new Date('2026-11-22T12:00:00Z'))
  expect(options.slice(0, 2)).toEqual([
    { value: '', label: 'Now' },
    { value: '2026-11-23', label: 'From Monday 23 November' },
  ])
  expect(options.at(-1)).toEqual({ value: '2027-11-01', label: 'From Monday 1 November 2027' })
  expect(new Set(options.map(({ value }) => value)).size).toBe(options.length)
})

const counts = { tests: 4, added: 0, dearer: 0, cheaper: 0, paused: 0, resumed: 0, unchanged: 0 }
const change = {
  ...({ id: '', source: 'percentage', state: 'preview', percent: -2.5, department: null } as const),
  madeBy: '',
  madeAt: '',
  confirmedBy: null,
  confirmedAt: null,
  appliedAt: null,
  on: null,
  counts,
}

it('changes and their lines have a text', () => {
  expect(changeName(change)).toBe('−2.5% on every price')
  expect(changeName({ ...change, percent: 10, department: 'Haematology' })).toBe('+10% on Haematology')
  expect(countsWords(counts)).toBe('4 tests changed')
  expect(countsWords({ ...counts, dearer: 3, paused: 1 })).toBe('3 more expensive, 1 paused')
  const same = { was: null, becomes: null }
  const line = {
    code: 'fbc',
    name: 'Full blood count',
    price: { was: 1, becomes: 2 },
    turnaroundHours: same,
    atHome: same,
    paused: same,
  }
  expect(lineWords(line)).toBe('')
  expect(
    lineWords({ ...line, turnaroundHours: { was: 24, becomes: 12 }, paused: { was: false, becomes: true } }),
  ).toBe('24 to 12 hours, paused')
  expect(
    lineWords({ ...line, price: { was: null, becomes: 2 }, paused: { was: null, becomes: false } }),
  ).toBe('new in your list')
})

const test = {
  ...({
    code: '',
    name: '',
    kind: 'test',
    department: '',
    price: 1,
    turnaroundHours: 1,
    atHome: true,
  } as const),
  mayBeAtHome: true,
  paused: false,
  locations: [],
}

it('a planned change is shown with its day', () => {
  expect(plannedWords({ ...test, planned: null })).toBe('')
  expect(plannedWords({ ...test, planned: { on: '2026-11-24', price: 9000, paused: null } })).toBe(
    'From Tue 24 Nov: ₦9,000',
  )
})

it('typed fields stay when another user has changed the test, and the others follow', () => {
  const opened = { ...test, planned: null, price: 7000, turnaroundHours: 24 }
  const now = { ...opened, price: 7500, paused: true }
  const typed = { ...fieldsOf(opened), price: '8000' }
  expect(isTyped(fieldsOf(opened), opened)).toBe(false)
  expect(isTyped(typed, opened)).toBe(true)
  expect(typedAnew(typed, opened, now)).toEqual({ price: '8000', hours: '24', atHome: true, paused: true })
  expect(meanwhileWords(opened, opened)).toEqual([])
  expect(meanwhileWords(opened, now)).toEqual([
    'Price: ₦7,000 when you opened it, ₦7,500 now',
    'Paused: no when you opened it, yes now',
  ])
})
