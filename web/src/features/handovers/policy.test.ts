import type { Handover } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { carriedWords, countWords, foundOf, stateWords, waiting } from './policy.ts'

const sample = (accession: string, state: Handover['samples'][number]['state'], isMissing = false) => ({
  accession,
  specimen: 'Venous blood',
  container: 'EDTA tube',
  state,
  isMissing,
})
const handover: Handover = {
  visit: 'v',
  order: 'LB-1',
  location: 'Yaba',
  state: 'on_its_way',
  phlebotomist: 'Femi',
  isLate: false,
  collectedAt: '2026-01-05T08:20:00Z',
  deliveredAt: null,
  given: null,
  confirmed: null,
  photos: [],
  samples: [sample('26A-00001', 'collected'), sample('26A-00002', 'received')],
}

test('names who carries which samples, and whether they count as handed over', () => {
  expect(carriedWords(handover)).toEqual([
    expect.stringMatching(/^Femi took 2 samples, .*9:20 am$/),
    expect.stringContaining('Not reported as handed over yet'),
  ])
  const given = { ...handover, deliveredAt: '2026-01-05T10:00:00Z', given: 1, phlebotomist: null }
  expect(carriedWords(given)).toEqual([
    expect.stringMatching(/^The phlebotomist took/),
    expect.stringMatching(/^Says that 1 of 2 were handed over/),
  ])
})

test('names who counted, and how many were there', () => {
  expect(countWords(handover)).toBe(null)
  const confirmed = { by: 'Sola', at: '2026-01-05T11:00:00Z', found: 1 }
  expect(countWords({ ...handover, confirmed })).toMatch(/^Sola found 1 of 2,/)
  expect(countWords({ ...handover, confirmed: { ...confirmed, by: null } })).toMatch(/^Someone at the lab/)
})

test('samples already received are counted without a tick', () => {
  expect(waiting(handover).map(({ accession }) => accession)).toEqual(['26A-00001'])
  expect(foundOf(handover, new Set())).toEqual(['26A-00002'])
  expect(foundOf(handover, new Set(['26A-00001']))).toEqual(['26A-00001', '26A-00002'])
})

test('every state has a text', () => {
  expect(Object.values(stateWords).every(({ words }) => words !== '')).toBe(true)
})
