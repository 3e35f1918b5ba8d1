import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { CriticalLimit } from '../../../tables.ts'

export type CriticalLimitRow = Selectable<CriticalLimit>

/** Every row of the table that no pathologist has signed, by its code. */
export async function unsignedLimits(db: Db): Promise<CriticalLimitRow[]> {
  return await db
    .selectFrom('critical_limit')
    .selectAll()
    .where('approved_by', 'is', null)
    .orderBy('code')
    .execute()
}

/** A row of the table with what it is for in a lab: the line's name and unit, and the lab's tests that have the line. */
export type LimitOfLab = CriticalLimitRow & {
  readonly name: string
  readonly unit: string | null
  readonly tests: string[]
}

/** The rows of the table for the tests that a lab offers, by what is measured. */
export async function limitsOfLab(db: Db, labId: number): Promise<LimitOfLab[]> {
  const { rows } = await sql<LimitOfLab>`
    select limits.*, min(line.name) as name, min(line.unit) as unit, array_agg(distinct test.name order by test.name) as tests
    from critical_limit limits
      join analyte line on line.active and limits.analyte in (line.loinc, (select code from test where id = line.test_id) || '/' || line.position)
        and (limits.ucum is null or limits.ucum = line.ucum)
      join test on test.id = line.test_id
      join offer on offer.test_id = test.id and offer.lab_id = ${labId} and offer.active
    group by limits.code order by min(line.name), limits.code`.execute(db)
  return rows
}

/** The last acceptance of a lab, with the name of who accepted. */
export async function lastAcceptance(
  db: Db,
  labId: number,
): Promise<{ readonly edition: string; readonly name: string; readonly at: Date } | undefined> {
  return await db
    .selectFrom('critical_limits_accepted as accepted')
    .innerJoin('account', 'account.id', 'accepted.accepted_by')
    .select(['accepted.edition', 'account.name', 'accepted.accepted_at as at'])
    .where('lab_id', '=', labId)
    .orderBy('accepted.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whether a lab has ever accepted limits, or every limit is signed by a pathologist. */
export async function isAccepted(db: Db, labId: number): Promise<boolean> {
  const { rows } =
    await sql`select where exists (select from critical_limits_accepted where lab_id = ${labId})
    or not exists (select from critical_limit where approved_by is null)`.execute(db)
  return rows.length > 0
}

/** Records an acceptance. The same edition again changes nothing. */
export async function insertAcceptance(
  tx: Tx,
  accepted: {
    readonly labId: number
    readonly edition: string
    readonly accountId: number
    readonly at: Date
  },
): Promise<void> {
  await tx
    .insertInto('critical_limits_accepted')
    .values({
      ...{ lab_id: accepted.labId, edition: accepted.edition },
      ...{ accepted_by: accepted.accountId, accepted_at: accepted.at },
    })
    .onConflict((conflict) => conflict.columns(['lab_id', 'edition']).doNothing())
    .execute()
}

/** Whether a lab belongs to a demonstration. */
export async function isDemoLab(db: Db, labId: number): Promise<boolean> {
  const lab = await db.selectFrom('lab').select('demo').where('id', '=', labId).executeTakeFirstOrThrow()
  return lab.demo
}

/** How many rows each table of limits has, and how many of them no pathologist has signed. */
export async function countUnsigned(db: Db): Promise<{ table: string; rows: number; unsigned: number }[]> {
  const { rows } = await sql<{ table: string; rows: number; unsigned: number }>`
    select "table", count(*)::int as rows, (count(*) filter (where approved_by is null))::int as unsigned from (
      select 'critical' as "table", approved_by from critical_limit
      union all select 'plausibility', approved_by from plausibility_limit
      union all select 'pregnancy', approved_by from pregnancy_limit) as limits
    group by "table" order by "table"`.execute(db)
  return rows
}
