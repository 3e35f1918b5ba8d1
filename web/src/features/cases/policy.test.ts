import { expect, test } from 'vitest'
import { agrees, deadlineOf, emptyFor, missingIn } from './policy.ts'

const now = new Date('2026-11-22T09:00:00Z')

test.each([
  [null, null],
  ['2026-11-23T01:00:00Z', { words: 'Due Mon 23 Nov, 2:00 am', urgent: false }],
  ['2026-11-22T13:00:00Z', { words: 'Due Sun 22 Nov, 2:00 pm', urgent: false }],
  ['2026-11-22T12:59:00Z', { words: 'Due 1:59 pm, in\u00a03\u00a0h\u00a059\u00a0min', urgent: true }],
  ['2026-11-22T11:00:00Z', { words: 'Due 12:00 pm, in\u00a02\u00a0h', urgent: true }],
  ['2026-11-22T09:00:20Z', { words: 'Due 10:00 am, in\u00a01\u00a0min', urgent: true }],
  ['2026-11-22T08:30:00Z', { words: 'Overdue: Sun 22 Nov, 9:30 am', urgent: true }],
])('a case due at %s reads %j', (dueAt, told) => {
  expect(deadlineOf(dueAt, now)).toEqual(told)
})

test('a day agrees only if payments and money are equal', () => {
  const side = { count: 2, amount: 12_500 }
  expect(agrees({ paystack: side, ours: { ...side } })).toBe(true)
  expect(agrees({ paystack: side, ours: { ...side, amount: 12_499.5 } })).toBe(false)
  expect(agrees({ paystack: side, ours: { ...side, count: 3 } })).toBe(false)
})

test('a refund known to Paystack fills in its number, and any other return asks for one', () => {
  const emptyCase = emptyFor({ kind: 'refund_unknown', subject: '4310000009' })
  expect(emptyCase).toMatchObject({ through: 'dashboard', reference: '4310000009' })
  expect(missingIn('returned_outside', emptyCase)).toEqual({})
  const empty = emptyFor({ kind: 'held_money', subject: 'bk-1' })
  expect(empty).toMatchObject({ through: 'bank', reference: '' })
  expect(Object.keys(missingIn('returned_outside', empty))).toEqual(['reference'])
  expect(missingIn('give_back', empty)).toEqual({})
})

test('a bank account needs its bank and ten digits', () => {
  const empty = emptyFor({ kind: 'refund_stuck', subject: 'r' })
  expect(Object.keys(missingIn('bank_details', empty))).toEqual(['bank', 'account'])
  expect(missingIn('bank_details', { ...empty, bankId: '21', accountNumber: '0123456789' })).toEqual({})
})
