import { afterEach, expect, test } from 'vitest'
import { cloneDatabase } from '../../test/database.ts'
import { levelAfter, madeUpMigration } from '../../test/made-up-migration.ts'
import { noPgBouncer, startPgBouncer } from '../../test/pgbouncer.ts'
import { commands } from '../cli.ts'
import { migrate } from '../infra/db/migrate.ts'
import { listMigrations, type Migration } from '../infra/db/migrations.ts'
import { runCommandLine } from './run.ts'

const { sql, url, applicationUrl } = await cloneDatabase()
const own = listMigrations()
const expand = madeUpMigration(1, '-- phase: expand\ncreate table made_up (id int);')
const index = madeUpMigration(
  2,
  '-- phase: expand\n-- no transaction\ncreate index concurrently if not exists made_up_id on made_up (id);',
)
const contract = madeUpMigration(
  3,
  `-- phase: contract\n-- works with versions from: ${levelAfter(1)}\ndrop table made_up;`,
)
const all = [...own, expand, index, contract]

afterEach(async () => {
  await sql`delete from migration where name <> all(${own.map(({ name }) => name)})`
  await sql`drop table if exists made_up`
})

async function run(words: string[], migrations: readonly Migration[], env: Record<string, string> = {}) {
  const lines: string[] = []
  const screen = { print: (line: string) => lines.push(line), complain: (line: string) => lines.push(line) }
  const code = await runCommandLine(
    commands,
    words,
    { DATABASE_URL: url, DEMO: 'on', ...env },
    screen,
    migrations,
  )
  return { code, lines }
}

const ran = async () =>
  await sql`select name, works_from from migration where name <> all(${own.map(({ name }) => name)}) order by name`

test('a plan lists what would run, and what it means for running processes, and changes nothing', async () => {
  expect(await run(['migrate', '--plan', 'yes'], all)).toEqual({
    code: 0,
    lines: [
      [
        '3 migrations would run:',
        `  ${expand.name}: older versions can go on running.`,
        `  ${index.name}: older versions can go on running. It may take long, and blocks no booking.`,
        `  ${contract.name}: versions without migration ${levelAfter(1)} cannot run afterwards; stop them first.`,
      ].join('\n'),
    ],
  })
  expect([...(await ran())]).toEqual([])
})

test('migrating runs what is missing, once, and gives the roles the rights on new tables', async () => {
  const { code, lines } = await run(['migrate'], [...own, expand, index])
  expect([code, lines]).toEqual([
    0,
    [`${expand.name} ran.`, `${index.name} ran.`, 'The database now has every migration of this version.'],
  ])
  expect([...(await ran())]).toEqual([
    { name: expand.name, works_from: '0001' },
    { name: index.name, works_from: '0001' },
  ])
  expect(await sql`select has_table_privilege('labalaba_application', 'made_up', 'INSERT') as may`).toEqual([
    { may: true },
  ])
  const nothing = { code: 0, lines: ['Nothing to do: every migration of this version has run.'] }
  expect(await run(['migrate'], [...own, expand, index])).toEqual(nothing)
  expect(await run(['migrate', '--plan', 'yes'], [...own, expand, index])).toEqual(nothing)
})

test('a login that does not own the tables is told which one does', async () => {
  const { code, lines } = await run(['migrate'], all, { DATABASE_URL: applicationUrl })
  expect([code, lines.join()]).toEqual([1, expect.stringContaining('DATABASE_OWNER_URL')])
  expect([...(await ran())]).toEqual([])
})

test('an option that is not understood migrates nothing', async () => {
  expect(await run(['migrate', '--plan', 'y'], all)).toEqual({ code: 2, lines: ['--plan takes only yes.'] })
  expect([...(await ran())]).toEqual([])
})

test('other commands migrate nothing: they refuse, and name the command that does', async () => {
  const { code, lines } = await run(['invariants'], all)
  expect([code, lines.join()]).toEqual([1, expect.stringContaining('npm run labalaba -- migrate')])
  expect([...(await ran())]).toEqual([])
})

test('an older version has nothing to do on newer tables, and leaves the rights of the roles to the newer one', async () => {
  await migrate(url, { migrations: [...own, expand] })
  await sql`grant delete on audit_entry to labalaba_application`
  expect((await run(['migrate'], own)).lines).toEqual([
    'Nothing to do: a newer version of Labalaba has changed the tables, and this version can run on them.',
  ])
  const roles = await run(['database-roles'], own)
  expect([roles.code, roles.lines.join()]).toEqual([
    1,
    expect.stringContaining('Run this command of that version.'),
  ])
  await run(['applications'], own)
  const mayDelete = async () =>
    (await sql`select has_table_privilege('labalaba_application', 'audit_entry', 'DELETE') as may`)[0]
  expect(await mayDelete()).toEqual({ may: true })
  expect((await run(['migrate'], [...own, expand])).code).toBe(0)
  expect(await mayDelete()).toEqual({ may: false })
})

test('no version runs on tables that a later one took something from', async () => {
  await migrate(url, { migrations: all })
  for (const words of [['migrate'], ['migrate', '--plan', 'yes'], ['applications']]) {
    const { code, lines } = await run(words, own)
    expect([code, lines.join()]).toEqual([1, expect.stringContaining('Start that newer version')])
  }
})

test('migrating through a pooler in transaction mode is refused, because its lock would protect nothing', async ({
  skip,
}) => {
  if (noPgBouncer !== null) skip(noPgBouncer)
  const address = await startPgBouncer(url, { poolMode: 'transaction' })
  const { code, lines } = await run(['migrate'], [...own, expand], {
    DATABASE_OWNER_URL: `${address}?pool_mode=transaction`,
  })
  expect([code, lines]).toEqual([1, [expect.stringContaining('DATABASE_OWNER_URL goes through a pooler')]])
  expect([...(await ran())]).toEqual([])
})
