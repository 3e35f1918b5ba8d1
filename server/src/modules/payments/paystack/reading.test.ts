import { expect, test } from 'vitest'
import { listOf, pageOf, readDispute, readListedRefund, readRefund, stretchOf } from './reading.ts'

const refund = { id: 132_000_000_001, status: 'pending', amount: '500000', merchant_note: null }

test('one unreadable row makes the whole list unreadable', () => {
  expect(listOf(readRefund)([refund])).toMatchObject([{ id: '132000000001', amount: 500_000, note: '' }])
  for (const amount of ['5e5', '-1', 1.5, null, undefined])
    expect(listOf(readRefund)([refund, { ...refund, amount }])).toBeNull()
  expect(listOf(readRefund)({})).toBeNull()
})

test('a list without its page information is unreadable', () => {
  expect(pageOf(readRefund)([refund], { pageCount: 3 })?.pages).toBe(3)
  expect(pageOf(readRefund)([refund], undefined)).toBeNull()
  expect(stretchOf(readRefund)([refund], { next: null })?.next).toBeNull()
  expect(stretchOf(readRefund)([refund], 'next')).toBeNull()
})

test('a listed refund names its transaction by id or as a whole object', () => {
  const listed = { ...refund, currency: 'NGN', createdAt: '2026-11-20T09:21:40.000Z' }
  for (const transaction of [5_200_000_017, '5200000017', { id: 5_200_000_017, reference: 'x' }])
    expect(readListedRefund({ ...listed, transaction })?.transactionId).toBe('5200000017')
  expect(readListedRefund(listed)).toBeNull()
  expect(readListedRefund({ ...listed, transaction: 1, createdAt: 'then' })).toBeNull()
})

test('a dispute without an amount of its own is about the whole payment', () => {
  const transaction = { reference: 'bk-1', amount: 1_200_000, currency: 'NGN' }
  const dispute = {
    id: 7,
    status: 'archived',
    domain: 'test',
    transaction,
    created_at: '2026-11-20T09:00:00Z',
  }
  expect(readDispute({ ...dispute, refund_amount: null, currency: null })).toMatchObject({
    id: '7',
    reference: 'bk-1',
    amount: 1_200_000,
    currency: 'NGN',
    category: 'general',
    resolution: null,
    dueAt: null,
    resolvedAt: null,
  })
  expect(readDispute({ ...dispute, refund_amount: '300000' })?.amount).toBe(300_000)
  expect(readDispute({ ...dispute, transaction: { id: 5 } })).toBeNull()
})
