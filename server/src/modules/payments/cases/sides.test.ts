import { kobo } from '@labalaba/contract'
import { expect, test } from 'vitest'
import type { CaseRow } from '../../cases/index.ts'
import { actsFor, endings } from './acts.ts'
import { paymentOf, sidesOf } from './sides.ts'
import { caseWords } from './words.ts'

function caseOf(
  kind: CaseRow['kind'],
  found: object,
  closed = false,
  amount: number | null = 900_000,
): CaseRow {
  const at = new Date('2026-11-22T08:00:00Z')
  return {
    id: 1,
    kind,
    subject: 'bk-1',
    order_reference: 'LB-1',
    amount_kobo: amount === null ? null : kobo(amount),
    found,
    opened_at: at,
    due_at: null,
    closed_at: closed ? at : null,
    closed_by: null,
    close_note: closed ? 'done' : null,
  }
}

const held = { why: 'wrong_amount', due: 1_000_000, came: 900_000, currency: 'NGN' }

test('what each side recorded of a fact is one readable line', () => {
  expect(sidesOf(caseOf('held_money', held))).toEqual({
    sides: [
      { fact: 'Amount', paystack: '₦9,000', ours: '₦10,000' },
      { fact: 'Currency', paystack: 'NGN', ours: null },
    ],
    found: [],
  })
  const dispute = {
    payment: 'bk-1',
    theirs_state: 'awaiting-bank-feedback',
    booked_at: 'Sunday',
    paid_at: 'Monday',
    odd_thing: 1,
    ours_answer: null,
  }
  expect(sidesOf(caseOf('dispute', dispute))).toEqual({
    sides: [{ fact: 'State', paystack: 'Awaiting bank feedback', ours: null }],
    found: [
      { name: 'Booked', value: 'Sunday' },
      { name: 'Paid', value: 'Monday' },
      { name: 'Odd thing', value: '1' },
    ],
  })
})

const outside = 'returned_outside'
test.each([
  ['held_money', held, 900_000, ['give_back', outside]],
  ['held_money', { why: 'wrong_amount', due: '₦10,000', came: '₦9,000' }, 900_000, ['give_back', outside]],
  [
    'held_money',
    { why: 'wrong_amount', due: '₦10,000', came: '₦10,500' },
    1_050_000,
    ['give_back', 'release', outside],
  ],
  ['held_money', held, 1_000_000, ['give_back', 'release', outside]],
  ['held_money', { ...held, why: 'wrong_reference' }, 1_000_000, ['give_back', outside]],
  ['held_money', { why: 'wrong_currency', came: 'USD 9.00' }, null, ['give_back', outside]],
  ['held_money', { ...held, why: 'wrong_domain' }, 1_000_000, [outside]],
  ['refund_failed', { payment: 'bk-1' }, 900_000, ['retry', 'as_credit', outside]],
  ['refund_failed', { payment: 'bk-1', no_credit: true }, 900_000, ['retry', outside]],
  ['refund_stuck', { payment: 'bk-1', word: 'needs-attention' }, 900_000, ['bank_details']],
  ['refund_stuck', { payment: 'bk-1', word: 'processing' }, 900_000, []],
  ['refund_unknown', { payment: 'bk-1' }, 900_000, [outside]],
  ['refund_unknown', { payment: null }, 900_000, []],
  ['reversed_outside', {}, 900_000, [outside]],
  ['late_choice', {}, 900_000, ['cancel_booking']],
  ['dispute', { theirs_state: 'awaiting-merchant-feedback' }, 900_000, ['answer']],
  ['dispute', { theirs_state: 'awaiting-bank-feedback' }, 900_000, []],
  ['books_differ', {}, 1, []],
] as const)('a case of %s with %j and %s kobo can be answered with %j', (kind, found, amount, acts) => {
  expect(actsFor(caseOf(kind, found, false, amount))).toEqual(acts)
  expect(actsFor(caseOf(kind, found, true, amount))).toEqual([])
})

test('every kind of case has a text, and at least one action that ends it', () => {
  expect(Object.keys(endings).toSorted()).toEqual(Object.keys(caseWords).toSorted())
  for (const [kind, acts] of Object.entries(endings)) expect([kind, acts.length > 0]).toEqual([kind, true])
})

test('the payment is the subject, or is named, or there is none', () => {
  expect(paymentOf(caseOf('held_money', held))).toBe('bk-1')
  expect(paymentOf(caseOf('refund_failed', { payment: 'bk-2' }))).toBe('bk-2')
  expect(paymentOf(caseOf('unknown_at_paystack', {}))).toBeNull()
})
