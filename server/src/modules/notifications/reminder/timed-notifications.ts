import { addDays, lagosDate, lagosTime } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { addJob } from '../../../infra/queue/jobs.ts'
import { type Due, takePlaced, takeVisitsOf } from './repository.ts'

const minute = 60 * 1000
/** An order unpaid after this many milliseconds gets a notification. A payer on Paystack's page is not disturbed before. */
const placedAfter = 15 * minute
const placedWithin = 24 * 60 * minute
/** When reminders about tomorrow are sent, in Lagos. */
const evening = '18:00'
const batch = 200

/**
 * Queues the notifications that are sent at a set time: the evening before a home visit, and a while after an order that is
 * still unpaid. Workers may run it concurrently and repeatedly: each notification is queued once.
 */
export async function queueTimedNotifications({
  db,
  clock,
}: {
  readonly db: Db
  readonly clock: Clock
}): Promise<void> {
  const now = clock.now()
  const today = lagosDate(now)
  await inBatches(db, 'mail-placed', (tx) =>
    takePlaced(tx, {
      ...{ since: before(now, placedWithin), before: before(now, placedAfter) },
      ...{ now, limit: batch },
    }),
  )
  if (lagosTime(now) < evening) return
  const visits = { today, tomorrow: addDays(today, 1), now, limit: batch }
  await inBatches(db, 'mail-reminder', (tx) => takeVisitsOf(tx, visits))
}

function before(now: Date, span: number): Date {
  return new Date(now.getTime() - span)
}

async function inBatches(db: Db, job: string, take: (tx: Tx) => Promise<Due[]>): Promise<void> {
  for (let taken = batch; taken === batch; )
    taken = await db.transaction().execute(async (tx) => {
      const due = await take(tx)
      for (const one of due) await addJob(tx, job, one)
      return due.length
    })
}
