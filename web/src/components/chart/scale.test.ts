import fc from 'fast-check'
import { expect, test } from 'vitest'
import { axisFor, placesFor } from './scale.ts'

test('an axis has a few round steps and includes every number', () => {
  expect(axisFor([11.8, 15])).toEqual({ from: 11, to: 15, ticks: [11, 12, 13, 14, 15] })
  expect(axisFor([0.1, 0.32]).ticks).toEqual([0.1, 0.2, 0.3, 0.4])
  expect(axisFor([5, 5]).ticks.length).toBeGreaterThan(1)
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 9 }),
      (numbers) => {
        const { from, to, ticks } = axisFor(numbers)
        expect(from).toBeLessThanOrEqual(Math.min(...numbers) + 1e-6)
        expect(to).toBeGreaterThanOrEqual(Math.max(...numbers) - 1e-6)
        expect(ticks.length).toBeLessThanOrEqual(7)
      },
    ),
  )
})

test('times are placed proportionally, never too close to each other, and within the line', () => {
  expect(placesFor([0, 50, 100], 200, 10)).toEqual([0, 100, 200])
  expect(placesFor([7], 200, 10)).toEqual([100])
  expect(placesFor([0, 0], 200, 10)).toEqual([0, 200])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 2, maxLength: 12 }), (moments) => {
      const places = placesFor(
        [...moments].sort((one, other) => one - other),
        300,
        20,
      )
      expect(places[0]).toBeGreaterThanOrEqual(-0.001)
      expect(places.at(-1)).toBeCloseTo(300, 3)
      for (let at = 1; at < places.length; at += 1)
        expect((places[at] ?? 0) - (places[at - 1] ?? 0)).toBeGreaterThanOrEqual(19.999)
    }),
  )
})
