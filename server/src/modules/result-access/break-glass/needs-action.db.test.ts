import { listInbox } from '@labalaba/contract'
import { sql as query } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { glassOf, immediate, patientNo, usual } from '../../../../test/break-glass.ts'
import { buildWorld } from '../../../../test/world.ts'
import { waitingOrders } from './repository.ts'

const world = await buildWorld()
const { sql, db, clock } = world
const { bello, released } = glassOf(world)
const landline = '2341700007700'
const day = 24 * 60 * 60 * 1000

/** The orders that `copies` made: without payments, calls and PDFs, which the checks at the end of a file would miss. */
const copied: number[] = []
afterAll(async () => {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    const reports = tx`select id from report where order_id in ${tx(copied)}`
    await tx`delete from result_value where report_id in (${reports})`
    await tx`delete from report_version where report_id in (${reports})`
    await tx`delete from report where order_id in ${tx(copied)}`
    await tx`delete from lab_order where id in ${tx(copied)}`
  })
})

/** More orders like this one, with a later release, whose patient has no email and this phone. */
async function copies(reference: string, count: number, phone: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`create temporary table copied on commit drop as
      select n, nextval(pg_get_serial_sequence('lab_order', 'id')) as order_id, gen_random_uuid() as report_id
      from generate_series(1, ${count}::int) n`
    await tx`insert into lab_order overriding system value
      select (jsonb_populate_record(placed, jsonb_build_object('id', order_id, 'reference', reference || n,
        'client_reference', client_reference || ' ' || order_id, 'patient_email', null, 'patient_phone', ${phone}::text))).*
      from lab_order placed, copied where placed.reference = ${reference}`
    const original = tx`select report.id from report join lab_order o on o.id = order_id where o.reference = ${reference}`
    await tx`insert into report
      select (jsonb_populate_record(report, jsonb_build_object('id', report_id, 'order_id', copied.order_id))).*
      from report, copied where report.id in (${original})`
    await tx`insert into report_version
      select (jsonb_populate_record(version, jsonb_build_object('report_id', copied.report_id,
        'released_at', released_at + n * interval '1 second'))).*
      from report_version version, copied where version.report_id in (${original})`
    await tx`insert into result_value
      select (jsonb_populate_record(given, jsonb_build_object('report_id', copied.report_id))).*
      from result_value given, copied where given.report_id in (${original})`
    const made = await tx<{ id: number }[]>`select order_id::int as id from copied`
    copied.push(...made.map(({ id }) => id))
  })
}

test('the list has the latest twenty that the doctor may open, however many others came later', async () => {
  const reference = await released(immediate, patientNo(1, 'list'))
  await copies(reference, 20, landline)
  const listed = async () => (await (await bello())(listInbox)).data.needsAction.map((one) => one.reference)
  expect(await listed()).toEqual([reference])
  const later = await released(immediate, patientNo(2, 'list'))
  await copies(later, 20, '2348050009999')
  const latest = Array.from({ length: 20 }, (_, i) => `${later}${20 - i}`)
  expect(await listed()).toEqual(latest)
}, 60_000)

test('a refusal is looked up only for the orders that wait, whatever the plan of the query', async () => {
  const reference = await released(immediate, patientNo(3, 'list'))
  await copies(await released(usual, patientNo(4, 'list')), 20, landline)
  const [order] = await sql<{ id: number }[]>`
    select account_id::int as id from lab_order where reference = ${reference}`
  const now = clock.now()
  await sql`analyze`
  const { found, calls, orders } = await db.transaction().execute(async (tx) => {
    await query`set local track_functions = 'all'`.execute(tx)
    // The plan that a database with many orders may choose.
    await query`set local enable_nestloop = off`.execute(tx)
    const since = new Date(now.getTime() - 30 * day)
    const rows = await waitingOrders(tx, order?.id ?? 0, { now, since })
    const counted = await query<{ calls: number; orders: number }>`
      select (select count(*)::int from lab_order) as orders, coalesce((select sum(calls)::int
        from pg_stat_xact_user_functions where funcname = 'has_refused'), 0) as calls`.execute(tx)
    return { found: rows.length, ...(counted.rows[0] ?? expect.unreachable()) }
  })
  expect(orders).toBeGreaterThan(found)
  expect(calls).toBe(found)
})
