import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import type { PatientCheck } from '../../tables.ts'

/** The accounts of patients and doctors who have read any version of a report before this one. */
export async function readersBefore(
  db: Db,
  reportId: string,
  number: number,
): Promise<{ accountId: number; as: 'patient' | 'doctor' }[]> {
  const found = await db
    .selectFrom('result_opened')
    .select(['account_id', 'reader'])
    .distinct()
    .where('report_id', '=', reportId)
    .where('number', '<', number)
    .where('reader', '<>', 'lab')
    .orderBy('account_id')
    .execute()
  return found.flatMap(({ account_id: accountId, reader }) =>
    reader === 'lab' ? [] : [{ accountId, as: reader }],
  )
}

export type Reader = {
  role: 'patient' | 'doctor' | 'lab' | 'share'
  accountId: number | null
  /** The name of the account if it still exists, or of the person that a share was made for. */
  name: string | null
  firstAt: Date
  lastAt: Date
  times: number
  saved: boolean
}

/**
 * The readers of an order's reports, and a doctor who used break-glass to read them, the latest first. Reports read at the same
 * time count once. `sharesBy`: of readers who
 * came by a link, include only those with a link of this account; null includes all.
 */
export async function readersOf(db: Db, orderId: number, sharesBy: number | null): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select entry.role, entry.account_id as "accountId", 
      coalesce(case when account.state <> 'deleted' then account.name end, result_share.for_whom) as name,
      min(entry.at) as "firstAt", max(entry.at) as "lastAt",
      (count(distinct entry.at) filter (where entry.what <> 'break_glass'))::int as times,
      bool_or(entry.what = 'report_saved') as saved
    from audit_entry entry left join account on account.id = entry.account_id
      left join result_share on result_share.id = entry.share_id
    where entry.order_id = ${orderId} and entry.what in ('report_read', 'report_saved', 'break_glass')
      and (entry.share_id is null or ${sharesBy}::bigint is null or result_share.account_id = ${sharesBy})
    group by entry.role, entry.account_id, entry.share_id, account.name, account.state, result_share.for_whom
    order by max(entry.at) desc`.execute(db)
  return rows
}

/** Whether an account has proven to be an order's patient. A proof by phone alone does not count. */
export async function isProven(db: Db, orderId: number, accountId: number): Promise<boolean> {
  const { rows } = await sql`
    select from proven_patient where order_id = ${orderId} and account_id = ${accountId}`.execute(db)
  return rows.length > 0
}

/**
 * Whether the email of an order's patient is certainly theirs: it is the confirmed email of the booker, or its owner has
 * proven to be the same person in an order that the same account booked. Other members of the family must prove it for
 * themselves.
 */
export async function isTheirAddress(
  db: Db,
  order: { readonly id: number; readonly account_id: number; readonly patient_email: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    select from account
    where account.email = ${order.patient_email}::citext and account.state <> 'deleted' and (account.id = ${order.account_id}
      or exists (select from lab_order this
        join lab_order o on o.account_id = this.account_id and o.patient_email = this.patient_email
          and person_of(o) = person_of(this)
        join proven_patient proof on proof.order_id = o.id and proof.account_id = account.id
        where this.id = ${order.id}))`.execute(db)
  return rows.length > 0
}

/** Locks the record of wrong answers of an order until the transaction ends, so that answers are checked one at a time. */
export async function lockCheck(tx: Tx, orderId: number): Promise<Selectable<PatientCheck>> {
  await tx
    .insertInto('patient_check')
    .values({ order_id: orderId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return await tx
    .selectFrom('patient_check')
    .selectAll()
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function updateCheck(
  tx: Tx,
  orderId: number,
  changes: { wrong_tries: number; paused_until?: Date },
): Promise<void> {
  await tx.updateTable('patient_check').set(changes).where('order_id', '=', orderId).execute()
}

export async function insertProof(tx: Tx, orderId: number, accountId: number, at: Date): Promise<void> {
  await tx
    .insertInto('patient_proof')
    .values({ order_id: orderId, account_id: accountId, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
