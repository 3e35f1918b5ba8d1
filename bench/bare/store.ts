import pg from 'pg'
import { types } from '../../server/src/infra/db/values.ts'

/** A statement, parsed and planned once per connection. */
export type Statement = { readonly name: string; readonly text: string }

/** Queries the database with prepared statements. */
export type Store = {
  readonly pool: pg.Pool
  ask<R extends object>(statement: Statement, values: unknown[]): Promise<R[]>
}

/** The number of connections of the product's web process. */
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
