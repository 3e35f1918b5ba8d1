import type { LagosDate } from '@labalaba/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../db.ts'

export type Due = { readonly orderId: number; readonly day: string }

/**
 * Finds home visits of tomorrow that were paid before this evening began, and marks each as reminded in the same statement,
 * so that no other worker takes it. A visit moved to another day is found for that day too.
 */
export async function takeVisitsOf(
  tx: Tx,
  { today, tomorrow, now, limit }: { today: LagosDate; tomorrow: LagosDate; now: Date; limit: number },
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    insert into timed_notice (kind, order_id, day, asked_at)
    select 'reminder', o.id, o.collection_on, ${now} from lab_order o
    where o.state = 'scheduled' and o.collection_on = ${tomorrow}::date
      and o.paid_at < (${today}::timestamp + interval '18 hours') at time zone 'Africa/Lagos'
      and not exists (select from timed_notice t
        where t.kind = 'reminder' and t.order_id = o.id and t.day = o.collection_on)
    order by o.id limit ${limit}
    on conflict do nothing returning order_id as "orderId", day::text`.execute(tx)
  return rows
}

/** Unpaid bookings placed after `since` and not later than `before`, each marked as notified. */
export async function takePlaced(
  tx: Tx,
  { since, before, now, limit }: { since: Date; before: Date; now: Date; limit: number },
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    insert into timed_notice (kind, order_id, day, asked_at)
    select 'placed', o.id, (o.created_at at time zone 'Africa/Lagos')::date, ${now} from lab_order o
    where o.state = 'awaiting_payment' and o.expires_at > ${now}
      and o.created_at > ${since} and o.created_at <= ${before}
      and not exists (select from timed_notice t where t.kind = 'placed' and t.order_id = o.id)
    order by o.id limit ${limit}
    on conflict do nothing returning order_id as "orderId", day::text`.execute(tx)
  return rows
}
