import { sql } from 'kysely'
import type { Db } from '../db.ts'

/** What a stored file belongs to, in words for an operator that name no person. */
export async function ownerOf(db: Db, fileId: string): Promise<string> {
  const { rows } = await sql<{ owner: string }>`
    select 'photo of order ' || o.reference as owner from visit_photo p join lab_order o on o.id = p.order_id
      where p.file_id = ${fileId}
    union all select 'licence ' || l.id from doctor_licence l where l.file_id = ${fileId}
    union all select 'report of order ' || o.reference || ', version ' || s.number
      from report_sheet s join report r on r.id = s.report_id join lab_order o on o.id = r.order_id
      where s.file_id = ${fileId}
    union all select 'attachment to a report of order ' || o.reference
      from report_file f join report r on r.id = f.report_id join lab_order o on o.id = r.order_id
      where f.file_id = ${fileId}`.execute(db)
  return rows[0]?.owner ?? 'nothing'
}
