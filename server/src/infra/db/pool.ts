import { setTimeout as sleep } from 'node:timers/promises'
import { type Dialect, Kysely, PostgresDialect, PostgresQueryCompiler, type QueryCompiler } from 'kysely'
import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'
import { openConnections } from './connections.ts'
import { typeOf, types } from './values.ts'

/** How long running work may take while a pool is closed, in milliseconds. */
const longestEnd = 5_000

/** A pool of connections, and the database through them. */
export type Pool<Tables> = {
  readonly db: Kysely<Tables>
  readonly connections: pg.Pool
  close(): Promise<void>
}

/**
 * Opens a pool. Statements end after 5 s and wait at most 2 s for a lock, so a stuck one cannot block the site. Whole
 * numbers of 64 bits are read as numbers, and never silently rounded; calendar days as YYYY-MM-DD.
 */
export function openPool<Tables>(
  databaseUrl: string,
  connections: number,
  onLost?: (error: Error) => void,
): Pool<Tables> {
  const pool = openConnections(databaseUrl, { connections, types, onLost })
  return {
    db: new Kysely<Tables>({ dialect: dialectOf(pool) }),
    connections: pool,
    close: () => closeSoon(pool),
  }
}

/** Closes a pool, but does not wait for ever for connections in use or without response. */
async function closeSoon(connections: pg.Pool): Promise<void> {
  await Promise.race([connections.end(), sleep(longestEnd, undefined, { ref: false })])
}

/** Connects Kysely to a pool. */
export function dialectOf(connections: pg.Pool): Dialect {
  return new TypedDialect({ pool: connections })
}

class TypedDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new TypedCompiler()
  }
}

/**
 * Casts parameters whose type PostgreSQL would infer wrongly: in `$1 - interval '1 hour'` it takes `$1` for an interval.
 */
class TypedCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value === undefined) throw new TypeError('a parameter of a statement is undefined')
    super.appendValue(value)
    const type = typeOf(value)
    if (type) this.append(`::${type}`)
  }
}

/** How many connections a pool has, how many of them are idle, and how many callers wait for one. */
export type PoolUse = {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
}

/** Exposes to Prometheus how the database connections are used, to show whether there are enough. */
export function exposePool(registry: Registry, pool: PoolUse): void {
  new Gauge({
    name: 'labalaba_database_connections',
    help: 'Connections to the database that are used and idle, and callers that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waited_for' }, pool.waitingCount)
    },
  })
}
