import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../../db.ts'
import type { Log } from '../observability/log.ts'
import { DatabaseLost } from './connection.ts'

/** The databases from which a call may read that changes nothing. */
export type Readers = {
  /**
   * Runs `read`, which gets the database to read from when it calls `use`: a replica that has everything up to `position`, a
   * place in the database's log in bytes, or otherwise the main database. If it used the replica and that fails meanwhile,
   * runs `read` again with the main database.
   */
  read<T>(position: number | null, read: (use: () => Db) => Promise<T>): Promise<T>
  /** The main database, for calls that change something. */
  readonly main: Db
  /** Whether there is a replica, so that sessions must remember the position of their last change. */
  readonly hasReplica: boolean
}

/** Readers without a replica: every call reads from the main database. */
export function onlyMain(main: Db): Readers {
  return { main, hasReplica: false, read: (_, read) => read(() => main) }
}

type ReplicaSettings = {
  readonly main: Db
  readonly replica: Db
  /** How far the replica may be behind, in seconds. */
  readonly longestLag: number
  readonly log: Log
}

/** How often both databases are asked for their position, in milliseconds. */
const interval = 250
/** The most positions of the main database that are remembered. */
const mostRemembered = 400

const tooFarBehind = 'the replica is too far behind, and is not used'
const notFollowing =
  'DATABASE_READ_URL does not follow this database, and is not used: it is no replica, or one of the state before a restore'

type Seen = { readonly at: number; readonly position: number }

/**
 * Opens readers with a replica, which is used while it is at most `longestLag` seconds behind. Its lag is the age of the
 * newest position of the main database that it has reached, so neither clock of the two counts. While the replica or the
 * main database gives no position, the lag grows. It is infinite while the replica does not know the incarnation of the main
 * database, as after a restore.
 */
export function openReaders({ main, replica, longestLag, log }: ReplicaSettings): Readers & {
  /** How far the replica is behind, in seconds; infinite as long as that is unknown. */
  lag(): number
  stop(): void
} {
  const seen: Seen[] = []
  const openedAt = performance.now()
  let reached: Seen = { at: Number.NEGATIVE_INFINITY, position: 0 }
  /** Null until the replica was used once, or could have been. */
  let isUsed: boolean | null = null
  let follows = true
  let failure: unknown
  let stopped = false

  const lag = () => (performance.now() - reached.at) / 1000

  async function compare(): Promise<void> {
    const at = performance.now()
    const here = await readMain(main)
    seen.push({ at, position: here.position })
    if (seen.length > mostRemembered) seen.shift()
    const there = await readReplica(replica)
    follows = there !== null && there.incarnation === here.incarnation
    if (there === null || !follows) return leave()
    const newest = seen.findLast((one) => one.position <= there.position)
    if (newest) reached = { at: newest.at, position: there.position }
  }

  function leave(): void {
    reached = { at: Number.NEGATIVE_INFINITY, position: 0 }
  }

  function note(): void {
    const isGood = lag() <= longestLag
    // The first comparisons may come before the replica has the newest change.
    if (isUsed === null && !isGood && performance.now() - openedAt < longestLag * 1000) return
    if (isGood !== isUsed) {
      if (isGood) log.warn('lists are read from the replica')
      else if (failure) log.warn({ err: failure }, 'the replica cannot be compared, and is not used')
      else log.warn(follows ? tooFarBehind : notFollowing)
    }
    isUsed = isGood
  }

  async function watch(): Promise<void> {
    while (!stopped) {
      failure = await compare().then(
        () => undefined,
        (error: unknown) => error,
      )
      note()
      await sleep(interval, undefined, { ref: false })
    }
  }
  void watch()

  return {
    main,
    hasReplica: true,
    lag,
    stop() {
      stopped = true
    },
    async read(position, read) {
      const useMain = () => main
      if (lag() > longestLag || (position !== null && position > reached.position)) return await read(useMain)
      let isUsed = false
      const useReplica = () => {
        isUsed = true
        return replica
      }
      try {
        return await read(useReplica)
      } catch (error) {
        // Otherwise a main database with too much to do would get the calls of the replica too, and each of its own twice.
        if (!isUsed || !isFaultOfReplica(error)) throw error
        leave()
        return await read(useMain)
      }
    },
  }
}

/** A place in the log of a database, in bytes, and the newest incarnation of the database; null before the first one. */
type Place = { readonly position: number; readonly incarnation: string | null }

const incarnation = sql<string | null>`(select id from database_incarnation order by number desc limit 1)`

/** The place that the main database has reached. */
async function readMain(main: Db): Promise<Place> {
  const { rows } = await sql<Place>`
    select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint as position, ${incarnation} as incarnation`.execute(
    main,
  )
  return rows[0] ?? { position: Number.POSITIVE_INFINITY, incarnation: null }
}

/**
 * The place up to which a replica shows the changes; null if it is no replica, or not any more. A replica of the state
 * before a restore may be ahead of the main database, but does not know its incarnation.
 */
async function readReplica(replica: Db): Promise<Place | null> {
  const { rows } = await sql<Place | { position: null }>`
    select (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint as position, ${incarnation} as incarnation
    where pg_is_in_recovery()`.execute(replica)
  const [place] = rows
  return place && place.position !== null ? place : null
}

/** The codes of a statement that a replica ended, because it waited too long or contradicted what it has to replay. */
const endedByReplica = new Set(['40001', '57014'])

function isFaultOfReplica(error: unknown): boolean {
  if (error instanceof DatabaseLost) return true
  const code = String(Object(error).code)
  return endedByReplica.has(code) || /^(08|57P|ECONN|ENOTFOUND|EHOSTUNREACH)/.test(code)
}

/** Exposes to Prometheus how far the replica is behind. */
export function exposeLag(registry: Registry, lag: () => number): void {
  new Gauge({
    name: 'labalaba_replica_lag_seconds',
    help: 'How far the replica of DATABASE_READ_URL is behind. Infinite while that is unknown.',
    registers: [registry],
    collect() {
      this.set(lag())
    },
  })
}
