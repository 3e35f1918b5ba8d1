import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** A database connection outside a transaction. */
export type Db = Kysely<Tables>

/** A transaction. Functions that write take this type, so the compiler checks that they run in one. */
export type Tx = Transaction<Tables>
