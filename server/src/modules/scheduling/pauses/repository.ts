import type { LagosDate } from '@labalaba/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db.ts'

export type WaitingRow = {
  readonly reference: string
  readonly mode: 'walkin' | 'sampleCollection'
  readonly day: string | null
  readonly time: string | null
}

/** The most orders that are listed; the rest is counted. */
const most = 100

/**
 * The paid orders of a location for which nothing has been done: home visits from a day on, earliest first, then walk-ins,
 * newest first.
 */
export async function waitingAt(
  db: Db,
  { id, labId }: { readonly id: number; readonly labId: number },
  today: LagosDate,
): Promise<{ orders: WaitingRow[]; more: number }> {
  const asked = db
    .selectFrom('lab_order')
    .where('lab_id', '=', labId)
    .where('paid_at', 'is not', null)
    .where('state', '=', 'scheduled')
    .where('location_id', '=', id)
    .where('set_off_at', 'is', null)
    .where((e) => e.or([e('collection_on', 'is', null), e('collection_on', '>=', today)]))
  const [orders, { all }] = await Promise.all([
    asked
      .select(['reference', sql<WaitingRow['mode']>`mode`.as('mode'), 'collection_on as day'])
      .select('collection_time as time')
      .orderBy('collection_on', (order) => order.asc().nullsLast())
      .orderBy('collection_time')
      .orderBy('paid_at', 'desc')
      .limit(most)
      .execute(),
    asked.select((e) => e.fn.countAll<number>().as('all')).executeTakeFirstOrThrow(),
  ])
  return { orders, more: Math.max(0, all - orders.length) }
}
