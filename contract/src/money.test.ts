import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatNaira,
  formatNairaExactly,
  grouped,
  kobo,
  koboFromNaira,
  nairaOf,
  split,
  sum,
} from './money.ts'

test('naira on the wire become kobo and come back the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000_000 }), (amount) => {
      expect(koboFromNaira(nairaOf(kobo(amount)))).toBe(amount)
    }),
  )
})

test('what is not an amount in naira is refused', () => {
  for (const bad of ['1,200', '', ' ', '-1', 'NaN', '1e3', '0.001', '12.345', 'Infinity', '₦5'])
    expect(koboFromNaira(bad)).toBeNull()
  for (const bad of [-1, 0.001, Number.NaN, Number.POSITIVE_INFINITY, 1e21])
    expect(koboFromNaira(bad)).toBeNull()
})

test('a numeric string is an amount too', () => {
  expect(koboFromNaira('12000')).toBe(1_200_000)
  expect(koboFromNaira('0.5')).toBe(50)
})

test('a float is never kobo', () => {
  expect(() => kobo(0.1)).toThrow(RangeError)
})

test('the two parts of a split always add back to the total', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 40), fc.integer({ min: 0, max: 10_000 }), (total, bps) => {
      const parts = split(kobo(total), bps)
      expect(sum([parts.share, parts.rest])).toBe(total)
    }),
  )
})

test('whole naira show no decimals, odd kobo show two', () => {
  expect(formatNaira(kobo(1_250_000))).toBe('₦12,500')
  expect(formatNaira(kobo(1_250_050))).toBe('₦12,500.50')
  expect(formatNairaExactly(kobo(1_250_000))).toBe('₦12,500.00')
  expect(formatNairaExactly(kobo(-1_250_005))).toBe('₦-12,500.05')
})

test('amounts and numbers are formatted in the language of the country', () => {
  const exactly = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2 })
  const amounts = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 })
  fc.assert(
    fc.property(amounts, (amount) => {
      expect(grouped(amount)).toBe(amount.toLocaleString('en-NG'))
      expect(formatNairaExactly(kobo(amount))).toBe(`₦${exactly.format(amount / 100)}`)
    }),
  )
})
