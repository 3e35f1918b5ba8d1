import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '../../../../test/database.ts'
import { commands } from '../../../cli.ts'
import { runCommandLine } from '../../../commands/run.ts'
import { secretFrom } from '../../../infra/config/secret.ts'
import { brokenInvariants } from '../../../invariants.ts'
import { anchorDay } from '../anchor/daily.ts'
import { chainPending } from './append.ts'
import { histories } from './history-repository.ts'
import { openAuditKeys } from './keys.ts'
import { insertLinks, readEnd, readLastLink } from './repository.ts'

const { db, sql, url } = await cloneDatabase()
const folder = mkdtempSync(join(tmpdir(), 'labalaba-audit-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const first = 'the first secret of this test, of more than 32 characters'
const second = 'the second secret of this test, of more than 32 characters'
let now = new Date('2026-11-20T09:00:00Z')
const clock = { now: () => now }
const keys = openAuditKeys(secretFrom(first))
const chaining = { db, clock, keys }
const check = (used = keys) => brokenInvariants(db, { keys: used, folder: null })

// These rows belong to no account and no lab: none is needed for them.
beforeAll(async () => {
  await sql`alter table list_seen drop constraint list_seen_account_id_fkey, drop constraint list_seen_lab_id_fkey`
})

let written = 0

/** A row of history: a view of a worklist. */
async function look(): Promise<void> {
  written += 1
  await sql`insert into list_seen (account_id, lab_id, what, asked, shown, at, quarter) values (1, 1, 'worklist_seen', sha256(${`look ${written}`}::text::bytea), 1, now(),
    date_bin('15 minutes', now(), 'epoch'))`
}

const links = async () =>
  await sql<{ position: string; source: string; row_key: string; key_id: string }[]>`
  select position, source, row_key, key_id from audit_link order by position`

async function labalaba(env: Record<string, string>, ...words: string[]) {
  const [out, errors]: string[][] = [[], []]
  const screen = {
    print: (line: string) => void out?.push(line),
    complain: (line: string) => void errors?.push(line),
  }
  const settings = { DATABASE_URL: url, INIT_CWD: folder, ...env }
  const code = await runCommandLine(commands, words, settings, screen)
  return { code, out: out?.join('\n') ?? '', errors: errors?.join('\n') ?? '' }
}

test('every column of a table of history is chained', async () => {
  const columns = await sql<
    { table: string; column: string }[]
  >`select table_name as "table", column_name as "column"
    from information_schema.columns where table_schema = 'public' and table_name = any(${Object.keys(histories)})`
  const found = Map.groupBy(columns, (one) => one.table)
  for (const [table, { text, times, bytes = [] }] of Object.entries(histories))
    expect(
      found
        .get(table)
        ?.map((one) => one.column)
        .toSorted(),
      table,
    ).toEqual([...text, ...times, ...bytes].toSorted())
})

test('thirty who write at once, and four who chain, make one chain without a fork or a gap', async () => {
  const writers = Array.from({ length: 30 }, async () => {
    for (const _ of [1, 2, 3]) await look()
  })
  const chainers = Array.from({ length: 4 }, async () => {
    for (const _ of [1, 2, 3, 4, 5]) await chainPending(chaining)
  })
  await Promise.all([...writers, ...chainers])
  await chainPending(chaining)
  const made = await links()
  expect(made).toHaveLength(90)
  expect(made.map(({ position }) => Number(position))).toEqual(made.map((_, at) => at + 1))
  expect(new Set(made.map(({ row_key }) => row_key)).size).toBe(90)
  expect(await check()).toEqual([])
})

test('a row that is already chained is not chained again, and blocks nothing', async () => {
  await sql`insert into audit_pending (source, row_key) select source, row_key from audit_link limit 1`
  await look()
  await sql`insert into audit_pending (source, row_key) select source, row_key from audit_pending order by id desc limit 1`
  expect(await chainPending(chaining)).toBe(3)
  expect(await links()).toHaveLength(91)
  expect(await check()).toEqual([])
})

test('links, the end of the chain and anchors cannot be changed, deleted or moved back', async () => {
  for (const statement of [
    'update audit_link set position = position + 1000',
    'delete from audit_link',
    'truncate audit_link',
    'update audit_chain_end set position = position - 1',
    'delete from audit_chain_end',
    'truncate audit_chain_end',
    'truncate payment_event',
  ])
    await expect(sql.unsafe(statement), statement).rejects.toThrow(/append-only|only goes forward/)
})

test('one anchor a day is stored, mailed and written to a file that is never overwritten', async () => {
  const files = join(folder, 'anchors')
  // The rows that a new install takes over have an hour to be chained.
  expect(await anchorDay(chaining, files)).toBeNull()
  now = new Date('2026-11-20T10:00:00Z')
  expect(await anchorDay(chaining, files)).toEqual([])
  expect(await anchorDay(chaining, files)).toBeNull()
  const jobs = await sql<{ payload: object }[]>`select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'mail-audit-anchor'`
  expect(jobs.map(({ payload }) => payload)).toEqual([{ day: '2026-11-20' }])
  const [name = ''] = readdirSync(files)
  expect(name).toBe('audit-anchor-2026-11-20.txt')
  expect(statSync(join(files, name)).mode & 0o222).toBe(0)
  await chainPending(chaining)
  expect(await brokenInvariants(db, { keys, folder: files })).toEqual([])
  // Another secret's anchor in the folder is none of ours.
  const line = readFileSync(join(files, name), 'utf8')
  writeFileSync(join(files, 'by-hand.txt'), line.replace(':91:', ':90:'))
  expect((await brokenInvariants(db, { keys, folder: files })).join()).toContain(
    'is not signed by a key of ours',
  )
})

test('check-audit compares the chain with anchors that an auditor holds', async () => {
  const line = readFileSync(join(folder, 'anchors/audit-anchor-2026-11-20.txt'), 'utf8')
  writeFileSync(
    join(folder, 'mails.txt'),
    `From: operator\n\n> ${line.slice(0, 70)}=\n${line.slice(70)}\nRegards`,
  )
  writeFileSync(join(folder, 'none.txt'), 'nothing')
  const env = { SECRET_KEY: first }
  expect(await labalaba(env, 'check-audit', 'mails.txt')).toMatchObject({
    code: 0,
    out: 'The chain of 92 links is whole and fits 1 anchor, 2026-11-20 to 2026-11-20.',
  })
  expect(await labalaba(env, 'check-audit', 'none.txt')).toMatchObject({
    code: 1,
    errors: 'none.txt has no anchor.',
  })
  const other = await labalaba({ SECRET_KEY: second }, 'check-audit', 'mails.txt')
  expect(other).toMatchObject({ code: 1 })
  expect(other.errors).toContain('which is not given')
  expect((await labalaba(env, 'invariants')).out).toBe('Every invariant holds.')
})

test('after a new secret the chain continues, and older links are checked with the old key', async () => {
  await look()
  const alone = openAuditKeys(secretFrom(second))
  await expect(chainPending({ ...chaining, keys: alone })).rejects.toThrow('which is not given')
  const both = openAuditKeys(secretFrom(second), [secretFrom(first)])
  expect(await chainPending({ ...chaining, keys: both })).toBe(1)
  expect(new Set((await links()).map(({ key_id }) => key_id)).size).toBe(2)
  expect(await check(both)).toEqual([])
  const env = { SECRET_KEY: second, SECRET_KEYS_BEFORE: first.replaceAll(',', '%2C') }
  expect((await labalaba(env, 'invariants')).out).toBe('Every invariant holds.')
  // Someone with the old secret continues with it.
  await look()
  await chainPending({ ...chaining, keys: { ...both, current: keys.current } })
  expect((await check(both)).join()).toContain('older key')
})

test('a chain is restarted with a reason that is itself chained, and the old chain stays visible', async () => {
  const env = { SECRET_KEY: second, SECRET_KEYS_BEFORE: first.replaceAll(',', '%2C') }
  expect((await labalaba(env, 'restart-audit', '--reason', 'An old secret was used')).out).toBe(
    'The chain starts again with link 95.',
  )
  await look()
  const both = openAuditKeys(secretFrom(second), [secretFrom(first)])
  await chainPending({ ...chaining, keys: both })
  expect(await check(both)).toEqual([])
  expect((await labalaba(env, 'check-audit', 'mails.txt')).errors).toContain('older key')
})

test('rows from before the chain are added to it, and a row that waits too long breaks an invariant', async () => {
  await sql`insert into audit_pending (source, row_key, taken_over, queued_at)
    values ('list_seen', '999999', true, now() - interval '1 day')`
  const both = openAuditKeys(secretFrom(second), [secretFrom(first)])
  await chainPending({ ...chaining, keys: both })
  const [last] = await sql`select taken_over from audit_link order by position desc limit 1`
  expect(last?.taken_over).toBe(true)
  // There is no such row: the link shows that one is missing.
  expect((await check(both)).join()).toContain('the row of link')
})

test('links are added only to the end where it was read: two transactions cannot fork the chain', async () => {
  const end = (await readEnd(db)) ?? expect.unreachable()
  const last = (await readLastLink(db)) ?? expect.unreachable()
  const { only_one: _, ...ended } = end
  const add = async (before: number) =>
    await db.transaction().execute(async (tx) => {
      const position = end.position + 1
      const isAdded = await insertLinks(tx, [{ ...last, position }], { ...ended, position }, before)
      expect(isAdded).toBe(before === end.position)
      throw new Error('rolled back')
    })
  for (const before of [end.position - 1, end.position, end.position + 1])
    await expect(add(before)).rejects.toThrow('rolled back')
})
