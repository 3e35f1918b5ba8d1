import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { ConfigError } from '../config/config.ts'
import { openConnections } from './connections.ts'

const folder = join(import.meta.dirname, '../../../migrations')
/** The advisory lock held while migrating, so that of several processes that start together one migrates. */
const lockKey = 7_261_884

type Migration = { name: string; text: string; hash: string }
type AppliedMigration = Pick<Migration, 'name' | 'hash'>

/** The tables of a database were made by migrations that are not those of this version. The message says what to do. */
export class OtherLayout extends Error {
  override name = 'OtherLayout'
}

/** Every migration of this version, in order. */
export function listMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_.+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    })
}

/**
 * Migrates a database to this version, each migration in its own transaction. Safe to run repeatedly and concurrently.
 * Throws OtherLayout, and changes nothing, if other migrations than those of this version made the tables. Returns whether
 * this login owns the tables; if not, it changes nothing, and throws ConfigError if a migration is missing.
 */
export async function migrate(databaseUrl: string): Promise<boolean> {
  return await withConnection(databaseUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const applied = await readApplied(client)
    const problem = otherLayout(applied)
    if (problem) throw problem
    if (await isOfAnother(client)) {
      refuseOlder(applied)
      return false
    }
    await client.query(
      'create table if not exists migration (name text primary key, hash text not null, ran_at timestamptz not null default now())',
    )
    await runMissing(client, applied)
    return true
  })
}

/** The reason why this version cannot use the tables of a database; undefined if it can, or if there are none yet. */
export async function findOtherLayout(databaseUrl: string): Promise<OtherLayout | undefined> {
  return await withConnection(databaseUrl, async (client) => otherLayout(await readApplied(client)))
}

async function withConnection<T>(databaseUrl: string, use: (client: ClientBase) => Promise<T>): Promise<T> {
  const connections = openConnections(databaseUrl, { connections: 1, patience: 'migration' })
  try {
    const client = await connections.connect()
    try {
      return await use(client)
    } finally {
      // Closes the connection, which releases its lock.
      client.release(true)
    }
  } finally {
    await connections.end()
  }
}

async function readApplied(client: ClientBase): Promise<AppliedMigration[]> {
  const { rows: tables } = await client.query("select where to_regclass('migration') is not null")
  if (tables.length === 0) return []
  const { rows } = await client.query<AppliedMigration>('select name, hash from migration order by name')
  return rows
}

function otherLayout(applied: readonly AppliedMigration[]): OtherLayout | undefined {
  const known = listMigrations()
  const unknown = applied.filter(({ name }) => !known.some((one) => one.name === name))
  const changed = known.find(({ name, hash }) =>
    applied.some((one) => one.name === name && one.hash !== hash),
  )
  if (unknown.length === 0 && !changed) return undefined
  const isNewer = !changed && known.every(({ name }) => applied.some((one) => one.name === name))
  const [found, whatToDo] = isNewer
    ? [
        `a newer version of Labalaba made it: ${range(unknown)} ran on it`,
        'Start that newer version, or restore the backup from before the upgrade.',
      ]
    : [
        `another version of Labalaba made it: ${unknown.length > 0 ? `${range(unknown)} ran on it` : `its ${changed?.name} had other contents`}`,
        'Start the version that made it, or give this one an empty database: another one in DATABASE_URL, or another folder in DATA_DIR if you use the built-in one.',
      ]
  return new OtherLayout(
    `The database cannot be used, because ${found}, and this version has ${range(known)}. Nothing was changed. ${whatToDo}`,
  )
}

/** The names of some migrations, in short. */
function range(migrations: readonly { readonly name: string }[]): string {
  const [first, last] = [migrations[0]?.name, migrations.at(-1)?.name]
  return migrations.length < 2 ? `${first}` : `${first} to ${last} (${migrations.length} migrations)`
}

async function isOfAnother(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_class where oid = to_regclass('migration') and not pg_has_role(relowner, 'USAGE')`,
  )
  return rows.length > 0
}

function refuseOlder(applied: readonly AppliedMigration[]): void {
  const missing = listMigrations().find(({ name }) => !applied.some((one) => one.name === name))
  if (missing)
    throw new ConfigError([
      `The database is not of this version (${missing.name} is missing), and the login of DATABASE_URL does not own it: run \`npm run labalaba -- database-roles\` with DATABASE_OWNER_URL first.`,
    ])
}

async function runMissing(client: ClientBase, applied: readonly AppliedMigration[]): Promise<void> {
  for (const { name, text, hash } of listMigrations()) {
    if (applied.some((one) => one.name === name)) continue
    // If one fails, its connection is closed, which rolls the transaction back.
    await client.query('begin')
    await client.query(text)
    await client.query('insert into migration (name, hash) values ($1, $2)', [name, hash])
    await client.query('commit')
  }
}
