import { sql } from 'kysely'
import type { Db } from '../../db.ts'

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
 * The readers of an order's reports, the latest first. Reports read at the same time count once. `sharesBy`: of readers who
 * came by a link, include only those with a link of this account; null includes all.
 */
export async function readersOf(db: Db, orderId: number, sharesBy: number | null): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select entry.role, entry.account_id as "accountId", 
      coalesce(case when account.state <> 'deleted' then account.name end, result_share.for_whom) as name,
      min(entry.at) as "firstAt", max(entry.at) as "lastAt", count(distinct entry.at)::int as times,
      bool_or(entry.what = 'report_saved') as saved
    from audit_entry entry left join account on account.id = entry.account_id
      left join result_share on result_share.id = entry.share_id
    where entry.order_id = ${orderId} and entry.what in ('report_read', 'report_saved')
      and (entry.share_id is null or ${sharesBy}::bigint is null or result_share.account_id = ${sharesBy})
    group by entry.role, entry.account_id, entry.share_id, account.name, account.state, result_share.for_whom
    order by max(entry.at) desc`.execute(db)
  return rows
}
