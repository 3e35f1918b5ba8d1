import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { Db } from '../../db.ts'

/**
 * Makes the missing partitions of this month and of the next three, and moves rows from a default partition to their months.
 * Returns how many it made. Safe to repeat and to run concurrently. Throws if another session holds a lock of the table for a
 * second; the months ahead leave weeks for further tries.
 */
export async function makePartitions(db: Db): Promise<number> {
  const { rows } = await sql<{ made: number }>`select make_partitions() as made`.execute(db)
  return rows[0]?.made ?? 0
}

/** The same for the owner's own connection, after migrating. Does nothing on tables that have no such function. */
export async function makePartitionsAsOwner(client: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query("select where to_regproc('public.make_partitions') is not null")
  if (rows.length > 0) await client.query('select make_partitions()')
}

/** What is wrong with the partitions, in words; empty if all is well. */
export async function readPartitionTroubles(db: Db): Promise<string[]> {
  const { rows } = await sql<{ trouble: string }>`select partition_troubles() as trouble`.execute(db)
  return rows.map(({ trouble }) => trouble)
}
