import { sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'

/** At how many addresses something was tried, and when it was last tried. */
export type Spread = { readonly addresses: number; readonly last: Date | null }

/** At how many addresses unknown browsers of a network have typed wrong passwords without a right one afterwards. */
export async function spreadOfNetwork(db: Db, network: Buffer, since: Date): Promise<Spread> {
  return await spreadWhere(db, { column: 'source', from: network }, since)
}

/** The same for an address block. */
export async function spreadOfBlock(db: Db, block: Buffer, since: Date): Promise<Spread> {
  return await spreadWhere(db, { column: 'block', from: block }, since)
}

async function spreadWhere(
  db: Db,
  { column, from }: { readonly column: 'source' | 'block'; readonly from: Buffer },
  since: Date,
): Promise<Spread> {
  return await db
    .selectFrom('sign_in_failure')
    .select((row) => [
      row.fn.count<number>('email_hash').distinct().as('addresses'),
      row.fn.max('at').as('last'),
    ])
    .where(column, '=', from)
    .where('kind', '=', 'password')
    .where('known', '=', false)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
}

/** At how many addresses a wrong password was tried. */
export async function spreadOfPassword(db: Db, password: Buffer, since: Date): Promise<Spread> {
  return await db
    .selectFrom('tried_password')
    .select((row) => [row.fn.countAll<number>().as('addresses'), row.fn.max('at').as('last')])
    .where('password', '=', password)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
}

/** Records that a wrong password was tried at an address. */
export async function insertTried(
  tx: Tx,
  tried: { password: Buffer; address: Buffer },
  now: Date,
): Promise<void> {
  const { password, address } = tried
  await tx
    .insertInto('tried_password')
    .values({ password, email_hash: address, at: now })
    .onConflict((conflict) => conflict.columns(['password', 'email_hash']).doUpdateSet({ at: now }))
    .execute()
}

/** Deletes the passwords that were tried before a time. Rows locked by another transaction are left to the next call. */
export async function deleteTried(db: Db, before: Date): Promise<void> {
  await sql`
    delete from tried_password where (password, email_hash) in
      (select password, email_hash from tried_password where at < ${before} for update skip locked)`.execute(
    db,
  )
}
