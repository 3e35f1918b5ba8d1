import { expect, test } from 'vitest'
import { openBucket, type Urgency } from './bucket.ts'

test('a burst goes out at once, and then so many a second', async () => {
  const bucket = openBucket(20, 5)
  const began = performance.now()
  for (let n = 0; n < 5; n += 1) expect(await bucket.take('now', 1000)).toBe(true)
  expect(performance.now() - began).toBeLessThan(150)
  for (let n = 0; n < 5; n += 1) await bucket.take('now', 1000)
  expect(performance.now() - began).toBeGreaterThan(230)
})

test('who is more urgent goes first, then who came first', async () => {
  const bucket = openBucket(100, 1)
  await bucket.take('now', 1000)
  const order: string[] = []
  const stand = async (urgency: Urgency, name: string) => {
    await bucket.take(urgency, 1000)
    order.push(name)
  }
  await Promise.all([
    stand('later', 'list 1'),
    stand('soon', 'refund'),
    stand('later', 'list 2'),
    stand('now', 'payer 1'),
    stand('now', 'payer 2'),
  ])
  expect(order).toEqual(['payer 1', 'payer 2', 'refund', 'list 1', 'list 2'])
})

test('who has waited too long leaves, and the right goes to the next', async () => {
  const bucket = openBucket(20, 1)
  await bucket.take('now', 10)
  const [impatient, patient] = await Promise.all([bucket.take('now', 5), bucket.take('later', 1000)])
  expect([impatient, patient]).toEqual([false, true])
})
