import { type RawBuilder, sql } from 'kysely'
import { heldState } from '../account/index.ts'
import type { Tx } from '../db.ts'
import { prepared } from '../platform/database/prepared.ts'
import { rateInForce } from './rows.ts'
import { placesShared } from './slot/rows.ts'

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
 * the rate in force; and the order that the account's token stands for already. What the location can do stays as it is as
 * well, from now on: whoever asks for that asks behind this.
 */
export async function holdTerms(tx: Tx, asked: Asked) {
  const [terms] = await termsHeld(tx, asked)
  if (!terms) throw new Error('there is no rate')
  const { placedId, accountState, shared: _, ...rate } = terms
  return { rate, placedId, accountState }
}

const termsHeld = prepared((tx: Tx, { accountId, clientReference, at, lab, address }: Asked) =>
  rateInForce(tx, at).select((e) => [
    heldState(accountId).as('accountState'),
    sharing(lab, address).as('shared'),
    e
      .selectFrom('lab_order')
      .select('lab_order.id')
      .where('account_id', '=', accountId)
      .where('client_reference', '=', clientReference)
      .as('placedId'),
  ]),
)

function sharing(lab: string | undefined, address: string | undefined): RawBuilder<unknown> {
  return lab === undefined || address === undefined ? sql`null` : placesShared(lab, address)
}
