import { sql } from 'kysely'
import type { Db } from '../../db.ts'

/** The change by one posting to the money that Paystack holds for us, in kobo. */
export type ClearingLine = { readonly businessKey: string; readonly amount: number }

/** Every change to the money that Paystack holds for us, by postings of these orders. */
export async function clearingOf(db: Db, orderReferences: readonly string[]): Promise<ClearingLine[]> {
  const { rows } = await sql<ClearingLine>`
    select posting.business_key as "businessKey", sum(line.amount_kobo) as amount
    from ledger_posting posting join ledger_line line on line.posting_id = posting.id
      join ledger_account account on account.id = line.account_id and account.kind = 'provider_clearing'
    where posting.order_reference = any(${[...orderReferences]}::text[])
    group by posting.id`.execute(db)
  return rows
}
