import { CompiledQuery, type DatabaseConnection, type Dialect, Kysely } from 'kysely'
import { PostgresJSDialect, type PostgresJSDialectConfig, PostgresJSDriver } from 'kysely-postgres-js'
import postgres from 'postgres'

/** A pool of connections, raw and through Kysely. */
export type Pool<Tables> = { readonly sql: postgres.Sql; readonly db: Kysely<Tables>; close(): Promise<void> }

const int8 = 20
const numeric = 1700
const date = 1082

/**
 * Opens a pool. Statements end after 5 s and wait at most 2 s for a lock, so a stuck one cannot hold the site.
 * Whole numbers of 64 bits come back as numbers, and never silently rounded; calendar days as YYYY-MM-DD.
 */
export function openPool<Tables>(databaseUrl: string, connections: number): Pool<Tables> {
  const sql = postgres(databaseUrl, {
    max: connections,
    idle_timeout: 120,
    connect_timeout: 10,
    connection: { application_name: 'labalaba', statement_timeout: 5000, lock_timeout: 2000 },
    onnotice() {},
    types: {
      int8: { to: int8, from: [int8, numeric], serialize: String, parse: safeNumber },
      day: { to: date, from: [date], serialize: String, parse: String },
    },
  })
  const db = new Kysely<Tables>({ dialect: dialectOf(sql) })
  return { sql, db, close: () => sql.end({ timeout: 5 }) }
}

/** How Kysely speaks through a pool. */
export function dialectOf(postgres: PostgresJSDialectConfig['postgres']): Dialect {
  const dialect = new PostgresJSDialect({ postgres })
  dialect.createDriver = () => new PlainDriver({ postgres })
  return dialect
}

/**
 * A rollback that fails says so with its own error, such as a lost connection. Kysely would first ask its connection to be
 * thrown away, which one of this library cannot be: a bug would be told where the database was merely gone.
 */
class PlainDriver extends PostgresJSDriver {
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }
}

function safeNumber(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError(`too large to read exactly: ${text}`)
  return value
}
