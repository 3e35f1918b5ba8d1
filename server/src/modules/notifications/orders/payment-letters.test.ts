import { expect, test } from 'vitest'
import type { Paid } from './payment-letters.ts'
import { labLetter } from './payment-letters.ts'

// Only what the letter reads.
const order = {
  ...{ reference: 'LB-1', mode: 'walkin', location_name: 'Yaba Main', location_address: '1 Example Street' },
  ...{ patient_name: 'Mama Obi', patient_gender: 'Female', patient_phone: '2348031234567' },
} as Paid['order']
const letterText = (born: string | null) =>
  JSON.stringify(
    labLetter({ order: { ...order, patient_born_on: born }, lines: [], visit: 'stands' } as unknown as Paid),
  )

test('the lab’s letter writes a date of birth in words, and omits a missing one', () => {
  expect(letterText('1985-03-27')).toContain('27 March 1985')
  expect(letterText(null)).not.toContain('Date of birth')
})
