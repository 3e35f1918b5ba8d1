import type { Db, Tx } from '../../db.ts'

/** States of an open visit: a phlebotomist is still to go, or to go again. */
export const openVisitStates = ['requested', 'assigned', 'on_the_way', 'missed'] as const

/** Whether a phlebotomist is in the patient's home: the door was opened, and there is no outcome yet. */
export async function isAtDoor(db: Db, orderId: number): Promise<boolean> {
  const found = await db
    .selectFrom('collection')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', '=', 'on_the_way')
    .where('arrived_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether a phlebotomist is on the way to the home visit of an order. Locks the visit, so that the answer holds. */
export async function lockIsOnTheWay(tx: Tx, orderId: number): Promise<boolean> {
  const visit = await tx
    .selectFrom('collection')
    .select('state')
    .where('order_id', '=', orderId)
    .where('state', 'in', openVisitStates)
    .forUpdate()
    .executeTakeFirst()
  return visit?.state === 'on_the_way'
}
