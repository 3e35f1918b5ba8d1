import { describe, expect, test } from 'vitest'
import { aboutCritical } from './policy.ts'

describe('what a call about a culture is about', () => {
  const culture = (value: string) =>
    aboutCritical([
      { analyte_id: 7, value, ucum: null, critical_tier: 'urgent', structure: 'isolates' },
    ])?.hash.toString('hex')
  const typhi = 'Salmonella Typhi, both bottles'
  const coli = 'Escherichia coli, one bottle'

  test('is the same whatever the order of its organisms, and with agents that are tested later', () => {
    const tested = `${coli}\n\n${typhi}\n- Azithromycin: S\n\nBreakpoints: EUCAST 2026`
    expect(culture(tested)).toBe(culture(`${typhi}\n\n${coli}`))
  })

  test.each([`${typhi}\n\nShigella, both bottles`, `${coli}\n\nSalmonella Typhi, one bottle`, typhi])(
    'is another with another organism or quantity: %j',
    (other) => {
      expect(culture(other)).not.toBe(culture(`${typhi}\n\n${coli}`))
    },
  )
})
