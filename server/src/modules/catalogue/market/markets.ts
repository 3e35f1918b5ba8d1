import { type LagosDate, lagosDate } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import * as repository from './repository.ts'

/**
 * The market summaries of tests, by test id. The worker counts them a few seconds after a change. A test without a stored
 * summary, such as a new one, is counted here.
 */
export async function marketsOf(
  db: Db,
  testIds: readonly number[],
  today: LagosDate,
): Promise<ReadonlyMap<number, repository.Market>> {
  const stored = await repository.storedMarkets(db, testIds)
  const counted = new Set(stored.map(({ testId }) => testId))
  const missing = testIds.filter((id) => !counted.has(id))
  const all = [...stored]
  if (missing.length > 0)
    for (const tests of await repository.alikeAmong(db, missing))
      all.push(...(await repository.countMarkets(db, tests, today)))
  return new Map(all.map(({ testId, ...one }) => [testId, one]))
}

/**
 * Recounts the tests affected by changes, and every test once a day, because registrations and pauses end by day. Does
 * nothing if another process is counting. A change is deleted only with a count that began after it, so a change made
 * meanwhile is counted next time.
 */
export async function recountMarkets(db: Db, today: LagosDate): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await repository.tryCountingLock(tx))) return
    const changes = await repository.uncountedChanges(tx)
    for (const tests of await repository.staleTests(tx, changes, today))
      await repository.storeMarkets(tx, tests, today)
    await repository.forgetChanges(tx, changes)
  })
}

/** Recounts repeatedly. It rests four times as long as a count took, so constant changes use a fifth of a processor. */
export function pacedMarketRecount(db: Db, clock: Clock): () => Promise<void> {
  let restUntil = 0
  return async () => {
    const began = performance.now()
    if (began < restUntil) return
    await recountMarkets(db, lagosDate(clock.now()))
    const ended = performance.now()
    restUntil = ended + 4 * (ended - began)
  }
}
