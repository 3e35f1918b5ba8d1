import type { Insertable } from 'kysely'
import type { Tx } from '../../db.ts'
import type { ResultOpened } from '../../tables.ts'
import { type Entry, writeDown } from '../audit/index.ts'

/** One reading of a report's version: who read it, how and when. */
export type Opening = Omit<Insertable<ResultOpened>, 'id'> & { readonly orderId: number }

/** Records who has read which versions, and `besides`: what else they saw with them. */
export async function insertOpenings(tx: Tx, openings: readonly Opening[], besides?: Entry): Promise<void> {
  if (openings.length > 0)
    await tx
      .insertInto('result_opened')
      .values(openings.map(({ orderId: _, ...opened }) => opened))
      .execute()
  const read = openings.map(({ orderId, report_id, number, account_id, reader: role, way, at }) => {
    const what = way === 'file' ? ('report_saved' as const) : ('report_read' as const)
    return { order_id: orderId, role, account_id, what, report_id, report_number: number, at }
  })
  await writeDown(tx, [...(besides ? [besides] : []), ...read])
}
