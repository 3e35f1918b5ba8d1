import type { Selectable, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { AuditChainEnd, AuditLink, AuditPending } from '../../../tables.ts'

export type LinkRow = Selectable<AuditLink>
export type EndRow = Selectable<AuditChainEnd>

/** The name of the lock that a transaction holds while it appends to the chain. */
export const chainLock = 'audit chain'

/** Locks the chain until the transaction ends. Returns false if another transaction holds it. */
export async function tryLockChain(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${chainLock}, 0)) as locked`.execute(tx)
  return rows[0]?.locked === true
}

/** Where the chain ends according to its seal. */
export async function readEnd(db: Db): Promise<EndRow | null> {
  return (await db.selectFrom('audit_chain_end').selectAll().executeTakeFirst()) ?? null
}

/** The newest link, independent of the seal. */
export async function readLastLink(db: Db): Promise<LinkRow | null> {
  const query = db.selectFrom('audit_link').selectAll().orderBy('position', 'desc').limit(1)
  return (await query.executeTakeFirst()) ?? null
}

/** The rows that wait for a link, the oldest first. `covered`: it already has a link, which suggests tampering. */
export async function readPending(
  db: Db,
  most: number,
): Promise<(Selectable<AuditPending> & { covered: SqlBool })[]> {
  return await db
    .selectFrom('audit_pending as p')
    .selectAll()
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('audit_link as l')
          .select('l.position')
          .whereRef('l.source', '=', 'p.source')
          .whereRef('l.row_key', '=', 'p.row_key'),
      ).as('covered'),
    )
    .orderBy('id')
    .limit(most)
    .execute()
}

export async function deletePending(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('audit_pending').where('id', 'in', ids).execute()
}

/**
 * Appends links to the chain and moves its end from the position `before`, 0 for a new chain. Returns false if the end is
 * not there any more: another transaction has appended, and this one must not commit.
 */
export async function insertLinks(
  tx: Tx,
  links: readonly LinkRow[],
  end: Omit<EndRow, 'only_one'>,
  before: number,
): Promise<boolean> {
  await tx.insertInto('audit_link').values(links).execute()
  const moved = await tx
    .insertInto('audit_chain_end')
    .values(end)
    .onConflict((conflict) =>
      conflict.column('only_one').doUpdateSet(end).where('audit_chain_end.position', '=', before),
    )
    .returning('position')
    .executeTakeFirst()
  return moved !== undefined
}

/** A part of the chain, from a position on. */
export async function readLinks(db: Db, from: number, most: number): Promise<LinkRow[]> {
  return await db
    .selectFrom('audit_link')
    .selectAll()
    .where('position', '>=', from)
    .orderBy('position')
    .limit(most)
    .execute()
}

export async function readLink(db: Db, position: number): Promise<LinkRow | undefined> {
  return await db.selectFrom('audit_link').selectAll().where('position', '=', position).executeTakeFirst()
}

/** The codes of the links at these positions. */
export async function readMacs(db: Db, positions: readonly number[]): Promise<Map<number, Buffer>> {
  if (positions.length === 0) return new Map()
  const query = db.selectFrom('audit_link').select(['position', 'mac']).where('position', 'in', positions)
  return new Map((await query.execute()).map(({ position, mac }) => [position, mac]))
}

/** The position of the last restart of the chain, or 1. */
export async function readBeginning(db: Db): Promise<number> {
  const { rows } = await sql<{ position: number | null }>`select max(position) as position from audit_link
    where source = 'audit_restart'`.execute(db)
  return rows[0]?.position ?? 1
}

/** Whether the chain was restarted for exactly this reason. */
export async function wasRestarted(db: Db, reason: string): Promise<boolean> {
  const found = await db
    .selectFrom('audit_restart')
    .select('id')
    .where('reason', '=', reason)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function insertRestart(tx: Tx, reason: string, at: Date): Promise<number> {
  const { id } = await tx
    .insertInto('audit_restart')
    .values({ reason, at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
