import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '../../../../test/database.ts'
import { commands } from '../../../cli.ts'
import { runCommandLine } from '../../../commands/run.ts'
import { secretFrom } from '../../../infra/config/secret.ts'
import { makePartitions } from '../../../infra/db/partitions.ts'
import { brokenInvariants } from '../../../invariants.ts'
import { anchorDay } from '../anchor/daily.ts'
import { chainPending } from '../chain/append.ts'
import { openAuditKeys } from '../chain/keys.ts'
import { walkWhole } from '../chain/walk.ts'
import { archiveBefore } from './archive.ts'
import { checkArchives } from './check.ts'

const { db, sql, url } = await cloneDatabase()
const folder = mkdtempSync(join(tmpdir(), 'labalaba-archive-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const secret = 'the secret of this test, which is long: more than 32 characters'
const keys = openAuditKeys(secretFrom(secret))
const clock = { now: () => new Date() }
const chaining = { db, clock, keys }
const archiving = { ...chaining, folder }
const archived = ['audit_entry', 'lab_order_event', 'notice', 'payment_event', 'paystack_event']

// The rows belong to no order and no account: none is needed for them.
beforeAll(async () => {
  await sql`alter table audit_entry drop constraint audit_entry_order_id_fkey, drop constraint audit_entry_account_id_fkey`
  await sql`alter table audit_head drop constraint audit_head_order_id_fkey`
  await sql`alter table lab_order_event drop constraint lab_order_event_order_id_fkey`
  await sql`alter table payment_event drop constraint payment_event_payment_id_fkey`
  await sql`alter table list_seen drop constraint list_seen_account_id_fkey, drop constraint list_seen_lab_id_fkey`
  writeFileSync(join(folder, 'lab_order_event_before.ndjson.gz'), 'half a file of a run that was killed')
  await history('2 months', 3)
  await history('0 months', 2)
  await chainPending(chaining)
  await anchorDay({ ...chaining, clock: { now: () => new Date(Date.now() + 7_200_000) } }, null)
  await chainPending(chaining)
})

/** Rows of five partitioned tables and of one that is not, this long ago. */
async function history(ago: string, count: number): Promise<void> {
  await sql`insert into audit_entry (order_id, at, role, account_id, what)
    select 7, now() - ${ago}::interval, 'operator', 1, 'order_seen' from generate_series(1, ${count})`
  await sql`insert into lab_order_event (order_id, verb, from_state, to_state, actor, reason, at)
    select 7, 'see', 'paid', 'paid', 'operator', 'because', now() - ${ago}::interval from generate_series(1, ${count})`
  await sql`insert into payment_event (payment_id, verb, from_state, to_state, actor, at)
    select 7, 'see', 'settled', 'settled', 'operator', now() - ${ago}::interval from generate_series(1, ${count})`
  await sql`insert into notice (key, sent_at)
    select n || ${ago}, now() - ${ago}::interval from generate_series(1, ${count}) n`
  await sql`insert into paystack_event (id, body_hash, event, body, received_at)
    select n, sha256('x'), 'charge.success', 'body', now() - ${ago}::interval from generate_series(1, ${count}) n`
  await sql`insert into list_seen (account_id, lab_id, what, asked, shown, at, quarter)
    values (1, 1, 'worklist_seen', sha256(${`${ago} ${count}`}::text::bytea), 1, now() - ${ago}::interval,
      date_bin('15 minutes', now() - ${ago}::interval, 'epoch'))`
}

const thisMonth = async () => {
  const [row] = await sql<{ at: Date }[]>`select date_trunc('month', now(), 'Africa/Lagos') as at`
  return row?.at ?? expect.unreachable()
}

const counts = async () => {
  const found: number[] = []
  for (const table of archived) found.push((await sql`select from ${sql(table)}`).length)
  return found
}

/** The findings of the whole chain, and of the files. */
async function findings(used = keys): Promise<string[]> {
  const walked = await walkWhole(db, used)
  return [...walked.findings, ...(await checkArchives(db, used, folder)).findings]
}

/** Makes a change that a person with every right can make, and undoes it. */
async function whileAltered(change: string, look: () => Promise<void>): Promise<void> {
  const tables = ['archived_part', 'audit_link', 'lab_order_event']
  for (const table of tables)
    await sql.unsafe(
      `create table ${table}_copy as table ${table}; alter table ${table} disable trigger user`,
    )
  await sql.unsafe(change)
  await look()
  for (const table of tables)
    await sql.unsafe(`delete from ${table}; insert into ${table} overriding system value table ${table}_copy;
      drop table ${table}_copy; alter table ${table} enable trigger user`)
}

test('a row that is not in the chain yet is not archived', async () => {
  await sql`insert into payment_event (payment_id, verb, from_state, to_state, actor, at)
    values (7, 'see', 'settled', 'settled', 'operator', now() - interval '2 months')`
  await expect(archiveBefore(archiving, await thisMonth())).rejects.toThrow('not in the chain yet')
  expect((await counts())[3]).toBe(6)
  await chainPending(chaining)
})

test('a run that cannot lock a table drops nothing of it, and the next run goes on', async () => {
  const holder = await sql.reserve()
  await holder`begin`
  await holder`select from paystack_event_before for update`
  await expect(archiveBefore(archiving, await thisMonth())).rejects.toThrow('lock timeout')
  expect((await counts())[4]).toBe(5)
  await holder`rollback`
  holder.release()
  expect(await archiveBefore(archiving, await thisMonth())).toBeGreaterThan(0)
  expect(await counts()).toEqual([2, 2, 2, 2, 2])
  expect(await archiveBefore(archiving, await thisMonth())).toBe(0)
})

test('files have every row and are for their owner only; the chain, its anchors and all checks hold', async () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.gz'))
  expect(readdirSync(folder)).toEqual(files)
  for (const name of files) expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600)
  const lines = gunzipSync(readFileSync(join(folder, 'lab_order_event_before.ndjson.gz')))
    .toString()
    .trim()
    .split('\n')
  expect(lines).toHaveLength(3)
  expect(JSON.parse(lines[0] ?? '').row).toMatchObject({ order_id: 7, reason: 'because' })
  expect(
    await sql`select row_count, first_position is not null as "inChain" from archived_part
    where table_name in ('lab_order_event', 'notice') order by table_name`,
  ).toEqual([
    { row_count: 3, inChain: true },
    { row_count: 3, inChain: false },
  ])
  expect(await findings()).toEqual([])
  const broken = await brokenInvariants(db, { keys, folder: null })
  expect(broken.filter((one) => /audit|chain|history/.test(one))).toEqual([])
})

