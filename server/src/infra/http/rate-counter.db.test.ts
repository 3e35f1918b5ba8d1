import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import { forgetRateCounts, openRateCounter } from './rate-counter.ts'

const { db, sql } = await cloneDatabase()

test('of concurrent uses in two processes exactly the allowed number pass, and the others get the time to wait', async () => {
  const rate = { name: 'at once', most: 10, seconds: 60 }
  const [one, other] = [openRateCounter(db, rate), openRateCounter(db, rate)]
  const about = randomBytes(32)
  const waits = await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? one : other)(about)))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(10)
  for (const wait of waits.filter((one) => one !== 0)) {
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
  }
  expect(await one(randomBytes(32))).toBe(0)
})

test('a window that has ended begins anew, and its count is deleted', async () => {
  const count = openRateCounter(db, { name: 'short', most: 1, seconds: 1 })
  const about = randomBytes(32)
  expect([await count(about), await count(about)]).toEqual([0, 1])
  await pause(1100)
  expect(await count(about)).toBe(0)
  await pause(1100)
  await forgetRateCounts(db)
  const left = await sql<{ key: string }[]>`select key from rate_count where key like 'short%'`
  expect(left).toEqual([])
})
