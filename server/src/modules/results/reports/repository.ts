import type { CriticalTier } from '@labalaba/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import { type Transition, transitionColumns } from '../../../infra/state-machine.ts'
import type { Report, ReportVersion, ResultValue } from '../../../tables.ts'
import { writeDown } from '../../audit/index.ts'
import type { ReportState } from './report-state-machine.ts'

export type ReportRow = Selectable<Report> & {
  /** The name of the order's line: the test itself, or its package. */
  readonly line_name: string
  /** The purpose of the test, as the catalogue describes it now. */
  readonly about: string
  readonly test_code: string
}
export type VersionRow = Selectable<ReportVersion> & {
  readonly entered_name: string
  readonly verified_name: string | null
  /** The number of the verifier's practising licence now; null if it was not given. */
  readonly verified_licence: string | null
  /** The verifier's qualification now; null if it was not given. */
  readonly verified_qualification: string | null
  readonly withdrawn_name: string | null
  /** When the sample of its values was taken; null if no sample is taken. */
  readonly taken_at: Date | null
  /** SHA-256 of the lab's own PDF that belongs to it; null if there is none. */
  readonly attachment_hash: Buffer | null
  /** The id of its file. */
  readonly attachment_file: string | null
  /** SHA-256 of the PDF as the lab sent it. */
  readonly attachment_original: Buffer | null
  readonly attachment_sha1: Buffer | null
  readonly attachment_size: number | null
  readonly attachment_pages: number | null
  /** The name of the system that filled it in, until a person has checked it. */
  readonly system_name: string | null
  /** What it does to the preliminary version before it, by its present values; null if that was not preliminary. */
  readonly after_preliminary: 'completed' | 'changed' | 'withdrawn' | null
  /** Each value of the version before stands in it, and there are further ones or comments; by its present values. */
  readonly adds_only: boolean
  /** It began with the release of a preliminary version, and has had no entry since. */
  readonly is_untouched: boolean
}
export type VersionKey = Pick<VersionRow, 'report_id' | 'number'>
export type ValueRow = Selectable<ResultValue>
/** A value with what its line is, as the catalogue describes it now; null if it does not. */
export type DescribedValueRow = ValueRow & { readonly about: string | null }
/** A value that is not stored yet, without its version and author. */
export type ReadValue = Omit<ValueRow, keyof VersionKey | 'entered_by'>

