import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'

/** Runs an import in one transaction, with time limits that allow large files. */
export async function inOneGo<T>(db: Db, act: (tx: Tx) => Promise<T>): Promise<T> {
  return await db.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', '120s', true), set_config('lock_timeout', '10s', true)`.execute(
      tx,
    )
    return await act(tx)
  })
}

/** "1 lab", "2,200 labs". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-NG')} ${count === 1 ? one : many}`
}
