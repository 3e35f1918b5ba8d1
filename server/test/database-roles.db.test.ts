import { expect, test } from 'vitest'
import { ConfigError } from '../src/infra/config/config.ts'
import { migrate } from '../src/infra/db/migrate.ts'
import { listMigrations } from '../src/infra/db/migrations.ts'
import { openPool } from '../src/infra/db/pool.ts'
import { prepareDatabase } from '../src/infra/db/prepare-database.ts'
import { createRoles, grantRights, mayAlterHistory } from '../src/infra/db/roles/grant-rights.ts'
import { hidden, reported, roleNames } from '../src/infra/db/roles/rights.ts'
import type { Tables } from '../src/tables.ts'
import { cloneDatabase } from './database.ts'
import { madeUpMigration } from './made-up-migration.ts'
import { openSql, type Sql } from './sql.ts'

const { sql, url, applicationUrl, workerUrl } = await cloneDatabase()
await prepareDatabase({ databaseUrl: url, databaseOwnerUrl: null })
const logins = { application: applicationUrl, worker: workerUrl }

/** PostgreSQL’s own error, unlike a trigger of ours, whose code is 23001. */
const forbidden = { code: '42501' }

async function as<T>(login: string, act: (sql: Sql) => Promise<T>): Promise<T> {
  const asked = openSql(login, 1)
  try {
    return await act(asked)
  } finally {
    await asked.end({ timeout: 5 })
  }
}

type History = { name: string; update: boolean; delete: boolean; column: string }

/** The tables whose rows a trigger protects from change and deletion, and a column to try an update of. */
const histories = async () =>
  await sql<History[]>`
    select c.relname as name, bool_or(t.tgtype & 16 > 0) as update, bool_or(t.tgtype & 8 > 0) as delete,
      min(a.attname::text) as column
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      and not a.attisdropped and a.attidentity = ''
    where t.tgfoid = 'forbid_change'::regproc and t.tgtype & 1 = 1 group by 1 order by 1`

test.each(Object.entries(logins))('the login of the %s can only add to history', async (_, login) => {
  const tables = await histories()
  expect(tables.length).toBeGreaterThan(40)
  await as(login, async (asked) => {
    for (const table of tables) {
      const tries = [
        ...(table.update ? [`update ${table.name} set ${table.column} = ${table.column} where false`] : []),
        ...(table.delete ? [`delete from ${table.name} where false`] : []),
        ...[`truncate ${table.name} cascade`, `drop table ${table.name} cascade`],
        ...[`alter table ${table.name} disable trigger all`, `alter table ${table.name} add column x int`],
      ]
      for (const text of tries) await expect(asked.unsafe(text), text).rejects.toMatchObject(forbidden)
    }
  })
})

test.each(Object.entries(logins))('the login of the %s cannot get around that', async (_, login) => {
  const [{ owner = '' } = {}] = await sql`select current_user as owner`
  await as(login, async (asked) => {
    for (const text of [
      ...[
        `set role ${owner}`,
        `set session authorization ${owner}`,
        'set session_replication_role = replica',
      ],
      'create or replace function forbid_change() returns trigger language plpgsql as $$ begin return new; end $$',
      ...['drop function forbid_change() cascade', 'alter function forbid_change() security definer'],
      ...[
        'create table mine (id int)',
        'create temporary table audit_pending (id int)',
        'create schema mine',
      ],
      'create function mine() returns int language sql as $$ select 1 $$',
      'create trigger mine before insert on audit_entry for each row execute function forbid_change()',
      ...['alter role current_user createdb', 'create role mine', `copy account to program 'cat'`],
      ...['insert into migration (name, hash) values (1, 1)', 'delete from platform_secret'],
      ...['select pg_read_file(1::text)', 'create extension file_fdw', 'alter system set fsync = off'],
    ])
      await expect(asked.unsafe(text), text).rejects.toMatchObject(forbidden)
  })
})

test('the login of the site neither reads nor writes the chain of history', async () => {
  await as(applicationUrl, async (asked) => {
    for (const name of [
      ...['audit_link', 'audit_chain_end', 'audit_anchor', 'audit_restart', 'audit_pending', 'audit_head'],
    ])
      for (const text of [`select from ${name}`, `insert into ${name} default values`, `delete from ${name}`])
        await expect(asked.unsafe(text), text).rejects.toMatchObject(forbidden)
    await expect(asked`update audit_chain_end set position = 1`).rejects.toMatchObject(forbidden)
  })
})

test('the login of the worker extends the chain and changes no link of it', async () => {
  await as(workerUrl, async (asked) => {
    for (const text of [
      ...['update audit_link set position = 1', 'delete from audit_link', 'delete from audit_chain_end'],
      ...[
        'update audit_anchor set position = 1',
        `insert into audit_restart (at, reason) values (now(), 'x')`,
      ],
      ...['update audit_head set number = 1', 'update audit_pending set taken_over = true'],
    ])
      await expect(asked.unsafe(text), text).rejects.toMatchObject(forbidden)
    await asked`select from audit_link, audit_chain_end, audit_pending, audit_head`
  })
})

