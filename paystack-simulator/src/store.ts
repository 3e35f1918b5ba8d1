import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

/** The simulator's own database on disk: section 1.22 requires a store separate from the product's. */
export type Store = DatabaseSync

// Ids start above 2^32 on purpose: Paystack's ids are already longer than 32 bits (section 1.1).
const schema = `
  CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS paystack_transaction (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    reference TEXT NOT NULL UNIQUE,
    access_code TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL CHECK (status IN ('abandoned', 'ongoing', 'success', 'failed', 'reversed')),
    requested_amount INTEGER NOT NULL CHECK (requested_amount > 0),
    amount INTEGER NOT NULL CHECK (amount > 0),
    currency TEXT NOT NULL,
    email TEXT NOT NULL,
    callback_url TEXT,
    channels TEXT,
    metadata TEXT,
    method TEXT,
    fees INTEGER,
    gateway_response TEXT,
    created_at INTEGER NOT NULL,
    touched_at INTEGER NOT NULL,
    paid_at INTEGER,
    other_mode INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX IF NOT EXISTS transaction_by_status ON paystack_transaction (status, touched_at);
  CREATE TABLE IF NOT EXISTS refund (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    transaction_id INTEGER NOT NULL REFERENCES paystack_transaction (id),
    amount INTEGER NOT NULL CHECK (amount > 0),
    currency TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'processing', 'processed', 'failed', 'needs-attention')),
    customer_note TEXT,
    merchant_note TEXT,
    retried INTEGER NOT NULL DEFAULT 0,
    silent INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    moves_at INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS refund_by_transaction ON refund (transaction_id);
  CREATE INDEX IF NOT EXISTS refund_by_moves_at ON refund (moves_at) WHERE moves_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS webhook_event (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    reference TEXT NOT NULL,
    name TEXT NOT NULL,
    body BLOB NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS event_by_reference ON webhook_event (reference, name);
  CREATE TABLE IF NOT EXISTS delivery (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id INTEGER NOT NULL REFERENCES webhook_event (id),
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'dropped', 'given_up')),
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS delivery_due ON delivery (due_at) WHERE state = 'pending';
  CREATE INDEX IF NOT EXISTS delivery_by_event ON delivery (event_id);
  CREATE TABLE IF NOT EXISTS dispute (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    transaction_id INTEGER NOT NULL REFERENCES paystack_transaction (id),
    amount INTEGER NOT NULL CHECK (amount > 0),
    currency TEXT NOT NULL,
    category TEXT NOT NULL CHECK (category IN ('chargeback', 'fraud', 'general')),
    status TEXT NOT NULL CHECK (status IN ('awaiting-merchant-feedback', 'awaiting-bank-feedback', 'resolved')),
    resolution TEXT CHECK (resolution IN ('merchant-accepted', 'declined', 'auto-accepted')),
    message TEXT,
    uploaded_filename TEXT,
    evidence TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    moves_at INTEGER,
    resolved_at INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS dispute_by_transaction ON dispute (transaction_id);
  CREATE TABLE IF NOT EXISTS dispute_upload (
    name TEXT PRIMARY KEY,
    dispute_id INTEGER NOT NULL REFERENCES dispute (id),
    type TEXT NOT NULL,
    file BLOB
  ) STRICT;
  CREATE INDEX IF NOT EXISTS dispute_by_moves_at ON dispute (moves_at) WHERE moves_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS balance_entry (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    cause TEXT NOT NULL
      CHECK (cause IN ('capture', 'fee', 'refund', 'refund_returned', 'dispute', 'reversal', 'settlement')),
    row_id INTEGER NOT NULL,
    transaction_id INTEGER REFERENCES paystack_transaction (id),
    currency TEXT NOT NULL,
    difference INTEGER NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS balance_by_transaction ON balance_entry (transaction_id);
  CREATE TABLE IF NOT EXISTS settlement (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    last_entry INTEGER NOT NULL,
    processed INTEGER NOT NULL,
    fees INTEGER NOT NULL,
    deductions INTEGER NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  INSERT INTO sqlite_sequence (name, seq) SELECT 'paystack_transaction', 5200000016
    WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'paystack_transaction');
  INSERT INTO sqlite_sequence (name, seq) SELECT 'refund', 4310000008
    WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'refund');
  INSERT INTO sqlite_sequence (name, seq) SELECT 'dispute', 4300000004
    WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'dispute');
`

/**
 * Opens the store in a folder, creating both if they do not exist. Committed data survives `kill -9` (write-ahead log, full
 * sync). A second simulator on the same folder is refused with a clear error.
 */
export function openStore(folder: string): Store {
  mkdirSync(folder, { recursive: true })
  const store = new DatabaseSync(join(folder, 'simulator.sqlite'), { timeout: 2000 })
  try {
    store.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    store.exec('PRAGMA foreign_keys = ON')
    store.exec(schema)
    return store
  } catch (error) {
    store.close()
    if (error instanceof Error && /locked|busy/.test(error.message)) {
      throw new Error(`${folder} is in use by another Paystack simulator`, { cause: error })
    }
    throw error
  }
}

/** Runs the work in a database transaction. The work must be synchronous. */
export function inTransaction<T>(store: Store, work: () => T): T {
  store.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    store.exec('COMMIT')
    return result
  } catch (error) {
    store.exec('ROLLBACK')
    throw error
  }
}

/** A stored setting, or null. */
export function readSetting(store: Store, name: string): string | null {
  return rowOf<{ value: string }>(store, 'SELECT value FROM setting WHERE name = ?', name)?.value ?? null
}

/** Stores a setting across restarts. */
export function saveSetting(store: Store, name: string, value: string): void {
  const sql =
    'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value'
  store.prepare(sql).run(name, value)
}

/**
 * The rows that a statement gives, with their columns in camel case. The tables are strict and check their words, so a
 * column holds what the record's type says.
 */
export function rowsOf<T>(store: Store, sql: string, ...values: readonly SQLInputValue[]): T[] {
  return store
    .prepare(sql)
    .all(...values)
    .map((row) => {
      const entries = Object.entries(row).map(([column, value]) => [camelCase(column), value])
      return Object.fromEntries(entries) as T
    })
}

function camelCase(column: string): string {
  return column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** The first row that a statement gives, or null. */
export function rowOf<T>(store: Store, sql: string, ...values: readonly SQLInputValue[]): T | null {
  return rowsOf<T>(store, sql, ...values)[0] ?? null
}

/** The row of a statement that always gives one: a sum, or an insert or update with RETURNING. */
export function theRow<T>(store: Store, sql: string, ...values: readonly SQLInputValue[]): T {
  const row = rowOf<T>(store, sql, ...values)
  if (!row) throw new Error(`no row from: ${sql}`)
  return row
}
