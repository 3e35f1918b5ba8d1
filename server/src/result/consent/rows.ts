import { type Insertable, type Selectable, sql } from 'kysely'
import type { OrderRow } from '../../booking/index.ts'
import type { Db, Tx } from '../../db.ts'
import { takeTurn } from '../../platform/turn.ts'
import type { ReadingConsent } from '../../tables.ts'

export type ConsentRow = Selectable<ReadingConsent>

/** Who agrees and about whom: an email in small letters, and the account of a doctor. */
export type Pair = { readonly email: string; readonly doctorId: number }

/** The newest answer of a patient about a doctor. */
export async function newestConsent(db: Db, { email, doctorId }: Pair): Promise<ConsentRow | undefined> {
  return await newestOf(db, { email, doctorId }).executeTakeFirst()
}

/** What is in force, or was and ran out; whoever withdraws it waits until the transaction ends. */
export async function holdConsent(tx: Tx, { email, doctorId }: Pair): Promise<ConsentRow | undefined> {
  return await newestOf(tx, { email, doctorId }).where('ended', 'is', null).forShare().executeTakeFirst()
}

function newestOf(db: Db, { email, doctorId }: Pair) {
  return db
    .selectFrom('reading_consent')
    .selectAll()
    .where('patient_email', '=', email)
    .where('doctor_id', '=', doctorId)
    .orderBy('given_at', 'desc')
    .orderBy(sql`ended is null`, 'desc')
    .limit(1)
}

/** Lets one patient's answers about one doctor come one after another, until the transaction ends. */
export async function lockPair(tx: Tx, { email, doctorId }: Pair): Promise<void> {
  await takeTurn(tx, `consent of ${email} to ${doctorId}`)
}

export async function insertConsent(tx: Tx, consent: Insertable<ReadingConsent>): Promise<void> {
  await tx.insertInto('reading_consent').values(consent).execute()
}

export type Ending = {
  readonly of: Pair | { readonly accountId: number }
  readonly ended: 'withdrawn' | 'replaced' | 'account_deleted'
  readonly at: Date
}

/**
 * Ends what is in force of a pair, or all of an account's: a patient's, also by their email, and a doctor's. It waits for
 * whoever reads by it, and ends no sooner than they have read.
 */
export async function endConsents(tx: Tx, { of, ended, at }: Ending): Promise<void> {
  const whose =
    'email' in of
      ? sql`patient_email = ${of.email} and doctor_id = ${of.doctorId}`
      : sql`(doctor_id = ${of.accountId} or account_id = ${of.accountId}
          or patient_email = (select lower(email) from account where id = ${of.accountId}))`
  const { rows } = await sql<{ id: string }>`
    select id from reading_consent where ended is null and ${whose} order by id for update`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`update reading_consent consent set ended = ${ended}, ended_at = greatest(${at}::timestamptz, given_at,
      (select max(result_opened.at) from result_opened where consent_id = consent.id),
      (select max(noted_at) from doctor_counselling where consent_id = consent.id))
    where id = any(${ids}::uuid[])`.execute(tx)
}

export type DoctorOfPatient = {
  doctorId: number
  /** Their paid orders for the patient whose patient the account has shown to be, the newest first. */
  references: string[]
  /** One of these; else one that was there when the email's owner last answered. */
  answeredBy: string
  /** Whether the doctor's account is active. */
  isOpen: boolean
}

/**
 * Doctors who booked for an email, whoever did last first, and who are no strangers to its account: it has shown to be the
 * patient of one of their orders, or whoever holds the email has answered about them.
 */
export async function ordersByDoctors(db: Db, email: string, accountId: number): Promise<DoctorOfPatient[]> {
  const { rows } = await sql<DoctorOfPatient>`
    select o.account_id as "doctorId", doctor.state = 'active' as "isOpen",
      coalesce((array_agg(o.reference order by o.id desc) filter (where proof.at is not null))[1:50], '{}') as references,
      (array_agg(o.reference order by proof.at is null, o.paid_at > answer.at, o.id desc))[1] as "answeredBy"
    from lab_order o join account doctor on doctor.id = o.account_id
      left join patient_proof proof on proof.order_id = o.id and proof.account_id = ${accountId}
      cross join lateral (select max(given_at) as at from reading_consent consent
        where consent.doctor_id = o.account_id and consent.patient_email = ${email}) as answer
    where lower(o.patient_email) = ${email} and o.paid_at is not null
      and doctor.type = 'doctor' and doctor.state <> 'deleted' and lower(doctor.email) <> ${email}
      and (doctor.state = 'active' or answer.at is not null)
    group by o.account_id, doctor.state having bool_or(proof.at is not null or answer.at is not null)
    order by max(o.id) desc limit 100`.execute(db)
  return rows
}

export type Looked = { at: Date; results: number; saved: boolean }

/** When a doctor opened results of a patient, the newest first. All that one look showed counts once. */
export async function looksOf(db: Db, { email, doctorId }: Pair): Promise<Looked[]> {
  const { rows } = await sql<Looked>`
    select entry.at, count(*)::int as results, bool_or(entry.what = 'report_saved') as saved
    from lab_order o join audit_entry entry on entry.order_id = o.id
    where o.account_id = ${doctorId} and lower(o.patient_email) = ${email} and entry.role = 'doctor'
      and entry.account_id = ${doctorId} and entry.what in ('report_read', 'report_saved')
    group by o.id, entry.at order by entry.at desc limit 10`.execute(db)
  return rows
}

/** When a patient was last asked again, by any order of a doctor's. */
export async function lastReminder(db: Db, { email, doctorId }: Pair): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(reminder.at) as at from reading_reminder reminder join lab_order o on o.id = reminder.order_id
    where o.account_id = ${doctorId} and lower(o.patient_email) = ${email}`.execute(db)
  return rows[0]?.at ?? null
}

/** Notes that the patient of an order is asked again; false where they were by this order before. */
export async function insertReminder(tx: Tx, order: Pick<OrderRow, 'id'>, at: Date): Promise<boolean> {
  const made = await tx
    .insertInto('reading_reminder')
    .values({ order_id: order.id, at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}
