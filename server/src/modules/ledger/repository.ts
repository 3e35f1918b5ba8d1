import type { Kobo } from '@labalaba/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import type { LedgerAccount } from '../../tables.ts'

export type AccountKind = LedgerAccount['kind']
export type AccountKey = { readonly kind: AccountKind; readonly owner?: string }

/** The ids of ledger accounts, in the order of `keys`. Opens those that do not exist yet. */
export async function openAccounts(tx: Tx, keys: readonly AccountKey[]): Promise<number[]> {
  const wanted = keys.map(({ kind, owner = '' }) => ({ kind, owner }))
  const find = () =>
    tx
      .selectFrom('ledger_account')
      .select(['id', 'kind', 'owner'])
      .where((e) => e.or(wanted.map(({ kind, owner }) => e.and({ kind, owner }))))
      .execute()
  let found = await find()
  if (found.length < new Set(wanted.map(({ kind, owner }) => `${kind} ${owner}`)).size) {
    const inOrder = wanted.toSorted((a, b) => `${a.kind} ${a.owner}`.localeCompare(`${b.kind} ${b.owner}`))
    await tx
      .insertInto('ledger_account')
      .values(inOrder)
      .onConflict((conflict) => conflict.columns(['kind', 'owner']).doNothing())
      .execute()
    found = await find()
  }
  return wanted.map(({ kind, owner }) => {
    const account = found.find((row) => row.kind === kind && row.owner === owner)
    if (!account) throw new Error(`ledger account ${kind} ${owner} could not be opened`)
    return account.id
  })
}

/** Lets one transaction at a time take from a ledger account. Inserting lines for it does not wait. */
export async function lockAccount(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('ledger_account').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** Whether a business key has been posted. */
export async function isPosted(tx: Tx, businessKey: string): Promise<boolean> {
  const posted = await tx
    .selectFrom('ledger_posting')
    .select('id')
    .where('business_key', '=', businessKey)
    .executeTakeFirst()
  return posted !== undefined
}

/** How many postings of an order have a business key that begins with `stem`. */
export async function countPostings(tx: Tx, orderReference: string, stem: string): Promise<number> {
  const { count } = await tx
    .selectFrom('ledger_posting')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('order_reference', '=', orderReference)
    .where((e) => e.fn<boolean>('starts_with', ['business_key', e.val(stem)]))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type PostingHead = {
  readonly businessKey: string
  readonly kind: string
  readonly orderReference: string
  readonly at: Date
}

/** A line of a posting; its position counts from 1. */
export type NewLine = { readonly account: AccountKey; readonly amount: Kobo }

/**
 * Inserts a posting, and the lines whose ledger accounts exist: in one statement, as every payment waits for it. Returns
 * how many lines were written; undefined if its business key was posted before.
 */
export async function insertPosting(
  tx: Tx,
  head: PostingHead,
  lines: readonly NewLine[],
): Promise<{ id: number; written: number } | undefined> {
  const { rows } = await sql<{ id: number; written: number }>`
    with posting as (
      insert into ledger_posting (business_key, kind, order_reference, at)
      values (${head.businessKey}, ${head.kind}, ${head.orderReference}, ${head.at})
      on conflict (business_key) do nothing
      returning id),
    written as (${insertLinesOf(sql`posting`, lines)} returning 1)
    select id, (select count(*) from written) as written from posting`.execute(tx)
  return rows[0]
}

/** Writes the missing lines of a posting. Their ledger accounts must exist. */
export async function insertLines(tx: Tx, postingId: number, lines: readonly NewLine[]): Promise<void> {
  const posting = sql`(select ${postingId}::bigint as id) posting`
  await sql`${insertLinesOf(posting, lines)} on conflict (posting_id, position) do nothing`.execute(tx)
}

function insertLinesOf(posting: RawBuilder<unknown>, lines: readonly NewLine[]): RawBuilder<unknown> {
  const kinds = lines.map(({ account }) => account.kind)
  const owners = lines.map(({ account }) => account.owner ?? '')
  const amounts = lines.map(({ amount }) => amount)
  return sql`
    insert into ledger_line (posting_id, position, account_id, amount_kobo)
    select posting.id, line.position, account.id, line.amount
    from ${posting}, unnest(${kinds}::text[], ${owners}::text[], ${amounts}::bigint[])
      with ordinality line (kind, owner, amount, position)
    join ledger_account account using (kind, owner)`
}

/** What we owe an account over these kinds of ledger accounts, in kobo; credits count as owed. */
export async function owedTo(db: Db, owner: string, kinds: readonly AccountKind[]): Promise<number> {
  const { total } = await db
    .selectFrom('ledger_line')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_line.account_id')
    .where('ledger_account.owner', '=', owner)
    .where('ledger_account.kind', 'in', [...kinds])
    .select((e) => e.fn.coalesce(e.fn.sum<number>('amount_kobo'), e.val(0)).as('total'))
    .executeTakeFirstOrThrow()
  return 0 - total
}

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
