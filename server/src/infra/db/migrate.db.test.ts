import { afterEach, expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import { madeUpMigration } from '../../../test/made-up-migration.ts'
import type { Tables } from '../../tables.ts'
import { migrate } from './migrate.ts'
import { listMigrations } from './migrations.ts'
import { openPool } from './pool.ts'
import { prepareDatabase } from './prepare-database.ts'
import { MigrationBlocked, usualPatience } from './run-migration.ts'

const { sql, url } = await cloneDatabase()
const own = listMigrations()
const addNote = madeUpMigration(1, '-- phase: expand\nalter table busy add column note text;')
const addIndex = madeUpMigration(
  2,
  '-- phase: expand\n-- no transaction\ncreate unique index concurrently if not exists busy_id on busy (id);',
)

afterEach(async () => {
  await sql`delete from migration where name <> all(${own.map(({ name }) => name)})`
  await sql`drop table if exists busy`
})

/** A session that reads the table `busy` in a transaction which stays open until `end`. */
async function openReader() {
  await sql`create table busy (id int)`
  await sql`insert into busy values (1)`
  const session = await sql.reserve()
  await session.unsafe('begin isolation level repeatable read')
  await session.unsafe(`select * from busy where 'a name in a query' <> ''`)
  const [row] = await session<{ pid: number }[]>`select pg_backend_pid() as pid`
  let isOpen = true
  const end = async () => {
    if (!isOpen) return
    isOpen = false
    await session.unsafe('commit')
    session.release()
  }
  onTestFinished(end)
  return { pid: row?.pid, end }
}

/** Gives up soon and tries again until the test ends. */
const eager = { lockTimeout: 100, aloneTimeout: 60_000, tries: 100_000, pause: 50 }

const ranOf = async () =>
  (await sql<{ name: string }[]>`select name from migration order by name`).map(({ name }) => name)

test('while a migration waits for a reader, others book; it runs once the reader has gone', async () => {
  const reader = await openReader()
  const lines: string[] = []
  const options = {
    migrations: [...own, addNote],
    patience: eager,
    report: (line: string) => lines.push(line),
  }
  const migrating = migrate(url, options)
  await expect.poll(() => lines.join('\n')).toContain(`Session ${reader.pid} (login `)

  // The migration still waits, so this would wait behind it, were it not for the pauses.
  for (let id = 2; id < 12; id++) await sql`insert into busy (id) values (${id})`
  expect(await ranOf()).not.toContain(addNote.name)

  await reader.end()
  expect(await migrating).toEqual([addNote.name])
  expect(await sql`select count(*) as count, max(note) as note from busy`).toEqual([
    { count: 11, note: null },
  ])
  expect(lines.at(-1)).toBe(`${addNote.name} ran.`)
  expect(lines[0]).toContain(`${addNote.name} waits for a lock (try 1 of 100000).`)
  expect(lines.join('\n')).toMatch(
    /program labalaba-test; idle in transaction, its transaction began \d+ s ago/,
  )
  expect(lines.join('\n')).not.toContain('a name in a query')
})

test('a migration gives way before the site gives up waiting behind it', async () => {
  const site = openPool<Tables>(url, 1)
  onTestFinished(() => site.close())
  const { rows } = await site.connections.query<{ limit: number }>(
    `select extract(epoch from current_setting('lock_timeout')::interval)::int as limit`,
  )
  expect(usualPatience.lockTimeout).toBeLessThan((rows[0]?.limit ?? 0) * 1000)
})

test('a migration that gets no lock gives up, names the session, and can be run again', async () => {
  const reader = await openReader()
  const patience = { lockTimeout: 500, aloneTimeout: 500, tries: 2, pause: 10 }
  const blocked = migrate(url, { migrations: [...own, addNote], patience })
  await expect(blocked).rejects.toThrow(MigrationBlocked)
  await expect(blocked).rejects.toThrow(`${addNote.name} did not run: it got no lock in 2 tries.`)
  await expect(blocked).rejects.toThrow('pg_terminate_backend')
  expect(await ranOf()).not.toContain(addNote.name)
  await reader.end()
  expect(await migrate(url, { migrations: [...own, addNote] })).toEqual([addNote.name])
})

const indexOf = async () =>
  await sql`select indisvalid as valid, indisunique as "unique" from pg_index where indexrelid = to_regclass('busy_id')`

test('an index whose build failed is dropped and built again', async () => {
  await sql`create table busy (id int)`
  await sql`insert into busy values (1), (1)`
  const migrations = [...own, addNote, addIndex]
  await expect(migrate(url, { migrations })).rejects.toThrow(
    `${addIndex.name} failed: could not create unique`,
  )
  expect([...(await indexOf())]).toEqual([{ valid: false, unique: true }])
  expect(await ranOf()).toEqual([...own, addNote].map(({ name }) => name))

  await sql`delete from busy where ctid = (select max(ctid) from busy)`
  expect(await migrate(url, { migrations })).toEqual([addIndex.name])
  expect([...(await indexOf())]).toEqual([{ valid: true, unique: true }])
})

test('rows are changed in batches, each committed by itself', async () => {
  await sql`create table busy (id int, batch bigint)`
  await sql`insert into busy select generate_series(1, 3)`
  const inBatches = madeUpMigration(
    1,
    `-- phase: expand
-- no transaction
do $$
declare first int;
begin
  loop
    select min(id) into first from busy where batch is null;
    exit when first is null;
    update busy set batch = txid_current() where id = first;
    commit;
  end loop;
end $$;`,
  )
  await migrate(url, { migrations: [...own, inBatches] })
  expect(await sql`select count(distinct batch) as batches from busy`).toEqual([{ batches: 3 }])
})

test('an index that was built, but not recorded, is recorded', async () => {
  await sql`create table busy (id int)`
  await sql`create unique index busy_id on busy (id)`
  expect(await migrate(url, { migrations: [...own, addNote, addIndex] })).toEqual([
    addNote.name,
    addIndex.name,
  ])
})

test('of two processes that migrate at once, one runs the migrations, and the other neither disturbs it nor runs them again', async () => {
  const reader = await openReader()
  const [first, second]: [string[], string[]] = [[], []]
  const migrations = [...own, { ...addIndex, name: addNote.name }]
  const one = migrate(url, { migrations, patience: eager, report: (line) => first.push(line) })
  // The build waits for the reader's snapshot.
  await expect
    .poll(
      async () =>
        await sql`select from pg_stat_activity where wait_event = 'virtualxid'
      and datname = current_database()`,
    )
    .toHaveLength(1)
  const other = migrate(url, { migrations, patience: eager, report: (line) => second.push(line) })
  await expect.poll(() => second).toEqual(['Another process is migrating. Waiting until it is done.'])
  await reader.end()
  expect(await Promise.all([one, other])).toEqual([[addNote.name], []])
  expect(first).toEqual([`${addNote.name} ran.`])
})

test('a process that starts while another one migrates waits until it is done', async () => {
  const reader = await openReader()
  const migrations = [...own, addNote]
  const [waits, says]: [string[], string[]] = [[], []]
  const migrating = migrate(url, { migrations, patience: eager, report: (line) => waits.push(line) })
  await expect.poll(() => waits.length).toBeGreaterThan(0)
  const config = { databaseUrl: url, databaseOwnerUrl: null }
  const starting = prepareDatabase(config, migrations, (line) => says.push(line))
  await expect.poll(() => says).toEqual(['Another process is migrating. Waiting until it is done.'])
  await reader.end()
  expect(await Promise.all([migrating, starting])).toEqual([[addNote.name], { isNewer: false }])
})

test('a migration that fails leaves nothing behind', async () => {
  const wrong = madeUpMigration(1, '-- phase: expand\ncreate table busy (id int); select 1 / 0;')
  await expect(migrate(url, { migrations: [...own, wrong] })).rejects.toThrow(
    `${wrong.name} failed: division by zero`,
  )
  expect(await sql`select to_regclass('busy') as busy`).toEqual([{ busy: null }])
  expect(await ranOf()).toEqual(own.map(({ name }) => name))
})
