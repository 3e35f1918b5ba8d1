import { sql } from 'kysely'
import type { Tx } from '../../db.ts'
import { shareLockedState } from '../accounts/index.ts'
import { lockNamedLocation } from '../scheduling/index.ts'
import { rateInForce } from './repository.ts'

/** The account, client reference and time of a booking, and its lab and location if it names them. */
type TermsQuery = {
  readonly accountId: number
  readonly clientReference: string
  readonly at: Date
  readonly lab?: string
  readonly address?: string
}

/**
 * The terms under which an order is placed, in one statement: the state of the account, locked until the transaction ends;
 * the rate in force; and the order that already has this client reference. If there is none, the named location is locked
 * too (shared): a caller that reads it later compares its id with `sharedId`.
 */
export async function lockBookingTerms(tx: Tx, { accountId, clientReference, at, lab, address }: TermsQuery) {
  const placed = sql<number | null>`(select id from lab_order
    where account_id = ${accountId}::bigint and client_reference = ${clientReference})`
  const shared = lab === undefined || address === undefined ? sql`null` : lockNamedLocation(lab, address)
  const { placedId, accountState, sharedId, ...rate } = await rateInForce(tx, at)
    .select([
      shareLockedState(accountId).as('accountState'),
      placed.as('placedId'),
      sql<number | null>`case when ${placed} is null then ${shared} end`.as('sharedId'),
    ])
    .executeTakeFirstOrThrow(() => new Error('there is no rate'))
  return { rate, placedId, accountState, sharedId }
}

/** The order that has the account's client reference by now, and how many of the account's orders can still be paid. */
export async function bookingsOf(
  tx: Tx,
  { accountId, clientReference, at }: Pick<TermsQuery, 'accountId' | 'clientReference' | 'at'>,
): Promise<{ readonly placedId: number | null; readonly openOrders: number }> {
  const { rows } = await sql<{ placedId: number | null; openOrders: number }>`select
      (select id from lab_order where account_id = ${accountId}::bigint and client_reference = ${clientReference})
        as "placedId",
      (select count(*)::int from lab_order where account_id = ${accountId}::bigint and state = 'awaiting_payment'
        and expires_at > ${at}::timestamptz) as "openOrders"`.execute(tx)
  const [bookings] = rows
  if (!bookings) throw new Error('a select without a table has one row')
  return bookings
}
