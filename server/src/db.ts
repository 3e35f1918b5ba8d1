import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** The database, outside a transaction. */
export type Db = Kysely<Tables>

/** A transaction. What writes takes one, so that the compiler sees to it. */
export type Tx = Transaction<Tables>
