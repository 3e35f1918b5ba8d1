import type { TestOffer } from '@labalaba/contract'
import { describe, expect, test } from 'vitest'
import {
  anyLab,
  bestOf,
  changed,
  homeWords,
  isNarrowed,
  labCountWords,
  locationWords,
  testsTitle,
  type Wanted,
  wantedAddress,
  wantedFrom,
} from './policy.ts'

const every: Wanted = { ...anyLab, sort: 'price', page: 1 }

function offer(more: Partial<TestOffer> = {}): TestOffer {
  return {
    lab: {
      name: 'Yaba Lab',
      slug: 'yaba-lab',
      verification: {
        accreditation: 'MLSCN',
        registrationNumber: '1',
        registrationExpiresOn: '2029-05-14',
        qualityAssessment: '',
        isoScope: [],
        bookable: true,
      },
      sampleData: false,
    },
    amount: 5000,
    turnaroundHours: 24,
    homeCollection: true,
    collectionFee: 7000,
    locations: [],
    ...more,
  }
}

function place(area: string): TestOffer['locations'][number] {
  return { name: area, address: '1 Oba Street', landmark: '', area, state: 'Lagos', openingHours: '' }
}

describe('the comparison’s filters in the address', () => {
  test('are read back as they were written', () => {
    const wanted: Wanted = {
      state: 'Lagos',
      area: 'Ikeja',
      home: true,
      iso: true,
      within: 48,
      sort: 'soonest',
      page: 2,
    }
    expect(wantedFrom(wantedAddress(new URLSearchParams(), wanted), 2)).toEqual(wanted)
  })

  test('keep other parameters, and omit defaults', () => {
    const before = new URLSearchParams('test=fbc&state=Kano&sort=name')
    expect(wantedAddress(before, every).toString()).toBe('test=fbc')
  })

  test('ignore invalid values', () => {
    expect(wantedFrom(new URLSearchParams('sort=cheap&within=7&home=no&area=Ikeja'), 1)).toEqual(every)
  })

  test('start at the first page again, and drop the area of another state', () => {
    const wanted = { ...every, state: 'Lagos', area: 'Ikeja', page: 4 }
    expect(changed(wanted, { home: true })).toEqual({ ...wanted, home: true, page: 1 })
    expect(changed(wanted, { state: 'Kano' })).toEqual({ ...wanted, state: 'Kano', area: '', page: 1 })
    expect(changed(wanted, { page: 5 })).toEqual({ ...wanted, page: 5 })
  })

  test('are active with any filter, but not with the sorting', () => {
    expect(isNarrowed({ ...every, sort: 'name' })).toBe(false)
    expect(isNarrowed({ ...every, within: 24 })).toBe(true)
  })
})

describe('the words of an offer', () => {
  test('name the places of a lab', () => {
    expect(labCountWords(181, { state: '', area: '' })).toBe('181 labs in Nigeria')
    expect(labCountWords(1, { state: 'Lagos', area: 'Ikeja' })).toBe('1 lab in Ikeja, Lagos')
  })

  test('name the first place and count the others', () => {
    expect(locationWords([place('Ikeja')])).toBe('Ikeja, Lagos')
    expect(locationWords([place('Ikeja'), place('Epe')])).toBe('Ikeja, Lagos and 1 more place')
  })

  test('name the fee of a home visit, or say that there is none', () => {
    expect(homeWords(offer())).toBe('At home, ₦7,000 more')
    expect(homeWords(offer({ homeCollection: false, collectionFee: null }))).toBe('Walk-in only')
  })

  test('name a test as the title of its labs does', () => {
    expect(testsTitle({ code: 'malaria-parasite', name: 'Malaria parasite' })).toBe('Malaria tests')
    expect(testsTitle({ code: 'widal', name: 'Widal test' })).toBe('Widal tests')
  })
})

describe('the best of a list', () => {
  const offers = [offer(), offer(), offer({ amount: 6000 })]

  test('is every lab that asks the lowest price', () => {
    expect(offers.map(bestOf(offers, every))).toEqual(['Lowest price', 'Lowest price', ''])
  })

  test('is none if all are alike, sorted otherwise, or on a later page', () => {
    expect(bestOf([offer(), offer()], every)(offer())).toBe('')
    expect(bestOf(offers, { ...every, sort: 'name' })(offer())).toBe('')
    expect(bestOf(offers, { ...every, page: 2 })(offer())).toBe('')
  })
})
