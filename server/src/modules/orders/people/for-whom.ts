import { type BookingForm, consentVersion, lagosDate, namesAgree } from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { Actor } from '../../../infra/http/http.ts'
import { accountById } from '../../accounts/index.ts'
import type { OrderRow } from '../repository.ts'
import { insertPerson } from './people.ts'
import { consentToBook, requireConsent } from './policy.ts'
import { holdPerson } from './repository.ts'

/** Whom an order is for; stored with it for good. */
export type ForWhom = Pick<
  OrderRow,
  'for_self' | 'person_id' | 'consent' | 'consent_version' | 'patient_born_on'
>

/**
 * Whom a booking is for, and the consent given for them on that day. If the form has no date of birth, that of the
 * account's chosen person is used. Throws `guardian_consent_needed` for a patient under 18 (NG-04), `permission_needed`,
 * `not_found` for a person of another account, `not_this_person`, `invalid` for a name that is not the account's, and the
 * errors of `insertPerson`. None of this applies to a doctor, who gets the consent of their patients and guardians
 * themselves.
 */
export async function readForWhom(
  tx: Tx,
  actor: Actor,
  form: BookingForm,
  bornOn: OrderRow['patient_born_on'],
  now: Date,
): Promise<ForWhom> {
  const noPerson = { for_self: null, person_id: null, consent: null, consent_version: null }
  if (actor.type === 'doctor') return { ...noPerson, patient_born_on: bornOn }
  const chosen = await readChosen(tx, actor.accountId, form, bornOn)
  const born = chosen?.born_on ?? bornOn
  const needed = consentToBook(form.person, born, lagosDate(now))
  if (needed) requireConsent(needed, form.consent?.as)
  else if (form.person === 'self') await requireOwnName(tx, actor.accountId, form.name)
  const kept = form.keep ? await keepTyped(tx, actor.accountId, form, born, now) : chosen
  const said = form.person === undefined ? null : form.person === 'self'
  return {
    ...{ for_self: needed ? false : said, person_id: kept?.id ?? null, patient_born_on: born },
    ...{ consent: needed, consent_version: needed && consentVersion },
  }
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

/** The chosen person of the account, if the form matches them; the name may be written in another way. */
async function readChosen(tx: Tx, accountId: number, form: BookingForm, bornOn: string | null) {
  if (form.person === undefined || form.person === 'self' || form.person === 'other') return undefined
  const person = await holdPerson(tx, accountId, form.person)
  if (!person) throw new DomainError('not_found')
  if (person.gender !== form.gender || (bornOn !== null && bornOn !== person.born_on))
    throw new DomainError('not_this_person')
  return person
}

async function keepTyped(tx: Tx, accountId: number, form: BookingForm, bornOn: string | null, now: Date) {
  if (form.person !== 'other' || !form.keep)
    throw new DomainError('invalid', { fields: { keep: 'only a new person can be saved' } })
  if (bornOn === null)
    throw new DomainError('invalid', { fields: { dob: 'a date of birth is needed to save a person' } })
  const { name, gender, email, phone, keep: relationship, consent } = form
  return await insertPerson(
    tx,
    accountId,
    { name, gender, email, phone, relationship, consent, dob: bornOn },
    now,
  )
}
