import { sql } from 'kysely'
import type { Tx } from '../../db.ts'

/** Lets a transaction stay idle: for one that only holds a lock while other work is done. */
export async function disableIdleTimeout(tx: Tx): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
}

/**
 * Takes the lock on a name, such as "shares of order 7", until the transaction ends; other transactions wait for it. A
 * transaction that takes several locks must take them in the same order as all others, or two may deadlock.
 */
export async function acquireAdvisoryLock(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** As above, but transactions that share the lock do not wait for each other, only for one that holds it alone. */
export async function shareAdvisoryLock(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(tx)
}
