import type { ClientBase } from 'pg'
import type { Migration } from './migrations.ts'

/** Runs one migration and records it, in one transaction if PostgreSQL allows that. */
export async function runMigration(migration: Migration, client: ClientBase): Promise<void> {
  const { name, text, hash, worksFrom, inTransaction } = migration
  // If one fails, its connection is closed, which rolls the transaction back.
  if (inTransaction) await client.query('begin')
  await client.query(text)
  await client.query('insert into migration (name, hash, works_from) values ($1, $2, $3)', [
    name,
    hash,
    worksFrom,
  ])
  if (inTransaction) await client.query('commit')
}
