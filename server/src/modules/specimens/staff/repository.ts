import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db.ts'
import type { OrderRow } from '../../orders/index.ts'

/** The orders that a staff member sees: those of the lab, at all its locations if `locationIds` is empty. */
export type Sight = { readonly labId: number; readonly locationIds: readonly number[] }

/** The condition on `lab_order o` that a staff member sees it. */
export function seenBy({ labId, locationIds }: Sight): RawBuilder<unknown> {
  const here = locationIds.length === 0 ? sql`true` : sql`o.location_id = any(${[...locationIds]}::bigint[])`
  return sql`o.lab_id = ${labId} and o.paid_at is not null and ${here}`
}

/** A paid order, if the staff member sees it. */
export async function orderSeen(db: Db, sight: Sight, reference: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select o.* from lab_order o where ${seenBy(sight)} and o.reference = upper(${reference})`.execute(db)
  return rows[0]
}

/** The order of a specimen's label, if the staff member sees it. */
export async function orderLabelled(db: Db, sight: Sight, accession: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select o.* from lab_order o where ${seenBy(sight)}
      and o.id = (select order_id from specimen where accession = upper(${accession}))`.execute(db)
  return rows[0]
}
