import type { Db, Tx } from '../../../db.ts'
import type { ByMember } from '../by-member.ts'

/** How a lab measures these lines now, in its own words, by the id of the line; absent where it has not said. */
export async function methodsOf(
  db: Db,
  labId: number,
  analyteIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (analyteIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('lab_method')
    .select(['analyte_id', 'method'])
    .where('lab_id', '=', labId)
    .where('analyte_id', 'in', [...analyteIds])
    .where('ended_at', 'is', null)
    .execute()
  return new Map(rows.map(({ analyte_id, method }) => [analyte_id, method]))
}

/** Ends a lab's method of a line, and sets another; null for none. The caller holds the lock of the line. */
export async function replaceMethod(
  tx: Tx,
  { member: { lab_id: labId }, accountId, at }: ByMember,
  analyteId: number,
  method: string | null,
): Promise<void> {
  await tx
    .updateTable('lab_method')
    .set({ ended_at: at, ended_by: accountId })
    .where('lab_id', '=', labId)
    .where('analyte_id', '=', analyteId)
    .where('ended_at', 'is', null)
    .execute()
  if (method === null) return
  await tx
    .insertInto('lab_method')
    .values({ lab_id: labId, analyte_id: analyteId, method, set_by: accountId, set_at: at })
    .execute()
}
