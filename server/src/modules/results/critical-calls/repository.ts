import type { CriticalTier } from '@labalaba/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { CriticalCall, CriticalCallAttempt, ReportVersion } from '../../../tables.ts'
import { writeDown } from '../../audit/index.ts'
import { type Sight, seenBy } from '../../specimens/index.ts'

export type CallRow = Selectable<CriticalCall>
export type AttemptRow = Selectable<CriticalCallAttempt> & { readonly made_name: string }
export type Outcome = NonNullable<CallRow['outcome']>

export async function insertCall(tx: Tx, call: Insertable<CriticalCall>): Promise<void> {
  await tx.insertInto('critical_call').values(call).execute()
}

/**
 * The call of each of these reports that matters most: an open one before an ended one, of two open ones that of the
 * released version, and of ended ones the newest that is not void. A call that a later one about its version replaced is left
 * out.
 */
export async function leadingCalls(db: Db, reportIds: readonly string[]): Promise<CallRow[]> {
  if (reportIds.length === 0) return []
  return await db
    .selectFrom('critical_call as call')
    .innerJoin('report_version as version', (join) =>
      join.onRef('version.report_id', '=', 'call.report_id').onRef('version.number', '=', 'call.number'),
    )
    .selectAll('call')
    .distinctOn('call.report_id')
    .where('call.report_id', 'in', [...reportIds])
    .where(
      sql<boolean>`not exists (select from critical_call later
        where later.report_id = call.report_id and later.number = call.number and later.id > call.id)`,
    )
    .orderBy('call.report_id')
    .orderBy(sql`call.ended_at is null`, 'desc')
    .orderBy(sql`call.ended_at is null and version.state = 'released'`, 'desc')
    .orderBy(sql`call.outcome is distinct from 'void'`, 'desc')
    .orderBy('call.id', 'desc')
    .execute()
}

/** All calls of a report, the newest first. */
export async function callsOf(db: Db, reportId: string): Promise<CallRow[]> {
  return await db
    .selectFrom('critical_call')
    .selectAll()
    .where('report_id', '=', reportId)
    .orderBy('id', 'desc')
    .execute()
}

