import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { addJob } from '../../../infra/queue/jobs.ts'
import * as repository from './repository.ts'

const hour = 60 * 60 * 1000

/** How long after its release an unacknowledged critical result causes a mail, in milliseconds. */
const remindedAfter = 2 * hour
/** Older results cause no mail, in milliseconds. */
const remindedWithin = 30 * 24 * hour

/**
 * Queues a mail to each doctor who has not acknowledged a critical result that they could read for two hours. Each result
 * causes one mail, even if several workers run this; several results of one doctor share a mail.
 */
export async function remindOfCriticalResults({
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

/** Whether a doctor has a critical result that they have not acknowledged. */
export async function criticalUnseen(db: Db, doctorId: number, now: Date): Promise<boolean> {
  return await repository.hasCritical(db, doctorId, now)
}
