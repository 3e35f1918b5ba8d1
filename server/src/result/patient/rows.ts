import { sql } from 'kysely'
import type { OrderRow } from '../../booking/index.ts'
import type { Db } from '../../db.ts'

export type PatientOrder = Pick<OrderRow, 'reference' | 'state' | 'lab_name' | 'test_count'> & {
  readonly created_at: string
  /** Something in it is out that is not specially protected, and something that is. */
  readonly plain_out: boolean
  readonly sensitive_out: boolean
}

export type PatientRow = {
  /** Of the newest order. */
  readonly reference: string
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly order_count: number
  readonly orders: PatientOrder[]
  /** A paid order by which the patient was not asked again. */
  readonly ask_by: string | null
}

/**
 * For whom a doctor booked, whoever was booked for last first: one for each name and email. Orders that were never paid
 * are among them.
 */
export async function patientsOf(
  db: Db,
  doctorId: number,
  { q, after, limit }: { readonly q: string; readonly after: string | null; readonly limit: number },
): Promise<PatientRow[]> {
  const named = q === '' ? sql`` : sql`and position(fold(${q}) in fold(patient_name)) > 0`
  const later =
    after === null
      ? sql``
      : sql`having max(id) < (select id from lab_order where reference = ${after} and account_id = ${doctorId})`
  const { rows } = await sql<PatientRow>`
    with found as (
      select fold(patient_name) as folded, lower(patient_email) as email, max(id) as newest, count(*)::int as order_count
      from lab_order where account_id = ${doctorId} ${named}
      group by 1, 2 ${later} order by newest desc limit ${limit})
    select o.reference, o.patient_name as name, found.email, o.patient_phone as phone, found.order_count, (
        select json_agg(one order by one.id desc) from (
          select own.id, own.reference, own.state, own.lab_name, own.test_count, own.created_at,
            coalesce(bool_or(not out.sensitive), false) as plain_out,
            coalesce(bool_or(out.sensitive), false) as sensitive_out
          from lab_order own left join lateral (
            select exists (select from sensitive_report where report_id = report.id) as sensitive
            from report join report_version version on version.report_id = report.id and version.state = 'released'
            where report.order_id = own.id and own.state not in ('cancelled', 'expired', 'awaiting_payment')) as out on true
          where own.account_id = ${doctorId} and lower(own.patient_email) = found.email
            and fold(own.patient_name) = found.folded
          group by own.id order by own.id desc limit 5) as one) as orders, (
        select own.reference from lab_order own where own.account_id = ${doctorId}
          and lower(own.patient_email) = found.email and own.paid_at is not null
          and not exists (select from reading_reminder where order_id = own.id)
        order by own.id desc limit 1) as ask_by
    from found join lab_order o on o.id = found.newest order by found.newest desc`.execute(db)
  return rows
}
