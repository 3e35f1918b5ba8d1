import {
  type addPerson,
  type BodyOf,
  type changePerson,
  consentVersion,
  isUnder18,
  lagosDate,
  mostPeople,
  normalisePhone,
  type Person,
  phoneProblem,
} from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { lockActive } from '../../accounts/index.ts'
import { consentFor, readBirthDate, requireConsent } from './policy.ts'
import * as repository from './repository.ts'

type Dependencies = { readonly db: Db; readonly clock: Clock }
type PersonInput = BodyOf<typeof addPerson>

/** The people whom an account books for, by name. */
export async function readPeople({ db, clock }: Dependencies, accountId: number): Promise<Person[]> {
  const today = lagosDate(clock.now())
  return (await repository.peopleOf(db, accountId)).map((row) => presentPerson(row, today))
}

/**
 * Saves a person. Throws `many_people`, `invalid` for a phone or date of birth that is not valid, and
 * `guardian_consent_needed` or `permission_needed` if that consent is missing (NG-04).
 */
export async function keepPerson(
  { db, clock }: Dependencies,
  accountId: number,
  input: PersonInput,
): Promise<Person> {
  const now = clock.now()
  return await db.transaction().execute(async (tx) => {
    await lockActive(tx, accountId)
    return presentPerson(await insertPerson(tx, accountId, input, now), lagosDate(now))
  })
}

/** The same within the transaction of a booking. */
export async function insertPerson(
  tx: Tx,
  accountId: number,
  input: PersonInput,
  now: Date,
): Promise<repository.PersonRow> {
  const details = readDetails(input, now)
  const needed = consentFor(details.born_on, lagosDate(now))
  requireConsent(needed, input.consent?.as)
  await repository.lockPeopleOf(tx, accountId)
  if ((await repository.peopleOf(tx, accountId)).length >= mostPeople) throw new DomainError('many_people')
  const consented = { consent: needed, consent_version: consentVersion, consented_at: now }
  return await repository.insertPerson(tx, {
    account_id: accountId,
    ...details,
    ...consented,
    created_at: now,
  })
}

/**
 * Changes the stored details of a person; orders stay as they are. If the person has changed since `basedOn`, nothing is
 * written: throws `person_changed` with the present details. Throws `not_found`, and for missing consent as above if a
 * different kind is needed now than was given.
 */
export async function editPerson(
  { db, clock }: Dependencies,
  accountId: number,
  id: string,
  { basedOn, ...input }: BodyOf<typeof changePerson>,
): Promise<Person> {
  const now = clock.now()
  const today = lagosDate(now)
  const details = readDetails(input, now)
  return await db.transaction().execute(async (tx) => {
    await lockActive(tx, accountId)
    const before = await repository.lockPerson(tx, accountId, id)
    if (!before) throw new DomainError('not_found')
    if (before.version !== basedOn)
      throw new DomainError('person_changed', { data: presentPerson(before, today) })
    const needed = consentFor(details.born_on, today)
    if (before.consent === needed) return presentPerson(await repository.updatePerson(tx, id, details), today)
    requireConsent(needed, input.consent?.as)
    const consented = { consent: needed, consent_version: consentVersion, consented_at: now }
    return presentPerson(await repository.updatePerson(tx, id, { ...details, ...consented }), today)
  })
}

/**
 * Deletes the stored details of a person. Their orders stay. Calling it again has no effect; throws `not_found` for another
 * account's person.
 */
export async function deletePerson(
  { db, clock }: Dependencies,
  accountId: number,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockActive(tx, accountId)
    if (!(await repository.hasHad(tx, accountId, id))) throw new DomainError('not_found')
    await repository.forgetPeople(tx, accountId, clock.now(), id)
  })
}

function readDetails(input: PersonInput, now: Date): repository.Details {
  const bornOn = readBirthDate(input.dob, now)
  const phone = input.phone === '' ? null : normalisePhone(input.phone)
  const problem = phone && phoneProblem(phone)
  if (problem) throw new DomainError('invalid', { message: problem, fields: { phone: problem } })
  const { name, gender, relationship } = input
  return { name, gender, born_on: bornOn, relationship, email: input.email || null, phone }
}

/** A person for the owner of the account. */
function presentPerson(row: repository.PersonRow, today: string): Person {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    gender: row.gender,
    dob: row.born_on,
    relationship: row.relationship,
    email: row.email ?? '',
    phone: row.phone ?? '',
    isChild: isUnder18(row.born_on, today),
    consent: row.consent,
  }
}
