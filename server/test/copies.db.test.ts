import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test, vi } from 'vitest'
import { type DataFolder, takeDataFolder } from '../../scripts/data-folder.ts'
import { freePort } from '../../scripts/ports.ts'
import { type Postgres, startPostgres } from '../../scripts/postgres.ts'
import { openLogins } from '../../scripts/postgres-logins.ts'
import { root } from '../../scripts/runtime.ts'
import { findAlarms } from '../src/alarms.ts'
import { deleteOldCopies, listCopies } from '../src/infra/db/copy/copies.ts'
import { copyDatabase } from '../src/infra/db/copy/copy-database.ts'
import { copyIfDue } from '../src/infra/db/copy/nightly.ts'
import { openPool } from '../src/infra/db/pool.ts'
import { prepareDatabase } from '../src/infra/db/prepare-database.ts'
import { startHeartbeat } from '../src/infra/db/restore/heartbeat.ts'
import { brokenInvariants } from '../src/invariants.ts'
import { main } from '../src/main.ts'
import type { Tables } from '../src/tables.ts'
import { ada } from './cast.ts'
import { patience } from './database.ts'
import { openSql, type Sql } from './sql.ts'
import { pay } from './stages.ts'
import { book, bookingForm, buildWorld, callerOf, signingKey } from './world.ts'

// Each copy writes some thousand files.
vi.setConfig({ testTimeout: 180_000 })

const home = mkdtempSync(join(tmpdir(), 'labalaba-copies-'))
const dataDir = join(home, 'data')
const copies = join(home, 'copies')
const closing: (() => Promise<unknown>)[] = []
let running: { folder: DataFolder; postgres: Postgres } | null = null

const { url } = await start()
const logins = await openLogins(url, dataDir)
await prepareDatabase({ databaseUrl: logins.application, databaseOwnerUrl: logins.owner })
const opened = open(url)
const world = await buildWorld({
  broken: true,
  database: { ...opened, url, applicationUrl: logins.application, workerUrl: logins.worker },
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  await stop()
  rmSync(home, { recursive: true, force: true })
})

async function start(): Promise<Postgres> {
  const folder = takeDataFolder(dataDir)
  const postgres = await startPostgres({ folder })
  running = { folder, postgres }
  return postgres
}

async function stop(): Promise<void> {
  await running?.postgres.stop()
  running?.folder.release()
  running = null
}

function open(at: string) {
  const { db, connections, close } = openPool<Tables>(`${at}${patience}`, 5)
  const sql = openSql(at, 5)
  closing.push(close, () => sql.end({ timeout: 5 }))
  return { db, connections, sql }
}

const copy = (now: Date, more: { folder?: string; kept?: number; signal?: AbortSignal } = {}) =>
  copyDatabase({ ownerUrl: running?.postgres.url ?? '', dataDir, folder: copies, kept: 7, now, ...more })

/** One look of the site at its database. */
async function look(): Promise<void> {
  const onRestored = () => {}
  const heartbeat = await startHeartbeat(world.db, { dataDir, log: world.parts.log, onRestored })
  heartbeat.stop()
}

/** Runs a command line as an operator does. */
async function labalaba(...words: string[]) {
  return await run('scripts/labalaba.ts', words, {})
}

async function run(script: string, words: readonly string[], more: Record<string, string>) {
  const env = {
    ...{ PATH: process.env.PATH, DATA_DIR: dataDir, COPIES_FOLDER: copies, DEMO: 'on' },
    ...{ PAYSTACK_URL: world.simulator.url, PAYSTACK_SECRET_KEY: signingKey, ...more },
  }
  const child = spawn(process.execPath, [join(root, script), ...words], { env, cwd: home })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, output: `${out}${err}` }
}

/** Writes in the background: pairs of rows that each commit together, which only a consistent copy has in pairs. */
function writeUntilStopped(sql: Sql) {
  let isStopped = false
  let pairs = 0
  const ended = (async () => {
    await sql`create table written (pair integer not null, filling text not null)`
    while (!isStopped) {
      pairs += 1
      await sql`insert into written select ${pairs}, repeat(md5(random()::text), 30) from generate_series(1, 2)`
      if (pairs % 50 === 0) await sql`update written set filling = md5(filling) where pair > ${pairs - 50}`
    }
  })()
  return {
    pairs: () => pairs,
    async stop() {
      isStopped = true
      await ended
    },
  }
}

/** Whether this process may have a disk of its own. */
function canMount(): boolean {
  return (
    process.getuid?.() === 0 &&
    spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0
  )
}

