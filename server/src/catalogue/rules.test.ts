import { describe, expect, it } from 'vitest'
import { promisedHours } from './rules.ts'

describe('the hours that a lab promises', () => {
  it.each([
    [24, 1, 24],
    [24, 1.15, 28],
    [4, 0.85, 4],
    [1, 0.1, 1],
    [336, 1.35, 454],
  ])('%d hours times %d is %d', (hours, factor, promised) => {
    expect(promisedHours(hours, factor)).toBe(promised)
  })

  it('are not an hour more for an error of floating point', () => {
    expect(100 * 1.1).toBeGreaterThan(110)
    expect(promisedHours(100, 1.1)).toBe(110)
  })
})
