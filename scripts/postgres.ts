import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { DataFolder } from './data-folder.ts'
import { freePort } from './ports.ts'
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
}

/**
 * Starts our own PostgreSQL, with an empty database `labalaba` the first time, and resolves when it accepts connections. It
 * ends with this process, even if that crashes.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { folder, throwaway = false } = options
  const binaries = findBinaries()
  const cluster = await openCluster(folder.path, binaries, throwaway)
  await clearOrphan(cluster.path)
  const port = options.port ?? (await freePort())
  const log = join(folder.path, 'postgres.log')
  const settings = [...usualSettings, ...(throwaway ? throwawaySettings : [])]
  const flags = [`port=${port}`, `max_connections=${options.maxConnections ?? 60}`, ...settings]
  const words = ['-D', cluster.path, ...flags.flatMap((flag) => ['-c', flag])]
  const child = launch([...cluster.account.prefix, binaries.postgres, ...words], log)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve())
  })
  await ready(child, ended, cluster.path, log)
  let wanted = false
  return {
    url: urlOf(cluster, port),
    port,
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
const watched =
  'exec 3<&0; ( { cat <&3 >/dev/null 2>&1; kill -INT $$ 2>/dev/null; } & ); exec "$@" </dev/null 3<&-'

function launch(words: string[], log: string): ChildProcess {
  if (existsSync(log) && statSync(log).size > 10_000_000) truncateSync(log)
  const output = openSync(log, 'a', 0o600)
  const stdio = ['pipe' as const, output, output]
  const child = spawn('sh', ['-c', watched, 'sh', ...words], {
    cwd: '/',
    env: plainEnvironment(),
    detached: true,
    stdio,
  })
  closeSync(output)
  child.stdin?.on('error', () => {})
  return child
}

async function ready(child: ChildProcess, ended: Promise<void>, path: string, log: string): Promise<void> {
  const until = performance.now() + 120_000
  while (!isReady(path, child.pid)) {
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
 * The server writes to this file when it accepts connections, as a standby only those that read. The process id distinguishes
 * it from an earlier server.
 */
function isReady(path: string, pid: number | undefined): boolean {
  try {
    const lines = readFileSync(join(path, 'postmaster.pid'), 'utf8').split('\n')
    return Number(lines[0]) === pid && ['ready', 'standby'].includes(lines[7]?.trim() ?? '')
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
