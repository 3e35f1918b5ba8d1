import type { LabLocation } from '@labalaba/contract'
import { describe, expect, test } from 'vitest'
import { countWords } from './lab-list-policy.ts'
import {
  accreditationWords,
  clothOf,
  directionsTo,
  filtersOn,
  labsAddress,
  labsWanted,
  pageFrom,
  placeOf,
  registrationOf,
  rememberedLocation,
  statusOf,
} from './policy.ts'

describe('the pattern of a lab', () => {
  test('is the same every time', () => {
    expect(clothOf('ayewo-ara-diagnostics')).toEqual(clothOf('ayewo-ara-diagnostics'))
  })

  test('differs between labs whose names end alike', () => {
    const slugs = ['a', 'bola', 'cedar', 'delta', 'eko', 'fola', 'gbagada', 'harmattan', 'ikeja', 'jos']
    const seen = slugs.map((slug) => JSON.stringify(clothOf(`${slug}-medical-laboratory`)))
    expect(new Set(seen).size).toBeGreaterThan(5)
  })
})

describe('the evidence behind “verified”', () => {
  const registered = {
    accreditation: 'MLSCN; ISO 15189',
    registrationNumber: 'DEMO-MLSCN-0026',
    registrationExpiresOn: '2029-05-14',
    qualityAssessment: '',
    isoScope: [],
    bookable: true,
  }

  test('names the registration, the accreditation and its expiry', () => {
    expect(statusOf(registered)).toEqual({
      words: 'MLSCN registered, ISO\u00a015189',
      until: 'Valid to 14 May 2029',
      good: true,
    })
  })

  test('claims no ISO 15189 that the lab does not have', () => {
    expect(statusOf({ ...registered, accreditation: 'MLSCN' }).words).toBe('MLSCN registered')
  })

  test('names the scope of an accreditation, as far as the lab has given it', () => {
    expect(accreditationWords({ ...registered, isoScope: ['Haematology', 'Genetics'] })).toBe(
      'Accredited for Haematology, Genetics',
    )
    expect(accreditationWords(registered)).toBe('Accredited. The lab has not said for which tests')
    expect(accreditationWords({ ...registered, accreditation: 'MLSCN' })).toBe('Not accredited')
  })

  test('is marked provisional if it is', () => {
    expect(registrationOf('MLSCN provisional')).toBe('MLSCN provisional registration')
  })

  test('an expired registration says that no bookings are taken', () => {
    const expired = { ...registered, registrationExpiresOn: '2026-11-12', bookable: false }
    expect(statusOf(expired)).toEqual({
      words: 'Registration expired: not taking bookings',
      until: 'Expired 12 November 2026',
      good: false,
    })
  })
})

describe('the list', () => {
  test('shows the number of labs and the range shown', () => {
    expect(countWords(220, 2, 15, '')).toBe('220 labs, showing 16 to 30')
    expect(countWords(220, 15, 15, '')).toBe('220 labs, showing 211 to 220')
    expect(countWords(1, 1, 15, 'eko')).toBe('1 lab found for “eko”')
  })

  test('reads an invalid page as the first', () => {
    expect(['2', '0', '-1', 'two', '1.5', null].map(pageFrom)).toEqual([2, 1, 1, 1, 1, 1])
  })

  test('shows where a lab is, and how many more locations it has', () => {
    expect(placeOf({ area: 'Ikeja', state: 'Lagos', locationCount: 11 })).toBe(
      'Ikeja, Lagos and\u00a010\u00a0more',
    )
    expect(placeOf({ area: 'Epe', state: 'Lagos', locationCount: 1 })).toBe('Epe, Lagos')
  })
})

describe('the address of the list', () => {
  const usual = { q: '', page: 1, favourite: false, home: false, iso: false }

  test('contains filters, and no defaults', () => {
    expect(`${labsAddress(usual)}`).toBe('')
    expect(`${labsAddress({ ...usual, q: 'eko', page: 2, iso: true })}`).toBe('q=eko&iso=yes&page=2')
  })

  test('is read back as it was written, and invalid values are dropped', () => {
    const wanted = { q: 'ile-ife', page: 3, favourite: true, home: true, iso: false }
    expect(labsWanted(labsAddress(wanted))).toEqual(wanted)
    expect(labsWanted(new URLSearchParams('page=-4&home=1&q=%20%20'))).toEqual(usual)
  })

  test('names the active filters', () => {
    expect(filtersOn({ ...usual, home: true, iso: true })).toEqual(['home', 'iso'])
  })
})

describe('the way to a location', () => {
  const place = { address: '52 Oye Road, Ikole-Ekiti', state: 'Ekiti', latitude: 7.79, longitude: 5.51 }

  test('leads to its coordinates, or to its address if they are unknown', () => {
    expect(directionsTo(place)).toBe('https://www.google.com/maps/dir/?api=1&destination=7.79%2C5.51')
    expect(directionsTo({ ...place, latitude: null })).toBe(
      'https://www.google.com/maps/dir/?api=1&destination=52+Oye+Road%2C+Ikole-Ekiti%2C+Ekiti%2C+Nigeria',
    )
    expect(directionsTo({ ...place, latitude: 0, longitude: 0 })).toContain('destination=0%2C0')
  })
})

describe('the location chosen at first', () => {
  const location = (address: string): LabLocation => ({
    name: address,
    address,
    landmark: '',
    area: '',
    state: '',
    latitude: null,
    longitude: null,
    openingHours: '',
    testsOffered: [],
    departments: [],
    collectionFee: null,
    pause: null,
  })
  const two = [location('1 Oba Street'), location('2 Oba Street')]

  test('is the only one there is', () => {
    expect(rememberedLocation(two.slice(0, 1), undefined)?.address).toBe('1 Oba Street')
  })

  test('is the one remembered, else none', () => {
    expect(rememberedLocation(two, '2 Oba Street')?.address).toBe('2 Oba Street')
    expect(rememberedLocation(two, '3 Oba Street')).toBeUndefined()
    expect(rememberedLocation([], undefined)).toBeUndefined()
  })
})
