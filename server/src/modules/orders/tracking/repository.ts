import { sql } from 'kysely'
import type { Db } from '../../../db.ts'
import { hoursWrittenAt } from '../../labs/index.ts'
import type { OrderState } from '../order-state-machine.ts'
import type { Terms } from '../promise.ts'
import type { OrderRow } from '../repository.ts'
import type { MadeMove } from './reached.ts'

export async function orderByReference(db: Db, reference: string): Promise<OrderRow | undefined> {
  return await db.selectFrom('lab_order').selectAll().where('reference', '=', reference).executeTakeFirst()
}

/** For an `event` of a `lab_order`: the opening hours of its location then, if results are promised from it on. */
export const hoursPromisedBy = sql<
  string | null
>`case when event.to_state in ('sample_collected', 'lab_processing')
  then ${hoursWrittenAt(sql`lab_order.location_id`, sql`event.at`)} end`

/** The states that an order has reached, when and by whom, oldest first. */
export async function movesOf(db: Db, orderId: number): Promise<MadeMove[]> {
  const events = await db
    .selectFrom('lab_order_event as event')
    .innerJoin('lab_order', 'lab_order.id', 'event.order_id')
    .leftJoin('account', 'account.id', 'event.account_id')
    .select(['event.to_state', 'event.at', 'event.actor', 'event.reason', 'account.name'])
    .select(hoursPromisedBy.as('openingHours'))
    .where('event.order_id', '=', orderId)
    .orderBy('event.id')
    .execute()
  // The column contains only states of orders, as only `moveOrder` and `insertOrder` write it.
  return events.map(({ to_state, ...made }) => ({ to: to_state as OrderState, ...made }))
}

/** What the promised time of an order depends on. */
export async function termsOf(db: Db, orderId: number): Promise<Terms> {
  const { hours, openingHours } = await db
    .selectFrom('lab_order_line')
    .select((e) => [
      e.fn.max('turnaround_hours').as('hours'),
      e
        .selectFrom('lab_order')
        .innerJoin('lab_location', 'lab_location.id', 'lab_order.location_id')
        .where('lab_order.id', '=', orderId)
        .select('opening_hours')
        .as('openingHours'),
    ])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { hours: hours ?? 0, openingHours: openingHours ?? '' }
}
