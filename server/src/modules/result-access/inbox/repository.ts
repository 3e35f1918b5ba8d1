import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import { writeDown } from '../../audit/index.ts'

export type InboxRow = {
  readonly reference: string
  readonly patient_name: string
  readonly lab_name: string
  readonly tests: string[]
  readonly withdrawn: string[]
  readonly kept: number
  readonly critical: boolean
  readonly taken_back: boolean
  readonly unread: boolean
  readonly corrected: boolean
  readonly acknowledged: boolean
  readonly released_at: Date
  /** 0 critical and not acknowledged, 1 withdrawn and not acknowledged, 2 unread, 3 the rest. */
  readonly rank: number
}

export type After = { readonly rank: number; readonly at: Date; readonly reference: string }

/**
 * Reports of these orders by the consents in force or by break-glass: the released ones, and those that are `gone`: the lab
 * withdrew them after the doctor had read them. With whether the doctor may read each (`shown`), has opened it, and has
 * acknowledged it. Orders with neither have no row; an order with both has the consent's. The consent of each order is looked
 * up separately (`limit 1`): in a join, the planner may read every consent of the doctor first.
 */
function reportsFor(orders: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  return sql`${orders} o
    cross join lateral (select * from (
        select true as agreed, given.sensitive, given.given_at as since from reading_consent given
          where given.doctor_id = o.account_id and given.person = person_of(o) and given.ended is null
            and given.given_at <= ${now} and given.expires_at > ${now}
        union all select false, false, opening.at from break_glass opening
          where opening.order_id = o.id and opening.account_id = o.account_id) as basis
      order by agreed desc, since desc limit 1) as consent
    join report on report.order_id = o.id
    join report_version version on version.report_id = report.id and (version.state = 'released'
      or version.state = 'withdrawn' and not exists (select from report_version later where later.report_id = report.id
        and later.number > version.number and later.state in ('released', 'withdrawn'))
      and exists (select from result_opened read where read.report_id = report.id and read.number <= version.number
        and read.account_id = o.account_id and read.reader = 'doctor'))
    cross join lateral (select version.state = 'withdrawn' as gone) as was
    cross join lateral (select
        ${mayRead(sql`o.account_id`, now)} as shown,
        was.gone or ${looked(sql`result_opened read where read.report_id = report.id and read.number = version.number
          and read.account_id = o.account_id and read.reader = 'doctor'`)} as opened,
        ${looked(sql`result_acknowledged seen where seen.report_id = report.id and seen.number = version.number
          and seen.account_id = o.account_id and seen.withdrawn = was.gone`)} as acknowledged offset 0) as own`
}

/** Whether a doctor may read `report` now by `consent`, or else by break-glass. */
function mayRead(doctor: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  return sql`case when consent.agreed
      and (consent.sensitive or not ${looked(sql`sensitive_report where report_id = report.id`)}) then true
    else reads_by_break_glass(${doctor}, report.id, ${now}) end`
}

const paid = sql`paid_at is not null and state in ('scheduled', 'sample_collected', 'lab_processing', 'results_ready')`

/** The orders of one doctor, selected by account before any join. */
function ordersOf(doctorId: number): RawBuilder<unknown> {
  return sql`(select * from lab_order where account_id = ${doctorId} and ${paid} offset 0)`
}

/**
 * Whether such a row exists, looked up separately. For `exists`, the planner may build a table of all such rows of all
 * accounts and search that.
 */
function looked(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`((select true from ${rows} limit 1) is not null)`
}

const critical = sql`result_value value where value.report_id = version.report_id and value.number = version.number
  and value.critical_tier is not null`

/**
 * Results that a doctor may read, one row for each order: critical ones first, then withdrawn, then unread; each group the
 * newest first.
 */
