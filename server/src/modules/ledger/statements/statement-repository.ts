import type { LagosDate } from '@labalaba/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { AccountKey, AccountKind } from '../repository.ts'

/** The first instant of a day in Lagos. */
const startOf = (day: LagosDate) => sql`(${day}::timestamp at time zone 'Africa/Lagos')`

const among = (accounts: readonly AccountKey[]) =>
  sql`(account.kind, account.owner) in (${sql.join(accounts.map(({ kind, owner = '' }) => sql`(${kind}, ${owner})`))})`

/** Sums of the lines of these accounts before a day, debits positive. Accounts without lines are left out. */
export async function sumsBefore(
  tx: Tx,
  accounts: readonly AccountKey[],
  day: LagosDate,
): Promise<{ kind: AccountKind; sum: number }[]> {
  const { rows } = await sql<{ kind: AccountKind; sum: number }>`
    select account.kind, sum(line.amount_kobo) as sum
    from ledger_account account join ledger_line line on line.account_id = account.id
    where ${among(accounts)} and line.at < ${startOf(day)}
    group by account.kind`.execute(tx)
  return rows
}

export type LineRow = {
  readonly at: Date
  readonly kind: string
  readonly account: AccountKind
  readonly orderReference: string | null
  readonly amount: number
}

/** The first `most` lines of these accounts, in order of time, from the day `from` until before the day `after`. */
export async function linesWithin(
  tx: Tx,
  accounts: readonly AccountKey[],
  { from, after }: { from: LagosDate; after: LagosDate },
  most: number,
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select line.at, posting.kind, account.kind as account, posting.order_reference as "orderReference",
      line.amount_kobo as amount
    from ledger_account account join ledger_line line on line.account_id = account.id
      join ledger_posting posting on posting.id = line.posting_id
    where ${among(accounts)} and line.at >= ${startOf(from)} and line.at < ${startOf(after)}
    order by line.at, line.posting_id, line.position limit ${most}`.execute(tx)
  return rows
}

/** When the first line of an account was posted; null if there is none. */
export async function firstLineOf(db: Db, account: AccountKey): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(line.at) as at from ledger_account account join ledger_line line on line.account_id = account.id
    where ${among([account])}`.execute(db)
  return rows[0]?.at ?? null
}
