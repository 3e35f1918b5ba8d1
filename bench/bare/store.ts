import pg from 'pg'
import { types } from '../../server/src/platform/database/values.ts'

/** A statement, read and planned once on a connection. */
export type Statement = { readonly name: string; readonly text: string }

/** Asks the database with prepared statements. */
export type Store = {
  readonly pool: pg.Pool
  ask<R extends object>(statement: Statement, values: unknown[]): Promise<R[]>
}

/** As many connections as the product's web process has. */
const connections = Number(process.env.DATABASE_POOL ?? 12)

export function openStore(connectionString: string): Store {
  const pool = new pg.Pool({ connectionString, max: connections, types })
  return {
    pool,
    async ask<R extends object>({ name, text }: Statement, values: unknown[]) {
      return (await pool.query<R>({ name, text, values })).rows
    },
  }
}
