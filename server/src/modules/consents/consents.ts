import { randomUUID } from 'node:crypto'
import { readingConsentVersion } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import { publish } from '../../events.ts'
import type { Clock } from '../../infra/clock.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import {
  accountById,
  isKnownDevice,
  isSameMailbox,
  isVerifiedDoctor,
  lockActive,
  lockIfActive,
} from '../accounts/index.ts'
import type { OrderRow } from '../orders/index.ts'
import { betweenReminders, consentLife, isLive, isNo } from './policy.ts'
import * as repository from './repository.ts'

type Booked = Pick<OrderRow, 'id' | 'account_id' | 'patient_email' | 'patient_phone' | 'paid_at'>

/**
 * The person an order is about and the doctor who placed it. Null for any other order, for one without an email of the
 * patient, whom we cannot ask, and for one that names the doctor's own mailbox or phone: doctors cannot consent for
 * themselves.
 */
export async function pairOf(
  db: Db,
  order: Pick<OrderRow, 'id' | 'account_id' | 'patient_email' | 'patient_phone'>,
): Promise<repository.Pair | null> {
  const doctor = await accountById(db, order.account_id)
  const email = order.patient_email?.toLowerCase()
  if (!email || doctor?.type !== 'doctor' || doctor.state === 'deleted') return null
  if (isOwnContact(doctor, order)) return null
  return { person: await repository.personOf(db, order.id), email, doctorId: doctor.id }
}

/** Whether an order names the doctor's own mailbox or phone as the patient's: then no patient can be asked or notified. */
export function isOwnContact(
  doctor: { readonly email: string; readonly phone: string },
  order: { readonly patient_email: string | null; readonly patient_phone: string },
): boolean {
  const email = order.patient_email?.toLowerCase()
  return (email !== undefined && isSameMailbox(doctor.email, email)) || doctor.phone === order.patient_phone
}

/** The pair of a paid order, as `pairOf` finds it. Throws DomainError `not_found` before payment, when the booking could name any person. */
export async function requirePair(db: Db, order: Booked): Promise<repository.Pair> {
  const pair = order.paid_at && (await pairOf(db, order))
  if (!pair) throw new DomainError('not_found')
  return pair
}

/** The consent by which this doctor, who booked an order, may read its results now, locked until the transaction ends. */
export async function lockLiveConsent(
  tx: Tx,
  order: Booked,
  doctorId: number,
  at: Date,
): Promise<repository.ConsentRow | null> {
  const pair = await pairOf(tx, order)
  if (pair?.doctorId !== doctorId) return null
  const consent = await repository.lockConsent(tx, pair)
  return consent && isLive(consent, at) ? consent : null
}

/** As above without a lock, for callers that read no results by it. */
export async function liveConsent(db: Db, order: Booked, at: Date): Promise<repository.ConsentRow | null> {
  const pair = await pairOf(db, order)
  const consent = pair && (await repository.newestConsent(db, pair))
  return consent && isLive(consent, at) ? consent : null
}

export type Answer = {
  readonly sensitive: boolean
  readonly version: string
  /** The patient's account; null if they use the link in their mail. */
  readonly accountId: number | null
}

/**
 * Lets a doctor read what they booked and will book for one person, and for no other person with that email, for a year
 * from now. Replaces an earlier answer. Both accounts are locked, so that neither can be closed meanwhile. Throws
 * DomainError `words_changed` if the patient read other words than the current ones, and `not_found` if the doctor's
 * account is closed or not verified.
 */
export async function giveConsent(
  tx: Tx,
  clock: Clock,
  pair: repository.Pair,
  answer: Answer,
): Promise<void> {
  requireWords(answer)
  if (answer.accountId !== null) await lockActive(tx, answer.accountId)
  if (!(await lockIfActive(tx, pair.doctorId)) || !(await isVerifiedDoctor(tx, pair.doctorId)))
    throw new DomainError('not_found')
  await repository.lockAnswers(tx, pair.doctorId)
  // Read after the lock, so that an earlier answer has an earlier time.
  const at = clock.now()
  await repository.endConsents(tx, { of: pair, ended: 'replaced', at })
  await repository.insertConsent(tx, {
    id: randomUUID(),
    person: pair.person,
    patient_email: pair.email,
    doctor_id: pair.doctorId,
    account_id: answer.accountId,
    sensitive: answer.sensitive,
    words_version: answer.version,
    given_at: at,
    expires_at: new Date(at.getTime() + consentLife),
  })
}

/**
 * Throws DomainError `doctors_browser` if the doctor of a pair has logged in with this browser: the link of a mail needs no
 * account, so a doctor who got the link could answer for the patient.
 */
