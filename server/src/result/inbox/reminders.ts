import type { Db } from '../../db.ts'
import type { Clock } from '../../platform/clock.ts'
import { addJob } from '../../platform/jobs.ts'
import * as repository from './repository.ts'

const hour = 60 * 60 * 1000

/** A critical result that nobody has acknowledged is worth a mail after this, in milliseconds. */
const remindedAfter = 2 * hour
/** Nobody is told any more of what is older. */
const remindedWithin = 30 * 24 * hour

/**
 * Asks for a mail to each doctor who has not acknowledged a critical result that they have had for two hours. Each result
 * is told of once, however many workers ask; several of one doctor's are one mail.
 */
export async function sweepCritical({
  db,
  clock,
}: {
  readonly db: Db
  readonly clock: Clock
}): Promise<void> {
  const now = clock.now()
  const before = new Date(now.getTime() - remindedAfter)
  const since = new Date(now.getTime() - remindedWithin)
  await db.transaction().execute(async (tx) => {
    for (const accountId of await repository.takeUnacknowledged(tx, { now, before, since }))
      await addJob(tx, 'mail-doctor-waits', {
        accountId,
        noticeKey: `critical:${accountId}:${now.toISOString()}`,
      })
  })
}

/** Whether a critical result still waits for a doctor. */
export async function criticalUnseen(db: Db, doctorId: number, now: Date): Promise<boolean> {
  return await repository.hasCritical(db, doctorId, now)
}
