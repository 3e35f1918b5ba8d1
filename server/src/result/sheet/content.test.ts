import { expect, test } from 'vitest'
import { clean, firstName } from './content.ts'

test('a raised number is written so that it is read as one, also when it is copied', () => {
  expect(clean('×10⁹/L')).toBe('×10^9/L')
  expect(clean('×10¹²/L')).toBe('×10^12/L')
  expect(clean('mL/min/1.73 m²')).toBe('mL/min/1.73 m^2')
  expect(clean('g/dL')).toBe('g/dL')
})

test('a sign that the letters on paper do not have is spelt out, never left out', () => {
  expect(clean('≥100 β-lactam')).toBe('>=100 beta-lactam')
})

test('somebody is called by their first name, with their title', () => {
  expect(firstName('Tola Bakare')).toBe('Tola')
  expect(firstName('Dr Bello Musa')).toBe('Dr Bello')
})
