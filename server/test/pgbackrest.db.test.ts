import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../scripts/ports.ts'
import { type Postgres, startServer } from '../../scripts/postgres.ts'
import { chooseAccount, giveTo } from '../../scripts/postgres-account.ts'
import { root } from '../../scripts/runtime.ts'
import { findAlarms } from '../src/alarms.ts'
import { commands } from '../src/cli.ts'
import { runCommandLine } from '../src/commands/run.ts'
import { openPool } from '../src/infra/db/pool.ts'
import { prepareDatabase } from '../src/infra/db/prepare-database.ts'
import { startHeartbeat } from '../src/infra/db/restore/heartbeat.ts'
import { openLog } from '../src/infra/observability/log.ts'
import { brokenInvariants } from '../src/invariants.ts'
import { main } from '../src/main.ts'
import type { Tables } from '../src/tables.ts'
import { openSql } from './sql.ts'

/** Debian's programs of the versions that its pgBackRest can back up. */
const programs = [15, 16, 17, 18]
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find((path) => spawnSync(join(path, 'postgres'), ['--version']).status === 0)
const missing =
  programs === undefined
    ? 'PostgreSQL is not installed (Debian: postgresql)'
    : spawnSync('pgbackrest', ['version']).status !== 0
      ? 'pgBackRest is not installed (Debian: pgbackrest)'
      : null

const home = mkdtempSync(join(tmpdir(), 'labalaba-pgbackrest-'))
const account = chooseAccount(home, 'true')
const cluster = join(home, 'main')
const configuration = join(home, 'pgbackrest.conf')
const machine = join(home, 'machine')
const secretKey = 'a secret of the tests, with more than 32 characters'
let running: Pick<Postgres, 'stop'> | null = null
const closing: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  await running?.stop()
  rmSync(home, { recursive: true, force: true })
})

/** The configuration in the recipe, by its language and a word of it. */
function recipe(language: string, word: string): string {
  const page = readFileSync(join(root, 'docs/operations/backups.md'), 'utf8')
  const blocks = [...page.matchAll(/^ *```(\w+)\n([\s\S]*?)^ *```$/gm)]
  const found = blocks.find(([, name, block]) => name === language && block?.includes(word))?.[2]
  return (found ?? '').replace(/^ {3}/gm, '')
}