/** The newest call of a version, and the state of the version. */
export async function newestCallOf(
  db: Db,
  { report_id, number }: Pick<CallRow, 'report_id' | 'number'>,
): Promise<(CallRow & { readonly state: Selectable<ReportVersion>['state'] }) | undefined> {
  return await db
    .selectFrom('critical_call as call')
    .innerJoin('report_version as version', (join) =>
      join.onRef('version.report_id', '=', 'call.report_id').onRef('version.number', '=', 'call.number'),
    )
    .selectAll('call')
    .select('version.state')
    .where('call.report_id', '=', report_id)
    .where('call.number', '=', number)
    .orderBy('call.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function callById(db: Db, id: number): Promise<CallRow | undefined> {
  return await db.selectFrom('critical_call').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A call that is still open, locked until the transaction ends. */
export async function lockOpenCall(tx: Tx, id: number): Promise<CallRow | undefined> {
  return await tx
    .selectFrom('critical_call')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Ends an open call, or makes one that had ended as not reached a reached one. */
export async function endCall(tx: Tx, id: number, outcome: Outcome, at: Date): Promise<void> {
  await tx.updateTable('critical_call').set({ outcome, ended_at: at }).where('id', '=', id).execute()
}

/**
 * Ends, with a call that has reached someone, the other calls about just these values that have waited since the same time
 * and that no one was reached about: of the released version and of its correction. Returns them.
 */
export async function endSame(tx: Tx, reached: CallRow, at: Date): Promise<CallRow[]> {
  return await tx
    .updateTable('critical_call')
    .set({ outcome: 'reached', ended_at: at, same_as: reached.id })
    .where('report_id', '=', reached.report_id)
    .where('values_hash', '=', reached.values_hash)
    .where('waits_since', '=', reached.waits_since)
    .where('id', '<>', reached.id)
    .where((e) => e.or([e('outcome', 'is', null), e('outcome', '=', 'not_reached')]))
    .returningAll()
    .execute()
}

/** Makes the open call of a version void, if there is one, and returns it. */
export async function endAsVoid(
  tx: Tx,
  { report_id, number }: Pick<CallRow, 'report_id' | 'number'>,
  at: Date,
): Promise<CallRow | undefined> {
  return await tx
    .updateTable('critical_call')
    .set({ outcome: 'void', ended_at: at })
    .where('report_id', '=', report_id)
    .where('number', '=', number)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** The attempts of these calls, the newest first, with the names of their makers. */
export async function attemptsOf(db: Db, callIds: readonly number[]): Promise<AttemptRow[]> {
  if (callIds.length === 0) return []
  return await attempts(db)
    .where('call_id', 'in', [...callIds])
    .orderBy('at', 'desc')
    .orderBy('critical_call_attempt.id')
    .execute()
}

/** An attempt with the version that its call is about. */
export async function attemptById(
  db: Db,
  id: string,
): Promise<(AttemptRow & Pick<CallRow, 'report_id' | 'number'>) | undefined> {
  return await attempts(db)
    .innerJoin('critical_call', 'critical_call.id', 'call_id')
    .select(['critical_call.report_id', 'critical_call.number'])
    .where('critical_call_attempt.id', '=', id)
    .executeTakeFirst()
}

function attempts(db: Db) {
  return db
    .selectFrom('critical_call_attempt')
    .innerJoin('account', 'account.id', 'critical_call_attempt.made_by')
    .selectAll('critical_call_attempt')
    .select('account.name as made_name')
}

/** Records an attempt, and in the audit of the order that its maker called about the version. */
export async function insertAttempt(
  tx: Tx,
  attempt: Insertable<CriticalCallAttempt>,
  about: { readonly orderId: number; readonly reportId: string; readonly number: number },
): Promise<void> {
  await tx.insertInto('critical_call_attempt').values(attempt).execute()
  const { made_by: account_id, at } = attempt
  const version = { report_id: about.reportId, report_number: about.number }
  await writeDown(tx, [
    { order_id: about.orderId, role: 'lab', account_id, what: 'report_called', at, ...version },
  ])
}

export type OpenCallRow = {
  readonly report: string
  readonly order: string
  readonly patient: string
  readonly test: string
  readonly tier: CriticalTier
  readonly due_at: Date
  readonly attempts: number
  readonly demo: boolean
}

/**
 * The open calls about orders that a staff member sees, the earliest due first: of each report the one that is due first.
 */
export async function openCallsSeen(db: Db, sight: Sight, limit: number): Promise<OpenCallRow[]> {
  const { rows } = await sql<OpenCallRow>`
    select call.report_id as report, o.reference as "order", o.patient_name as patient, report.test_name as test, call.tier,
      call.due_at, (select count(*)::int from critical_call_attempt where call_id = call.id) as attempts, o.demo
    from critical_call call join report on report.id = call.report_id join lab_order o on o.id = report.order_id
    where call.ended_at is null and ${seenBy(sight)}
      and not exists (select from critical_call sooner where sooner.report_id = call.report_id and sooner.ended_at is null
        and (sooner.due_at, sooner.id) < (call.due_at, call.id))
    order by call.due_at, call.id limit ${limit}`.execute(db)
  return rows
}

/**
 * Marks the open calls that are overdue, and of which no manager was mailed, as mailed. Each is returned once. One that ends
 * at this moment is left for the next time: an end may lock several calls of a report, and the two would wait for each
 * other.
 */
export async function takeOverdue(tx: Tx, now: Date): Promise<number[]> {
  const taken = await tx
    .updateTable('critical_call')
    .set({ managers_mailed_at: now })
    .where('id', 'in', (e) =>
      e
        .selectFrom('critical_call')
        .select('id')
        .where('ended_at', 'is', null)
        .where('managers_mailed_at', 'is', null)
        .where('due_at', '<', now)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  return taken.map(({ id }) => id)
}

export type LateCall = Pick<CallRow, 'id' | 'report_id' | 'number' | 'tier' | 'waits_since' | 'due_at'> & {
  readonly reference: string
  readonly attempts: number
}

/**
 * The open calls of a tier that have waited since before a time and about which operators have no open case, the oldest
 * first.
 */
export async function withoutCase(
  db: Db,
  tier: CriticalTier,
  before: Date,
  limit: number,
): Promise<LateCall[]> {
  const { rows } = await sql<LateCall>`
    select call.id::int, call.report_id, call.number, call.tier, call.waits_since, call.due_at, o.reference,
      (select count(*)::int from critical_call_attempt where call_id = call.id) as attempts
    from critical_call call join report on report.id = call.report_id join lab_order o on o.id = report.order_id
    where call.ended_at is null and call.tier = ${tier} and call.waits_since < ${before}
      and not exists (select from money_case asked where asked.kind = 'critical_call_overdue' and asked.closed_at is null
        and asked.subject = call.report_id || ' ' || call.number)
    order by call.waits_since limit ${limit}`.execute(db)
  return rows
}

/** How many calls of each tier are open, and how many of those are overdue. */
export async function countOpen(
  db: Db,
  now: Date,
): Promise<{ tier: CriticalTier; overdue: boolean; n: number }[]> {
  const { rows } = await sql<{ tier: CriticalTier; overdue: boolean; n: number }>`
    select tier, due_at < ${now} as overdue, count(*)::int as n from critical_call where ended_at is null
    group by 1, 2`.execute(db)
  return rows
}

/**
 * How soon someone must be called about values of an order `o` that no one has verified yet; null if none of them is critical.
 * The critical call opens only with the verification, so these must be verified first. A critical value that stands as the
 * released version before has it was called about, and one of a sample that was rejected since is not shown any more.
 */
export const unverifiedCriticalOf = sql<CriticalTier | null>`(select min(value.critical_tier) from report
  join report_version version on version.report_id = report.id and version.state = 'draft'
  join result_value value on value.report_id = version.report_id and value.number = version.number
    and value.critical_tier is not null
  where report.order_id = o.id and o.state in ('lab_processing', 'results_ready')
    and not exists (select from result_value was
      join report_version before on before.report_id = was.report_id and before.number = was.number
      where was.report_id = value.report_id and was.number = value.number - 1 and before.state = 'released'
        and (was.position, was.value, was.critical_tier) = (value.position, value.value, value.critical_tier))
    and not exists (select from specimen_test served join specimen on specimen.id = served.specimen_id
      where (served.order_id, served.position, served.test_id) = (report.order_id, report.position, report.test_id)
        and specimen.state = 'received' and specimen.received_at > version.entered_at))`
