import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../scripts/ports.ts'
import { startServer } from '../scripts/postgres.ts'
import { chooseAccount } from '../scripts/postgres-account.ts'

/**
 * What a synchronous replica costs: the latency of pgbench's transaction at each level of `synchronous_commit`, as a ratio to
 * an asynchronous replica, in turns in one run. It shows the lower quartile of the turns, and all of them. Needs Debian's
 * PostgreSQL. `node bench/sync-replica.ts [seconds a turn]`.
 */
const seconds = Number(process.argv[2] ?? 2)
const rounds = 12
const clients = [1, 8]
/** The first is what the others are compared with. */
const levels = ['local', 'remote_write', 'on', 'remote_apply'] as const

const programs = [18, 17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin`)
const bin = programs.find((path) => spawnSync(join(path, 'pgbench'), ['--version']).status === 0)
if (!bin) throw new Error('Install PostgreSQL with pgbench (Debian: postgresql).')

const home = mkdtempSync(join(tmpdir(), 'labalaba-sync-'))
const account = chooseAccount(home, 'true')
const [mainPort, replicaPort] = [await freePort(), await freePort()]
const path = (name: string) => join(home, name)

function run(program: string, ...words: string[]): string {
  const [command = '', ...rest] = [...account.prefix, join(bin ?? '', program), ...words]
  const env = {
    PATH: process.env.PATH,
    LC_ALL: 'C',
    PGHOST: home,
    PGUSER: 'postgres',
    PGDATABASE: 'postgres',
  }
  return execFileSync(command, rest, { cwd: '/', env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

async function start(name: string, port: number) {
  const settings = [`port=${port}`, 'listen_addresses=', `unix_socket_directories=${home}`]
  return await startServer({
    ...{ path: path(name), account, program: join(bin ?? '', 'postgres'), recovers: false },
    ...{ settings, log: path(`${name}.log`) },
  })
}

/** The mean latency of a transaction in milliseconds. */
function measure(level: string, atOnce: number): number {
  const port = ['-p', String(mainPort)]
  run(
    'psql',
    ...port,
    '-qc',
    `alter system set synchronous_commit = ${level}`,
    '-c',
    'select pg_reload_conf()',
  )
  const output = run('pgbench', ...port, '-n', '-c', String(atOnce), '-j', '2', '-T', String(seconds))
  return Number(/latency average = ([\d.]+) ms/.exec(output)?.[1])
}

/** The lower quartile: what other work on the machine disturbs least. */
function quartile(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 4)] ?? Number.NaN
}

const stops: (() => Promise<void>)[] = []
try {
  run('initdb', '-D', path('main'), '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C')
  appendFileSync(path('main/postgresql.conf'), "synchronous_standby_names = ''\nshared_buffers = 256MB\n")
  stops.push((await start('main', mainPort)).stop)
  run('pgbench', '-p', String(mainPort), '-iq', '-s', '20')
  run('pg_basebackup', '-p', String(mainPort), '-D', path('replica'), '-X', 'stream')
  appendFileSync(
    path('replica/postgresql.auto.conf'),
    `primary_conninfo = 'host=${home} port=${mainPort} user=postgres application_name=replica_one'\n`,
  )
  writeFileSync(path('replica/standby.signal'), '')
  stops.push((await start('replica', replicaPort)).stop)
  run(
    'psql',
    '-p',
    String(mainPort),
    '-qc',
    "alter system set synchronous_standby_names = 'ANY 1 (replica_one)'",
  )
  console.log(run('psql', '-p', String(mainPort), '-tAc', 'select version()').trim())
  for (const atOnce of clients) {
    const found = new Map<string, number[]>(levels.map((level) => [level, []]))
    // The first round warms up.
    for (let round = 0; round <= rounds; round++)
      for (const level of levels) {
        const latency = measure(level, atOnce)
        if (round > 0) found.get(level)?.push(latency)
      }
    const base = quartile(found.get('local') ?? [])
    for (const [level, values] of found)
      console.log(
        `${String(atOnce).padStart(2)} at once  ${level.padEnd(13)} ${quartile(values).toFixed(2).padStart(7)} ms  ratio ${(quartile(values) / base).toFixed(2)}  (${values.map((value) => value.toFixed(2)).join(', ')})`,
      )
  }
} finally {
  for (const stop of stops.reverse()) await stop()
  rmSync(home, { recursive: true, force: true })
}