function asAccount(...words: string[]): string {
  const [command = '', ...rest] = [...account.prefix, ...words]
  const env = { PATH: process.env.PATH, LC_ALL: 'C', PGBACKREST_CONFIG: configuration }
  return execFileSync(command, rest, { cwd: '/', env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

const pgbackrest = (...words: string[]) => asAccount('pgbackrest', '--stanza=labalaba', ...words)

async function start(port: number, recovers: boolean): Promise<string> {
  running = await startServer({
    ...{ path: cluster, account, program: join(programs ?? '', 'postgres'), recovers },
    settings: [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${home}`],
    log: join(home, 'postgres.log'),
    env: { PGBACKREST_CONFIG: configuration },
  })
  return `postgres://postgres@127.0.0.1:${port}/postgres`
}

/** As the operator does by the recipe: the configuration of pgBackRest and of PostgreSQL. */
function setUp(port: number): void {
  for (const folder of ['repository', 'spool', 'lock', 'logs', 'drills']) mkdirSync(join(home, folder))
  const here = recipe('ini', 'repo1-cipher-type')
    .replace('/var/lib/pgbackrest', join(home, 'repository'))
    .replace('/var/spool/pgbackrest', join(home, 'spool'))
    .replace('/var/lib/postgresql/15/main', cluster)
    .replace('<passphrase>', 'a passphrase of the tests')
    .replace('[global]', `[global]\nlock-path=${join(home, 'lock')}\nlog-path=${join(home, 'logs')}`)
  writeFileSync(configuration, `${here}\npg1-port=${port}\npg1-socket-path=${home}\npg1-user=postgres\n`, {
    mode: 0o640,
  })
  giveTo(account, home)
  asAccount(
    join(programs ?? '', 'initdb'),
    '-D',
    cluster,
    '-U',
    'postgres',
    '--auth=trust',
    '-E',
    'UTF8',
    '--locale=C',
  )
  // As `alter system` does: a backup contains this file, and a drill must not archive by it.
  appendFileSync(join(cluster, 'postgresql.auto.conf'), recipe('ini', 'archive_command'))
}

async function drill(url: string, more: Record<string, string> = {}) {
  const env = {
    ...{ PATH: process.env.PATH, PGBACKREST_CONFIG: configuration, DATABASE_URL: url, SECRET_KEY: secretKey },
    ...{
      DRILL_STANZA: 'labalaba',
      DRILL_FOLDER: join(home, 'drills'),
      DRILL_DAYS: '8',
      DATA_DIR: machine,
      ...more,
    },
  }
  const child = spawn(process.execPath, [join(root, 'scripts/drill.ts')], { env, cwd: home })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return {
    code: child.exitCode,
    output: `${out}${err}`,
    report: () => JSON.parse(out.trim().split('\n').at(-1) ?? ''),
  }
}

test.skipIf(missing)(
  `the recipe: backup, archive, drill, and recovery to a point in time${missing ? `: skipped, ${missing}` : ''}`,
  {
    timeout: 300_000,
  },
  async () => {
    const port = await freePort()
    setUp(port)
    const url = await start(port, false)
    pgbackrest('stanza-create')
    pgbackrest('check')
    pgbackrest('--type=full', 'backup')

    await prepareDatabase({ databaseUrl: url, databaseOwnerUrl: url })
    const { db, close } = openPool<Tables>(url, 3)
    const sql = openSql(url, 3)
    const log = openLog('silent')
    const look = async () =>
      (await startHeartbeat(db, { dataDir: machine, log, onRestored: () => {} })).stop()
    await look()
    pgbackrest('--type=diff', 'backup')
    await sql`create table written as select 'before' as at`
    await look()
    const archived = async () => {
      const [{ name } = { name: '' }] = await sql<
        { name: string }[]
      >`select pg_walfile_name(pg_switch_wal()) as name`
      const last = async () =>
        (await sql`select last_archived_wal as name from pg_stat_archiver`)[0]?.name ?? ''
      await expect.poll(last, { timeout: 60_000 }).toSatisfy((wal: string) => wal >= name)
    }
    const archive = async (command: string) => {
      await sql.unsafe(`alter system set archive_command = ${command}`)
      await sql`select pg_reload_conf()`
    }
    await archived()

    const good = await drill(url)
    expect(good, good.output).toMatchObject({ code: 0 })
    expect(good.report()).toMatchObject({
      outcome: 'good',
      kind: 'pgbackrest',
      backup: expect.stringMatching(/^\d{8}-\d{6}F_\d{8}-\d{6}D$/),
      broken: [],
    })
    // Everything that was archived came back.
    expect(good.report().rpoSeconds).toBe(0)
    expect(readdirSync(join(home, 'drills'))).toEqual([])
    // The restored server has archived nothing: its timeline is not in the repository, and the archive goes on.
    const inRepository = readdirSync(join(home, 'repository/archive'), { recursive: true, encoding: 'utf8' })
    expect(
      inRepository.filter((name) => /0000000[2-9]/.test(name.split('/').at(-1)?.slice(0, 8) ?? '')),
    ).toEqual([])
    await archived()
    expect((await sql`select failed_count from pg_stat_archiver`)[0]).toEqual({ failed_count: 0 })

    const wrong = await drill(url, { DRILL_STANZA: 'another' })
    expect(wrong).toMatchObject({
      code: 1,
      output: expect.stringContaining('no backup of the stanza another'),
    })
    const alarms = (await findAlarms(db, new Date(), { copies: false, drillDays: 8 })).map(
      ({ alarm }) => alarm,
    )
    expect(alarms).toContain('drill')
    // An archive that has stopped: what happens from now on would be lost.
    const [usual] = await sql<{ command: string }[]>`select current_setting('archive_command') as command`
    await archive("'false'")
    await sql`update database_incarnation set heartbeat_at = now() + interval '1 hour'`
    const late = await drill(url, { DRILL_RPO_SECONDS: '60' })
    expect(late).toMatchObject({ code: 1, output: expect.stringContaining('DRILL_RPO_SECONDS is 60') })
    expect(late.report()).toMatchObject({ outcome: 'failed', broken: [] })
    await sql`update database_incarnation set heartbeat_at = now()`
    await archive(`'${usual?.command}'`)

    // A mistake, and a restore to the moment before it.
    await sql`insert into written values ('just before')`
    const [{ target } = { target: '' }] = await sql<
      { target: string }[]
    >`select clock_timestamp()::text as target`
    await sql`insert into written values ('the mistake')`
    await look()
    await archived()
    await Promise.all([close(), sql.end({ timeout: 5 })])
    await running?.stop()
    pgbackrest('--delta', '--type=time', `--target=${target}`, '--target-action=promote', 'restore')
    await start(port, true)
    const env = {
      ...{ DATABASE_URL: url, DATA_DIR: machine, SECRET_KEY: secretKey, LOG_LEVEL: 'silent' },
      ROLE: 'web',
    }
    await expect(main(env)).rejects.toThrow(/restored to an earlier state.*after-restore/s)
    const lines: string[] = []
    const print = (line: string) => void lines.push(line)
    const code = await runCommandLine(commands, ['after-restore'], env, { print, complain: print })
    expect(code, lines.join('\n')).toBe(0)
    const restored = openPool<Tables>(url, 2)
    closing.push(restored.close)
    const { rows } = await restored.connections.query('select at from written order by at')
    expect(rows.map(({ at }) => at)).toEqual(['before', 'just before'])
    expect(await brokenInvariants(restored.db)).toEqual([])
  },
)
