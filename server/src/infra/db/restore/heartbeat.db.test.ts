import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cloneDatabase } from '../../../../test/database.ts'
import type { Tables } from '../../../tables.ts'
import { openLog } from '../../observability/log.ts'
import { openPool } from '../pool.ts'
import { DatabaseRestored, type Heartbeat, startHeartbeat } from './heartbeat.ts'

const { sql, applicationUrl } = await cloneDatabase()

let home: string
let logged: string[]
let found: Error[]
const closing: (() => unknown)[] = []

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'labalaba-heartbeat-'))
  ;[logged, found] = [[], []]
})

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await sql`delete from database_incarnation`
  rmSync(home, { recursive: true, force: true })
})

/** A process with the login of the site, which looks at the database every 20 ms. */
async function start(dataDir = join(home, 'machine')): Promise<Heartbeat> {
  const pool = openPool<Tables>(applicationUrl, 1)
  closing.push(pool.close)
  const log = openLog('warn', { write: (line) => void logged.push(line) })
  const onRestored = (error: Error) => void found.push(error)
  const heartbeat = await startHeartbeat(pool.db, { dataDir, log, onRestored, pause: 20 })
  closing.push(() => heartbeat.stop())
  return heartbeat
}

/** Makes the database end earlier, as a copy of its disks from that time. */
const goBack = async (seconds: number) =>
  await sql`update database_incarnation set heartbeat_at = heartbeat_at - make_interval(secs => ${seconds})`

const heartbeatAt = async () =>
  (await sql<{ at: Date }[]>`select heartbeat_at as at from database_incarnation`)[0]?.at

test('a process records that the database is in use, in the database and in its folder', async () => {
  await start()
  const first = await heartbeatAt()
  await expect.poll(heartbeatAt).not.toEqual(first)
  const file = () => JSON.parse(readFileSync(join(home, 'machine/database-seen.json'), 'utf8'))
  const [row] =
    await sql`select id, number, timeline, system_identifier ~ '^[0-9]+$' as known from database_incarnation`
  expect(row).toMatchObject({ number: 1, timeline: 1, known: true })
  expect(file()).toMatchObject({ install: row?.id, incarnation: row?.id, seenAt: expect.any(String) })
  // Two processes of one machine share the folder, and one that starts again goes on.
  await start()
  expect([logged, found]).toEqual([[], []])
})

test('a copy of the disks from ten minutes ago is refused, although its timeline is the same', async () => {
  ;(await start()).stop()
  await goBack(600)
  await expect(start()).rejects.toThrow(DatabaseRestored)
  await expect(start()).rejects.toThrow(
    /restored to an earlier state: it ends at .*after-restore.*upgrade\.md/,
  )
  // A machine that has never seen it cannot know.
  await start(join(home, 'new machine'))
})

test('a process that runs while the database is replaced notices it, once', async () => {
  await start()
  await goBack(600)
  await expect.poll(() => found.length).toBe(1)
  expect(found[0]).toBeInstanceOf(DatabaseRestored)
  expect(found).toHaveLength(1)
})

test('a failover that lost seconds is an alarm, and the process goes on', async () => {
  ;(await start()).stop()
  await goBack(30)
  await start()
  const [line = '{}'] = logged
  expect(JSON.parse(line)).toMatchObject({ alarm: 'database lost', lostMs: 30_000 })
  expect(line).toContain('after-restore --restored-to')
  expect(found).toEqual([])
})

test('a promotion under a running process is a warning, also if the replica has a slower clock', async () => {
  await start()
  await sql`update database_incarnation set timeline = 7, heartbeat_at = heartbeat_at + interval '2 seconds'`
  await expect.poll(() => logged.join()).toContain('has failed over')
  await expect.poll(async () => (await sql`select timeline from database_incarnation`)[0]?.timeline).toBe(1)
  expect(found).toEqual([])
})

test('a server that comes back after a failover with the target of a declared restore is no new restore', async () => {
  ;(await start()).stop()
  await sql`update database_incarnation set timeline = 7, recovery_target = 'time 2026-11-20'`
  ;(await start()).stop()
  const [row] = await sql`select timeline, recovery_target as target from database_incarnation`
  expect(row).toEqual({ timeline: 1, target: 'time 2026-11-20' })
})

test('a process follows a restore that was declared while it ran', async () => {
  await start()
  await sql`insert into database_incarnation (number, began_at, heartbeat_at, restored_to, in_use_until)
    values (2, now(), now() - interval '1 hour', now() - interval '1 hour', now())`
  const second = async () =>
    (
      await sql`select heartbeat_at > now() - interval '1 minute' as seen from database_incarnation where number = 2`
    )[0]?.seen
  await expect.poll(second).toBe(true)
  expect(found).toEqual([])
})

test('without the right to ask for the timeline, what the machine saw still counts, and the log says so', async () => {
  await sql`revoke execute on function pg_control_system() from public`
  closing.unshift(() => sql`grant execute on function pg_control_system() to public`.then(() => {}))
  ;(await start()).stop()
  expect(logged.join()).toContain('may not ask for the timeline')
  await goBack(600)
  await expect(start()).rejects.toThrow(DatabaseRestored)
})

test('containers that share the folder do not write to the same draft, although their processes have the same id', async () => {
  // As another container that is writing at this moment.
  mkdirSync(join(home, `machine/database-seen.json.${process.pid}`), { recursive: true })
  ;(await start()).stop()
  expect(logged).toEqual([])
  expect(readdirSync(join(home, 'machine')).toSorted()).toEqual([
    'database-seen.json',
    `database-seen.json.${process.pid}`,
  ])
})

test('a folder that cannot be written to is a warning, and so is a file that cannot be read', async () => {
  writeFileSync(join(home, 'machine'), 'a file in place of the folder')
  ;(await start()).stop()
  expect(logged.join()).toContain('DATA_DIR cannot be written to')
  writeFileSync(join(home, 'database-seen.json'), '{"half')
  await start(home)
  expect(found).toEqual([])
})
