import { paymentState } from '@labalaba/contract'
import { describe, expect, it } from 'vitest'
import { mobileProblem, nextCheck, paymentStatus, receiptProblem, shareWords } from './policy.ts'

describe('checking with the bank', () => {
  it('waits 2 seconds first, 10 at most, and pauses after about two minutes', () => {
    const waits: number[] = []
    for (let checked = 1, wait = nextCheck(1); wait !== null; checked += 1, wait = nextCheck(checked))
      waits.push(wait)
    expect(waits[0]).toBe(2000)
    expect(Math.max(...waits)).toBe(10_000)
    const total = waits.reduce((sum, wait) => sum + wait, 0)
    expect(total).toBeGreaterThanOrEqual(90_000)
    expect(total).toBeLessThanOrEqual(130_000)
  })

  it('has a meaning for every state of a payment', () => {
    const statuses = paymentState.options.map((state) => paymentStatus(state))
    expect(new Set(statuses)).toEqual(new Set(['checking', 'settled', 'failed', 'held', 'returned']))
  })
})

describe('sharing a link', () => {
  it('includes the total and the end, and nothing about the patient or the tests', () => {
    expect(shareWords(38_500, '2026-11-24T09:15:00Z')).toMatch(
      /^Please pay ₦38,500 for a lab booking on Labalaba/,
    )
  })

  it('omits optional parts', () => {
    expect(receiptProblem(' ')).toBeNull()
    expect(mobileProblem('')).toBeNull()
    expect(receiptProblem('ada@')).toBe('Invalid email format')
  })
})
