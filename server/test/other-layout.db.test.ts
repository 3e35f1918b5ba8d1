import { expect, test } from 'vitest'
import { commands } from '../src/cli.ts'
import { runCommandLine } from '../src/commands/run.ts'
import { OtherLayout } from '../src/infra/db/layout.ts'
import { migrate } from '../src/infra/db/migrate.ts'
import { listMigrations } from '../src/infra/db/migrations.ts'
import { prepareDatabase } from '../src/infra/db/prepare-database.ts'
import { main } from '../src/main.ts'
import { cloneDatabase } from './database.ts'

const { sql, url, applicationUrl } = await cloneDatabase()
const ours = listMigrations().at(-1)?.name ?? ''

/** Changes the database’s record of its migrations during `use`. */
async function withMigrations(change: string, use: () => Promise<void>): Promise<void> {
  const before = await sql`select * from migration`
  await sql.unsafe(change)
  const applied = await sql`select * from migration order by name`
  try {
    await use()
    expect(await sql`select * from migration order by name`).toEqual(applied)
  } finally {
    await sql`delete from migration`
    await sql`insert into migration ${sql(before)}`
  }
}

const layouts = {
  'of other migrations': {
    change: `update migration set name = '0001-platform.sql';
      insert into migration (name, hash) values ('0071-search-in-memory.sql', 'x')`,
    found:
      'another version of Labalaba made it: 0001-platform.sql to 0071-search-in-memory.sql (2 migrations)',
    whatToDo: 'give this one an empty database: another one in DATABASE_URL',
  },
  'of a changed migration': {
    change: `update migration set hash = 'x'`,
    found: `its ${ours} had other contents`,
    whatToDo: 'Start the version that made it',
  },
  'of a newer version that needs more than this one has': {
    change: `insert into migration (name, hash, works_from) values ('0998_less.sql', 'x', '0001'), ('0999_more.sql', 'x', '0998')`,
    found: '(0999_more.sql works only with versions that have migration 0998)',
    whatToDo: 'Start that newer version, or restore the backup from before the upgrade.',
  },
  'of a newer version that does not say with which it works': {
    change: `insert into migration (name, hash) values ('0999_more.sql', 'x')`,
    found: 'a newer version of Labalaba made it: 0999_more.sql ran on it',
    whatToDo: 'Start that newer version, or restore the backup from before the upgrade.',
  },
}

test.each(Object.entries(layouts))(
  'a database %s is refused, by its owner and by the site’s login',
  async (_, { change, found, whatToDo }) => {
    await withMigrations(change, async () => {
      for (const login of [url, applicationUrl]) {
        const refusal = migrate(login)
        await expect(refusal).rejects.toThrow(OtherLayout)
        await expect(refusal).rejects.toThrow(found)
        await expect(refusal).rejects.toThrow(`this version has ${ours}. Nothing was changed.`)
        await expect(refusal).rejects.toThrow(whatToDo)
        await expect(prepareDatabase({ databaseUrl: login, databaseOwnerUrl: null })).rejects.toThrow(found)
      }
    })
  },
)

test('the server does not start on it', async () => {
  await withMigrations(layouts['of other migrations'].change, async () => {
    for (const DEMO of ['on', 'off'])
      await expect(main({ DATABASE_URL: url, DEMO, PUBLIC_URL: 'http://localhost:1' })).rejects.toThrow(
        OtherLayout,
      )
  })
})

test('no command runs on it', async () => {
  await withMigrations(layouts['of other migrations'].change, async () => {
    const lines: string[] = []
    const screen = { print: (line: string) => lines.push(line), complain: (line: string) => lines.push(line) }
    expect(await runCommandLine(commands, ['invariants'], { DATABASE_URL: url }, screen)).toBe(1)
    expect(lines).toEqual([expect.stringMatching(/^The database cannot be used, because another version/)])
  })
})
