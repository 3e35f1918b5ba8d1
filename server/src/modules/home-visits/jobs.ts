import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Jobs } from '../../infra/queue/jobs.ts'
import { followOrder } from './visits.ts'

/** The jobs of home visits: a visit follows the changes of its order. */
export function visitJobs({ db, clock }: { readonly db: Db; readonly clock: Clock }): Jobs {
  return {
    'follow-order': async ({ orderId }) => {
      await db.transaction().execute((tx) => followOrder(tx, Number(orderId), clock.now()))
    },
  }
}
