import type { Sql } from './sql.ts'

/** Says by hand that a test of the catalogue is sensitive and needs counselling. */
export async function markSensitive(sql: Sql, name: string): Promise<void> {
  await sql`update test set sensitive = 'by hand', sensitive_until = null, needs_counselling = true,
    counselling_until = null where name = ${name}`
}
