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

/** Every migration of this version, in order. */
export function listMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    })
}

/**
 * Migrates a database to this version, each migration in its own transaction. Safe to run repeatedly and concurrently.
 * Throws if a migration has changed since it ran. Returns whether this login owns the tables; if not, it changes nothing,
 * and throws ConfigError if a migration is missing.
 */
export async function migrate(databaseUrl: string): Promise<boolean> {
  const connections = openConnections(databaseUrl, { connections: 1, patience: 'migration' })
  try {
    const client = await connections.connect()
    try {
      await client.query('select pg_advisory_lock($1)', [lockKey])
      if (await isOfAnother(client)) {
        await refuseOlder(client)
        return false
      }
      await client.query(
        'create table if not exists migration (name text primary key, hash text not null, ran_at timestamptz not null default now())',
      )
      await runMissing(client)
      return true
    } finally {
      // Closes the connection, which releases its lock.
      client.release(true)
    }
  } finally {
    await connections.end()
  }
}

async function isOfAnother(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_class where oid = to_regclass('migration') and not pg_has_role(relowner, 'USAGE')`,
  )
  return rows.length > 0
}

async function refuseOlder(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from migration')
  const missing = listMigrations().find(({ name }) => !rows.some((row) => row.name === name))
  if (missing)
    throw new ConfigError([
      `The database is not of this version (${missing.name} is missing), and the login of DATABASE_URL does not own it: run \`npm run labalaba -- database-roles\` with DATABASE_OWNER_URL first.`,
    ])
}

async function runMissing(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migration')
  const ran = new Map(rows.map((row) => [row.name, row.hash]))
  for (const { name, text, hash } of listMigrations()) {
    const before = ran.get(name)
    if (before === hash) continue
    if (before !== undefined)
      throw new Error(`migration ${name} has changed since it ran; write a new one instead`)
    // If one fails, its connection is closed, which rolls the transaction back.
    await client.query('begin')
    await client.query(text)
    await client.query('insert into migration (name, hash) values ($1, $2)', [name, hash])
    await client.query('commit')
  }
}