export async function inboxOf(
  db: Db,
  doctorId: number,
  { now, after, limit }: { readonly now: Date; readonly after: After | null; readonly limit: number },
): Promise<InboxRow[]> {
  const later = after
    ? sql`where (rank, -extract(epoch from released_at), reference)
        > (${after.rank}::int, -extract(epoch from ${after.at}::timestamptz), ${after.reference})`
    : sql``
  const { rows } = await sql<InboxRow>`
    with item as (
      select o.id, o.reference, o.patient_name, o.lab_name, bool_or(consent.agreed) as agreed,
        bool_or(consent.sensitive) as sensitive,
        coalesce(array_agg(report.test_name order by report.position, report.id)
          filter (where own.shown and not was.gone), '{}') as tests,
        coalesce(array_agg(report.test_name order by report.position, report.id)
          filter (where own.shown and was.gone), '{}') as withdrawn,
        bool_or(own.shown and was.gone and not own.acknowledged) as taken_back,
        bool_or(own.shown and not was.gone and not own.acknowledged and ${looked(critical)}) as critical,
        bool_or(own.shown and not own.opened) as unread,
        bool_or(own.shown and not own.opened and version.number > 1
          and after_preliminary(version) is distinct from 'completed'
          and not adds_only(version)) as corrected,
        bool_and(own.acknowledged) filter (where own.shown) as acknowledged,
        max(coalesce(version.withdrawn_at, version.released_at)) filter (where own.shown) as released_at
      from ${reportsFor(ordersOf(doctorId), now)}
      group by o.id, o.reference, o.patient_name, o.lab_name having bool_or(own.shown)),
    ranked as (select *, case when critical then 0 when taken_back then 1 when unread then 2 else 3 end as rank from item),
    page as (select * from ranked ${later} order by rank, released_at desc, reference limit ${limit})
    select consent.*, case when consent.agreed and consent.sensitive then 0 else (select count(*)::int from report
      where report.order_id = consent.id and not ${mayRead(sql`${doctorId}::bigint`, now)}) end as kept
    from page as consent order by rank, released_at desc, reference`.execute(db)
  return rows
}

/** Whether a doctor has a critical result that they may read and have not acknowledged. */
export async function criticalUnseen(db: Db, doctorId: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from ${reportsFor(ordersOf(doctorId), now)}
      where not was.gone and exists (select from ${critical}) and own.shown and not own.acknowledged limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * Records the critical results that doctors could read since `before` and have not acknowledged, each once, and returns
 * those doctors. Skips results released before `since`.
 */
export async function takeUnacknowledged(
  tx: Tx,
  { now, before, since }: { readonly now: Date; readonly before: Date; readonly since: Date },
): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    insert into result_reminded (report_id, number, account_id, at)
    select report.id, version.number, o.account_id, ${now}
    from ${reportsFor(sql`(select * from lab_order where ${paid})`, now)}
      where version.released_at > ${since} and version.released_at <= ${before}
      and consent.since <= ${before} and exists (select from ${critical}) and own.shown and not own.acknowledged
      and not was.gone and not exists (select from result_reminded told where told.report_id = report.id
        and told.number = version.number and told.account_id = o.account_id)
    on conflict do nothing returning account_id`.execute(tx)
  return [...new Set(rows.map(({ account_id }) => account_id))]
}

/** A version of a report; `withdrawn` if this is about its withdrawal. */
export type Version = { readonly report_id: string; readonly number: number; readonly withdrawn: boolean }

/**
 * Which of these versions a doctor has read (for a withdrawn one, an earlier version counts too), and when they
 * acknowledged each.
 */
export async function doneBy(
  db: Db,
  accountId: number,
  versions: readonly Version[],
): Promise<(Version & { readonly acknowledgedAt: Date | null })[]> {
  if (versions.length === 0) return []
  const { rows } = await sql<Version & { acknowledgedAt: Date | null }>`
    select given.report_id, given.number, given.withdrawn, seen.at as "acknowledgedAt"
    from json_to_recordset(${JSON.stringify(versions)}::text::json)
      as given (report_id uuid, number smallint, withdrawn boolean)
      left join result_acknowledged seen on seen.report_id = given.report_id and seen.number = given.number
        and seen.account_id = ${accountId} and seen.withdrawn = given.withdrawn
    where exists (select from result_opened read where read.report_id = given.report_id
      and (read.number = given.number or given.withdrawn and read.number < given.number)
      and read.account_id = ${accountId} and read.reader = 'doctor')`.execute(db)
  return rows
}

/** Records that a doctor has acknowledged versions of an order's reports. Earlier acknowledgements stay. */
export async function insertAcknowledged(
  tx: Tx,
  orderId: number,
  versions: readonly Version[],
  { accountId, at }: { readonly accountId: number; readonly at: Date },
): Promise<void> {
  const made = await tx
    .insertInto('result_acknowledged')
    .values(versions.map((version) => ({ ...version, account_id: accountId, at })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['report_id', 'number'])
    .execute()
  await writeDown(
    tx,
    made.map(({ report_id, number }) => ({
      ...{ order_id: orderId, role: 'doctor', account_id: accountId, what: 'report_acknowledged', at },
      ...{ report_id, report_number: number },
    })),
  )
}
