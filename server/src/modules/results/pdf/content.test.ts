import { expect, test } from 'vitest'
import { clean, firstName, intervalNotes, lineOf } from './content.ts'

test('a superscript number is written so that it reads as one, also when copied', () => {
  expect(clean('×10⁹/L')).toBe('×10^9/L')
  expect(clean('×10¹²/L')).toBe('×10^12/L')
  expect(clean('mL/min/1.73 m²')).toBe('mL/min/1.73 m^2')
  expect(clean('g/dL')).toBe('g/dL')
})

test('a character that the PDF’s font lacks is spelt out, never omitted', () => {
  expect(clean('≥100 β-lactam')).toBe('>=100 beta-lactam')
})

test('a person is called by their first name, with their title', () => {
  expect(firstName('Tola Bakare')).toBe('Tola')
  expect(firstName('Dr Bello Musa')).toBe('Dr Bello')
})

const volume = {
  name: 'Mean platelet volume',
  value: '10',
  unit: 'fL',
  low: 7,
  high: 12,
  flag: 'normal',
} as const

test('an interval that the lab is to confirm has a star, and the star is explained', () => {
  const unsure = { ...volume, basis: 'unconfirmed' } as const
  expect(lineOf(unsure).interval).toBe('7 to 12 *')
  expect(intervalNotes([unsure])).toEqual([
    expect.stringMatching(/^\* A usual interval to be confirmed by the lab/),
  ])
  expect(lineOf({ ...volume, basis: 'catalogue' }).interval).toBe('7 to 12')
  expect(intervalNotes([{ ...volume, basis: 'catalogue' }])).toEqual([])
  expect(lineOf({ ...unsure, low: null, high: null }).interval).toBe('')
})

test('a child’s value has no interval and no mark on paper, and it says why', () => {
  const childs = { ...volume, low: null, high: null, flag: null, basis: 'adults_only' } as const
  expect(lineOf(childs)).toMatchObject({ interval: '', mark: '' })
  expect(intervalNotes([childs])).toEqual([expect.stringMatching(/under 18 when the sample was taken/)])
})
