import type { LabLocation } from '@labalaba/contract'
import { describe, expect, test } from 'vitest'
import {
  clothOf,
  countWords,
  pageFrom,
  placeOf,
  registrationOf,
  rememberedLocation,
  standingOf,
} from './rules.ts'

describe('the cloth of a lab', () => {
  test('is the same every time', () => {
    expect(clothOf('ayewo-ara-diagnostics')).toEqual(clothOf('ayewo-ara-diagnostics'))
  })

  test('differs between labs whose names end alike', () => {
    const slugs = ['a', 'bola', 'cedar', 'delta', 'eko', 'fola', 'gbagada', 'harmattan', 'ikeja', 'jos']
    const seen = slugs.map((slug) => JSON.stringify(clothOf(`${slug}-medical-laboratory`)))
    expect(new Set(seen).size).toBeGreaterThan(5)
  })
})

describe('what verified rests on', () => {
  const registered = {
    accreditation: 'MLSCN; ISO 15189',
    registrationNumber: 'DEMO-MLSCN-0026',
    registrationExpiresOn: '2029-05-14',
    bookable: true,
  }

  test('names the registration, the accreditation and the day it lasts to', () => {
    expect(standingOf(registered)).toEqual({
      words: 'MLSCN registered · ISO\u00a015189',
      until: 'Valid to 14 May 2029',
      good: true,
    })
  })

  test('claims no ISO 15189 that the lab does not have', () => {
    expect(standingOf({ ...registered, accreditation: 'MLSCN' }).words).toBe('MLSCN registered')
  })

  test('says provisional where it is', () => {
    expect(registrationOf('MLSCN provisional')).toBe('MLSCN provisional registration')
  })

  test('an expired registration says that no bookings are taken', () => {
    const expired = { ...registered, registrationExpiresOn: '2026-11-12', bookable: false }
    expect(standingOf(expired)).toEqual({
      words: 'Registration expired: not taking bookings',
      until: 'Expired 12 November 2026',
      good: false,
    })
  })
})

describe('the list', () => {
  test('says how many labs there are and which are shown', () => {
    expect(countWords(220, 2, 15, '')).toBe('220 labs, showing 16 to 30')
    expect(countWords(220, 15, 15, '')).toBe('220 labs, showing 211 to 220')
    expect(countWords(1, 1, 15, 'eko')).toBe('1 lab found for “eko”')
  })

  test('takes anything that is no page as the first', () => {
    expect(['2', '0', '-1', 'two', '1.5', null].map(pageFrom)).toEqual([2, 1, 1, 1, 1, 1])
  })

  test('says where a lab is, and how many more locations it has', () => {
    expect(placeOf({ area: 'Ikeja', state: 'Lagos', locationCount: 11 })).toBe('Ikeja, Lagos and 10 more')
    expect(placeOf({ area: 'Epe', state: 'Lagos', locationCount: 1 })).toBe('Epe, Lagos')
  })
})

describe('the location chosen at first', () => {
  const location = (address: string): LabLocation => ({
    name: address,
    address,
    landmark: '',
    area: '',
    state: '',
    openingHours: '',
    testsOffered: [],
    departments: [],
    collectionFee: null,
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