test('the chain goes on after it, and rows that come late for an archived month are archived too', async () => {
  await history('2 months', 1)
  await makePartitions(db)
  await chainPending(chaining)
  expect(await archiveBefore(archiving, await thisMonth())).toBeGreaterThan(0)
  expect(await counts()).toEqual([2, 2, 2, 2, 2])
  expect(await findings()).toEqual([])
})

test('a changed, a missing and an exchanged file are found', async () => {
  const path = join(folder, 'payment_event_before.ndjson.gz')
  const whole = readFileSync(path)
  writeFileSync(path, Buffer.concat([whole, Buffer.from(' ')]))
  expect(await findings()).toEqual(['payment_event_before.ndjson.gz was changed after it was written'])
  rmSync(path)
  expect((await findings()).join()).toMatch(/^payment_event_before.ndjson.gz cannot be read: ENOENT/)
  writeFileSync(path, whole, { mode: 0o600 })
  expect(await findings()).toEqual([])
})

test.each([
  [
    'a row of this month is deleted besides',
    'delete from lab_order_event where id = (select max(id) - 1 from lab_order_event)',
    /^1 more rows of lab_order_event are gone than its archives have$/,
  ],
  [
    'a record is deleted',
    `delete from archived_part where part = 'lab_order_event_before'`,
    /more rows of lab_order_event are gone/,
  ],
  ['all records are deleted', 'delete from archived_part', /the row of link 1 .* is gone/],
  [
    'a record counts more rows',
    'update archived_part set row_count = row_count + 1',
    /is not signed by a key of ours/,
  ],
  [
    'a record names another file',
    `update archived_part set sha256 = sha256('y') where part = 'notice_before'`,
    /notice_before.ndjson.gz is not signed/,
  ],
  [
    'a link of an archived row is altered',
    `update audit_link set mac = sha256('z') where source = 'payment_event' and position = (select min(position) from audit_link where source = 'payment_event')`,
    /in payment_event_before.ndjson.gz does not fit link/,
  ],
  [
    'a link of an archived row is deleted',
    `delete from audit_link where source = 'payment_event' and position = (select min(position) from audit_link where source = 'payment_event')`,
    /has no link of ours/,
  ],
])('%s: it is found', async (_, change, finding) => {
  await whileAltered(change, async () => {
    expect((await findings()).join('\n')).toMatch(finding)
  })
  expect(await findings()).toEqual([])
})

test('an operator archives and checks by command, and no fewer than twelve months stay', async () => {
  const labalaba = async (...words: string[]) => {
    const said: string[] = []
    const say = (line: string) => void said.push(line)
    const settings = { DATABASE_URL: url, SECRET_KEY: secret, INIT_CWD: folder }
    const code = await runCommandLine(commands, words, settings, { print: say, complain: say })
    return { code, said: said.join('\n') }
  }
  expect(await labalaba('archive', folder, '--keep', '11')).toMatchObject({ code: 2 })
  expect(await labalaba('archive', folder, '--keep', '12')).toEqual({
    code: 0,
    said: 'Nothing is old enough.',
  })
  const checked = await labalaba('check-archive', folder)
  expect(checked.code).toBe(0)
  expect(checked.said).toContain('are as they were written, and fit the chain.')
})
