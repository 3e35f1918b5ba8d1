import type { OrderRefund } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { refundTags, refundWords } from './refund-words.ts'

const refund: OrderRefund = {
  amount: 10_000,
  toSource: 10_000,
  toCredit: 0,
  state: 'pending',
  retryAt: null,
  outside: null,
  requestedAt: '2026-11-22T08:00:00Z',
  endedAt: null,
}

test('every state of a refund has a word and a sentence that says where the money is', () => {
  for (const state of ['pending', 'processing', 'processed', 'failed'] as const) {
    expect(refundTags[state].words).toMatch(/^[A-Z]/)
    expect(refundWords({ ...refund, state }, true)).toMatch(/bank|card|account|safe/i)
  }
})

test('credit is called credit, and never said to be with a bank', () => {
  const credit = { ...refund, toSource: 0, toCredit: 10_000, state: 'processed' } as const
  expect(refundWords(credit, true)).toContain('pays for your next booking')
  expect(refundWords(credit, true)).not.toMatch(/bank/i)
})

test('a failed refund says when it is retried, that it was retried, or that a person checks it', () => {
  const failed = { ...refund, state: 'failed', endedAt: '2026-11-22T09:00:00Z' } as const
  expect(refundWords({ ...failed, retryAt: '2026-11-22T10:00:00Z' }, true)).toContain('We will try again')
  expect(refundWords(failed, false)).toContain('We have tried again since')
  expect(refundWords(failed, true)).toContain('Our team will check it')
})

test('money returned in another way names that way', () => {
  const back = { ...refund, state: 'processed', endedAt: '2026-11-22T09:00:00Z' } as const
  expect(refundWords({ ...back, outside: 'bank' }, true)).toContain('by bank transfer')
  expect(refundWords({ ...back, outside: 'dispute' }, true)).toContain('took it back')
  expect(refundWords({ ...back, outside: 'dashboard' }, true)).toContain('was sent back')
})