export async function refuseDoctorsBrowser(
  db: Db,
  { doctorId }: repository.Pair,
  deviceHash: Buffer | null,
): Promise<void> {
  const doctor = await accountById(db, doctorId)
  if (doctor && (await isKnownDevice(db, doctor.email, deviceHash))) throw new DomainError('doctors_browser')
}

/** Throws DomainError `words_changed` if the patient read other words than the current ones. */
export function requireWords({ version }: Pick<Answer, 'version'>): void {
  if (version !== readingConsentVersion) throw new DomainError('words_changed')
}

/**
 * Stores that a patient says no to a doctor: withdraws the consent, or refuses if there is none to withdraw. It holds until
 * they give one, also against break-glass. Concurrent readings finish first; there are none after it. Saying no again changes
 * nothing. `accountId` is null for the link of a mail. Throws DomainError `not_found` as `requirePair`.
 */
export async function withdrawConsent(
  tx: Tx,
  clock: Clock,
  order: Booked,
  accountId: number | null,
): Promise<void> {
  const { doctorId } = await requirePair(tx, order)
  await repository.lockAnswers(tx, doctorId)
  // Read after the lock: an earlier answer has an earlier time, and a date of birth stated meanwhile gives another person.
  const at = clock.now()
  const pair = await requirePair(tx, order)
  await repository.endConsents(tx, { of: pair, ended: 'withdrawn', at })
  const newest = await repository.newestConsent(tx, pair)
  if (newest && isNo(newest)) return
  await repository.insertConsent(tx, {
    id: randomUUID(),
    person: pair.person,
    patient_email: pair.email,
    doctor_id: pair.doctorId,
    account_id: accountId,
    sensitive: false,
    words_version: readingConsentVersion,
    given_at: at,
    // A refusal has no end; the table needs one for every answer.
    expires_at: new Date(at.getTime() + consentLife),
    ended: 'refused',
    ended_at: at,
  })
}

/**
 * Stores permanently the date of birth that the patient of an order without one has stated. The order is then about a person
 * who may have agreed before: if the newest answer is a no about this order, it ends that consent, so that the doctor reads
 * neither this order nor the others. The caller holds `lockAnswers` of the account that booked.
 */
export async function storeBirthDate(
  tx: Tx,
  order: Booked,
  stated: { readonly bornOn: string; readonly accountId: number; readonly at: Date },
): Promise<void> {
  await repository.insertStatedBirthDate(tx, { orderId: order.id, ...stated })
  const pair = await pairOf(tx, order)
  const newest = pair && (await repository.newestConsent(tx, pair))
  if (pair && newest && isNo(newest))
    await repository.endConsents(tx, { of: pair, ended: 'withdrawn', at: stated.at })
}

/** Ends every consent of an account whose owner leaves, as patient and as doctor. */
export async function endConsentsOf(tx: Tx, accountId: number, at: Date): Promise<void> {
  await repository.endConsents(tx, { of: { accountId }, ended: 'account_deleted', at })
}

/** Ends all consents to a doctor whom an operator suspends. */
export async function endConsentsToDoctor(tx: Tx, doctorId: number, at: Date): Promise<void> {
  await repository.endConsents(tx, { of: { doctorId }, ended: 'doctor_suspended', at })
}

/**
 * Whether a patient may get another reminder: they never answered or their consent expired, and the last reminder is long
 * enough ago. A patient who said no, or left, gets none.
 */
export function mayAskAgain(
  newest: repository.ConsentRow | undefined,
  lastAsked: Date | null,
  now: Date,
): boolean {
  if (newest && (isNo(newest) || newest.ended === 'account_deleted' || isLive(newest, now))) return false
  return lastAsked === null || now.getTime() - lastAsked.getTime() >= betweenReminders
}

/**
 * Sends the patient of a doctor's paid order another reminder. Throws `not_found`, `licence_needed` and `not_to_be_asked`.
 */
export async function askAgain(tx: Tx, order: Booked, at: Date): Promise<void> {
  const pair = await requirePair(tx, order)
  if (!(await isVerifiedDoctor(tx, pair.doctorId))) throw new DomainError('licence_needed')
  await repository.lockAnswers(tx, pair.doctorId)
  const newest = await repository.newestConsent(tx, pair)
  const may = mayAskAgain(newest, await repository.lastReminder(tx, pair), at)
  if (!may || (await repository.hasSaidNo(tx, order)) || !(await repository.insertReminder(tx, order, at)))
    throw new DomainError('not_to_be_asked')
  await publish(tx, 'consent.asked_again', { orderId: order.id, noticeKey: `consent-reminder:${order.id}` })
}
