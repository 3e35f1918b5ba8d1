import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { Counselling, DoctorCounselling } from '../../../tables.ts'
import { writeDown } from '../../audit/index.ts'
import { soldOf } from '../../catalogue/index.ts'

export type DoctorNote = Selectable<DoctorCounselling>

/** The notes of doctors about talks on tests of an order, for any version. */
export async function notesOf(db: Db, orderId: number): Promise<DoctorNote[]> {
  return await db
    .selectFrom('doctor_counselling')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute()
}

export type CounsellingRow = Selectable<Counselling> & { readonly noted_name: string }

/** The notes of talks with the patient about versions of these reports. */
export async function counsellingOf(db: Db, reportIds: readonly string[]): Promise<CounsellingRow[]> {
  if (reportIds.length === 0) return []
  return await db
    .selectFrom('counselling')
    .innerJoin('account', 'account.id', 'counselling.noted_by')
    .selectAll('counselling')
    .select('account.name as noted_name')
    .where('report_id', 'in', [...reportIds])
    .execute()
}

export async function insertCounselling(tx: Tx, noted: Insertable<Counselling>): Promise<void> {
  await tx.insertInto('counselling').values(noted).execute()
}

/** Stores a note, and records it in the audit of its order. */
export async function insertNote(tx: Tx, noted: Insertable<DoctorCounselling>): Promise<void> {
  await tx.insertInto('doctor_counselling').values(noted).execute()
  const { order_id, noted_by: account_id, noted_at: at } = noted
  await writeDown(tx, [{ order_id, role: 'doctor', account_id, what: 'counselling_noted', at }])
}

type LastOut = {
  readonly position: number
  readonly testId: number
  readonly number: number
  readonly state: 'released' | 'corrected' | 'withdrawn'
}

/** The newest version of each test of an order that was ever released. */
export async function lastOutOf(db: Db, orderId: number): Promise<LastOut[]> {
  const { rows } = await sql<LastOut>`
    select distinct on (report.id) report.position, report.test_id as "testId", version.number, version.state
    from report join report_version version on version.report_id = report.id
      and version.state in ('released', 'corrected', 'withdrawn')
    where report.order_id = ${orderId} order by report.id, version.number desc`.execute(db)
  return rows
}

export async function codesOf(db: Db, testIds: readonly number[]): Promise<Map<number, string>> {
  if (testIds.length === 0) return new Map()
  const found = await db
    .selectFrom('test')
    .select(['id', 'code'])
    .where('id', 'in', [...testIds])
    .execute()
  return new Map(found.map(({ id, code }) => [id, code]))
}

type WaitingTalk = {
  readonly reference: string
  readonly patientName: string
  readonly lab: string
  readonly tests: string[]
}

/**
 * Orders of a doctor with tests that need counselling and are not released, or were withdrawn, and not given up, without a note for
 * their next version; only of patients whose consent to sensitive results is in force. Orders with a sample come first;
 * each group the newest first.
 */
export async function waitingTalksOf(
  db: Db,
  doctorId: number,
  now: Date,
  limit: number,
): Promise<WaitingTalk[]> {
  const sold = soldOf(
    sql`(select position, test_id, includes from lab_order_line where order_id = o.id) as line`,
  )
  const { rows } = await sql<WaitingTalk>`
    select o.reference, o.patient_name as "patientName", o.lab_name as lab,
      array_agg(one.name order by one.position, one."testId") as tests
    from reading_consent consent join lab_order o on o.account_id = consent.doctor_id
        and lower(o.patient_email) = consent.patient_email and person_of(o) = consent.person
      cross join lateral (${sold}) as one
      join test on test.id = one."testId" and test.sensitive is not null
        and (test.sensitive_until is null or test.sensitive_until > o.created_at) and test.needs_counselling
        and (test.counselling_until is null or test.counselling_until > o.created_at)
      left join lateral (select version.number, version.state from report
        join report_version version on version.report_id = report.id
        where (report.order_id, report.position, report.test_id) = (o.id, one.position, one."testId")
          and version.state in ('released', 'corrected', 'withdrawn')
        order by version.number desc limit 1) as last on true
    where consent.doctor_id = ${doctorId} and consent.ended is null and consent.sensitive
      and consent.given_at <= ${now} and consent.expires_at > ${now} and o.paid_at is not null
      and (o.state in ('scheduled', 'sample_collected', 'lab_processing') or o.state = 'results_ready'
        and exists (select from report join report_version version on version.report_id = report.id
          where report.order_id = o.id and version.state = 'withdrawn'))
      and (last.number is null or last.state = 'withdrawn')
      and not exists (select from doctor_counselling noted where noted.number = coalesce(last.number, 0) + 1
        and (noted.order_id, noted.position, noted.test_id) = (o.id, one.position, one."testId"))
      and not exists (select from specimen_test served join specimen on specimen.id = served.specimen_id
        where specimen.state = 'given_up'
          and (served.order_id, served.position, served.test_id) = (o.id, one.position, one."testId"))
    group by o.id order by o.state = 'scheduled', o.id desc limit ${limit}`.execute(db)
  return rows
}