test('a copy is made under load and restored: consistent, up to its end, and only served after after-restore', {
  timeout: 300_000,
}, async () => {
  const asAda = callerOf(world.publicUrl, `Bearer ${await world.tokenOf(ada)}`)
  const { order: kept, payment } = await book(asAda, bookingForm())
  await pay(world, payment)
  mkdirSync(join(dataDir, 'files/ab'), { recursive: true })
  writeFileSync(join(dataDir, 'files/ab/abc'), 'an uploaded file')
  await look()
  const load = writeUntilStopped(world.sql)
  await expect.poll(load.pairs).toBeGreaterThan(100)

  const before = load.pairs()
  const made = await copy(new Date('2026-11-28T02:00:00Z'))
  expect(made.path).toBe(join(copies, 'copy-2026-11-28T02-00-00Z'))
  const during = load.pairs()
  expect(during).toBeGreaterThan(before)
  const { order: lost } = await book(asAda, bookingForm())
  await expect.poll(load.pairs).toBeGreaterThan(during + 10)
  await load.stop()
  await look()

  const refused = await labalaba('restore-copy', made.path)
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringMatching(/is in use by another Labalaba.*Stop that one first/s),
  })
  await stop()

  // A damaged copy changes nothing.
  const damaged = join(home, 'damaged')
  cpSync(made.path, damaged, { recursive: true })
  appendFileSync(join(damaged, 'postgres/PG_VERSION'), '\n')
  const harmless = await labalaba('restore-copy', damaged)
  expect(harmless).toMatchObject({ code: 1, output: expect.stringContaining('postgres/PG_VERSION in') })
  expect(readdirSync(dataDir).filter((name) => /restore/.test(name))).toEqual([])

  rmSync(join(dataDir, 'files/ab/abc'))
  const restored = await labalaba('restore-copy', made.path)
  expect(restored, restored.output).toMatchObject({
    code: 0,
    output: expect.stringContaining('after-restore'),
  })
  expect(restored.output).toContain('as it was at 2026-11-28T02:00:00.000Z')
  const aside = /is in (\S+)\. Delete/.exec(restored.output)?.[1] ?? ''
  expect(existsSync(join(aside, 'PG_VERSION'))).toBe(true)
  expect(readFileSync(join(dataDir, 'files/ab/abc'), 'utf8')).toBe('an uploaded file')

  const again = await start()
  const env = {
    DATABASE_URL: again.url,
    DATA_DIR: dataDir,
    DEMO: 'on',
    DEMO_HISTORY: 'off',
    LOG_LEVEL: 'silent',
    ROLE: 'web',
  }
  await expect(main(env)).rejects.toThrow(/restored to an earlier state.*after-restore/s)
  // A machine that has never seen the database finds it too.
  await expect(main({ ...env, DATA_DIR: join(home, 'another machine') })).rejects.toThrow('after-restore')

  const { db, sql } = open(again.url)
  expect(await brokenInvariants(db)).toEqual([])
  const orders = await sql<{ reference: string }[]>`select reference from lab_order`
  expect(orders.map(({ reference }) => reference)).toContain(kept)
  expect(orders.map(({ reference }) => reference)).not.toContain(lost)
  const [rows] =
    await sql`select count(*) as n, count(distinct pair) as pairs, max(pair) as last from written`
  expect(rows).toMatchObject({ n: 2 * Number(rows?.pairs), pairs: rows?.last })
  expect(Number(rows?.last)).toBeGreaterThanOrEqual(before)
  expect(Number(rows?.last)).toBeLessThanOrEqual(during)

  const served = await labalaba('after-restore')
  expect(served, served.output).toMatchObject({ code: 0, output: expect.stringContaining('Skipped') })
  const site = await main({ ...env, PORT: String(await freePort()) })
  await site.close()

  // The restored database can be copied and restored again.
  const second = await copy(new Date('2026-11-29T02:00:00Z'))
  await sql.end({ timeout: 5 })
  await stop()
  expect((await labalaba('restore-copy', second.path)).code).toBe(0)
  const third = await start()
  await expect(main({ ...env, DATABASE_URL: third.url })).rejects.toThrow('after-restore')
})

test('an interrupted copy leaves nothing, and so does one of another database', async () => {
  const folder = join(home, 'nothing')
  const ending = new AbortController()
  ending.abort()
  await expect(copy(new Date(), { folder, signal: ending.signal })).rejects.toThrow('before it was complete')
  expect(readdirSync(folder)).toEqual([])
  const ownerUrl = running?.postgres.url ?? ''
  await expect(copyDatabase({ ownerUrl, dataDir: home, folder, kept: 1, now: new Date() })).rejects.toThrow(
    'This copies the embedded database',
  )
  await expect(labalaba('restore-copy', folder)).resolves.toMatchObject({ code: 1 })
})

test.runIf(canMount())(
  'a disk without enough space, or one that fills up, leaves nothing of the copy',
  async () => {
    const disk = (name: string, limits: string) => {
      const folder = join(home, name)
      mkdirSync(folder)
      execFileSync('mount', ['-t', 'tmpfs', '-o', limits, 'tmpfs', folder])
      closing.push(async () => execFileSync('umount', [folder]))
      return folder
    }
    const small = disk('small disk', 'size=4m')
    await expect(copy(new Date(), { folder: small })).rejects.toThrow(
      /too little space in .*: a copy needs \d+ MB, and \d+ MB are free/,
    )
    // It has space enough, but not for so many files.
    const filling = disk('filling disk', 'size=2g,nr_inodes=300')
    await expect(copy(new Date(), { folder: filling })).rejects.toThrow(/The disk of .* is full/)
    expect([...readdirSync(small), ...readdirSync(filling)]).toEqual([])
  },
)

