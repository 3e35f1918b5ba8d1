import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { freePort } from '../../scripts/ports.ts'

/** Why the tests with PgBouncer do not run here; null if they do. */
export const noPgBouncer =
  spawnSync('pgbouncer', ['--version']).status === 0 ? null : 'PgBouncer is not installed (Debian: pgbouncer)'

type Settings = {
  readonly poolMode: 'transaction' | 'session' | 'statement'
  /** How many connections to the database it shares among its clients. */
  readonly shared?: number
  /** The start-up parameters that it accepts and ignores. */
  readonly ignored?: string
}

/**
 * Starts PgBouncer in front of a database for one test, and returns the address through it. It logs in with the user and
 * the password of the given address, as most installs let it.
 */
export async function startPgBouncer(databaseUrl: string, settings: Settings): Promise<string> {
  const { poolMode, shared = 4, ignored = '' } = settings
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const folder = mkdtempSync(join(tmpdir(), 'labalaba-pgbouncer-'))
  const listenPort = await freePort()
  const configuration = join(folder, 'pgbouncer.ini')
  const database = pathname.slice(1)
  writeFileSync(
    configuration,
    [
      '[databases]',
      `${database} = host=${hostname} port=${port} dbname=${database} user=${username} password=${decodeURIComponent(password)}`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1\nlisten_port = ${listenPort}\nunix_socket_dir =`,
      `auth_type = any\npool_mode = ${poolMode}\ndefault_pool_size = ${shared}\nmax_client_conn = 200`,
      ...(ignored ? [`ignore_startup_parameters = ${ignored}`] : []),
    ].join('\n'),
  )
  // As root, PgBouncer changes to a user without rights, who must be able to read its file.
  chmodSync(folder, 0o755)
  const words = process.getuid?.() === 0 ? ['-q', '-u', 'nobody'] : ['-q']
  const pgbouncer = spawn('pgbouncer', [...words, configuration], { stdio: ['ignore', 'ignore', 'inherit'] })
  onTestFinished(() => {
    pgbouncer.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  while (!(await accepts(listenPort))) {
    if (pgbouncer.exitCode !== null) throw new Error('PgBouncer did not start; its words are above')
    await pause(20)
  }
  return `postgres://${username}:${password}@127.0.0.1:${listenPort}/${database}`
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.end())
  })
}
