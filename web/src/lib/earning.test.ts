import { expect, test } from 'vitest'
import { earningWords } from './earning.ts'

const bello = { doctorName: 'Dr Bello', doctorEarning: 600 }

test('the patient reads who receives what, and that the price is the same', () => {
  expect(earningWords(bello)).toBe(
    'Dr Bello receives ₦600 from Labalaba for this booking. It does not change your price.',
  )
})

test('the doctor reads the same, about the patient’s price', () => {
  expect(earningWords(bello, true)).toBe(
    'Dr Bello receives ₦600 from Labalaba for this booking. It does not change the patient’s price.',
  )
})

test('without an earning there is no text', () => {
  expect(earningWords({ doctorName: null, doctorEarning: 0 })).toBeNull()
})

test('a doctor with a deleted account has no name here', () => {
  expect(earningWords({ ...bello, doctorName: null })).toMatch(/^The doctor who booked receives ₦600/)
})
