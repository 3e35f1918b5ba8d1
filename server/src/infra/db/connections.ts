import pg from 'pg'
import { asConnectionClosed, Connection, DatabaseLost } from './connection.ts'
import { readDatabaseHosts } from './hosts.ts'

export type ConnectionsWanted = {
  /** The maximum number of connections. */
  readonly connections: number
  /** The kind of time limits for statements; those of the site by default, which are short. */
  readonly patience?: keyof typeof patiences
  readonly types?: pg.CustomTypesConfig
  /** Called, at most once a second, when an idle connection has been lost. */
  readonly onLost?: ((error: Error) => void) | undefined
}

/** The time limits of statements and locks; milliseconds. */
export const patiences = {
  // The idle limit is longer than any call to other systems, so that none of our transactions ends before its own limit.
  site: { statement_timeout: 5_000, lock_timeout: 2_000, idle_in_transaction_session_timeout: 30_000 },
  queue: { statement_timeout: 30_000 },
  migration: {},
} as const
/** How much longer the response may take on the network. */
const answerOnItsWay = 5_000
/** How long to wait for a connection that others use. */
const waitingTimeout = 10_000

type Opened = Parameters<Parameters<pg.Pool['connect']>[0]>

/**
 * Opens a pool of connections to whichever host of the database can be written to. A host that cannot be reached is skipped
 * immediately for the next one, so callers are served as soon as any is up. Responses that never come are given up.
 */
export function openConnections(databaseUrl: string, wanted: ConnectionsWanted): pg.Pool {
  const pool = new Connections(databaseUrl, wanted)
  const report = throttled(wanted.onLost ?? (() => {}))
  // Without these handlers, a lost connection would end the process; its user gets the error from its own statement.
  pool.on('error', (error) => report(error))
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('acquire', (client) => {
    if (client instanceof Connection) client.lend()
  })
  return pool
}

class Connections extends pg.Pool {
  readonly #hosts: Turn

  constructor(databaseUrl: string, { connections, patience = 'site', types }: ConnectionsWanted) {
    const { addresses, forWriting, statementTimeout, isPooled } = readDatabaseHosts(databaseUrl)
    const hosts = turn(addresses)
    super({
      max: connections,
      connectionTimeoutMillis: waitingTimeout,
      // A connection that has prepared many statements is replaced after half an hour.
      idleTimeoutMillis: 120_000,
      maxLifetimeSeconds: 1_800,
      application_name: 'labalaba',
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
      pipeline: patience === 'site',
      ...limits(
        {
          ...patiences[patience],
          ...(statementTimeout !== null && { statement_timeout: statementTimeout }),
        },
        isPooled,
      ),
      ...(types && { types }),
      ...(forWriting && { verify: refuseReader }),
      Client: class extends Connection {
        constructor(config?: pg.ClientConfig) {
          super({ ...config, connectionString: hosts.current() }, !isPooled)
        }
      },
    })
    this.#hosts = hosts
  }

  override connect(): Promise<pg.PoolClient>
  override connect(done: (...opened: Opened) => void): void
  override connect(done?: (...opened: Opened) => void): Promise<pg.PoolClient> | undefined {
    const opening = this.#open()
    if (!done) return opening
    void opening.then(
      (client) => done(undefined, client, releaseOnce(client)),
      (error: Error) => done(error, undefined, () => {}),
    )
    return undefined
  }

  async #open(): Promise<pg.PoolClient> {
    for (let left = this.#hosts.count; ; left -= 1) {
      const host = this.#hosts.current()
      try {
        return await super.connect()
      } catch (error) {
        const closed = asConnectionClosed(error)
        if (left <= 1 || isOurFault(closed)) throw closed
        this.#hosts.leave(host)
      }
    }
  }
}

/**
 * Releases a connection, the first time it is called. The queue's workers call it twice if the connection on which they
 * listen is lost while they stop; without this guard, that would end the process.
 */
function releaseOnce(client: pg.PoolClient): (error?: Error) => void {
  let isOut = true
  return (error) => {
    if (isOut) client.release(error)
    isOut = false
  }
}

/** Through a pooler, the login has the limits of the database; ours is only how long we wait for a response. */
function limits(patience: pg.ClientConfig, isPooled: boolean): pg.ClientConfig {
  const longest = patience.statement_timeout
  return { ...(!isPooled && patience), ...(longest && { query_timeout: longest + answerOnItsWay }) }
}

/** A connection is usable only if it can be written to. */
function refuseReader(client: pg.PoolClient, done: (error?: Error) => void): void {
  client.query<{ transaction_read_only: string }>('show transaction_read_only').then(
    ({ rows }) =>
      done(rows[0]?.transaction_read_only === 'off' ? undefined : new DatabaseLost('CONNECTION_LOST')),
    (error: Error) => done(error),
  )
}

/** All connections are in use, or the database refuses our login: no other host would help. */
function isOurFault(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : ''
  return code === 'CONNECTION_BUSY' || /^(28|3D)/.test(code)
}

type Turn = ReturnType<typeof turn>

/** Hosts in turn: the one that served last stays the current one until `leave` is called. */
function turn(addresses: readonly string[]) {
  let at = 0
  return {
    count: addresses.length,
    current: () => addresses[at] ?? '',
    /** Moves to the next host, unless another caller has moved already. */
    leave(address: string): void {
      if (addresses[at] === address) at = (at + 1) % addresses.length
    },
  }
}

function throttled(act: (error: Error) => void): (error: Error) => void {
  let last = Number.NEGATIVE_INFINITY
  return (error) => {
    const now = performance.now()
    if (now - last < 1000) return
    last = now
    act(error)
  }
}
