import type { LagosDate, RejectionReason, WorkStage } from '@labalaba/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db.ts'
import { hoursWrittenAt } from '../../labs/index.ts'
import type { CountedTook } from './policy.ts'

/**
 * Which orders are counted: a lab's orders paid in these Lagos days, at these locations; an empty list means all locations.
 */
export type Counted = {
  readonly labId: number
  readonly locationIds: readonly number[]
  readonly from: LagosDate
  /** The day after the last day. */
  readonly after: LagosDate
}

const startOf = (day: LagosDate) => sql`(${day}::timestamp at time zone 'Africa/Lagos')`

function among({ labId, locationIds, from, after }: Counted): RawBuilder<unknown> {
  const here = locationIds.length === 0 ? sql`true` : sql`o.location_id = any(${[...locationIds]}::bigint[])`
  return sql`o.lab_id = ${labId} and o.paid_at >= ${startOf(from)} and o.paid_at < ${startOf(after)} and ${here}`
}

/** How many orders are in each stage; `null` means cancelled. */
export async function stagesOf(
  db: Db,
  counted: Counted,
): Promise<{ stage: WorkStage | null; count: number }[]> {
  const { rows } = await sql<{ stage: WorkStage | null; count: number }>`
    select case o.state when 'scheduled' then case when again.sample then 'again' else 'to_come' end
        when 'sample_collected' then 'collected' when 'lab_processing' then 'in_lab' when 'results_ready' then 'done' end as stage,
      count(*)::int as count
    from lab_order o cross join lateral (select o.state = 'scheduled' and exists (select from specimen
      where order_id = o.id and state = 'expected' and replaces is not null) as sample) as again
    where ${among(counted)} group by 1`.execute(db)
  return rows
}

/**
 * How long results took, by test: from receiving the measured sample (or the patient, if no sample is taken) to the first
 * release that is not preliminary. `quick` counts results released within their hours, around the clock. `beyond` holds all others whose hours have
 * passed, with the data of their promise. `each` holds only the first `few`.
 */
export async function turnaroundsOf(
  db: Db,
  counted: Counted,
  now: Date,
  few: number,
): Promise<CountedTook[]> {
  const { rows } = await sql<CountedTook>`
    with took as (
      select test.name as test, line.turnaround_hours as promised, first.released_at,
        extract(epoch from first.released_at - came.at)::float8 / 3600 as hours,
        came.at, came.at + make_interval(hours => line.turnaround_hours) as plain, o.location_id
      from lab_order o
        join report on report.order_id = o.id
        join lab_order_line line on line.order_id = report.order_id and line.position = report.position
        join test on test.id = report.test_id
        left join lateral (select released_at from report_version version
          where version.report_id = report.id and not version.preliminary order by number limit 1) first on true
        cross join lateral (
          select coalesce(
            (select max(specimen.received_at) from specimen join specimen_test served on served.specimen_id = specimen.id
              where specimen.order_id = o.id and served.position = report.position and served.test_id = report.test_id
                and case when first.released_at is null then specimen.state = 'received'
                  else specimen.received_at <= first.released_at end),
            (select max(event.at) from lab_order_event event where event.order_id = o.id and event.verb = 'receive'
              and not exists (select from specimen_test served where served.order_id = o.id
                and served.position = report.position and served.test_id = report.test_id))) as at) as came
      where ${among(counted)} and came.at is not null and o.state <> 'cancelled'),
    beyond as (
      select test, written as "openingHours", json_agg(json_build_object('at', at, 'hours', promised, 'releasedAt', released_at)) as results
      from took cross join lateral (select ${hoursWrittenAt(sql`took.location_id`, sql`took.at`)} as written) as open
      where coalesce(released_at, ${now}) > plain group by test, written)
    select test, case when min(promised) = max(promised) then min(promised) end as "promisedHours",
      count(*)::int as received, count(released_at)::int as released,
      count(*) filter (where released_at <= plain)::int as quick,
      coalesce((select json_agg(beyond) from beyond where beyond.test = took.test), '[]') as beyond,
      percentile_cont(0.5) within group (order by hours) filter (where released_at is not null) as middle,
      percentile_cont(0.9) within group (order by hours) filter (where released_at is not null) as ninth,
      coalesce((array_agg(hours order by hours) filter (where released_at is not null))[1:${few}], '{}') as each
    from took group by test order by count(*) desc, test`.execute(db)
  return rows
}

type Judged = {
  readonly specimen: string
  readonly taken: number
  readonly rejected: number
}

/** The samples taken, by kind of specimen, and how many of them were rejected. */
export async function specimensJudged(db: Db, counted: Counted): Promise<Judged[]> {
  const { rows } = await sql<Judged>`
    select specimen.specimen, count(*)::int as taken, count(*) filter (where specimen.state = 'rejected')::int as rejected
    from lab_order o join specimen on specimen.order_id = o.id and specimen.collected_at is not null
    where ${among(counted)} group by 1 order by 2 desc, 1`.execute(db)
  return rows
}

export type CountedCalls = {
  readonly count: number
  readonly due: number
  readonly inTime: number
  readonly reached: number
  /** The median of the minutes from the first verification of the values until someone was reached; null if no one was. */
  readonly medianMinutes: number | null
}

/**
 * The critical calls, and how soon they reached someone. Calls about the same values that have waited since the same time are
 * one, as when a version was sent back and verified again. A call that became void counts only if its time was over by then.
 * A call that was needless from its start does not count.
 */
export async function callsCounted(db: Db, counted: Counted, now: Date): Promise<CountedCalls> {
  const { rows } = await sql<CountedCalls>`
    with waited as (
      select distinct on (call.report_id, call.values_hash, call.waits_since) call.*
      from lab_order o join report on report.order_id = o.id join critical_call call on call.report_id = report.id
      where ${among(counted)} and call.same_as is null
      order by call.report_id, call.values_hash, call.waits_since,
        case call.outcome when 'reached' then 0 when 'void' then 2 else 1 end, call.id desc)
    select count(*)::int as count, count(*) filter (where ended_at is not null or due_at < ${now})::int as due,
      count(*) filter (where outcome = 'reached' and ended_at <= due_at)::int as "inTime",
      count(*) filter (where outcome = 'reached')::int as reached,
      percentile_cont(0.5) within group (order by extract(epoch from ended_at - waits_since)::float8 / 60)
        filter (where outcome = 'reached') as "medianMinutes"
    from waited where outcome is distinct from 'void' or ended_at > due_at`.execute(db)
  return rows[0] ?? { count: 0, due: 0, inTime: 0, reached: 0, medianMinutes: null }
}

/** How many samples were rejected, by reason. */
export async function rejectionsOf(
  db: Db,
  counted: Counted,
): Promise<{ reason: RejectionReason; count: number }[]> {
  const { rows } = await sql<{ reason: RejectionReason; count: number }>`
    select specimen.rejected_reason as reason, count(*)::int as count
    from lab_order o join specimen on specimen.order_id = o.id and specimen.state = 'rejected'
    where ${among(counted)} group by 1 order by 2 desc, 1`.execute(db)
  return rows
}
