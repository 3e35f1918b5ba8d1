import { sql } from 'kysely'
import type { Db } from '../../../db.ts'
import type { About } from '../../consents/index.ts'
import type { Measured } from './series.ts'

/** An order with a released result. */
export type Readable = About & {
  readonly id: number
  readonly reference: string
  readonly account_id: number
  readonly for_self: boolean | null
  readonly consent: 'guardian' | 'permission' | null
  readonly patient_name: string
  readonly patient_gender: 'Male' | 'Female'
  readonly lab_name: string
  readonly location_name: string
  readonly demo: boolean
  readonly released_at: Date
  readonly tests: string[]
}

/**
 * The newest orders with a released result, not cancelled, that an account booked, or whose patient it has proven to be as
 * the owner of the patient's email. The order with the id `first` comes first if it is one of these.
 */
export async function readableOrders(
  db: Db,
  reader: { readonly accountId: number; readonly email: string },
  first: number | null,
  most: number,
): Promise<Readable[]> {
  const { rows } = await sql<Readable>`
    select o.id, o.reference, o.account_id, o.for_self, o.consent, o.patient_name, o.patient_gender,
      coalesce(o.patient_born_on, (select stated.born_on from stated_birth_date stated where stated.order_id = o.id
        and stated.account_id = ${reader.accountId})) as patient_born_on, o.patient_email::text as patient_email,
      o.patient_phone, fold(o.patient_name) as folded_name, o.lab_name, o.location_name, o.demo, out.released_at, out.tests
    from lab_order o cross join lateral (
      select max(version.released_at) as released_at, array_agg(report.test_name order by report.position, report.test_id) as tests
      from report join report_version version on version.report_id = report.id and version.state = 'released'
      where report.order_id = o.id) as out
    where (o.account_id = ${reader.accountId} or o.patient_email = ${reader.email}::citext and exists (
        select from proven_patient where order_id = o.id and account_id = ${reader.accountId})) and o.paid_at is not null
      and o.state in ('scheduled', 'sample_collected', 'lab_processing', 'results_ready') and out.released_at is not null
    order by (o.id = ${first}) desc nulls last, o.id desc limit ${most}`.execute(db)
  return rows
}

/**
 * Every released number of these orders, with the time its sample was taken. Ordered by the reports' lines, the newest
 * order first.
 */
export async function measuredIn(db: Db, orderIds: readonly number[]): Promise<Measured[]> {
  if (orderIds.length === 0) return []
  const { rows } = await sql<Measured>`
    select value.analyte_id as "analyteId", analyte.loinc, value.name, value.value, value.amount, value.ucum, value.unit,
      value.catalogue_ucum as "catalogueUcum", value.catalogue_factor as "catalogueFactor",
      value.low, value.high, value.flag, value.basis, coalesce(sample.taken_at, version.released_at) as at, o.reference as "order",
      o.lab_name as lab, report.id as "reportId", version.number, o.id as "orderId", version.released_at as "releasedAt",
      private.report_id is not null as "isSensitive", private.own_from as "ownFrom"
    from lab_order o
      join report on report.order_id = o.id
      left join sensitive_report private on private.report_id = report.id
      join report_version version on version.report_id = report.id and version.state = 'released'
      join result_value value on value.report_id = report.id and value.number = version.number and value.amount is not null
      join analyte on analyte.id = value.analyte_id
      cross join lateral (
        select max(specimen.collected_at) as taken_at
        from specimen join specimen_test served on served.specimen_id = specimen.id
        where specimen.order_id = o.id and specimen.state = 'received' and served.position = report.position
          and served.test_id = report.test_id) as sample
    where o.id = any(${[...orderIds]}::bigint[])
    order by o.id desc, report.position, report.test_id, value.position`.execute(db)
  return rows
}
