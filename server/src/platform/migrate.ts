import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'

const folder = join(import.meta.dirname, '../../migrations')
/** Held while migrating, so that several processes starting together do it once. */
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
 * Brings a database to this version, each migration in a transaction of its own. Safe to run any number of times and at
 * once. Throws where a migration that ran before has changed since: history is not rewritten.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice() {} })
  try {
    await sql`select pg_advisory_lock(${lockKey})`
    await sql`create table if not exists migration (name text primary key, hash text not null, ran_at timestamptz not null default now())`
    const ran = new Map(
      (await sql<{ name: string; hash: string }[]>`select name, hash from migration`).map((row) => [
        row.name,
        row.hash,
      ]),
    )
    for (const { name, text, hash } of listMigrations()) {
      const before = ran.get(name)
      if (before === hash) continue
      if (before !== undefined)
        throw new Error(`migration ${name} has changed since it ran; write a new one instead`)
      await sql.begin(async (tx) => {
        await tx.unsafe(text)
        await tx`insert into migration (name, hash) values (${name}, ${hash})`
      })
    }
  } finally {
    await sql.end()
  }
}
