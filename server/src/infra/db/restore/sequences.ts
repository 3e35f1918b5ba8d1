import { sql } from 'kysely'
import type { Tx } from '../../../db.ts'

/** How many ids each sequence leaves out at least and at most. No gap has more rows, and ids stay small. */
const [least, most] = [1_000, 100_000_000]

/**
 * Leaves out ids of every table: a thousand, and `factor` times as many as its sequence has given so far. Only the owner of
 * the tables may do this. Returns the number of sequences. A rollback does not undo it, which does no harm.
 */
export async function skipIds(tx: Tx, factor: number): Promise<number> {
  const { rows } = await sql`
    select setval(format('%I.%I', schemaname, sequencename)::regclass,
      coalesce(last_value, 0) + ${least} + least(${most}, ceil(coalesce(last_value, 0) * ${factor}::float8))::bigint)
    from pg_sequences where schemaname = 'public'`.execute(tx)
  return rows.length
}