test('the newest copies are kept; what was interrupted is deleted; uploaded files are stored once', async () => {
  const folder = join(home, 'kept')
  mkdirSync(join(folder, 'copy-2026-01-01T00-00-00Z.half'), { recursive: true })
  mkdirSync(join(folder, 'a folder of the operator'))
  const [first, second] = ['copy-2026-12-01T02-00-00Z', 'copy-2026-12-02T02-00-00Z'] as const
  for (const day of ['01', '02']) await copy(new Date(`2026-12-${day}T02:00:00Z`), { folder, kept: 2 })
  expect(readdirSync(folder).toSorted()).toEqual(['a folder of the operator', first, second])
  const inode = (name: string) => statSync(join(folder, name, 'files/ab/abc')).ino
  expect(inode(second)).toBe(inode(first))
  await deleteOldCopies(folder, 1)
  expect(await listCopies(folder)).toEqual([second])
  expect(readFileSync(join(folder, second, 'files/ab/abc'), 'utf8')).toBe('an uploaded file')
})

test('a copy is due each night; a failed one is recorded and tried again after an hour', async () => {
  const { db, sql } = open(running?.postgres.url ?? '')
  await sql`delete from backup_check`
  await sql`update database_incarnation set began_at = '2026-12-01T12:00:00Z' where number = 1`
  const folder = join(home, 'nightly')
  let now = new Date('2026-12-02T01:59:00Z')
  const night = async (time: string, dir = folder) => {
    now = new Date(`2026-12-${time}Z`)
    const nightly = { db, log: world.parts.log, clock: { now: () => now }, dataDir, folder: dir, kept: 7 }
    await copyIfDue({ ...nightly, ownerUrl: running?.postgres.url ?? '' }, new AbortController().signal)
    return (await listCopies(folder)).length
  }
  const alarms = async () => {
    const found = await findAlarms(db, now, { copies: true, drillDays: null })
    return found.filter(({ alarm }) => alarm === 'database copy').map(({ text: words }) => words)
  }
  expect(await night('02T01:59:00')).toBe(0)
  writeFileSync(join(home, 'a file'), '')
  expect(await night('02T02:00:00', join(home, 'a file'))).toBe(0)
  expect(await alarms()).toEqual([expect.stringContaining('the last one failed: ')])
  expect(await night('02T02:59:00')).toBe(0)
  expect(await night('02T03:00:00')).toBe(1)
  expect(await alarms()).toEqual([])
  expect(await night('02T23:00:00')).toBe(1)
  now = new Date('2026-12-03T16:00:00Z')
  expect(await alarms()).toEqual(['copy of the database: the last good one is 37 hours old'])
  expect(await night('03T16:00:00')).toBe(2)
  expect(await alarms()).toEqual([])
})

test('a drill restores the newest copy beside the running database, and says what would be lost', async () => {
  const { db, sql } = open(running?.postgres.url ?? '')
  await sql`update database_incarnation set heartbeat_at = heartbeat_at + interval '90 seconds'`
  const settings = { DRILL_FOLDER: join(home, 'drills'), DRILL_DAYS: '8' }
  const drill = (more: Record<string, string>) => run('scripts/drill.ts', [], { ...settings, ...more })
  const report = (output: string) => JSON.parse(output.trim().split('\n').at(-1) ?? '')
  const alarms = async () => {
    const found = await findAlarms(db, new Date(), { copies: false, drillDays: 8 })
    return found.filter(({ alarm }) => alarm === 'drill').map(({ text: words }) => words)
  }

  const good = await drill({})
  expect(good, good.output).toMatchObject({
    code: 0,
    output: expect.stringContaining('Drill of a restore: good'),
  })
  expect(report(good.output)).toMatchObject({
    ...{ outcome: 'good', kind: 'copy', backup: (await listCopies(copies))[0], broken: [], problems: [] },
    ...{ rtoSeconds: expect.any(Number), invariantsSeconds: expect.any(Number) },
  })
  expect(report(good.output).rpoSeconds).toBeGreaterThanOrEqual(90)
  expect(await alarms()).toEqual([])

  // Another history in the copy than the books allow is a breach, and so is a loss of too many seconds.
  const breach = await drill({ DRILL_RPO_SECONDS: '89' })
  expect(breach).toMatchObject({ code: 1, output: expect.stringContaining('DRILL_RPO_SECONDS is 89') })
  expect(await alarms()).toEqual([
    expect.stringMatching(/the last one failed: \d+ s of changes would be lost/),
  ])

  const none = await drill({ COPIES_FOLDER: join(home, 'no copies') })
  expect(none).toMatchObject({ code: 1, output: expect.stringContaining('There is no copy') })
  expect(readdirSync(join(home, 'drills'))).toEqual([])
  // The running database is as it was.
  expect(
    await sql`select timeline, number from database_incarnation order by number desc limit 1`,
  ).toHaveLength(1)
  await sql`update database_incarnation set heartbeat_at = now()`
})