/** Inserts the reports of an order that do not exist yet. */
export async function insertReports(
  tx: Tx,
  orderId: number,
  tests: readonly { readonly position: number; readonly testId: number; readonly name: string }[],
): Promise<void> {
  if (tests.length === 0) return
  await tx
    .insertInto('report')
    .values(
      tests.map(({ position, testId, name }) => ({
        ...{ order_id: orderId, position, test_id: testId, test_name: name },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function reportsOf(db: Db, orderId: number): Promise<ReportRow[]> {
  return await reports(db).where('report.order_id', '=', orderId).execute()
}

export async function reportById(db: Db, id: string): Promise<ReportRow | undefined> {
  return await reports(db).where('report.id', '=', id).executeTakeFirst()
}

function reports(db: Db) {
  return db
    .selectFrom('report')
    .innerJoin('lab_order_line', (join) =>
      join
        .onRef('lab_order_line.order_id', '=', 'report.order_id')
        .onRef('lab_order_line.position', '=', 'report.position'),
    )
    .innerJoin('test', 'test.id', 'report.test_id')
    .selectAll('report')
    .select(['lab_order_line.name as line_name', 'test.summary as about', 'test.code as test_code'])
    .orderBy('report.position')
    .orderBy('report.test_id')
}

/** The last sample that was in the lab when a version was entered and was not rejected by then. */
const takenAt = sql<Date | null>`(
  select coalesce(specimen.collected_at, specimen.received_at)
  from report rested join specimen on specimen.order_id = rested.order_id
    join specimen_test served on served.specimen_id = specimen.id
      and served.position = rested.position and served.test_id = rested.test_id
  where rested.id = report_version.report_id and specimen.received_at <= report_version.entered_at
    and (specimen.rejected_at is null or specimen.rejected_at > report_version.entered_at)
  order by specimen.received_at desc limit 1)`

/** The versions of these reports, the newest first for each, with the names of their authors and the attachment. */
export async function versionsOf(db: Db, reportIds: readonly string[]): Promise<VersionRow[]> {
  if (reportIds.length === 0) return []
  return await db
    .selectFrom('report_version')
    .innerJoin('account as enterer', 'enterer.id', 'report_version.entered_by')
    .leftJoin('account as verifier', 'verifier.id', 'report_version.verified_by')
    .leftJoin('staff_member as verifying', 'verifying.account_id', 'report_version.verified_by')
    .leftJoin('lab_member as licensed', 'licensed.staff_id', 'verifying.id')
    .leftJoin('account as withdrawer', 'withdrawer.id', 'report_version.withdrawn_by')
    .leftJoin('report_attachment as attached', (join) =>
      join
        .onRef('attached.report_id', '=', 'report_version.report_id')
        .onRef('attached.number', '=', 'report_version.number'),
    )
    .leftJoin('report_file as kept', (join) =>
      join.onRef('kept.report_id', '=', 'attached.report_id').onRef('kept.hash', '=', 'attached.hash'),
    )
    .leftJoin('lab_system', 'lab_system.id', 'report_version.filled_by_system')
    .leftJoin('report_version as before', (join) =>
      join
        .onRef('before.report_id', '=', 'report_version.report_id')
        .on(sql<boolean>`before.number = report_version.number - 1`),
    )
    .selectAll('report_version')
    .select(sql<VersionRow['after_preliminary']>`after_preliminary(report_version)`.as('after_preliminary'))
    .select(sql<boolean>`coalesce(adds_only(report_version), false)`.as('adds_only'))
    .select(
      sql<boolean>`coalesce(before.preliminary and before.released_at = report_version.entered_at, false)`.as(
        'is_untouched',
      ),
    )
    .select(['enterer.name as entered_name', 'verifier.name as verified_name'])
    .select(['licensed.licence as verified_licence', 'licensed.qualification as verified_qualification'])
    .select(['withdrawer.name as withdrawn_name', 'kept.hash as attachment_hash'])
    .select('attached.original_hash as attachment_original')
    .select(['kept.sha1 as attachment_sha1', 'kept.size as attachment_size'])
    .select('kept.file_id as attachment_file')
    .select(['kept.pages as attachment_pages', 'lab_system.name as system_name'])
    .select(takenAt.as('taken_at'))
    .where('report_version.report_id', 'in', [...reportIds])
    .orderBy('report_version.report_id')
    .orderBy('report_version.number', 'desc')
    .execute()
}

/** The values of every version of these reports, by their lines. */
export async function valuesOf(db: Db, reportIds: readonly string[]): Promise<ValueRow[]> {
  if (reportIds.length === 0) return []
  return await valueRows(db, reportIds).execute()
}

/** The same, for the readers of a released result. */
export async function describedValuesOf(db: Db, reportIds: readonly string[]): Promise<DescribedValueRow[]> {
  if (reportIds.length === 0) return []
  return await valueRows(db, reportIds)
    .innerJoin('analyte', 'analyte.id', 'result_value.analyte_id')
    .select('analyte.about')
    .execute()
}

function valueRows(db: Db, reportIds: readonly string[]) {
  return db
    .selectFrom('result_value')
    .selectAll('result_value')
    .where('result_value.report_id', 'in', [...reportIds])
    .orderBy('result_value.report_id')
    .orderBy('result_value.number')
    .orderBy('result_value.position')
}

/** What the critical values of a version ask for: immediate if one of them is; null if none is critical. */
export async function criticalTierOf(db: Db, reportId: string, number: number): Promise<CriticalTier | null> {
  const found = await db
    .selectFrom('result_value')
    .select('critical_tier')
    .distinct()
    .where('report_id', '=', reportId)
    .where('number', '=', number)
    .where('critical_tier', 'is not', null)
    .orderBy('critical_tier')
    .executeTakeFirst()
  return found?.critical_tier ?? null
}

/** Whether each critical value of a version was critical in the version before it too, for the same tier. */
export async function criticalsAreKnown(db: Db, reportId: string, number: number): Promise<boolean> {
  const { rows } = await sql`select from result_value now
    where now.report_id = ${reportId} and now.number = ${number} and now.critical_tier is not null
      and not exists (select from result_value was where was.report_id = now.report_id and was.number = now.number - 1
        and was.position = now.position and was.critical_tier = now.critical_tier) limit 1`.execute(db)
  return rows.length === 0
}

export type Author = VersionKey & { readonly account_id: number }

/** The accounts that have ever written a value of a version, for every version of these reports. The database records them. */
export async function authorsOf(db: Db, reportIds: readonly string[]): Promise<Author[]> {
  if (reportIds.length === 0) return []
  return await db
    .selectFrom('report_author')
    .select(['report_id', 'number', 'account_id'])
    .where('report_id', 'in', [...reportIds])
    .execute()
}

export async function insertVersion(tx: Tx, version: Insertable<ReportVersion>): Promise<void> {
  await tx.insertInto('report_version').values(version).execute()
}

/** Replaces the values of a draft. */
export async function replaceValues(
  tx: Tx,
  { report_id, number }: VersionKey,
  values: readonly Omit<Insertable<ResultValue>, keyof VersionKey>[],
): Promise<void> {
  await tx
    .deleteFrom('result_value')
    .where('report_id', '=', report_id)
    .where('number', '=', number)
    .execute()
  if (values.length === 0) return
  const rows = values.map((value) => ({ ...value, report_id, number }))
  await tx.insertInto('result_value').values(rows).execute()
}

/** The name of each transition in the audit. */
const written = {
  enter: 'values_entered',
  verify: 'report_verified',
  send_back: 'report_sent_back',
  begin: 'correction_begun',
  release: 'report_released',
  correct: 'report_corrected',
  withdraw: 'report_withdrawn',
} as const

export type Made = Transition<ReportState> & {
  readonly verb: keyof typeof written
  readonly accountId: number
  readonly systemId?: number | null
}

/** The fields of a version that a transition sets besides its state. */
export type VersionChanges = Partial<
  Pick<
    VersionRow,
    | 'entered_by'
    | 'entered_at'
    | 'filled_by_system'
    | 'verified_by'
    | 'verified_at'
    | 'released_by'
    | 'released_at'
    | 'counselled_by'
    | 'preliminary'
    | 'withdrawn_by'
    | 'withdrawn_at'
    | 'withdrawn_because'
    | 'withdrawn_note'
  >
>

/** Gives a draft another entry time, so that nothing based on the earlier one is entered. */
export async function postponeDraft(tx: Tx, version: VersionKey, enteredAt: Date): Promise<void> {
  await tx
    .updateTable('report_version')
    .set({ entered_at: enteredAt })
    .where('report_id', '=', version.report_id)
    .where('number', '=', version.number)
    .where('state', '=', 'draft')
    .execute()
}

/** Records who transitioned a version, then transitions it. */
export async function moveVersion(
  tx: Tx,
  version: VersionKey,
  made: Made,
  changes: VersionChanges = {},
): Promise<void> {
  await insertEvent(tx, version, made)
  await tx
    .updateTable('report_version')
    .set({ ...changes, state: made.to })
    .where('report_id', '=', version.report_id)
    .where('number', '=', version.number)
    .execute()
}

/** Records who did what to a version, in its history and in the audit of its order. */
export async function insertEvent(tx: Tx, { report_id, number }: VersionKey, made: Made): Promise<void> {
  const by = { account_id: made.accountId, system_id: made.systemId ?? null }
  await tx
    .insertInto('report_event')
    .values({ report_id, number, ...by, ...transitionColumns(made) })
    .execute()
  const report = tx.selectFrom('report').select('order_id').where('id', '=', report_id)
  const { order_id } = await report.executeTakeFirstOrThrow()
  const entry = { order_id, account_id: made.accountId, at: made.at, report_id, report_number: number }
  const role = made.actor === 'system' ? 'system' : 'lab'
  await writeDown(tx, [{ ...entry, role, what: written[made.verb] }])
}

/** The tests of an order with a result that is or was released. */
export async function testsOut(db: Db, orderId: number): Promise<{ position: number; testId: number }[]> {
  return await db
    .selectFrom('report')
    .innerJoin('report_version', 'report_version.report_id', 'report.id')
    .select(['position', 'test_id as testId'])
    .distinct()
    .where('order_id', '=', orderId)
    .where('state', 'in', ['released', 'corrected', 'withdrawn'])
    .execute()
}

/** Whether each report of an order has a released version that is final; reports whose sample was given up do not count. */
export async function areAllOut(db: Db, orderId: number): Promise<boolean> {
  const { rows } = await sql`
    select from report where order_id = ${orderId}
      and not exists (select from report_version version
        where version.report_id = report.id and version.state = 'released' and not version.preliminary)
      and not ${isGivenUp}
    limit 1`.execute(db)
  return rows.length === 0
}

/** Whether the sample of a \`report\` was given up. */
const isGivenUp = sql`exists (select from specimen_test served join specimen on specimen.id = served.specimen_id
  where (served.order_id, served.position, served.test_id) = (report.order_id, report.position, report.test_id)
    and specimen.state = 'given_up')`

/** How many reports of an order wait for each step. */
export type Waiting = { readonly toEnter: number; readonly toVerify: number; readonly toRelease: number }

/**
 * How many reports of each order wait for each step. Orders whose reports have not been begun are absent, and reports whose
 * sample was given up are not counted. A report that a system filled in counts as to enter until a person has checked it,
 * one that misses a line that a final report needs until that is entered, and one whose preliminary version is out until
 * someone has entered more.
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
        and not exists (select from report_version before where before.report_id = version.report_id
          and before.number = version.number - 1 and before.preliminary and before.released_at = version.entered_at)
        and (exists (select from report_attachment attached
            where attached.report_id = version.report_id and attached.number = version.number)
          or exists (select from result_value value where value.report_id = version.report_id and value.number = version.number)
            and not exists (select from analyte line where line.test_id = report.test_id and line.active and line.needed
              and not exists (select from result_value value where value.report_id = version.report_id
                and value.number = version.number and value.position = line.position))) as is_whole
      from report_version version where version.report_id = report.id order by number desc limit 1) newest on true
    where report.order_id = any(${[...orderIds]}::bigint[])
      and not ${isGivenUp}
    group by report.order_id`.execute(db)
  return new Map(rows.map(({ orderId, ...waiting }) => [orderId, waiting]))
}
