import type { LabInterval, MeasuredLine } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { catalogueWords, limitWords, nextTyped, readTyped, typedOf, whomWords } from './policy.ts'

const own: LabInterval = {
  sex: 'Female',
  from: { amount: 12, unit: 'years' },
  to: { amount: 18, unit: 'years' },
  low: 11.5,
  high: 15,
  criticalLow: 6,
  criticalHigh: null,
}

test('stored intervals are typed into the fields and read back unchanged', () => {
  expect(readTyped([typedOf(own)])).toEqual({ own: [own], wrong: {} })
  const open = { ...own, sex: null, to: null }
  expect(readTyped([typedOf(open)])).toEqual({ own: [open], wrong: {} })
})

test('an entry that is not a number is named by its place', () => {
  expect(readTyped([typedOf(own), { ...typedOf(own), low: 'lots' }]).wrong).toEqual({
    '1': 'Give limits as numbers, such as 4.5.',
  })
  expect(readTyped([{ ...typedOf(own), from: '' }]).wrong['0']).toMatch(/whole numbers/)
})

test('a new interval begins where the last one ends', () => {
  expect(nextTyped(undefined)).toMatchObject({ from: '18', fromUnit: 'years', to: '' })
  expect(nextTyped(typedOf(own))).toMatchObject({ sex: 'Female', from: '18', fromUnit: 'years' })
})

test('an interval and the patients it is for have a text', () => {
  expect(whomWords(own)).toBe('Female, from 12 years to under 18 years')
  expect(whomWords({ ...own, sex: null, from: { amount: 0, unit: 'days' } })).toBe(
    'Male and female, under 18 years',
  )
  expect(whomWords({ ...own, from: { amount: 1, unit: 'months' }, to: null })).toBe('Female, from 1 month')
  expect(limitWords(own, 'g/dL')).toBe('11.5 to 15 g/dL; critical below 6')
})

test('the catalogue’s interval is shown by sex only if it differs', () => {
  const line: MeasuredLine = {
    id: 1,
    test: 'Full blood count',
    ...{ name: 'Haemoglobin', kind: 'quantity', method: null },
    ...{ unit: 'g/dL', ucum: 'g/dL', units: [] },
    own: [],
    set: null,
    catalogue: {
      male: { low: 13, high: 17 },
      female: { low: 12, high: 15 },
      criticalLow: 7,
      criticalHigh: 20,
      toBeConfirmed: false,
    },
  }
  expect(catalogueWords(line)).toEqual([
    'Men: 13 to 17 g/dL; critical below 7 or above 20',
    'Women: 12 to 15 g/dL; critical below 7 or above 20',
  ])
  const alike = { ...line.catalogue, male: line.catalogue.female }
  expect(catalogueWords({ ...line, catalogue: alike })).toHaveLength(1)
})
