import { kobo } from '@labalaba/contract'
import { expect, test } from 'vitest'
import type { LineRow, OrderRow } from '../../orders/index.ts'
import type { RefundRow } from '../refunds/repository.ts'
import type { PaymentRow } from '../repository.ts'
import { type ReceiptFacts, receiptContent } from './content.ts'

const paidAt = new Date('2026-03-31T23:30:00Z')

const order = {
  reference: 'LB-0000-1111-2222-3333',
  patient_name: 'Adé\u0301ṣọlá\u0000 \u202eỌ̀ṣọ́ọlá',
  lab_name: 'Yaba Lab',
  location_name: 'Yaba Main',
  location_address: '1 Herbert Macaulay Way',
  mode: 'sampleCollection',
  test_count: 2,
  sub_total_kobo: kobo(1_000_000),
  collection_fee_kobo: kobo(600_000),
  total_kobo: kobo(1_600_000),
  doctor_share_kobo: kobo(0),
  demo: false,
  created_at: paidAt,
} as OrderRow
const lines = [
  { name: 'Full blood count', price_kobo: kobo(700_000) },
  { name: 'Fasting blood sugar', price_kobo: kobo(300_000) },
] as LineRow[]
const payment = {
  reference: 'bk-1',
  payer_email: 'ada@cast.example',
  captured_kobo: kobo(1_500_000),
  credit_kobo: kobo(100_000),
  channel: 'bank_transfer',
  paid_at: paidAt,
} as PaymentRow
const refund = {
  amount_kobo: kobo(300_000),
  source_kobo: kobo(300_000),
  credit_kobo: kobo(0),
  state: 'processed',
  requested_at: paidAt,
  ended_at: paidAt,
} as RefundRow

const facts: ReceiptFacts = {
  receipt: { payment_id: 1, number: 'LR-2026-000001', issued_at: paidAt },
  order,
  lines,
  payment,
  refunds: [],
  doctor: null,
  showTests: true,
  showPayer: true,
}
const content = (changes: Partial<ReceiptFacts> = {}) => receiptContent({ ...facts, ...changes })
const amountOf = (text: string) => Math.round(Number(text.replace(/[₦,]/g, '').replace('−', '-')) * 100)
const sumOf = (all: readonly (readonly [string, string])[]) =>
  all.reduce((sum, [, amount]) => sum + amountOf(amount), 0)

test('the tests add up to the subtotal, with the fee to the total, and so do the payments', () => {
  const { items, sums, total, paidWith } = content()
  expect(sumOf(items)).toBe(amountOf(sums[0]?.[1] ?? ''))
  expect(sumOf(sums)).toBe(amountOf(total[1]))
  expect(sumOf(paidWith)).toBe(1_600_000)
  expect(paidWith.map(([label]) => label)).toEqual(['Paid with Labalaba credit', 'Paid by bank transfer'])
})

test('the owner reads each test by name', () => {
  expect(content().items).toEqual([
    ['Full blood count', '₦7,000.00'],
    ['Fasting blood sugar', '₦3,000.00'],
  ])
})

test('a copy without test names says how many there are, and names none anywhere', () => {
  const quiet = content({ showTests: false })
  expect(quiet.items).toEqual([['2 tests', '₦10,000.00']])
  expect(JSON.stringify(quiet)).not.toMatch(/blood/i)
})

test('the receipt that opens by the link does not name the payer', () => {
  expect(JSON.stringify(content({ showPayer: false }))).not.toContain('ada@cast.example')
  expect(content().facts).toContainEqual(['Paid by', 'ada@cast.example'])
})

test('the time of payment is in Lagos time', () => {
  expect(content().facts).toContainEqual(['Paid on', 'Wednesday 1 April 2026 at 12:30 am (Lagos time)'])
})

test('a name is one line, without marks that change its direction', () => {
  const [, name = ''] = content().facts[0] ?? []
  expect(name).toBe('Adé\u0301ṣọlá Ọ\u0300ṣọ\u0301ọlá'.normalize('NFC'))
})

test('a doctor’s share is shown by name, with no effect on the price; otherwise it is not mentioned', () => {
  const earning = { ...order, doctor_share_kobo: kobo(60_000) }
  expect(content({ order: earning, doctor: 'Dr Bello' }).notes[0]).toBe(
    'Dr Bello receives ₦600 from Labalaba for this booking. It does not change the price.',
  )
  expect(content({ order: earning }).notes[0]).toMatch(/^The doctor who booked receives ₦600/)
  expect(content({ doctor: 'Dr Bello' }).notes.join()).not.toContain('receives')
})

test('refunds are shown with their destination, and those in progress are marked', () => {
  const asCredit = { ...refund, source_kobo: kobo(0), credit_kobo: kobo(300_000) }
  const underWay = { ...refund, state: 'pending', ended_at: null } as RefundRow
  const { refunds } = content({ refunds: [refund, asCredit, underWay] })
  expect(refunds).toEqual([
    ['Returned to where it came from on Wednesday 1 April 2026', '−₦3,000.00'],
    ['Returned as Labalaba credit on Wednesday 1 April 2026', '−₦3,000.00'],
    ['On its way back to where it came from since Wednesday 1 April 2026', '−₦3,000.00'],
  ])
})

test('an order paid by credit shows credit only', () => {
  const credit = { ...payment, captured_kobo: kobo(0), credit_kobo: kobo(1_600_000), channel: 'credit' }
  expect(content({ payment: credit }).paidWith).toEqual([['Paid with Labalaba credit', '₦16,000.00']])
})

test('a receipt of a demonstration lab says that it proves nothing', () => {
  expect(content().demo).toBeNull()
  expect(content({ order: { ...order, demo: true } }).demo).toMatch(/^Demo data\./)
})
