import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { BreakGlass } from '../../../tables.ts'

/** What a doctor reads a report by: the newest opening that reaches it, from which version on, and until when. */
export type Opened = { readonly id: number; readonly number: number; readonly until: Date }

/** The reports of an order that a doctor may read now by break-glass, by their ids. */
export async function openedReports(
  db: Db,
  orderId: number,
  doctorId: number,
  at: Date,
): Promise<Map<string, Opened>> {
  const { rows } = await sql<Opened & { report_id: string }>`
    select distinct on (opened.report_id) opened.report_id, opened.number, opening.id::int as id, reach.until
    from break_glass opening join break_glass_report opened on opened.break_glass_id = opening.id
      cross join lateral (select break_glass_until(opening.id, opened.report_id) as until) as reach
    where opening.order_id = ${orderId} and opening.account_id = ${doctorId} and opening.at <= ${at} and reach.until > ${at}
      and reads_by_break_glass(opening.account_id, opened.report_id, ${at})
    order by opened.report_id, reach.until desc, opening.id desc`.execute(db)
  return new Map(rows.map(({ report_id, ...opened }) => [report_id, opened]))
}

/** Records an opening of these versions. Returns its id. */
export async function insertOpening(
  tx: Tx,
  opening: Insertable<BreakGlass>,
  versions: readonly { readonly report_id: string; readonly number: number }[],
): Promise<number> {
  const { id } = await tx.insertInto('break_glass').values(opening).returning('id').executeTakeFirstOrThrow()
  await tx
    .insertInto('break_glass_report')
    .values(versions.map(({ report_id, number }) => ({ break_glass_id: id, report_id, number })))
    .execute()
  return id
}

/** The openings of an order by a doctor, the latest first. */
export async function openingsOf(db: Db, orderId: number, doctorId: number) {
  return await db
    .selectFrom('break_glass')
    .select(['at', 'because', 'reason'])
    .where('order_id', '=', orderId)
    .where('account_id', '=', doctorId)
    .orderBy('at', 'desc')
    .execute()
}

/** How many openings there were since a time, of all doctors. */
export async function countOpenings(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from break_glass where at > ${since}`.execute(db)
  return rows[0]?.n ?? 0
}

export type WaitingRow = {
  readonly id: number
  readonly account_id: number
  readonly reference: string
  readonly patient_name: string
  readonly patient_email: string | null
  readonly patient_phone: string
  readonly lab_name: string
  readonly released_at: Date
}

/**
 * The orders of a verified doctor with an immediate result that was released after `since`, is not sensitive, and that the
 * doctor neither reads now nor has acknowledged; the latest first. Orders of patients who have refused the doctor are left
 * out. `has_refused` is costly. As a subquery, without a join, it is called once for each order found, whatever the plan; as a
 * filter of a joined `lab_order`, it could be called for the orders of all doctors.
 */
export async function waitingOrders(
  db: Db,
  doctorId: number,
  { now, since }: { readonly now: Date; readonly since: Date },
): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select waits.* from (select o.id::int as id, o.account_id::int as account_id, o.reference, o.patient_name,
      o.patient_email::text as patient_email, o.patient_phone, o.lab_name, max(version.released_at) as released_at
    from (select * from lab_order where account_id = ${doctorId} and paid_at is not null
        and state in ('scheduled', 'sample_collected', 'lab_processing', 'results_ready') offset 0) o
      join report on report.order_id = o.id
      join report_version version on version.report_id = report.id and version.state = 'released' and version.released_at > ${since}
    where exists (select from verified_doctor where account_id = ${doctorId})
      and exists (select from result_value value where value.report_id = version.report_id and value.number = version.number
        and value.critical_tier = 'immediate')
      and not exists (select from result_acknowledged seen where seen.report_id = report.id and seen.number = version.number
        and seen.account_id = ${doctorId} and not seen.withdrawn)
      and not exists (select from reading_consent given where given.doctor_id = ${doctorId} and given.person = person_of(o)
        and given.ended is null and given.given_at <= ${now} and given.expires_at > ${now})
      and not exists (select from sensitive_report where report_id = report.id)
      and not reads_by_break_glass(${doctorId}, report.id, ${now})
    group by o.id, o.account_id, o.reference, o.patient_name, o.patient_email, o.patient_phone, o.lab_name offset 0) waits
    where not (select has_refused(placed) from lab_order placed where placed.id = waits.id)
    order by waits.released_at desc, waits.reference`.execute(db)
  return rows
}
