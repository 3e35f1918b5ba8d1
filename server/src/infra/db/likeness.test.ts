import { describe, expect, it } from 'vitest'
import { unlikeness } from './likeness.ts'

describe('a typed word', () => {
  it.each([
    ['gwaji', 'gwaji', 'is the very word'],
    ['gwaaji', 'gwaji', 'has a letter doubled'],
    ['adegbbite', 'adegbite', 'has a letter doubled'],
  ])('%s for %s: %s', (typed, word) => {
    expect(unlikeness(typed, word)).toBe(0)
  })

  it.each([
    ['bdia', 'bida', 'two letters swapped, of four'],
    ['nokk', 'nok', 'doubled, of three'],
    ['hske', 'haske', 'a letter missing'],
    ['haskey', 'haske', 'a letter too many'],
    ['kuke', 'kuka', 'a letter mistaken, of four'],
    ['adgebite', 'adegbite', 'two letters swapped'],
    ['medcal', 'medical', 'a letter missing'],
    ['dianostic', 'diagnostics', 'a letter missing at the start of a longer word'],
    ['laboratroy', 'laboratory', 'two letters swapped near the end'],
    ['ogbomsho', 'ogbomoso', 'two letters wrong, of eight'],
  ])('%s is meant for %s: %s', (typed, word) => {
    expect(unlikeness(typed, word)).toBeLessThanOrEqual(2)
  })

  it.each([
    ['oyo', 'ojo', 'three letters have no slips'],
    ['bank', 'row', 'nothing alike'],
    ['bank', 'bonny', 'two slips of four'],
    ['1234', '1235', 'numbers have no slips'],
    ['ikja', 'ika', 'a word of three letters has too many neighbours'],
    ['zzzz', 'zaria', 'only its first letter'],
    ['malaria', 'mambilla', 'three slips'],
    ['kano', 'kaduna', 'another place'],
    ['xyzzy', 'yankari', 'no word at all'],
  ])('%s is not meant for %s: %s', (typed, word) => {
    expect(unlikeness(typed, word)).toBeUndefined()
  })

  it('matches better with fewer errors, and a whole word better than a beginning', () => {
    const far = (word: string) => unlikeness('haske', word) ?? Number.POSITIVE_INFINITY
    expect(far('haske')).toBeLessThan(far('hasket'))
    expect(unlikeness('dianostics', 'diagnostics')).toBeLessThan(unlikeness('dianos', 'diagnostics') ?? 9)
  })
})
