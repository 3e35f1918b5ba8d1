import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type Config, ConfigError } from '../config/config.ts'
import { openConnections, patiences } from './connections.ts'
import { isPooled, timeLimits } from './hosts.ts'

/** The connections of a database URL: each one's own, or a pooler's that lends them for a transaction or a statement. */
type Sharing = 'own' | 'transaction' | 'statement'

/** A pooler may lend both connections to others at one moment, so one try in which they differ proves nothing. */
const tries = 20

/** How long a replica may take to show whether a pooler is in between, in milliseconds. */
const patienceForReplica = 10_000

type DatabaseUrls = Pick<Config, 'databaseUrl' | 'databaseWorkerUrl' | 'databaseOwnerUrl' | 'databaseReadUrl'>

/** Throws ConfigError, with what to change, if a URL of the settings goes through a pooler that it cannot go through. */
export async function refuseUnfitPoolers({
  databaseUrl,
  databaseWorkerUrl,
  databaseOwnerUrl,
  databaseReadUrl,
}: DatabaseUrls): Promise<void> {
  await refuseUnfitPooler('DATABASE_URL', databaseUrl)
  if (databaseWorkerUrl !== null) await refuseUnfitPooler('DATABASE_WORKER_URL', databaseWorkerUrl)
  if (databaseOwnerUrl !== null) await refuseAnyPooler('DATABASE_OWNER_URL', databaseOwnerUrl)
  if (databaseReadUrl !== null) await refuseUnfitPoolerOfReplica(databaseReadUrl)
}

/** The site does without a replica that does not answer, so that does not prevent a start. */
async function refuseUnfitPoolerOfReplica(databaseUrl: string): Promise<void> {
  const problem = refuseUnfitPooler('DATABASE_READ_URL', databaseUrl).then(
    () => null,
    (error: unknown) => (error instanceof ConfigError ? error : null),
  )
  const found = await Promise.race([problem, pause(patienceForReplica, null, { ref: false })])
  if (found) throw found
}

/**
 * Throws ConfigError, with what to change, if a pooler (such as PgBouncer) is in between that the product cannot use with
 * this URL. `setting` names the URL. Throws the error of the connection if the database cannot be reached.
 */
export async function refuseUnfitPooler(setting: string, databaseUrl: string): Promise<void> {
  const sharing = await findSharing(databaseUrl)
  if (sharing === 'statement')
    throw new ConfigError([
      `${setting} goes through a pooler in statement mode, which allows no transactions: set pool_mode = transaction in the pooler, and add pool_mode=transaction to ${setting}.`,
    ])
  if (sharing === 'own' && !isPooled(databaseUrl)) return await refuseRefusedLimits(setting, databaseUrl)
  if (!isPooled(databaseUrl)) throw new ConfigError([addPoolMode(setting)])
  await refuseNoLimits(setting, databaseUrl)
}

/**
 * Throws ConfigError if a URL goes through a pooler that lends connections for a transaction. The owner's must not: the lock
 * of a migration belongs to one connection.
 */
export async function refuseAnyPooler(setting: string, databaseUrl: string): Promise<void> {
  if (isPooled(databaseUrl) || (await findSharing(databaseUrl)) !== 'own')
    throw new ConfigError([
      `${setting} goes through a pooler in transaction mode, and the owner's login migrates under a lock that needs a connection of its own: give it the address of PostgreSQL itself, as DATABASE_OWNER_URL.`,
    ])
}

async function findSharing(databaseUrl: string): Promise<Sharing> {
  return await withConnections(databaseUrl, async (one, other) => {
    try {
      await one.query('begin')
      await one.query('commit')
    } catch (error) {
      // The pooler closes the connection with this word, so the cause of a lost connection has it.
      if (/statement pooling/.test(`${error} ${Object(error).cause}`)) return 'statement'
      throw error
    }
    for (let left = tries; left > 0; left -= 1)
      if ((await processOf(one)) === (await processOf(other))) return 'transaction'
    return 'own'
  })
}

/** The process of the database that serves a connection now. */
async function processOf(client: pg.PoolClient): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

async function withConnections<T>(
  databaseUrl: string,
  use: (one: pg.PoolClient, other: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const pool = openConnections(databaseUrl, { connections: 2, patience: 'migration' })
  try {
    const one = await pool.connect()
    try {
      const other = await pool.connect()
      try {
        return await use(one, other)
      } finally {
        other.release(true)
      }
    } finally {
      one.release(true)
    }
  } finally {
    await pool.end()
  }
}

/** Even a pooler that lends whole sessions may refuse the time limits that a connection begins with. */
async function refuseRefusedLimits(setting: string, databaseUrl: string): Promise<void> {
  const pool = openConnections(databaseUrl, { connections: 1 })
  try {
    const client = await pool.connect()
    client.release(true)
  } catch (error) {
    if (!/unsupported startup parameter/.test(String(error))) throw error
    throw new ConfigError([addPoolMode(setting)])
  } finally {
    await pool.end()
  }
}

function addPoolMode(setting: string): string {
  return `${setting} goes through a pooler that keeps neither prepared statements nor the time limits of a connection: add pool_mode=transaction to ${setting}, or give it the address of PostgreSQL itself.`
}

/** Through a pooler, only the login can have the time limits that keep a stuck statement from blocking the site. */
async function refuseNoLimits(setting: string, databaseUrl: string): Promise<void> {
  const { login, missing } = await withConnections(databaseUrl, async (client) => {
    const { rows } = await client.query<{ login: string; missing: string[] }>(
      `select quote_ident(current_user) as login, array(select name from pg_settings
        where name = any($1) and setting = '0' order by name)::text[] as missing`,
      [[...timeLimits]],
    )
    return rows[0] ?? { login: '', missing: [] }
  })
  if (missing.length === 0) return
  const mend = timeLimits
    .filter((name) => missing.includes(name))
    .map((name) => `alter role ${login} set ${name} = '${patiences.site[name] / 1000}s';`)
  throw new ConfigError([
    `${setting} goes through a pooler, so its login must have the time limits. Run this as the login that created it or as a DBA, and then let the pooler open new connections (in PgBouncer: RECONNECT):\n  ${mend.join('\n  ')}`,
  ])
}
