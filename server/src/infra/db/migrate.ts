import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase, Pool, PoolClient } from 'pg'
import { ConfigError } from '../config/config.ts'
import { openConnections } from './connections.ts'
import { type AppliedMigration, appliedQuery, behindProblem, judgeLayout, type Layout } from './layout.ts'
import { listMigrations, type Migration } from './migrations.ts'
import { makePartitionsAsOwner } from './partitions.ts'
import { type LockPatience, runMigration, usualPatience } from './run-migration.ts'

/** The advisory lock held while migrating, so that of several processes one migrates. */
const lockKey = 7_261_884
/** How long to wait between two tries to get that lock, in milliseconds. */
const lockPause = 200

export type MigrateOptions = {
  /** Those of this version by default; tests run others. */
  readonly migrations?: readonly Migration[]
  readonly patience?: LockPatience
  /** Gets a line for each migration that ran, and for each try that had to wait. */
  readonly report?: (line: string) => void
}

/**
 * Runs the missing migrations of this version, and returns their names. Safe to run repeatedly and concurrently. Throws
 * OtherLayout if the tables do not fit this version, ConfigError if this login does not own them, and MigrationBlocked if
 * other sessions do not give way; then what ran before stays.
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const { migrations = listMigrations(), report = () => {} } = options
  return await withConnection(databaseUrl, async (client, connections) => {
    await acquireLock(client, report)
    const layout = judgeLayout(await readApplied(client), migrations)
    if (layout.kind === 'other') throw layout.problem
    if (await isOfAnother(client))
      throw new ConfigError([
        'The login does not own the tables: give the login that owns them in DATABASE_OWNER_URL.',
      ])
    if (layout.kind === 'newer') return []
    if (layout.kind === 'own') {
      await makePartitionsAsOwner(client)
      return []
    }
    const missing = layout.kind === 'empty' ? migrations : layout.missing
    await runAll(missing, client, connections, options)
    await makePartitionsAsOwner(client)
    return missing.map(({ name }) => name)
  })
}

/**
 * Makes the tables of an empty database. Changes no other one, and throws OtherLayout if this version cannot run on it. Says
 * whether newer versions have changed the tables, and whether this login owns them; `report` gets a line for each migration,
 * and one if another process must end first. Safe to run repeatedly and concurrently.
 */
export async function setUpIfEmpty(
  databaseUrl: string,
  migrations: readonly Migration[],
  report: (line: string) => void,
): Promise<{ readonly isNewer: boolean; readonly isOwner: boolean }> {
  return await withConnection(databaseUrl, async (client, connections) => {
    let layout = judgeLayout(await readApplied(client), migrations)
    if (layout.kind === 'empty' || layout.kind === 'behind') {
      // Another process may be making the tables, or migrating them.
      await acquireLock(client, report)
      layout = judgeLayout(await readApplied(client), migrations)
    }
    if (layout.kind === 'other') throw layout.problem
    if (layout.kind === 'behind') throw behindProblem(layout.missing)
    if (layout.kind === 'empty') await runAll(migrations, client, connections, { report })
    return { isNewer: layout.kind === 'newer', isOwner: !(await isOfAnother(client)) }
  })
}

/** How the tables of a database compare with the migrations of this version. Changes nothing. */
export async function readLayout(
  databaseUrl: string,
  migrations: readonly Migration[] = listMigrations(),
): Promise<Layout> {
  return await withConnection(databaseUrl, async (client) =>
    judgeLayout(await readApplied(client), migrations),
  )
}

async function withConnection<T>(
  databaseUrl: string,
  use: (client: PoolClient, connections: Pool) => Promise<T>,
): Promise<T> {
  // The second one watches the first.
  const connections = openConnections(databaseUrl, { connections: 2, patience: 'migration' })
  try {
    const client = await connections.connect()
    try {
      return await use(client, connections)
    } finally {
      // Closes the connection, which releases its lock.
      client.release(true)
    }
  } finally {
    await connections.end()
  }
}

/** Asks again and again: `create index concurrently` of another process would wait for a statement of ours that waits. */
async function acquireLock(client: ClientBase, report: (line: string) => void): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lockKey])
    if (rows[0]?.got) return
    if (attempt === 1) report('Another process is migrating. Waiting until it is done.')
    await sleep(lockPause)
  }
}

async function readApplied(client: ClientBase): Promise<AppliedMigration[]> {
  const { rows: tables } = await client.query("select where to_regclass('migration') is not null")
  if (tables.length === 0) return []
  return (await client.query<AppliedMigration>(appliedQuery)).rows
}

async function isOfAnother(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_class where oid = to_regclass('migration') and not pg_has_role(relowner, 'USAGE')`,
  )
  return rows.length > 0
}

async function runAll(
  missing: readonly Migration[],
  client: PoolClient,
  connections: Pool,
  { patience = usualPatience, report = () => {} }: MigrateOptions,
): Promise<void> {
  await client.query(
    'create table if not exists migration (name text primary key, hash text not null, works_from text, ran_at timestamptz not null default now())',
  )
  for (const migration of missing) {
    await runMigration(migration, { client, connections, patience, report })
    report(`${migration.name} ran.`)
  }
}
