import type { Config } from './infra/config/config.ts'
import { type BackupOutcome, recordBackup } from './infra/db/copy/backup-checks.ts'
import { openPool, type Pool } from './infra/db/pool.ts'
import { brokenInvariants } from './invariants.ts'
import { auditCheckOf } from './modules/audit/index.ts'
import type { Tables } from './tables.ts'

/** What a drill compares of the running database and the restored one. */
export type DatabaseState = {
  /** The id of the install, which all restores and copies of one database share. */
  readonly install: string
  /** When a process of the site last saw it. */
  readonly heartbeatAt: Date
  /** The login that owns the tables. */
  readonly owner: string
  /** The name of the database. */
  readonly name: string
}

/** Reads of which install a database is, and when it was last in use. Throws if no process has ever started on it. */
export async function readDatabaseState(databaseUrl: string): Promise<DatabaseState> {
  return await withPool(databaseUrl, async ({ connections }) => {
    const { rows } = await connections.query(`select
      (select id from database_incarnation order by number limit 1) as install,
      (select heartbeat_at from database_incarnation order by number desc limit 1) as heartbeat_at,
      (select tableowner from pg_tables where tablename = 'database_incarnation' and schemaname = 'public') as owner,
      current_database() as name`)
    const { install, heartbeat_at: heartbeatAt, owner, name } = rows[0] ?? {}
    if (!install) throw new Error('No process of Labalaba has ever started on this database.')
    return { install, heartbeatAt, owner, name }
  })
}

/**
 * Every broken invariant of a database that was restored for a trial, with the whole audit chain; changes nothing. Anchors in
 * the folder of the site are left out, as they may be newer than the backup.
 */
export async function brokenWhenRestored(databaseUrl: string, config: Config): Promise<string[]> {
  return await withPool(databaseUrl, async ({ db }) => {
    const { keys } = await auditCheckOf(db, config)
    return await brokenInvariants(db, { keys, folder: null })
  })
}

/** Stores the outcome of a drill in the running database, for the alarm. */
export async function recordDrill(
  databaseUrl: string,
  outcome: BackupOutcome & { readonly at: Date },
): Promise<void> {
  await withPool(databaseUrl, ({ db }) => recordBackup(db, 'drill', outcome))
}

async function withPool<T>(databaseUrl: string, use: (pool: Pool<Tables>) => Promise<T>): Promise<T> {
  const pool = openPool<Tables>(databaseUrl, 2)
  try {
    return await use(pool)
  } finally {
    await pool.close()
  }
}
