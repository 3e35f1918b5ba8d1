import { licenceStandings, type OwnLicence, type ReviewedLicence } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { actsFor, licenceYears, maySend, refusedDocument, statusWords } from './policy.ts'

test('last year’s licence can be sent in January, because it is still valid', () => {
  expect(licenceYears(new Date('2026-11-26T09:00:00Z'))).toEqual([2026, 2027])
  expect(licenceYears(new Date('2027-01-31T09:00:00Z'))).toEqual([2026, 2027, 2028])
  expect(licenceYears(new Date('2026-12-31T23:30:00Z'))).toEqual([2026, 2027, 2028])
})

test('a photo of any size and a PDF of a megabyte are accepted', () => {
  const photo = { size: 9_000_000, type: 'image/jpeg', name: 'licence.jpg' }
  expect(refusedDocument(photo)).toBe(null)
  expect(refusedDocument({ ...photo, size: 0 })).toContain('empty')
  expect(refusedDocument({ size: 1_048_576, type: '', name: 'Licence.PDF' })).toBe(null)
  expect(refusedDocument({ size: 1_048_577, type: 'application/pdf', name: 'a' })).toContain('photo')
  expect(refusedDocument({ size: 5, type: 'text/html', name: 'a.html' })).toContain('photo or a PDF')
})

test('every state has a text, and only a suspended doctor cannot send', () => {
  for (const standing of licenceStandings) {
    const own = { standing, isVerified: standing === 'accepted', licence: null, waiting: null } as OwnLicence
    expect(statusWords(own).title).not.toBe('')
    expect(maySend(own)).toBe(standing !== 'suspended')
  }
})

test('an operator is offered the actions of the state', () => {
  const acts = (state: string) => actsFor({ state } as ReviewedLicence)
  expect(acts('submitted')).toEqual(['accept', 'ask', 'refuse'])
  expect(acts('asked')).toEqual(['accept', 'refuse'])
  expect(acts('accepted')).toEqual(['suspend'])
  expect(acts('suspended')).toEqual(['restore'])
  for (const state of ['refused', 'expired', 'replaced', 'withdrawn']) expect(acts(state)).toEqual([])
})
