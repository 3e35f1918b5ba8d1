import type { CriticalTier } from '@labalaba/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { CriticalCall, CriticalCallAttempt } from '../../../tables.ts'
import { writeDown } from '../../audit/index.ts'
import { type Sight, seenBy } from '../../specimens/index.ts'

export type CallRow = Selectable<CriticalCall>
export type AttemptRow = Selectable<CriticalCallAttempt> & { readonly made_name: string }
export type Outcome = NonNullable<CallRow['outcome']>

export async function insertCall(tx: Tx, call: Insertable<CriticalCall>): Promise<void> {
  await tx.insertInto('critical_call').values(call).execute()
}

/** The newest call of each of these reports. */
export async function newestCalls(db: Db, reportIds: readonly string[]): Promise<CallRow[]> {
  if (reportIds.length === 0) return []
  return await db
    .selectFrom('critical_call')
    .selectAll()
    .distinctOn('report_id')
    .where('report_id', 'in', [...reportIds])
    .orderBy('report_id')
    .orderBy('id', 'desc')
    .execute()
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

/** Ends an open call. */
export async function endCall(tx: Tx, id: number, outcome: Outcome, at: Date): Promise<void> {
  await tx.updateTable('critical_call').set({ outcome, ended_at: at }).where('id', '=', id).execute()
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

/** The open calls about orders that a staff member sees, the earliest due first. */
export async function openCallsSeen(db: Db, sight: Sight, limit: number): Promise<OpenCallRow[]> {
  const { rows } = await sql<OpenCallRow>`
    select call.report_id as report, o.reference as "order", o.patient_name as patient, report.test_name as test, call.tier,
      call.due_at, (select count(*)::int from critical_call_attempt where call_id = call.id) as attempts, o.demo
    from critical_call call join report on report.id = call.report_id join lab_order o on o.id = report.order_id
    where call.ended_at is null and ${seenBy(sight)} order by call.due_at, call.id limit ${limit}`.execute(db)
  return rows
}

/** Marks the open calls that are overdue, and of which no manager was mailed, as mailed. Each is returned once. */
export async function takeOverdue(tx: Tx, now: Date): Promise<number[]> {
  const taken = await tx
    .updateTable('critical_call')
    .set({ managers_mailed_at: now })
    .where('ended_at', 'is', null)
    .where('managers_mailed_at', 'is', null)
    .where('due_at', '<', now)
    .returning('id')
    .execute()
  return taken.map(({ id }) => id)
}

export type LateCall = Pick<CallRow, 'id' | 'report_id' | 'number' | 'tier' | 'opened_at'> & {
  readonly reference: string
  readonly attempts: number
}

/** The open calls of a tier that were opened before a time, the oldest first. */
export async function openedBefore(
  db: Db,
  tier: CriticalTier,
  before: Date,
  limit: number,
): Promise<LateCall[]> {
  const { rows } = await sql<LateCall>`
    select call.id::int, call.report_id, call.number, call.tier, call.opened_at, o.reference,
      (select count(*)::int from critical_call_attempt where call_id = call.id) as attempts
    from critical_call call join report on report.id = call.report_id join lab_order o on o.id = report.order_id
    where call.ended_at is null and call.tier = ${tier} and call.opened_at < ${before}
    order by call.opened_at limit ${limit}`.execute(db)
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
