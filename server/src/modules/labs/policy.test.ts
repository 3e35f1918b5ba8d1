import { kobo, type LagosDate, parseLagosDate } from '@labalaba/contract'
import { describe, expect, it } from 'vitest'
import { collectionFee, inCategoryOrder, isBookable, searchWords } from './policy.ts'

function day(text: string): LagosDate {
  const date = parseLagosDate(text)
  if (!date) throw new Error(text)
  return date
}

describe('a lab', () => {
  it('can be booked until the last day of its registration', () => {
    const lab = { active: true, registrationExpiresOn: '2026-11-21' }
    expect(isBookable(lab, day('2026-11-21'))).toBe(true)
    expect(isBookable(lab, day('2026-11-22'))).toBe(false)
    expect(isBookable({ ...lab, active: false }, day('2026-11-01'))).toBe(false)
  })
})

describe('the fee of a home visit', () => {
  const lab = { homeCollection: true, collectionFeeKobo: kobo(700_000) }

  it('is the location’s own, or else the lab’s', () => {
    expect(collectionFee(lab, { collectionFeeKobo: kobo(450_000) })).toBe(450_000)
    expect(collectionFee(lab, { collectionFeeKobo: kobo(0) })).toBe(0)
    expect(collectionFee(lab, { collectionFeeKobo: null })).toBe(700_000)
  })

  it('is none if the lab offers no home visit', () => {
    expect(collectionFee({ ...lab, homeCollection: false }, { collectionFeeKobo: kobo(450_000) })).toBeNull()
  })
})

describe('categories', () => {
  it('come in their display order, unknown ones last', () => {
    expect(inCategoryOrder(['Imaging', 'Zoology', 'Pathology', 'Botany'])).toEqual([
      'Pathology',
      'Imaging',
      'Botany',
      'Zoology',
    ])
  })
})

describe('a search', () => {
  it('is its words, without extra spaces', () => {
    expect(searchWords('  Adire \t Row ')).toEqual(['Adire', 'Row'])
    expect(searchWords(undefined)).toEqual([])
    expect(searchWords('a b c d e f g h')).toHaveLength(6)
  })

  it('for labs at a place is a search for the place', () => {
    expect(searchWords('labs in Yaba')).toEqual(['Yaba'])
    expect(searchWords('Medical laboratories near Ikeja, Lagos')).toEqual(['Ikeja', 'Lagos'])
    expect(searchWords('Quillmark labs')).toEqual(['Quillmark'])
    expect(searchWords('lab')).toEqual(['lab'])
    expect(searchWords('in')).toEqual(['in'])
  })
})
