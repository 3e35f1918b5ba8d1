import { type Order, orderState } from '@labalaba/contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { pollInterval } from './poll-interval.ts'

function orderIn(state: Order['state'], changes: Partial<Order> = {}): Order {
  const order: Partial<Order> = { state, payments: [], refunds: [], promised: null, ...changes }
  return order as Order
}

const promised = { by: '2026-11-24T15:00:00Z', since: 'received', stands: 'soon', movedFrom: null } as const
const saving = () => vi.stubGlobal('navigator', { connection: { saveData: true } })

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('an order on a visible page', () => {
  it('is reloaded while it continues, and no longer once it has ended', () => {
    const ends = ['results_ready', 'cancelled', 'expired']
    for (const state of orderState.options)
      expect(pollInterval(orderIn(state))).toBe(ends.includes(state) ? false : 45_000)
  })

  it('is reloaded less often with data saver on', () => {
    saving()
    expect(pollInterval(orderIn('scheduled'))).toBe(180_000)
    expect(pollInterval(orderIn('results_ready'))).toBe(false)
  })

  it('is reloaded more often while its money moves, also after its end', () => {
    const refund = { endedAt: null } as Order['refunds'][number]
    expect(pollInterval(orderIn('cancelled', { refunds: [refund] }))).toBe(20_000)
  })

  it('is reloaded when its promise’s status changes, if that is sooner', () => {
    vi.useFakeTimers({ now: new Date('2026-11-24T10:00:00Z'), toFake: ['Date'] })
    const changesAt = '2026-11-24T10:00:10Z'
    const wait = pollInterval(orderIn('lab_processing', { promised: { ...promised, changesAt } }))
    expect(wait).toBeGreaterThanOrEqual(10_000)
    expect(wait).toBeLessThan(12_000)
  })
})
