import postgres from 'postgres'
import { runningPostgres } from '../scripts/postgres.ts'
import type { Product } from './product.ts'

/** Lets the time of a patient's home visit pass. A journey runs on the machine's clock, so the visit moves, not the day. */
export async function letVisitPass({ dataDir }: Product, patientEmail: string): Promise<void> {
  const sql = postgres(runningPostgres(dataDir) ?? '', { max: 1 })
  try {
    await sql`update lab_order set collection_on = current_date - 1 where patient_email = ${patientEmail}`
  } finally {
    await sql.end()
  }
}
