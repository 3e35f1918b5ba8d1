import { expect, test } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import { openSql, type Sql } from '../../../test/sql.ts'
import { findAlarms } from '../../alarms.ts'
import { makePartitions, readPartitionTroubles } from './partitions.ts'

const { db, sql, applicationUrl, workerUrl } = await cloneDatabase()

const monthsFromNow = async (months: number) => {
  const [row] = await sql<{ at: Date; name: string }[]>`
    select at, to_char(at at time zone 'Africa/Lagos', 'YYYY_MM') as name
    from (select now() + make_interval(months => ${months})) t (at)`
  return row ?? expect.unreachable()
}

async function insertAt(at: Date, id: number): Promise<void> {
  await sql`insert into paystack_event (id, body_hash, event, body, received_at)
    values (${id}, sha256('a'), 'e', '', ${at})`
}

async function partOf(id: number): Promise<string> {
  const [row] = await sql<{ part: string }[]>`
    select tableoid::regclass::text as part from paystack_event where id = ${id}`
  return row?.part ?? 'nowhere'
}

test('this month and the next three have a partition, with edges at midnight in Lagos', async () => {
  for (const months of [0, 1, 2, 3]) {
    const { name } = await monthsFromNow(months)
    const [row] = await sql<{ bound: string }[]>`
      select pg_get_expr(relpartbound, oid) as bound from pg_class where relname = ${`paystack_event_${name}`}`
    const edges = [...(row?.bound.matchAll(/'([^']+)'/g) ?? [])].map(([, edge]) => new Date(`${edge}:00`))
    expect(edges.map((edge) => [edge.getUTCHours(), edge.getUTCMinutes()])).toEqual([
      [23, 0],
      [23, 0],
    ])
  }
  expect(await readPartitionTroubles(db)).toEqual([])
  expect(await makePartitions(db)).toBe(0)
})

test('a row of the past, and one of a month without a partition, are stored; the second is an alarm until it is moved', async () => {
  await insertAt(new Date('2001-05-05T05:05:05Z'), 1)
  expect(await partOf(1)).toBe('paystack_event_before')
  const far = await monthsFromNow(6)
  await insertAt(far.at, 2)
  expect(await partOf(2)).toBe('paystack_event_default')
  const now = new Date()
  expect(await findAlarms(db, now)).toContainEqual(
    expect.objectContaining({
      alarm: 'partitions',
      text: 'paystack_event has rows in its default partition',
    }),
  )
  expect(await makePartitions(db)).toBe(1)
  expect(await partOf(2)).toBe(`paystack_event_${far.name}`)
  expect((await findAlarms(db, now)).filter(({ alarm }) => alarm === 'partitions')).toEqual([])
})

test('history that is moved to its month keeps its triggers, and is queued for the chain once', async () => {
  await sql`alter table lab_order_event drop constraint lab_order_event_order_id_fkey`
  const far = await monthsFromNow(7)
  await sql`insert into lab_order_event (order_id, verb, from_state, to_state, actor, at)
    values (1, 'place', '', 'awaiting_payment', 'system', ${far.at})`
  expect(await makePartitions(db)).toBe(1)
  const parts = await sql`select tableoid::regclass::text as part from lab_order_event`
  expect([...parts]).toEqual([{ part: `lab_order_event_${far.name}` }])
  expect(await sql`select from audit_pending where source = 'lab_order_event'`).toHaveLength(1)
  for (const part of [`lab_order_event_${far.name}`, 'lab_order_event_default', 'lab_order_event'])
    for (const change of [`delete from ${part}`, `update ${part} set verb = 'x'`, `truncate ${part}`])
      if (part === 'lab_order_event_default' && !change.startsWith('truncate')) await sql.unsafe(change)
      else await expect(sql.unsafe(change), change).rejects.toThrow('lab_order_event is append-only')
})

test('a missing partition of the next month is an alarm, and is made again', async () => {
  const { name } = await monthsFromNow(1)
  await sql.unsafe(`drop table paystack_event_${name}`)
  expect(await readPartitionTroubles(db)).toEqual(['paystack_event has no partition for the next month'])
  expect(await makePartitions(db)).toBe(1)
  expect(await readPartitionTroubles(db)).toEqual([])
})

test('queues and partitions are vacuumed early', async () => {
  const rows = await sql<{ name: string; options: string }[]>`
    select oid::regclass::text as name, array_to_string(reloptions, ' ') as options from pg_class
    where oid = any(array['audit_pending', 'graphile_worker._private_jobs', 'notice_default']::regclass[])`
  const options = Object.fromEntries(rows.map((row) => [row.name, row.options]))
  for (const queue of ['audit_pending', 'graphile_worker._private_jobs'])
    expect(options[queue]).toMatch(/vacuum_scale_factor=0 autovacuum_vacuum_threshold=1000/)
  expect(options.notice_default).toContain('autovacuum_freeze_min_age=0')
})

test('workers that make partitions at once make each once', async () => {
  const { name } = await monthsFromNow(2)
  await sql.unsafe(`drop table paystack_event_${name}`)
  const made = await Promise.all(Array.from({ length: 5 }, () => makePartitions(db)))
  expect(made.reduce((sum, one) => sum + one)).toBe(1)
})

test('the worker makes partitions with its own login; the site and people do not', async () => {
  const as = async (url: string, use: (asked: Sql) => Promise<unknown>) => {
    const asked = openSql(url, 1)
    try {
      await use(asked)
    } finally {
      await asked.end({ timeout: 5 })
    }
  }
  const { name } = await monthsFromNow(3)
  await sql.unsafe(`drop table paystack_event_${name}`)
  await as(workerUrl, async (asked) => {
    expect(await asked`select make_partitions() as made`).toEqual([{ made: 1 }])
    await expect(asked.unsafe('select add_month($1, $2, now())', ['account', 'created_at'])).rejects.toThrow(
      'permission denied',
    )
    await expect(asked.unsafe(`delete from paystack_event_${name}`)).rejects.toThrow('permission denied')
  })
  await as(applicationUrl, async (asked) => {
    await expect(asked`select make_partitions()`).rejects.toThrow('permission denied')
    expect(await asked`select partition_troubles()`).toEqual([])
  })
})
