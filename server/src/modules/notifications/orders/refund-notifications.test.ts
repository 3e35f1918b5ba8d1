import { kobo } from '@labalaba/contract'
import { expect, test } from 'vitest'
import type { OrderRow } from '../../orders/index.ts'
import type { PaymentRow, RefundRow } from '../../payments/index.ts'
import type { Letter } from '../letter.ts'
import { cancelledLetter, refundedLetter, refundFailedLetter } from './refund-notifications.ts'

const at = new Date('2026-11-22T08:00:00Z')
// Only what the letters read.
const order = { reference: 'LB-1', lab_name: 'Yaba Lab', patient_name: 'Mama Obi' } as OrderRow
const payment = { reference: 'bk-1', captured_currency: 'NGN' } as PaymentRow
const refund = {
  ...{ amount_kobo: kobo(1_000_000), source_kobo: kobo(1_000_000), credit_kobo: kobo(0), requested_at: at },
  ...{ outside: null, outside_reference: null, refusal: null, retry_at: null },
} as RefundRow

const textOf = ({ heading, blocks }: Letter) => `${heading} ${JSON.stringify(blocks)}`
const cancelled = (actor: string, reason: string | null) =>
  textOf(cancelledLetter(order, refund, { actor, reason }, 'https://labs.example'))

test('a cancelled booking says truthfully who cancelled it, and why', () => {
  expect(cancelled('lab', 'The machine is broken.')).toContain(
    'Yaba Lab cancelled it. Why: The machine is broken.',
  )
  expect(cancelled('operator', 'No phlebotomist.')).toContain('Labalaba cancelled it. Why: No phlebotomist.')
  for (const actor of ['lab', 'operator']) expect(cancelled(actor, 'x')).not.toContain('Was this not you?')
  for (const actor of ['patient', 'doctor', 'system']) {
    expect(cancelled(actor, 'a private reason')).not.toMatch(/cancelled it|private/)
    expect(cancelled(actor, null)).toContain('Was this not you?')
  }
})

test('the mail about a refund says how the money was returned', () => {
  const refundedText = (changes: Partial<RefundRow>, of: Partial<PaymentRow> = {}) =>
    textOf(refundedLetter(order, { ...payment, ...of }, { ...refund, ...changes }))
  expect(refundedText({})).toContain('It goes to the card or account that paid')
  expect(refundedText({ outside: 'bank', outside_reference: 'GTB-1' })).toContain(
    'It was paid back by bank transfer, with the reference GTB-1.',
  )
  expect(refundedText({ outside: 'dashboard', outside_reference: '43' })).toContain(
    'It was sent back to the card',
  )
  expect(refundedText({ source_kobo: kobo(0), credit_kobo: kobo(1_000_000) })).toContain(
    'It is Labalaba credit',
  )
  expect(refundedText({ amount_kobo: kobo(2550) }, { captured_currency: 'USD' })).toContain('USD 25.50')
})

test('a refund that Paystack refused does not promise an automatic retry', () => {
  expect(textOf(refundFailedLetter(order, payment, refund))).toContain('We try three more times')
  const refused = textOf(refundFailedLetter(order, payment, { ...refund, refusal: 'Transaction reversed' }))
  expect(refused).toContain('Our team checks it')
  expect(refused).not.toMatch(/trying again|Transaction reversed/)
})
