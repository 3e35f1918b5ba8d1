import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { DataFolder } from './data-folder.ts'
import { freePort } from './ports.ts'
import type { Account } from './postgres-account.ts'
import { findBinaries } from './postgres-binaries.ts'
import { type Cluster, databaseName, openCluster, plainEnvironment } from './postgres-cluster.ts'
import { clearOrphan } from './postgres-orphan.ts'

/** A running PostgreSQL of our own. `died` resolves with the end of the log if it ends before `stop` is called. */
export type Postgres = {
  readonly url: string
  readonly port: number
  readonly died: Promise<string>
  stop(): Promise<void>
}

export type PostgresOptions = {
  /** The data folder, held by this process. The files are in `postgres`, the log in `postgres.log`. */
  readonly folder: DataFolder
  /** A free port by default. Always on loopback only. */
  readonly port?: number
  readonly maxConnections?: number
  /** For tests: gives up safety against power cuts for speed. */
  readonly throwaway?: boolean
  /** It is restored, and recovers to its target: it accepts connections, and is ready, only when it has reached it. */
  readonly recovers?: boolean
  /** For tests: more variables of the server's process. */
  readonly environment?: Readonly<Record<string, string>>
}

/**
 * Starts our own PostgreSQL, with an empty database `labalaba` the first time, and resolves when it accepts connections. It
 * ends with this process, even if that crashes.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { folder, throwaway = false, recovers = false } = options
  const binaries = findBinaries()
  const cluster = await openCluster(folder.path, binaries, throwaway)
  await clearOrphan(cluster.path)
  const port = options.port ?? (await freePort())
  const log = join(folder.path, 'postgres.log')
  const settings = [
    ...[`port=${port}`, `max_connections=${options.maxConnections ?? 60}`, ...usualSettings],
    ...(throwaway ? throwawaySettings : []),
  ]
  const { path, account } = cluster
  const server = await startServer({
    ...{ path, account, program: binaries.postgres, settings, log, recovers },
    env: options.environment ?? {},
  })
  return { ...server, url: urlOf(cluster, port), port }
}

/** How to start a PostgreSQL on its files. */
export type ServerStart = {
  /** The folder of the cluster. */
  readonly path: string
  readonly account: Account
  /** The path of the program `postgres`. */
  readonly program: string
  /** Each as `name=value`. They come before what the files of the cluster say. */
  readonly settings: readonly string[]
  readonly log: string
  /** It recovers to its target, and accepts connections only when it has reached it. */
  readonly recovers: boolean
  /** Further variables of its environment. */
  readonly env?: NodeJS.ProcessEnv
  /** How long it may take until it accepts connections, in milliseconds; two minutes by default. */
  readonly patience?: number
}

/** Starts a PostgreSQL, and resolves when it accepts connections. It ends with this process, even if that crashes. */
export async function startServer(start: ServerStart): Promise<Pick<Postgres, 'died' | 'stop'>> {
  const { path, account, program, log, recovers, env = {}, patience = 120_000 } = start
  const settings = [...start.settings, ...(recovers ? ['hot_standby=off'] : [])]
  const words = ['-D', path, ...settings.flatMap((setting) => ['-c', setting])]
  const child = launch([...account.prefix, program, ...words], log, env)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve())
  })
  await ready(child, ended, { path, log, patience, states: recovers ? ['ready'] : ['ready', 'standby'] })
  let wanted = false
  return {
    died: new Promise((resolve) => void ended.then(() => wanted || resolve(tail(log)))),
    stop() {
      wanted = true
      return end(child, ended)
    },
  }
}

/** The URL of the PostgreSQL that another of our processes runs on this data folder, if there is one. */
export function runningPostgres(dataDir: string): string | undefined {
  try {
    const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8')
    const port = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[3])
    return urlOf({ password }, port)
  } catch {
    return undefined
  }
}

const usualSettings = [
  ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'timezone=UTC', 'log_timezone=UTC'],
  ...['log_line_prefix=%m [%p] ', 'log_checkpoints=off', 'jit=off'],
]

const throwawaySettings = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  ...['wal_level=minimal', 'max_wal_senders=0'],
]

/**
 * The shell leaves a watcher on our pipe, then becomes the server. The pipe closes when we end, even by `kill -9`, and the
 * watcher then signals the server to stop. The watcher's parent ends immediately, so that the server does not inherit it as
 * a child. A process group of its own protects the server from a terminal's Ctrl-C while others still use it.
 */
export const watched =
  'exec 3<&0; ( { cat <&3 >/dev/null 2>&1; kill -INT $$ 2>/dev/null; } & ); exec "$@" </dev/null 3<&-'

function launch(words: string[], log: string, env: NodeJS.ProcessEnv): ChildProcess {
  if (existsSync(log) && statSync(log).size > 10_000_000) truncateSync(log)
  const output = openSync(log, 'a', 0o600)
  const stdio = ['pipe' as const, output, output]
  const child = spawn('sh', ['-c', watched, 'sh', ...words], {
    cwd: '/',
    env: { ...plainEnvironment(), ...env },
    detached: true,
    stdio,
  })
  closeSync(output)
  child.stdin?.on('error', () => {})
  return child
}

type Awaited = Pick<ServerStart, 'path' | 'log'> & {
  readonly patience: number
  readonly states: readonly string[]
}

async function ready(
  child: ChildProcess,
  ended: Promise<void>,
  { path, log, patience, states }: Awaited,
): Promise<void> {
  const until = performance.now() + patience
  while (!isReady(path, child.pid, states)) {
    if (isRunning(child) && performance.now() < until) {
      await pause(10)
      continue
    }
    await end(child, ended)
    throw new Error(`PostgreSQL did not start on ${path}. The end of its log (${log}):\n${tail(log)}`)
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null
}

/**
 * The server writes to this file when it accepts connections, as a standby only those that read; without hot standby, it is a
 * standby from the beginning of its recovery. The process id distinguishes it from an earlier server.
 */
function isReady(path: string, pid: number | undefined, states: readonly string[]): boolean {
  try {
    const lines = readFileSync(join(path, 'postmaster.pid'), 'utf8').split('\n')
    return Number(lines[0]) === pid && states.includes(lines[7]?.trim() ?? '')
  } catch {
    return false
  }
}

const ways = [
  { signal: 'SIGINT', ms: 10_000 },
  { signal: 'SIGQUIT', ms: 3_000 },
  { signal: 'SIGKILL', ms: 1_000 },
] as const

/** Sends signals of increasing force. A server that is killed in the end recovers from its log at the next start. */
async function end(child: ChildProcess, ended: Promise<void>): Promise<void> {
  for (const { signal, ms } of ways) {
    if (!isRunning(child)) return
    child.kill(signal)
    await Promise.race([ended, pause(ms, undefined, { ref: false })])
  }
}

function urlOf(cluster: Pick<Cluster, 'password'>, port: number): string {
  return `postgres://postgres:${cluster.password}@127.0.0.1:${port}/${databaseName}`
}

function tail(log: string): string {
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-12).join('\n')
}
