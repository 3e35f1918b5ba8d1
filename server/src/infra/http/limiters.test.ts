import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { exposePool } from '../db/pool.ts'
import type { ConcurrencyLimiter } from './concurrency-limiter.ts'
import { DomainError } from './domain-error.ts'
import { exposeLimiters, openLimiters } from './limiters.ts'

/** Fills a limiter until it refuses; returns how many calls it admits, and how to release them all. */
async function fill(
  limiter: ConcurrencyLimiter,
): Promise<{ working: number; waiting: number; endAll: () => Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const taken: Promise<void>[] = []
  while (limiter.use().refused === 0 && taken.length < 1_000)
    taken.push(
      limiter.run(() => promise).catch((error: unknown) => expect(error).toBeInstanceOf(DomainError)),
    )
  const { working, waiting } = limiter.use()
  return {
    working,
    waiting,
    async endAll() {
      resolve()
      await Promise.all(taken)
    },
  }
}

test('a third of the calls at most hash a password, and four can wait for each that runs', async () => {
  const limiters = openLimiters(24)
  const [usual, costly] = [await fill(limiters.usual), await fill(limiters.costly)]
  expect([usual.working, usual.waiting, costly.working, costly.waiting]).toEqual([24, 96, 8, 32])
  await Promise.all([usual.endAll(), costly.endAll()])
})

test('two calls can hash a password at once, however few calls there are', async () => {
  const { working, endAll } = await fill(openLimiters(1).costly)
  expect(working).toBe(2)
  await endAll()
})

test('clients refused together do not all get the same retry-after', async () => {
  const limiter = openLimiters(1).usual
  const { endAll } = await fill(limiter)
  const times = await Promise.all(
    Array.from({ length: 100 }, () =>
      limiter
        .run(async () => 0)
        .catch((error: unknown) => (error instanceof DomainError ? error.details.retryAfter : 0)),
    ),
  )
  expect(new Set(times)).toEqual(new Set([1, 2, 3]))
  await endAll()
})

test('the metrics tell how full the limiters are and how many were refused, each time they are read', async () => {
  const registry = new Registry()
  const limiters = openLimiters(1)
  exposeLimiters(registry, limiters)
  const { endAll } = await fill(limiters.usual)
  for (const _ of ['first', 'again']) {
    const told = await registry.metrics()
    expect(told).toContain('labalaba_calls{lane="usual",state="working"} 1\n')
    expect(told).toContain('labalaba_calls{lane="usual",state="waiting"} 4\n')
    expect(told).toContain('labalaba_calls_refused_total{lane="usual"} 1\n')
    expect(told).toContain('labalaba_calls_refused_total{lane="costly"} 0\n')
  }
  await endAll()
})

test('the metrics count connections in use, idle connections and waiting requests', async () => {
  const registry = new Registry()
  exposePool(registry, { totalCount: 12, idleCount: 5, waitingCount: 3 })
  const told = await registry.metrics()
  for (const [state, count] of [
    ['used', 7],
    ['idle', 5],
    ['waited_for', 3],
  ])
    expect(told).toContain(`labalaba_database_connections{state="${state}"} ${count}`)
})
