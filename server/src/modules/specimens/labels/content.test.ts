import { expect, test } from 'vitest'
import type { OrderRow } from '../../orders/index.ts'
import type { SpecimenRow } from '../repository.ts'
import { labelOf } from './content.ts'

const order = {
  patient_name: 'Mama Obi',
  patient_gender: 'Female',
  patient_born_on: '1961-04-12',
  reference: 'LB-7K2M-9QWE-4RTY-X3P8',
  demo: false,
  collection_on: null,
} as OrderRow
const specimen = {
  accession: '261-00001',
  specimen: 'Venous blood',
  container: 'EDTA',
  collected_at: null,
  expected_at: new Date('2026-11-22T09:00:00Z'),
} as SpecimenRow
const at = (day: string) => new Date(`${day}T10:00:00+01:00`)
const dayOf = (visitOn: string | null, now: Date, taken: Date | null = null) =>
  labelOf({ ...order, collection_on: visitOn }, { ...specimen, collected_at: taken }, now).taken

test('a label printed before its visit has the day of the visit', () => {
  expect(dayOf('2026-11-25', at('2026-11-22'))).toBe('25 Nov 2026')
})

test('a label printed for a sample still to be taken never has a past day', () => {
  expect(dayOf('2026-11-23', at('2026-11-26'))).toBe('26 Nov 2026')
  expect(dayOf(null, at('2026-11-24'))).toBe('24 Nov 2026')
  // By the calendar of Lagos.
  expect(dayOf(null, new Date('2026-11-24T23:30:00Z'))).toBe('25 Nov 2026')
})

test('a label of a collected sample has the day of collection', () => {
  expect(dayOf('2026-11-25', at('2026-11-27'), new Date('2026-11-24T23:30:00Z'))).toBe('25 Nov 2026')
})