test('new history is queued for the chain, although the login of the site may not write there', async () => {
  await sql`alter table list_seen drop constraint list_seen_account_id_fkey, drop constraint list_seen_lab_id_fkey`
  await as(
    applicationUrl,
    async (asked) =>
      await asked`insert into list_seen (account_id, lab_id, what, asked, shown, at, quarter)
      values (1, 1, 'worklist_seen', sha256('a'), 1, now(), date_bin('15 minutes', now(), 'epoch'))`,
  )
  expect(await sql`select source from audit_pending`).toEqual([{ source: 'list_seen' }])
})

test('the logins of the program have every other right on every table, and on the queue', async () => {
  const lacking = await sql`
    select r.role, c.relname, p.privilege from pg_class c
      cross join (values ('labalaba_application'), ('labalaba_worker')) r (role)
      cross join (values ('SELECT', 0), ('INSERT', 0), ('UPDATE', 16), ('DELETE', 8)) p (privilege, change)
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('migration', 'platform_secret', 'audit_link', 'audit_chain_end', 'audit_anchor', 'audit_restart',
        'audit_pending', 'audit_head', 'archived_part')
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'forbid_change'::regproc
        and t.tgtype & 1 = 1 and t.tgtype & p.change > 0)
      and not has_table_privilege(r.role, c.oid, p.privilege)`
  expect([...lacking]).toEqual([])
  const onPartitions = await sql`select c.relname from pg_class c cross join unnest(${roleNames}::text[]) role
    where c.relispartition and has_any_column_privilege(role, c.oid, 'SELECT, INSERT, UPDATE')`
  expect([...onPartitions]).toEqual([])
  await as(applicationUrl, async (asked) => {
    await asked`select graphile_worker.add_job('nothing', '{}'::json, job_key => 'k')`
    await asked`select graphile_worker.add_job('nothing', '{"n":2}'::json, job_key => 'k')`
    await expect(asked`delete from graphile_worker._private_jobs`).rejects.toMatchObject(forbidden)
  })
  expect(
    await as(workerUrl, async (asked) => await asked`delete from graphile_worker._private_jobs`),
  ).toEqual([])
})

/** Columns that may be secret by their type or name, and are not. */
const notSecret = new Set([
  ...[
    'audit_anchor.mac',
    ...['archived_part.sha256', 'archived_part.first_mac', 'archived_part.last_mac'],
    ...['archived_part.key_id', 'archived_part.signature'],
    'audit_anchor.key_id',
    'audit_anchor.signature',
    'audit_entry.hash',
    'audit_entry.prev_hash',
    'critical_limit.code',
  ],
  ...[
    'audit_head.hash',
    'audit_link.mac',
    'audit_link.key_id',
    'audit_link.row_key',
    'audit_pending.row_key',
  ],
  ...['collection.code_tries', 'doctor_licence.document_hash', 'lab_system.key_start'],
  ...[
    'ledger_posting.business_key',
    'loaded_set.hash',
    'migration.hash',
    'notice.key',
    'notice_key.hash',
    'phone_message.notice_key',
    'expected_resistance.code',
    'plausibility_limit.code',
    'pregnancy_limit.code',
  ],
  ...[
    'purpose.code',
    'purpose.search_key',
    'purpose_test.purpose_code',
    'refund.request_key',
    'report_attachment.hash',
  ],
  ...['report_attachment.original_hash', 'report_file.hash', 'report_file.sha1'],
  ...['removed_file.key', 'stored_file.hash', 'stored_file.key', 'stored_file.bytes'],
  ...['report_sheet.file_hash', 'test.code', 'test.search_keys', 'visit_photo.hash'],
])

test('human readers see no secret: each column that may be one is hidden, or listed as none', async () => {
  const columns = await sql<{ name: string; shown: boolean }[]>`
    select c.relname || '.' || a.attname as name, has_column_privilege('labalaba_reading', c.oid, a.attnum, 'SELECT') as shown
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
      and (a.atttypid = 'bytea'::regtype or a.attname ~ '(hash|secret|token|passcode|password|key|salt|seal|mac|code|digits|payload|typed)')`
  const seen = columns.filter(({ shown }) => shown).map(({ name }) => name)
  expect(seen.filter((name) => !notSecret.has(name))).toEqual([])
  expect([...notSecret].filter((name) => !columns.some((column) => column.name === name))).toEqual([])
})

test('reading roles can change nothing, and reporting shows no person', async () => {
  const rights = await sql`select distinct privilege_type from information_schema.role_table_grants
    where grantee in ('labalaba_reading', 'labalaba_reports')`
  expect([...rights]).toEqual([{ privilege_type: 'SELECT' }])
  const personal = await sql<{ name: string }[]>`
    select c.relname || '.' || a.attname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
      and c.relname not in ('lab', 'lab_location', 'place')
      and has_column_privilege('labalaba_reports', c.oid, a.attnum, 'SELECT')
      and a.attname ~ '(patient|email|phone|born|address|landmark|reference|value|note|reason|gender|person|payer)'
    order by 1`
  expect(personal.map(({ name }) => name)).toEqual([
    ...[
      'collection.missed_reason',
      'location_pause.reason',
      'payment.hold_reason',
      'specimen.rejected_reason',
    ],
  ])
  const people =
    await sql`select from pg_class c where relname in ('account', 'person', 'result_value', 'audit_entry')
    and has_any_column_privilege('labalaba_reports', oid, 'SELECT')`
  expect([...people]).toEqual([])
})

