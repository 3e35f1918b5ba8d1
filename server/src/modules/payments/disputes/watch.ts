import type { Db } from '../../../db.ts'
import type { Log } from '../../../infra/observability/log.ts'
import { openDisputes } from './repository.ts'

/** With less time than this left, in milliseconds, an alarm is raised. */
const alarming = 4 * 60 * 60 * 1000

/** Logs an alarm for each dispute that we have not answered and that is nearly due. Returns their number. */
export async function watchDisputes(db: Db, log: Log, now: Date): Promise<number> {
  const due = (await openDisputes(db)).filter(
    ({ status, due_at }) =>
      status === 'awaiting-merchant-feedback' &&
      due_at !== null &&
      due_at.getTime() - now.getTime() < alarming,
  )
  for (const { provider_id, transaction_reference, due_at } of due)
    log.error(
      { alarm: 'dispute', dispute: provider_id, payment: transaction_reference, dueAt: due_at },
      'a dispute has no answer and is nearly due: answer it, or the money is lost',
    )
  return due.length
}
