import type { Sql } from './sql.ts'

/** Says by hand that a test of the catalogue is sensitive. */
export async function markSensitive(sql: Sql, name: string): Promise<void> {
  await sql`update test set sensitive = 'by hand', sensitive_until = null where name = ${name}`
}
