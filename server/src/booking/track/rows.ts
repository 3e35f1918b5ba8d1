import type { Db } from '../../db.ts'
import type { OrderState } from '../order-state.ts'
import type { OrderRow } from '../rows.ts'
import type { MadeMove } from './reached.ts'

export async function orderByReference(db: Db, reference: string): Promise<OrderRow | undefined> {
  return await db.selectFrom('lab_order').selectAll().where('reference', '=', reference).executeTakeFirst()
}

/** Which states an order has come to, when, and through whom, from the first on. */
export async function movesOf(db: Db, orderId: number): Promise<MadeMove[]> {
  const events = await db
    .selectFrom('lab_order_event as event')
    .leftJoin('account', 'account.id', 'event.account_id')
    .select(['event.to_state', 'event.at', 'event.actor', 'event.reason', 'account.name'])
    .where('event.order_id', '=', orderId)
    .orderBy('event.id')
    .execute()
  // The column has every state that an order was ever moved to, and only `moveOrder` writes it.
  return events.map(({ to_state, ...made }) => ({ to: to_state as OrderState, ...made }))
}

/** Hours in which the slowest test of an order is done. */
export async function slowestOf(db: Db, orderId: number): Promise<number> {
  const { hours } = await db
    .selectFrom('lab_order_line')
    .select((e) => e.fn.max('turnaround_hours').as('hours'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return hours ?? 0
}
