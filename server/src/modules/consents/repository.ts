import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import { acquireAdvisoryLock, shareAdvisoryLock } from '../../infra/db/advisory-lock.ts'
import type { ReadingConsent } from '../../tables.ts'
import type { OrderRow } from '../orders/index.ts'

export type ConsentRow = Selectable<ReadingConsent>

/**
 * A patient and a doctor: the person, as `person_of` returns for an order; the patient's email on the order, in lower case;
 * and the doctor's account.
 */
export type Pair = { readonly person: string; readonly email: string; readonly doctorId: number }

/**
 * The newest answer of a patient about a doctor. `person_of` gives an order another key once its patient has stated the date
 * of birth; answers under the earlier key (that of `jsonb_build_array`, as in `has_refused`) still count.
 */
export async function newestConsent(db: Db, pair: Pair): Promise<ConsentRow | undefined> {
  const { person, email, doctorId } = pair
  const earlierKeys = sql`select jsonb_build_array(o.id)::text
    from lab_order o join stated_birth_date stated on stated.order_id = o.id
    where o.account_id = ${doctorId} and coalesce(lower(o.patient_email), '') = ${email} and person_of(o) = ${person}`
  return await newestOf(db, pair)
    .where(sql<boolean>`person = any (array(select ${person}::text union all ${earlierKeys}))`)
    .executeTakeFirst()
}

/** The consent that was not ended (it may have expired), locked so that a withdrawal waits until the transaction ends. */
export async function lockConsent(tx: Tx, pair: Pair): Promise<ConsentRow | undefined> {
  return await newestOf(tx, pair)
    .where('person', '=', pair.person)
    .where('ended', 'is', null)
    .forShare()
    .executeTakeFirst()
}

function newestOf(db: Db, { doctorId }: Pair) {
  return db
    .selectFrom('reading_consent')
    .selectAll()
    .where('doctor_id', '=', doctorId)
    .orderBy('given_at', 'desc')
    .orderBy(sql`ended is null`, 'desc')
    .limit(1)
}

/**
 * Whether the patient of an order has refused the doctor who booked it, by our records: also by an answer about another order
 * of this doctor for what seems the same person (`has_refused` in the database). Then break-glass opens nothing.
 */
export async function hasRefused(db: Db, order: Pick<OrderRow, 'id'>): Promise<boolean> {
  const { rows } = await sql<{ refused: boolean }>`
    select has_refused(o) as refused from lab_order o where o.id = ${order.id}`.execute(db)
  return rows[0]?.refused ?? false
}

/**
 * Whether the patient of an order has refused its doctor, so that they must not be asked again: as `hasRefused`, but only by an
 * answer at this email, about a patient with an agreeing name and no other date of birth. Others at that email are asked.
 */
export async function hasSaidNo(db: Db, order: Pick<OrderRow, 'id'>): Promise<boolean> {
  const { rows } = await sql`
    select from lab_order o where o.id = ${order.id} and has_refused(o) and exists (select from reading_consent refusal
        join lab_order answered on answered.account_id = refusal.doctor_id and lower(answered.patient_email) = refusal.patient_email
          and refusal.person in (person_of(answered), jsonb_build_array(answered.id)::text)
      where refusal.doctor_id = o.account_id and refusal.patient_email = lower(o.patient_email)
        and refusal.ended in ('withdrawn', 'refused') and names_agree(answered.patient_name, o.patient_name)
        and (born_on_of(answered) = born_on_of(o)) is not false)`.execute(db)
  return rows.length > 0
}

const answersTo = (doctorId: number) => `consents to ${doctorId}`

/**
 * Makes patients' answers about a doctor, and openings by break-glass, wait for each other until the transaction ends: of all
 * patients, as a refusal by one may be about an order under another name. Taken before orders and consents are locked.
 */
export async function lockAnswers(tx: Tx, doctorId: number): Promise<void> {
  await acquireAdvisoryLock(tx, answersTo(doctorId))
}

/** Makes answers about a doctor wait until the transaction ends, in which the doctor reads; other readings do not wait. */
export async function shareLockAnswers(tx: Tx, doctorId: number): Promise<void> {
  await shareAdvisoryLock(tx, answersTo(doctorId))
}

export async function insertConsent(tx: Tx, consent: Insertable<ReadingConsent>): Promise<void> {
  await tx.insertInto('reading_consent').values(consent).execute()
}

export type Ending = {
  readonly of: Pair | { readonly accountId: number } | { readonly doctorId: number }
  readonly ended: 'withdrawn' | 'replaced' | 'account_deleted' | 'doctor_suspended'
  readonly at: Date
}

/**
 * Ends the consents in force of a pair, to a doctor, or of an account: those to it as a doctor, those it gave as a patient,
 * and those given by mail for a person that it has proven to be, but not for others of its email. Waits for transactions
 * that read by a consent, and its end is never earlier than their readings.
 */
