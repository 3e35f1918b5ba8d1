import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openBucket, type Urgency } from './bucket.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a burst goes out at once, and then so many calls a second', async () => {
  const bucket = openBucket(20, 5)
  let taken = 0
  for (let n = 0; n < 10; n += 1) void bucket.take('now', 1000).then(() => (taken += 1))
  const after = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds)
    return taken
  }
  expect(await after(0)).toBe(5)
  expect(await after(49)).toBe(5)
  expect([await after(1), await after(50), await after(50)]).toEqual([6, 7, 8])
  expect([await after(99), await after(1), await after(1000)]).toEqual([9, 10, 10])
})

test('more urgent calls go first, then earlier ones', async () => {
  const bucket = openBucket(100, 1)
  await bucket.take('now', 1000)
  const order: string[] = []
  const stand = async (urgency: Urgency, name: string) => {
    await bucket.take(urgency, 1000)
    order.push(name)
  }
  const all = Promise.all([
    stand('later', 'list 1'),
    stand('soon', 'refund'),
    stand('later', 'list 2'),
    stand('now', 'payer 1'),
    stand('now', 'payer 2'),
  ])
  await vi.advanceTimersByTimeAsync(1000)
  await all
  expect(order).toEqual(['payer 1', 'payer 2', 'refund', 'list 1', 'list 2'])
})

test('a call that has waited too long leaves, and its permit goes to the next', async () => {
  const bucket = openBucket(20, 1)
  await bucket.take('now', 10)
  const both = Promise.all([bucket.take('now', 5), bucket.take('later', 1000)])
  await vi.advanceTimersByTimeAsync(1000)
  expect(await both).toEqual([false, true])
})

test('optional calls go out only while more than half of the burst is left and no call waits, and never wait', async () => {
  const bucket = openBucket(10, 10)
  const spare = async () => await bucket.take('spare', 1000)
  const taken = [await spare(), await spare(), await spare(), await spare(), await spare()]
  expect(taken).toEqual([true, true, true, true, true])
  expect(await spare()).toBe(false)
  for (let n = 0; n < 5; n += 1) expect(await bucket.take('now', 0)).toBe(true)
  const payer = bucket.take('now', 1000)
  expect(await spare()).toBe(false)
  await vi.advanceTimersByTimeAsync(500)
  expect(await payer).toBe(true)
  expect(await spare()).toBe(false)
  await vi.advanceTimersByTimeAsync(300)
  expect(await spare()).toBe(true)
})
