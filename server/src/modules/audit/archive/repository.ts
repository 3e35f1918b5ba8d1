import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { ArchivedPart } from '../../../tables.ts'
import { histories } from '../chain/history-repository.ts'

export type Part = { readonly table: string; readonly part: string; readonly untilAt: Date }
export type PartRecord = Selectable<ArchivedPart>

/** Whether rows of a table have links in the chain. */
export const isChained = (table: string): boolean => table in histories

/**
 * The partitions whose rows are all from before a time, the oldest first. The links of the chain are not among them: they
 * stay, so that the chain can be walked.
 */
export async function partsBefore(db: Db, until: Date): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select "table", part, "untilAt" from (
      select whole.relname::text as "table", c.relname::text as part,
        substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''([^'']+)''\\)')::timestamptz as "untilAt"
      from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class whole on whole.oid = i.inhparent
      where whole.relnamespace = 'public'::regnamespace and whole.relkind = 'p' and whole.relname <> 'audit_link') parts
    where "untilAt" <= ${until} order by "untilAt", "table"`.execute(db)
  return rows
}

/** How often a partition of this name was archived: rows that came later have a partition of the same name again. */
export async function timesArchived(db: Db, part: string): Promise<number> {
  const { n } = await db
    .selectFrom('archived_part')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('part', '=', part)
    .executeTakeFirstOrThrow()
  return n
}

export async function insertRecord(tx: Tx, record: Insertable<ArchivedPart>): Promise<void> {
  await tx.insertInto('archived_part').values(record).execute()
}

/** Every record, the oldest first. */
export async function readRecords(db: Db): Promise<PartRecord[]> {
  return await db.selectFrom('archived_part').selectAll().orderBy('id').execute()
}

/** A row of a partition; with its link, if its table is in the chain and the row has been chained. */
export type StoredRow = {
  readonly key: string | null
  readonly position: number | null
  readonly form: number | null
  readonly mac: Buffer | null
  readonly row: unknown
}

/** The rows of a partition, some at a time. It reads as it goes, so that no statement takes long and nothing is sorted. */
export async function* readPart(tx: Tx, { table, part }: Part, most: number): AsyncGenerator<StoredRow[]> {
  await sql`set local enable_hashjoin = off`.execute(tx)
  await sql`set local enable_mergejoin = off`.execute(tx)
  const key = sql.raw(histories[table]?.key ?? 'e.id::text')
  const query = isChained(table)
    ? sql`select ${key} as key, l.position, l.form, l.mac, to_jsonb(e) as row from ${sql.table(part)} e
        left join audit_link l on l.source = ${sql.lit(table)} and l.row_key = ${key}`
    : sql`select null as key, null as position, null as form, null as mac, to_jsonb(e) as row from ${sql.table(part)} e`
  await sql`declare archived cursor for ${query}`.execute(tx)
  for (;;) {
    const { rows } = await sql<StoredRow>`fetch ${sql.lit(most)} from archived`.execute(tx)
    if (rows.length === 0) break
    yield rows
  }
  await sql`close archived`.execute(tx)
}

/** Keeps others from changing a partition until the transaction ends. They can read it. */
export async function lockPart(tx: Tx, { part }: Part): Promise<void> {
  await sql`set local lock_timeout = '1s'`.execute(tx)
  await sql`lock table ${sql.table(part)} in share mode`.execute(tx)
}

/**
 * Detaches and drops a partition. PostgreSQL cannot detach concurrently from a table with a default partition, so it waits a
 * second for its locks and then throws.
 */
export async function dropPart(tx: Tx, { table, part }: Part): Promise<void> {
  await sql`alter table ${sql.table(table)} detach partition ${sql.table(part)}`.execute(tx)
  await sql`drop table ${sql.table(part)}`.execute(tx)
}

/** The links of rows of a table by their keys, and the codes before them. */
export async function readLinksOf(db: Db, table: string, keys: readonly string[]) {
  return await db
    .selectFrom('audit_link')
    .selectAll()
    .where('source', '=', table)
    .where('row_key', 'in', keys)
    .execute()
}
