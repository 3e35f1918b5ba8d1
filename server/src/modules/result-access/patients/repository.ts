import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db.ts'
import type { OrderRow } from '../../orders/index.ts'

type PatientOrder = Pick<OrderRow, 'reference' | 'state' | 'lab_name' | 'test_count'> & {
  readonly created_at: string
  /** Whether results are released that are not sensitive, and whether some are that are sensitive. */
  readonly plain_out: boolean
  readonly sensitive_out: boolean
}

export type PatientRow = {
  /** The reference of the newest order. */
  readonly reference: string
  readonly name: string
  /** Empty if the patient has none. */
  readonly email: string
  /** The key of the person that these orders are about. */
  readonly person: string
  readonly phone: string
  readonly order_count: number
  readonly orders: PatientOrder[]
  /** The newest paid order for which the patient was not yet sent a reminder. */
  readonly ask_by: string | null
}

/** Matches orders of one doctor for one person. Email and name are also compared because they have an index. */
const sameAs = (order: RawBuilder<unknown>, one: RawBuilder<unknown>, person: RawBuilder<unknown>) =>
  sql`${order}.account_id = ${one}.account_id and coalesce(lower(${order}.patient_email), '') = coalesce(lower(${one}.patient_email), '')
    and fold(${order}.patient_name) = fold(${one}.patient_name) and person_of(${order}) = ${person}`

/**
 * The people for whom a doctor booked, the last booked first: one row for each person, and one for each order without a
 * date of birth. Includes orders that were never paid. It walks back from the doctor's newest order and skips orders whose
 * patient has a newer one. `coalesce` keeps the planner from expecting few matches and reading all orders of the doctor
 * first.
 */
export async function patientsOf(
  db: Db,
  doctorId: number,
  { q, after, limit }: { readonly q: string; readonly after: string | null; readonly limit: number },
): Promise<PatientRow[]> {
  const named = q === '' ? sql`` : sql`and position((select fold(${q})) in fold(o.patient_name)) > 0`
  const later =
    after === null
      ? sql``
      : sql`and o.id < (select id from lab_order where reference = ${after} and account_id = ${doctorId})`
  const own = sameAs(sql`own`, sql`o`, sql`o.person`)
  const { rows } = await sql<PatientRow>`
    with found as (
      select o.*, about.person from lab_order o cross join lateral (select person_of(o) as person) as about
      where o.account_id = ${doctorId} ${named} ${later} and coalesce((select false from lab_order own
        where ${sameAs(sql`own`, sql`o`, sql`about.person`)} and own.id > o.id limit 1), true)
      order by o.id desc limit ${limit})
    select o.reference, o.patient_name as name, coalesce(lower(o.patient_email), '') as email, o.person, o.patient_phone as phone,
      (select count(*)::int from lab_order own where ${own}) as order_count, (
        select json_agg(one order by one.id desc) from (
          select own.id, own.reference, own.state, own.lab_name, own.test_count, own.created_at,
            out.plain as plain_out, out.sensitive as sensitive_out
          from (select * from lab_order own where ${own} order by own.id desc limit 5) own cross join lateral (
            select coalesce(bool_or(not kept), false) as plain, coalesce(bool_or(kept), false) as sensitive from (
              select exists (select from sensitive_report where report_id = report.id) as kept
              from report join report_version version on version.report_id = report.id and version.state = 'released'
              where report.order_id = own.id and own.state not in ('cancelled', 'expired', 'awaiting_payment')) as one)
            as out) as one) as orders, (
        select own.reference from lab_order own where ${own} and own.paid_at is not null
          and not exists (select from reading_reminder where order_id = own.id)
        order by own.id desc limit 1) as ask_by
    from found o order by o.id desc`.execute(db)
  return rows
}
