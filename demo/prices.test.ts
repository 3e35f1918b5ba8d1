import { kobo } from '@labalaba/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { madeUpPrice } from './prices.ts'

const step = 5000
const band = fc
  .tuple(fc.integer({ min: 1000, max: 500_000 }), fc.integer({ min: 200, max: 500_000 }))
  .map(([low, width]) => ({ priceLowKobo: kobo(low * 100), priceHighKobo: kobo((low + width) * 100) }))
const factor = fc.integer({ min: 70, max: 170 }).map((hundredths) => hundredths / 100)

it('a generated price is inside the band times the factor, in steps of ₦50, and the same each time', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), band, factor, (slug, code, prices, dear) => {
      const price = madeUpPrice(slug, code, prices, dear)
      expect(price % step).toBe(0)
      expect(price).toBeGreaterThanOrEqual(Math.floor(prices.priceLowKobo * dear))
      expect(price).toBeLessThanOrEqual(Math.ceil(prices.priceHighKobo * dear))
      expect(madeUpPrice(slug, code, prices, dear)).toBe(price)
    }),
  )
})

it('a band without a step in it gives a step near it, and never less than ₦50', () => {
  const narrow = (naira: number) => ({ priceLowKobo: kobo(naira * 100), priceHighKobo: kobo(naira * 100) })
  expect(madeUpPrice('a', 'b', narrow(1), 1)).toBe(step)
  expect(madeUpPrice('a', 'b', narrow(60), 1)).toBe(step)
  expect(madeUpPrice('a', 'b', narrow(100), 1)).toBe(2 * step)
})

it('prices of one test differ from lab to lab', () => {
  const prices = { priceLowKobo: kobo(500_000), priceHighKobo: kobo(1_200_000) }
  const found = new Set(Array.from({ length: 50 }, (_, lab) => madeUpPrice(`lab-${lab}`, 'fbc', prices, 1)))
  expect(found.size).toBeGreaterThan(25)
})
