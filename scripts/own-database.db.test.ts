import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OtherLayout } from '../server/src/infra/db/layout.ts'
import { migrate } from '../server/src/infra/db/migrate.ts'
import { listMigrations } from '../server/src/infra/db/migrations.ts'
import { madeUpMigration } from '../server/test/made-up-migration.ts'
import { openSql, type Sql } from '../server/test/sql.ts'
import { type DataFolder, DataFolderTaken, takeDataFolder } from './data-folder.ts'
import { type OwnDatabase, startOwnDatabase } from './own-database.ts'
import { startPostgres } from './postgres.ts'

// Each test starts PostgreSQL several times.
vi.setConfig({ testTimeout: 180_000 })

let home: string
let folder: DataFolder
let opened: OwnDatabase | undefined

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'labalaba-own-database-'))
  folder = takeDataFolder(join(home, 'data'))
  opened = undefined
})

afterEach(async () => {
  await opened?.postgres.stop()
  opened?.folder.release()
  folder.release()
  rmSync(home, { recursive: true, force: true })
})

/** Makes the folder's database, as this version does unless `change` makes it another version's. */
async function fill(change: (sql: Sql) => Promise<unknown>): Promise<void> {
  const postgres = await startPostgres({ folder, throwaway: true })
  await migrate(postgres.url)
  const sql = openSql(postgres.url, 1)
  await change(sql)
  await sql.end()
  await postgres.stop()
  writeFileSync(join(folder.path, 'simulator.json'), 'its payments')
}

async function nameAsBefore(sql: Sql): Promise<void> {
  await sql`update migration set name = '0001-platform.sql'`
  await sql`insert into migration (name, hash) values ('0002-accounts.sql', 'x'), ('0071-search-in-memory.sql', 'x')`
}

async function insertLab(sql: Sql, demo: boolean): Promise<void> {
  await sql`insert into lab (slug, name, about, accreditation, registration_number, registration_expires_on, departments,
      home_collection, email, phone, demo)
    values ('yaba', 'Yaba', '', '', '', '2030-01-01', '{}', false, 'yaba@lab.example', '', ${demo})`
}

async function ask(query: string): Promise<unknown[]> {
  const sql = openSql(opened?.postgres.url ?? '', 1)
  try {
    return [...(await sql.unsafe(query))]
  } finally {
    await sql.end()
  }
}

const others = () => readdirSync(home).filter((name) => name !== 'data')

test.each([
  ['older', nameAsBefore],
  ['newer', (sql: Sql) => sql`insert into migration (name, hash) values ('0002_more.sql', 'x')`],
])('a demonstration with %s tables is renamed, whole, and a new one is created', async (_, change) => {
  await fill(async (sql) => {
    await insertLab(sql, true)
    await change(sql)
  })
  opened = await startOwnDatabase(folder, true)
  expect(opened.folder.path).toBe(folder.path)
  expect(await ask('select name from lab')).toEqual([])
  expect(existsSync(join(folder.path, 'simulator.json'))).toBe(false)
  expect(others()).toEqual([basename(opened.aside ?? '')])
  expect(others()[0]).toMatch(/^data-old-layout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d/)
  expect(readdirSync(opened.aside ?? '')).not.toContain('labalaba.pid')
  // The new folder is held by this process.
  expect(() => takeDataFolder(folder.path)).toThrow(DataFolderTaken)

  await opened.postgres.stop()
  opened.folder.release()
  expect(readFileSync(join(opened.aside ?? '', 'simulator.json'), 'utf8')).toBe('its payments')
  const before = takeDataFolder(opened.aside ?? '')
  opened = { folder: before, postgres: await startPostgres({ folder: before }) }
  expect(await ask('select name, demo from lab')).toEqual([{ name: 'Yaba', demo: true }])
})

test.each([
  ['with a real lab', true, (sql: Sql) => insertLab(sql, false)],
  ['without any data', true, async () => {}],
  ['of a demonstration, started as a real install', false, (sql: Sql) => insertLab(sql, true)],
  ['that do not say whether they are of a demonstration', true, (sql: Sql) => sql`drop table lab cascade`],
])('other tables %s are refused, and stay', async (_, isDemo, change) => {
  await fill(async (sql) => {
    await change(sql)
    await nameAsBefore(sql)
  })
  const start = startOwnDatabase(folder, isDemo)
  await expect(start).rejects.toThrow(OtherLayout)
  await expect(start).rejects.toThrow('0001-platform.sql to 0071-search-in-memory.sql (3 migrations)')
  expect(others()).toEqual([])
  opened = { folder, postgres: await startPostgres({ folder }) }
  expect(await ask('select count(*) from migration')).toEqual([{ count: 3 }])
})

test('tables of the version before are migrated, and kept by that version if it starts again', async () => {
  await fill((sql) => insertLab(sql, false))
  const more = madeUpMigration(1, '-- phase: expand\nalter table lab add column made_up text')
  opened = await startOwnDatabase(folder, false, [...listMigrations(), more])
  expect(await ask('select name, made_up from lab')).toEqual([{ name: 'Yaba', made_up: null }])
  await opened.postgres.stop()
  opened = await startOwnDatabase(folder, false)
  expect(await ask('select name, made_up from lab')).toEqual([{ name: 'Yaba', made_up: null }])
  expect(others()).toEqual([])
})

test('a new folder gets the tables of this version, and existing ones of this version are used as they are', async () => {
  opened = await startOwnDatabase(folder, true)
  await opened.postgres.stop()
  await fill((sql) => insertLab(sql, true))
  opened = await startOwnDatabase(folder, true)
  expect(opened.aside).toBeUndefined()
  expect(await ask('select name from lab')).toEqual([{ name: 'Yaba' }])
})