export async function endConsents(tx: Tx, { of, ended, at }: Ending): Promise<void> {
  const whose =
    'person' in of
      ? sql`person = ${of.person} and doctor_id = ${of.doctorId}`
      : 'doctorId' in of
        ? sql`doctor_id = ${of.doctorId}`
        : sql`(doctor_id = ${of.accountId} or account_id = ${of.accountId}
          or person in (select person_of(o) from proven_patient proof join lab_order o on o.id = proof.order_id
            where proof.account_id = ${of.accountId}))`
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
  /** The person the results are about, and their name on the newest of these orders. */
  person: string
  patient: string
  /** The doctor's paid orders for this person for which the account has proven to be the patient, the newest first. */
  references: string[]
  /** Whether the doctor's account is active, and the doctor verified. */
  isOpen: boolean
}

/**
 * Doctors who booked for a person that an account has proven to be, one row for each such person, the latest booking first.
 */
export async function ordersByDoctors(db: Db, email: string, accountId: number): Promise<DoctorOfPatient[]> {
  const { rows } = await sql<DoctorOfPatient>`
    select o.account_id as "doctorId", about.person, open.yes as "isOpen",
      (array_agg(o.patient_name order by o.id desc))[1] as patient,
      (array_agg(o.reference order by o.id desc))[1:50] as references
    from lab_order o join account doctor on doctor.id = o.account_id
      join proven_patient proof on proof.order_id = o.id and proof.account_id = ${accountId}
      cross join lateral (select person_of(o) as person) as about
      cross join lateral (select doctor.state = 'active'
        and exists (select from verified_doctor where account_id = doctor.id) as yes) as open
    where lower(o.patient_email) = ${email} and o.paid_at is not null
      and doctor.type = 'doctor' and doctor.state <> 'deleted' and lower(doctor.email) <> ${email}
      and (open.yes or exists (select from reading_consent consent
        where consent.doctor_id = o.account_id and consent.person = about.person))
    group by o.account_id, about.person, open.yes order by max(o.id) desc limit 100`.execute(db)
  return rows
}

export type Reading = { at: Date; results: number; saved: boolean }

/** When a doctor opened results of a person, the newest first. Reports opened at the same time count once. */
export async function readingsOf(db: Db, { person, email, doctorId }: Pair): Promise<Reading[]> {
  const { rows } = await sql<Reading>`
    select entry.at, count(*)::int as results, bool_or(entry.what = 'report_saved') as saved
    from lab_order o join audit_entry entry on entry.order_id = o.id
    where o.account_id = ${doctorId} and lower(o.patient_email) = ${email} and person_of(o) = ${person} and entry.role = 'doctor'
      and entry.account_id = ${doctorId} and entry.what in ('report_read', 'report_saved')
    group by o.id, entry.at order by entry.at desc limit 10`.execute(db)
  return rows
}

/** The newest paid order of each person for whom a doctor has booked since the given time, and who never answered. */
export async function ordersNeverAnswered(db: Db, doctorId: number, since: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select max(o.id)::int as id from lab_order o join account doctor on doctor.id = o.account_id
    where o.account_id = ${doctorId} and o.paid_at > ${since} and o.state <> 'cancelled'
      and lower(o.patient_email) <> lower(doctor.email)
      and not exists (select from reading_consent consent
        where consent.doctor_id = o.account_id and consent.person = person_of(o))
    group by person_of(o) order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

/** When a person was last sent a reminder, for any order of a doctor. */
export async function lastReminder(db: Db, { person, email, doctorId }: Pair): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(reminder.at) as at from reading_reminder reminder join lab_order o on o.id = reminder.order_id
    where o.account_id = ${doctorId} and lower(o.patient_email) = ${email} and person_of(o) = ${person}`.execute(
    db,
  )
  return rows[0]?.at ?? null
}

/** Records a reminder to the patient of an order. Returns false if this order already has one. */
export async function insertReminder(tx: Tx, order: Pick<OrderRow, 'id'>, at: Date): Promise<boolean> {
  const made = await tx
    .insertInto('reading_reminder')
    .values({ order_id: order.id, at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

/** A key for the person an order is about (see `same-person.ts`). Orders with the same key are about one person. */
export async function personOf(db: Db, orderId: number): Promise<string> {
  const { rows } = await sql<{ person: string }>`
    select person_of(o) as person from lab_order o where o.id = ${orderId}`.execute(db)
  const [found] = rows
  if (!found) throw new Error('a person of an order that is not there')
  return found.person
}

/** The date of birth that the patient of an order without one has stated; null if there is none. */
export async function statedBirthDate(db: Db, orderId: number): Promise<string | null> {
  const row = await db
    .selectFrom('stated_birth_date')
    .select('born_on')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row?.born_on ?? null
}

/** Stores permanently the date of birth that the patient of an order without one states. A date stated earlier stays. */
export async function insertStatedBirthDate(
  tx: Tx,
  stated: {
    readonly orderId: number
    readonly bornOn: string
    readonly accountId: number
    readonly at: Date
  },
): Promise<void> {
  await tx
    .insertInto('stated_birth_date')
    .values({ order_id: stated.orderId, born_on: stated.bornOn, account_id: stated.accountId, at: stated.at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
