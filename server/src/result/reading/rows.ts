import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import type { ResultOpened } from '../../tables.ts'

export type Opening = Omit<Insertable<ResultOpened>, 'id'>

/** Writes down who has read what. */
export async function insertOpenings(tx: Db | Tx, openings: readonly Opening[]): Promise<void> {
  if (openings.length === 0) return
  await tx
    .insertInto('result_opened')
    .values([...openings])
    .execute()
}

/** The accounts of patients who have read any version of a report before this one. */
export async function readersBefore(db: Db, reportId: string, number: number): Promise<number[]> {
  const found = await db
    .selectFrom('result_opened')
    .select('account_id')
    .distinct()
    .where('report_id', '=', reportId)
    .where('number', '<', number)
    .where('reader', '=', 'patient')
    .execute()
  return found.map(({ account_id }) => account_id)
}
