import { type LagosDate, lagosDate } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Clock } from '../../platform/clock.ts'
import * as repository from './repository.ts'

/**
 * What tests cost at the labs that take bookings, by the test's number, as it was counted last: by the worker, seconds after
 * whatever changed it. Only what was never counted, such as a test that came to the catalogue just now, is counted here.
 */
export async function marketsOf(
  db: Db,
  testIds: readonly number[],
  today: LagosDate,
): Promise<ReadonlyMap<number, repository.Market>> {
  const kept = await repository.keptMarkets(db, testIds)
  const known = new Set(kept.map(({ testId }) => testId))
  const missing = testIds.filter((id) => !known.has(id))
  const fresh = missing.length === 0 ? [] : await countNow(db, missing, today)
  return new Map([...kept, ...fresh].map(({ testId, ...one }) => [testId, one]))
}

async function countNow(db: Db, testIds: readonly number[], today: LagosDate): Promise<repository.Counted[]> {
  const counted: repository.Counted[] = []
  for (const tests of await repository.alikeAmong(db, testIds))
    counted.push(...(await repository.countMarkets(db, tests, today)))
  return counted
}

/**
 * Counts what has changed since it was counted, and once a day everything, as registrations and pauses end by the day. Where
 * another process is at it, nothing is done. Each change is taken away only with a count that began after it, so what changes
 * meanwhile is counted the next time.
 */
export async function recountMarkets(db: Db, today: LagosDate): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await repository.takeCounting(tx))) return
    const changes = await repository.changesTold(tx)
    for (const tests of await repository.staleTests(tx, changes, today))
      await repository.keepMarkets(tx, tests, today)
    await repository.forgetChanges(tx, changes)
  })
}

/** A count again and again, that rests four times as long as it took: labs that change all day cost a fifth of a processor. */
export function sweepMarkets(db: Db, clock: Clock): () => Promise<void> {
  let restUntil = 0
  return async () => {
    const began = performance.now()
    if (began < restUntil) return
    await recountMarkets(db, lagosDate(clock.now()))
    const ended = performance.now()
    restUntil = ended + 4 * (ended - began)
  }
}
