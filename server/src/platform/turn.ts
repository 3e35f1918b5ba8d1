import { sql } from 'kysely'
import type { Tx } from '../db.ts'

/** Lets a transaction stand for long with nothing asked of it: one that only holds a lock while others work. */
export async function mayStand(tx: Tx): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
}

/**
 * Lets one transaction at a time be about `what`, such as "shares of order 7": the others wait here until it ends. Whoever
 * takes several turns takes them in an order that is the same for all, or two may wait for each other.
 */
export async function takeTurn(tx: Tx, what: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${what}, 0))`.execute(tx)
}
