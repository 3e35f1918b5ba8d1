import { sql } from 'kysely'
import { heldState } from '../account/index.ts'
import type { Tx } from '../db.ts'
import { rateInForce } from './repository.ts'
import { sharedPlaces } from './slot/repository.ts'

/** Whose booking is asked about, by which token, when, and where, if that is said. */
type Asked = {
  readonly accountId: number
  readonly clientReference: string
  readonly at: Date
  readonly lab?: string
  readonly address?: string
}

/**
 * What an order is placed under, in one statement: the state of the account, which stays as it is until the transaction ends;
 * the rate in force; and the order that the account's token stands for already. Where there is none, what the location can do
 * stays as it is as well, from now on: whoever asks for that asks behind this, and looks whether it was `sharedId`.
 */
export async function holdTerms(tx: Tx, { accountId, clientReference, at, lab, address }: Asked) {
  const placed = sql<number | null>`(select id from lab_order
    where account_id = ${accountId}::bigint and client_reference = ${clientReference})`
  const shared = lab === undefined || address === undefined ? sql`null` : sharedPlaces(lab, address)
  const { placedId, accountState, sharedId, ...rate } = await rateInForce(tx, at)
    .select([
      heldState(accountId).as('accountState'),
      placed.as('placedId'),
      sql<number | null>`case when ${placed} is null then ${shared} end`.as('sharedId'),
    ])
    .executeTakeFirstOrThrow(() => new Error('there is no rate'))
  return { rate, placedId, accountState, sharedId }
}

/** The order that an account's token stands for by now, and how many of the account's orders can still be paid. */
export async function bookingsOf(
  tx: Tx,
  { accountId, clientReference, at }: Pick<Asked, 'accountId' | 'clientReference' | 'at'>,
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
