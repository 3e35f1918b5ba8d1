import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { RestoreFinding } from '../../../tables.ts'

/** A restore of the database: what happened between the two times is lost. */
export type RestoreRow = {
  readonly id: string
  readonly number: number
  readonly restored_to: Date
  readonly in_use_until: Date
}

/** The newest restore whose gap has this time, if the gap is made longer by seconds before and after it. */
export async function restoreAt(
  db: Db,
  at: Date,
  wider: { readonly before: number; readonly after: number },
): Promise<RestoreRow | undefined> {
  const { rows } = await sql<RestoreRow>`
    select id, number, restored_to, in_use_until from database_incarnation
    where ${at} >= restored_to - make_interval(secs => ${wider.before})
      and ${at} <= in_use_until + make_interval(secs => ${wider.after})
    order by number desc limit 1`.execute(db)
  return rows[0]
}

export async function restoreById(db: Db, id: string): Promise<RestoreRow> {
  const { rows } = await sql<RestoreRow>`
    select id, number, restored_to, in_use_until from database_incarnation
    where id = ${id} and restored_to is not null`.execute(db)
  return rows[0] ?? noRestore(id)
}

function noRestore(id: string): never {
  throw new Error(`incarnation ${id} began with no restore`)
}

/** Records a finding; returns whether it is new. */
export async function insertFinding(tx: Tx, finding: Insertable<RestoreFinding>): Promise<boolean> {
  const made = await tx
    .insertInto('restore_finding')
    .values(finding)
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
    .returning('subject')
    .executeTakeFirst()
  return made !== undefined
}

/** What was found of a restore, in the order of finding. */
export async function findingsOf(db: Db, incarnationId: string): Promise<Selectable<RestoreFinding>[]> {
  return await db
    .selectFrom('restore_finding')
    .selectAll()
    .where('incarnation_id', '=', incarnationId)
    .orderBy('found_at')
    .orderBy('subject')
    .execute()
}