test('the lists of hidden and reported columns name existing tables and columns', async () => {
  const columns = await sql<{ table: string; column: string }[]>`
    select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`
  for (const [table, named] of [...Object.entries(hidden), ...Object.entries(reported)]) {
    const own = columns.filter((one) => one.table === table).map(({ column }) => column)
    expect(own, table).not.toEqual([])
    expect(own, table).toEqual(expect.arrayContaining(named === 'all' ? [] : [...named]))
  }
})

/** The versions of the catalogue rows with rights: a grant writes a new one. */
const catalogue = async () =>
  (await sql`select string_agg(xmin::text, ',' order by oid) from pg_class where relkind in ('r', 'v')`)[0]

test('correct rights are left alone, and manual grants are revoked', async () => {
  const before = await catalogue()
  await grantRights(url, false)
  expect(await catalogue()).toEqual(before)
  await sql`grant update, delete on audit_entry to labalaba_application, labalaba_reading`
  await sql`grant select (password_hash) on account to labalaba_reading`
  await sql`revoke insert on lab_order from labalaba_worker`
  await grantRights(url, false)
  const [after] =
    await sql`select has_table_privilege('labalaba_application', 'audit_entry', 'UPDATE, DELETE') as a,
    has_table_privilege('labalaba_reading', 'audit_entry', 'UPDATE, DELETE') as b,
    has_column_privilege('labalaba_reading', 'account', 'password_hash', 'SELECT') as c,
    has_column_privilege('labalaba_reading', 'account', 'email', 'SELECT') as d,
    has_table_privilege('labalaba_worker', 'lab_order', 'INSERT') as e`
  expect(after).toEqual({ a: false, b: false, c: false, d: true, e: true })
})

test('a new table gets the program’s rights as far as its triggers allow', async () => {
  await sql`create table new_history (id int)`
  await sql`create trigger new_history_is_history before update or delete on new_history
    for each row execute function forbid_change()`
  await Promise.all([
    grantRights(url, false),
    grantRights(url, false),
    grantRights(url, false),
    createRoles(url),
    createRoles(url),
  ])
  await as(applicationUrl, async (asked) => {
    await asked`insert into new_history values (1)`
    await expect(asked`update new_history set id = 2`).rejects.toMatchObject(forbidden)
    await expect(asked`delete from new_history`).rejects.toMatchObject(forbidden)
  })
  await sql`drop table new_history`
})

test('the program detects whether its login can alter history', async () => {
  const may = async (login: string) => {
    const pool = openPool<Tables>(login, 1)
    try {
      return await mayAlterHistory(pool.connections)
    } finally {
      await pool.close()
    }
  }
  expect(await may(url)).toBe(true)
  expect(await may(applicationUrl)).toBe(false)
  expect(await may(workerUrl)).toBe(false)
  await sql`grant delete on payment_event to labalaba_worker`
  expect(await may(workerUrl)).toBe(true)
  await grantRights(url, false)
  expect(await may(workerUrl)).toBe(false)
})

test('a login that does not own the tables migrates nothing, and starts only on tables that fit', async () => {
  await prepareDatabase({ databaseUrl: workerUrl, databaseOwnerUrl: null })
  await expect(migrate(applicationUrl)).rejects.toThrow(ConfigError)
  const migrations = [...listMigrations(), madeUpMigration(1, '-- phase: expand\ncreate table more (id int)')]
  for (const login of [applicationUrl, workerUrl])
    await expect(prepareDatabase({ databaseUrl: login, databaseOwnerUrl: null }, migrations)).rejects.toThrow(
      "run `npm run labalaba -- migrate` (with the login of the tables' owner in DATABASE_OWNER_URL",
    )
  await expect(migrate(applicationUrl, { migrations })).rejects.toThrow('DATABASE_OWNER_URL')
  expect(await sql`select to_regclass('more') as more`).toEqual([{ more: null }])
})

test('a database that never granted rights to the cluster’s roles does not start to', async () => {
  const mayRead = async () =>
    (await sql`select has_table_privilege('labalaba_application', 'account', 'SELECT') as may`)[0]
  await sql`drop owned by labalaba_application, labalaba_worker, labalaba_reading, labalaba_reports`
  await prepareDatabase({ databaseUrl: url, databaseOwnerUrl: null })
  expect(await mayRead()).toEqual({ may: false })
  await prepareDatabase({ databaseUrl: applicationUrl, databaseOwnerUrl: url })
  expect(await mayRead()).toEqual({ may: true })
})
