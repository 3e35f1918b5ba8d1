import { sql } from 'kysely'
import type { Db } from '../../db.ts'
import type { AccountKind } from './repository.ts'

/** The ledger accounts that are balances of an account holder. */
export type OwnKind = Extract<AccountKind, 'doctor_pending' | 'doctor_wallet' | 'patient_credit'>

const ownKinds = sql.join(['doctor_pending', 'doctor_wallet', 'patient_credit'])

export type BalanceRow = {
  readonly id: number
  readonly kind: OwnKind
  /** What we owe on it, in kobo. */
  readonly owed: number
  readonly lines: number
}

/** Each balance of an account that has at least one line. */
export async function balancesOf(db: Db, owner: string): Promise<BalanceRow[]> {
  const { rows } = await sql<BalanceRow>`
    select account.id, account.kind, -sum(line.amount_kobo) as owed, count(*) as lines
    from ledger_account account join ledger_line line on line.account_id = account.id
    where account.owner = ${owner} and account.kind in (${ownKinds})
    group by account.id`.execute(db)
  return rows
}

export type MovementRow = {
  readonly kind: string
  readonly on: OwnKind
  readonly at: Date
  readonly orderReference: string | null
  readonly amount: number
  readonly after: number
}

/**
 * Lines of these balances, newest first, each with the balance after it. Reads each balance only down to the end of the
 * page: the balance after a line is the current one minus the newer lines.
 */
export async function movementsOf(
  db: Db,
  balances: readonly BalanceRow[],
  offset: number,
  limit: number,
): Promise<MovementRow[]> {
  const own = sql.join(
    balances.map(({ id, kind, owed }) => sql`(${id}::bigint, ${kind}::text, ${owed}::bigint)`),
  )
  const { rows } = await sql<MovementRow>`
    with page as (
      select own.kind as account_kind, own.owed, newest.*
      from (values ${own}) own (id, kind, owed) cross join lateral (
        select line.at, line.posting_id, line.position, line.amount_kobo,
          sum(line.amount_kobo) over (order by line.at desc, line.posting_id desc, line.position desc
            rows between unbounded preceding and current row) - line.amount_kobo as newer
        from ledger_line line where line.account_id = own.id
        order by line.at desc, line.posting_id desc, line.position desc limit ${offset + limit}) newest
      order by newest.at desc, newest.posting_id desc, newest.position desc limit ${limit} offset ${offset})
    select posting.kind, page.account_kind as "on", page.at, posting.order_reference as "orderReference",
      -page.amount_kobo as amount, page.owed + page.newer as after
    from page join ledger_posting posting on posting.id = page.posting_id
    order by page.at desc, page.posting_id desc, page.position desc`.execute(db)
  return rows
}

/**
 * A doctor's earnings and what was taken back in each Lagos month since `firstMonth`. Transfers between pending and
 * available count as neither.
 */
export async function monthsOf(
  db: Db,
  owner: string,
  firstMonth: string,
): Promise<{ month: string; earned: number; takenBack: number }[]> {
  const { rows } = await sql<{ month: string; earned: number; takenBack: number }>`
    with event as (
      select line.at, -sum(line.amount_kobo) as amount
      from ledger_account account join ledger_line line on line.account_id = account.id
      where account.owner = ${owner} and account.kind in ('doctor_pending', 'doctor_wallet')
        and line.at >= (${`${firstMonth}-01`}::timestamp at time zone 'Africa/Lagos')
      group by line.at, line.posting_id)
    select to_char(at at time zone 'Africa/Lagos', 'YYYY-MM') as month,
      coalesce(sum(amount) filter (where amount > 0), 0) as earned,
      coalesce(-sum(amount) filter (where amount < 0), 0) as "takenBack"
    from event group by 1`.execute(db)
  return rows
}
