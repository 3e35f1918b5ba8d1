import {
  type BookingForm,
  consentVersion,
  lagosDate,
  namesAgree,
  normalisePhone,
  phoneProblem,
} from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { Actor } from '../../../infra/http/http.ts'
import { accountById, isSameMailbox, isVerifiedDoctor } from '../../accounts/index.ts'
import type { OrderRow } from '../repository.ts'
import { insertPerson } from './people.ts'
import { consentToBook, readBirthDate, requireConsent } from './policy.ts'
import { lockPerson } from './repository.ts'

/** The columns of an order about its patient, whom it is for, and the consent; stored with it for good. */
type PatientColumn = `patient_${'name' | 'email' | 'phone' | 'gender' | 'born_on'}`
type ConsentColumn = 'for_self' | 'person_id' | 'consent' | 'consent_version'
export type Patient = Pick<OrderRow, PatientColumn | ConsentColumn>

/**
 * The patient of a booking, whom it is for, and the consent given for them on that day. If the form has no date of birth,
 * that of the account's chosen person is used. Another adult, and every patient of a doctor, has only an email of their
 * own: the account's email never stands in for it, as results are not sent to the person who books. A booking for oneself
 * or for a child without an email uses the account's. Throws `invalid`,
 * `guardian_consent_needed` for a patient under 18 (NG-04), `permission_needed`, `not_found` for a person of another
 * account, `not_this_person`, and the errors of `insertPerson`. Consent and persons do not apply to a doctor, who gets the
 * consent of their patients and guardians themselves.
 */
export async function identifyPatient(tx: Tx, actor: Actor, form: BookingForm, now: Date): Promise<Patient> {
  const { accountId } = actor
  const phone = normalisePhone(form.phone)
  const problem = phoneProblem(phone)
  if (problem) throw new DomainError('invalid', { message: problem, fields: { phone: problem } })
  const typedBirth = form.dob ? readBirthDate(form.dob, now) : null
  const patient = {
    patient_name: form.name,
    patient_phone: phone,
    patient_gender: form.gender,
    patient_born_on: typedBirth,
    for_self: null,
    person_id: null,
    consent: null,
    consent_version: null,
  }
  if (actor.type === 'doctor') return { ...patient, patient_email: await emailOfOther(tx, accountId, form) }

  const chosen = await readChosen(tx, accountId, form, typedBirth)
  const bornOn = chosen?.born_on ?? typedBirth
  const consent = consentToBook(form.person, bornOn, lagosDate(now))
  if (consent) requireConsent(consent, form.consent?.as)
  else if (form.person === 'self') await requireOwnName(tx, accountId, form.name)
  const person = form.keep ? await savePerson(tx, accountId, form, bornOn, now) : chosen
  const isSelf = form.person === undefined ? null : form.person === 'self'
  return {
    ...patient,
    patient_email: await (consent === 'permission' ? emailOfOther : emailOfOwn)(tx, accountId, form),
    patient_born_on: bornOn,
    for_self: consent ? false : isSelf,
    person_id: person?.id ?? null,
    consent,
    consent_version: consent && consentVersion,
  }
}

/**
 * The typed email of another adult; null if it is the account's own, or if a verified doctor leaves it out, as some patients
 * have none. Throws `invalid` if someone else leaves it out.
 */
async function emailOfOther(tx: Tx, accountId: number, { email }: BookingForm): Promise<string | null> {
  if (email === '' && (await isVerifiedDoctor(tx, accountId))) return null
  if (email === '') throw new DomainError('invalid', { message: emailNeeded, fields: { email: emailNeeded } })
  const account = await accountById(tx, accountId)
  return account && isSameMailbox(account.email, email) ? null : email
}

const emailNeeded = 'Enter the patient’s own email. Only a verified doctor can book without one.'

/** The email of the account's owner or their child: the typed one, else the account's. */
async function emailOfOwn(tx: Tx, accountId: number, { email }: BookingForm): Promise<string> {
  const own = email || (await accountById(tx, accountId))?.email
  if (!own) throw new DomainError('invalid', { fields: { email: 'an email is needed' } })
  return own
}

/** The chosen person of the account, if the form matches them; the name may be written in another way. */
async function readChosen(tx: Tx, accountId: number, form: BookingForm, bornOn: string | null) {
  if (form.person === undefined || form.person === 'self' || form.person === 'other') return undefined
  const person = await lockPerson(tx, accountId, form.person)
  if (!person) throw new DomainError('not_found')
  if (person.gender !== form.gender || (bornOn !== null && bornOn !== person.born_on))
    throw new DomainError('not_this_person')
  return person
}

/**
 * A user who books for themselves reads the whole result, including sensitive parts. So the patient must have the account's
 * name: a user cannot read another adult's result by calling it their own.
 */
async function requireOwnName(tx: Tx, accountId: number, name: string): Promise<void> {
  const account = await accountById(tx, accountId)
  if (!account || !namesAgree(account.name, name))
    throw new DomainError('invalid', {
      fields: {
        name: 'This is not the name of your account. Choose “Another person”, or change your name in the settings.',
      },
    })
}

async function savePerson(tx: Tx, accountId: number, form: BookingForm, bornOn: string | null, now: Date) {
  if (form.person !== 'other' || !form.keep)
    throw new DomainError('invalid', { fields: { keep: 'only a new person can be saved' } })
  if (bornOn === null)
    throw new DomainError('invalid', { fields: { dob: 'a date of birth is needed to save a person' } })
  const { name, gender, email, phone, keep: relationship, consent } = form
  const person = { name, gender, email, phone, relationship, consent, dob: bornOn }
  return await insertPerson(tx, accountId, person, now)
}
