import { expect, test } from 'vitest'
import { formatPhone, normalisePhone, phoneProblem } from './phone.ts'

test('every usual way of writing a Nigerian number becomes 234 and ten digits', () => {
  for (const typed of [
    '08031234567',
    '0803 123 4567',
    '+234 803 123 4567',
    '2348031234567',
    '234-803-123-4567',
    '8031234567',
    '+2340803 123 4567',
    '002348031234567',
    '02348031234567',
    '023408031234567',
    '(0803) 1234567',
  ])
    expect(normalisePhone(typed)).toBe('2348031234567')
})

test('a number that is not Nigerian gets the error message of the specification', () => {
  expect(phoneProblem(normalisePhone('447911123456'))).toBe('phone number must start with 234')
  expect(phoneProblem(normalisePhone('234803'))).toBe('phone number must be 13 digits')
  expect(phoneProblem(normalisePhone('0803'))).toBe('phone number must start with 234')
  expect(phoneProblem(normalisePhone('0803 123 4567'))).toBeNull()
})

test('a stored number is shown as people write it', () => {
  expect(formatPhone('2348031234567')).toBe('0803 123 4567')
})
