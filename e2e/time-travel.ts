import postgres from 'postgres'
import { runningPostgres } from '../scripts/postgres.ts'
import type { Product } from './product.ts'

/** Lets the time of a patient's home visit pass. A journey runs on the machine's clock, so the visit moves, not the day. */
export async function letVisitPass(product: Product, patientEmail: string): Promise<void> {
  await withDatabase(product, async (sql) => {
    await sql`update lab_order set collection_on = current_date - 1 where patient_email = ${patientEmail}`
  })
}

/** Lets the phlebotomist be on the way to a patient. */
export async function letPhlebotomistSetOff(product: Product, patientEmail: string): Promise<void> {
  await withDatabase(product, async (sql) => {
    await sql`update lab_order set set_off_at = now() where patient_email = ${patientEmail}`
  })
}

async function withDatabase({ dataDir }: Product, work: (sql: postgres.Sql) => Promise<void>): Promise<void> {
  const sql = postgres(runningPostgres(dataDir) ?? '', { max: 1 })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}
