import { describe, expect, test } from 'vitest'
import {
  fewNames,
  foundWords,
  labsWords,
  priceWords,
  questionAddress,
  questionFrom,
  sampleWords,
  usuallyReady,
} from './policy.ts'

const nothing = { q: '', purpose: '', category: '', page: 1 }

describe('the search in the address', () => {
  test('is read back as it was written', () => {
    const question = { q: 'malaria', purpose: 'fever', category: 'Test Package', page: 3 }
    expect(questionFrom(questionAddress(question), 3)).toEqual(question)
  })

  test('omits empty parts', () => {
    expect(questionAddress(nothing).toString()).toBe('')
  })

  test('reads an unknown kind as all kinds', () => {
    expect(questionFrom(new URLSearchParams('category=Dental&q=%20pt%20'), 1)).toEqual({
      ...nothing,
      q: 'pt',
    })
  })
})

describe('the words of a card', () => {
  test('give one price if all labs have the same', () => {
    expect(priceWords({ priceFrom: 2000, priceTo: 5000 })).toBe('from ₦2,000 to ₦5,000')
    expect(priceWords({ priceFrom: 2000, priceTo: 2000 })).toBe('₦2,000')
    expect(priceWords({ priceFrom: null, priceTo: null })).toBe('No price yet')
  })

  test('count the labs', () => {
    expect([0, 1, 34].map(labsWords)).toEqual(['at no lab now', 'at 1 lab', 'at 34 labs'])
  })

  test('name the day, and no sample if none is taken', () => {
    expect(usuallyReady(24, new Date('2026-11-21T11:00:00Z'))).toBe('Usually ready by Sun\u00a022\u00a0Nov')
    expect(['None', '', 'Urine'].map(sampleWords)).toEqual([
      'No sample is taken',
      'No sample is taken',
      'Urine',
    ])
  })

  test('shorten a long list of names, but not by one name only', () => {
    expect(fewNames(['A', 'B', 'C'], 2)).toBe('A, B, C')
    expect(fewNames(['A', 'B', 'C', 'D'], 2)).toBe('A, B and 2 more')
  })

  test('give the number of hits and the range shown', () => {
    expect(foundWords(370, 15, { ...nothing, page: 2 })).toBe('370 tests, showing 16 to 30')
    expect(foundWords(1, 15, { ...nothing, q: 'mp' })).toBe('1 test found for “mp”')
  })
})
