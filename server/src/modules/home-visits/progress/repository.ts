import { sql } from 'kysely'
import type { Db } from '../../../db.ts'

export type StepRow = {
  readonly specimen_id: string
  readonly verb: string
  readonly actor: string
  /** The name of the staff member who did it. */
  readonly name: string | null
  readonly at: Date
}

/** The steps of each specimen of an order, oldest first: its transitions, and the visits that could not take it. */
export async function stepsOf(db: Db, orderId: number): Promise<StepRow[]> {
  const { rows } = await sql<StepRow>`
    select specimen_id, verb, actor, account.name, at from (
      select event.specimen_id, event.verb, event.actor, event.account_id, event.at
        from specimen_event event join specimen on specimen.id = event.specimen_id
        where specimen.order_id = ${orderId} and event.verb <> 'expect'
      union all
      select visit_sample.specimen_id, 'leave_out', 'phlebotomist', staff_member.account_id, visit_sample.at
        from visit_sample join collection on collection.id = visit_sample.collection_id
        left join staff_member on staff_member.id = collection.staff_id
        where visit_sample.order_id = ${orderId} and visit_sample.reason is not null) step
    left join account on account.id = step.account_id
    order by at`.execute(db)
  return rows
}
