import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { ClinicalRequest } from '../../../tables.ts'

export type ClinicalRequestRow = Selectable<ClinicalRequest>
export type NewClinicalRequest = Insertable<ClinicalRequest>

/** Inserts the next clinical request of an order. */
export async function insertClinicalRequest(tx: Tx, row: NewClinicalRequest): Promise<void> {
  await tx.insertInto('clinical_request').values(row).execute()
}

/** The clinical request of an order that counts: the newest; undefined if nothing was answered. */
export async function clinicalRequestOf(db: Db, orderId: number): Promise<ClinicalRequestRow | undefined> {
  return await db
    .selectFrom('clinical_request')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}
