import { sql } from 'kysely'
import type { Db } from '../../../db.ts'

/** How many reports of an order wait for each step. */
export type Waiting = { readonly toEnter: number; readonly toVerify: number; readonly toRelease: number }

/**
 * How many reports of each order wait for each step. Orders whose reports have not been begun are absent, and reports whose
 * sample was given up are not counted. A report that a system filled in counts as to enter until a person has checked it.
 */
export async function waitingOf(db: Db, orderIds: readonly number[]): Promise<ReadonlyMap<number, Waiting>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await sql<Waiting & { orderId: number }>`
    select report.order_id::int as "orderId",
      count(*) filter (where newest.state is null or newest.state = 'draft' and not newest.is_whole)::int as "toEnter",
      count(*) filter (where newest.state = 'draft' and newest.is_whole)::int as "toVerify",
      count(*) filter (where newest.state = 'verified')::int as "toRelease"
    from report left join lateral (
      select state, filled_by_system is null
        and (exists (select from result_value value where value.report_id = version.report_id and value.number = version.number)
          or exists (select from report_attachment attached
            where attached.report_id = version.report_id and attached.number = version.number)) as is_whole
      from report_version version where version.report_id = report.id order by number desc limit 1) newest on true
    where report.order_id = any(${[...orderIds]}::bigint[])
      and not exists (select from specimen_test served join specimen on specimen.id = served.specimen_id
        where served.order_id = report.order_id and served.position = report.position
          and served.test_id = report.test_id and specimen.state = 'given_up')
    group by report.order_id`.execute(db)
  return new Map(rows.map(({ orderId, ...waiting }) => [orderId, waiting]))
}
