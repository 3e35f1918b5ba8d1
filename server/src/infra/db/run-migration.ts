import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import type { Migration } from './migrations.ts'

/** How a migration waits for the locks of other sessions. Times are in milliseconds. */
export type LockPatience = {
  /** How long it waits in a transaction. All who want the same table wait behind it, and the site waits 2 s at most. */
  readonly lockTimeout: number
  /** How long a statement without a transaction waits. No session waits behind it, and its work is lost if it gives up. */
  readonly aloneTimeout: number
  readonly tries: number
  /** The time between two tries, in which those who waited behind the migration go on. */
  readonly pause: number
}

export const usualPatience: LockPatience = {
  ...{ lockTimeout: 1_000, aloneTimeout: 300_000 },
  ...{ tries: 60, pause: 5_000 },
}

/** A migration did not get its locks. The message names the sessions that hold them. */
export class MigrationBlocked extends Error {
  override name = 'MigrationBlocked'
}

type Running = {
  readonly client: PoolClient
  /** The pool of `client`, with a connection to spare. */
  readonly connections: Pool
  readonly patience: LockPatience
  readonly report: (line: string) => void
}

/**
 * Runs one migration and records it. If other sessions hold its locks, it gives up soon, so that none waits long behind it,
 * and tries again after a pause. Throws MigrationBlocked after the last try; the migration can be run again later.
 */
export async function runMigration(migration: Migration, running: Running): Promise<void> {
  const { client, patience, report } = running
  for (let attempt = 1; ; attempt += 1) {
    const blockers = await watchBlockers(running)
    try {
      await (migration.inTransaction
        ? runInTransaction(client, migration, patience)
        : runAlone(client, migration, patience))
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      if (!isBlocked(error)) throw new Error(`${migration.name} failed: ${wordsOf(error)}`, { cause: error })
      const found = await blockers.stop()
      if (attempt >= patience.tries)
        throw new MigrationBlocked(
          `${migration.name} did not run: it got no lock in ${patience.tries} tries. ${found} Wait until that work is done, or end it with \`select pg_terminate_backend(<session>)\`, and run this again. The migrations before it are done.`,
        )
      report(`${migration.name} waits for a lock (try ${attempt} of ${patience.tries}). ${found}`)
      await sleep(patience.pause)
    } finally {
      await blockers.stop()
    }
  }
}

async function runInTransaction(
  client: PoolClient,
  migration: Migration,
  { lockTimeout }: LockPatience,
): Promise<void> {
  await client.query('begin')
  await client.query(`set local lock_timeout = ${lockTimeout}`)
  await client.query(migration.text)
  await record(client, migration)
  await client.query('commit')
}

/**
 * Runs the one statement of a migration outside a transaction. A build of an index that failed leaves the index invalid; it is
 * dropped and built again. The statement itself says `if not exists`, for a run that ended before it was recorded.
 */
async function runAlone(
  client: PoolClient,
  migration: Migration,
  { aloneTimeout }: LockPatience,
): Promise<void> {
  await client.query(`set lock_timeout = ${aloneTimeout}; set statement_timeout = 0`)
  const [, index] = migration.text.match(/^create (?:unique )?index concurrently if not exists (\w+)/im) ?? []
  if (index !== undefined && (await isInvalid(client, index)))
    await client.query(`drop index concurrently ${index}`)
  await client.query(migration.text)
  await client.query('reset lock_timeout; reset statement_timeout')
  await record(client, migration)
}

async function isInvalid(client: PoolClient, index: string): Promise<boolean> {
  const { rows } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  return rows.length > 0
}

async function record(client: PoolClient, { name, hash, worksFrom }: Migration): Promise<void> {
  await client.query('insert into migration (name, hash, works_from) values ($1, $2, $3)', [
    name,
    hash,
    worksFrom,
  ])
}

/** PostgreSQL's codes for a lock that took too long and for a deadlock. */
function isBlocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['55P03', '40P01'].includes(String(error.code))
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

type Blocker = {
  readonly pid: number
  readonly login: string
  readonly program: string
  readonly state: string | null
  readonly seconds: number | null
}

/** Looks again and again who blocks the client, until stopped. `stop` answers in words, without the texts of queries. */
async function watchBlockers({ client, connections, patience }: Running) {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const waiting = new AbortController()
  let last: readonly Blocker[] = []
  async function watch(): Promise<void> {
    while (!waiting.signal.aborted) {
      await sleep(Math.min(250, patience.lockTimeout / 4), undefined, { signal: waiting.signal })
      const found = await connections.query<Blocker>(blockersQuery, [rows[0]?.pid])
      if (found.rows.length > 0) last = found.rows
    }
  }
  // It only explains: if it fails, the migration goes on.
  const watching = watch().catch(() => {})
  return {
    async stop(): Promise<string> {
      waiting.abort()
      await watching
      return last.length === 0 ? 'The session that held the lock has gone.' : last.map(describe).join(' ')
    },
  }
}

const blockersQuery = `
  select pid, usename::text as login, application_name as program, state,
    extract(epoch from clock_timestamp() - xact_start)::int as seconds
  from pg_stat_activity where pid = any(pg_blocking_pids($1)) order by xact_start`

function describe({ pid, login, program, state, seconds }: Blocker): string {
  const status =
    state === null
      ? 'its state is hidden from this login'
      : `${state}, its transaction began ${seconds ?? 0} s ago`
  return `Session ${pid} (login ${login}, program ${program || 'unknown'}; ${status}) is in the way.`
}
