import type { Relationship } from '@labalaba/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import { acquireAdvisoryLock } from '../../../infra/db/advisory-lock.ts'
import type { Person } from '../../../tables.ts'

/** A stored person; the row of a removed person has none of these. */
export type PersonRow = Selectable<Person> & {
  name: string
  gender: 'Male' | 'Female'
  born_on: string
  relationship: Relationship
}

/** The stored details of a person, and the consent given for them. */
export type Details = Pick<PersonRow, 'name' | 'gender' | 'born_on' | 'relationship' | 'email' | 'phone'>
type Consented = Pick<PersonRow, 'consent' | 'consent_version' | 'consented_at'>

/** Makes concurrent transactions that add a person to an account wait for each other until they end. */
export async function lockPeopleOf(tx: Tx, accountId: number): Promise<void> {
  await acquireAdvisoryLock(tx, `people of account ${accountId}`)
}

/** The people whom an account books for, by name. */
export async function peopleOf(db: Db, accountId: number): Promise<PersonRow[]> {
  const found = await db
    .selectFrom('person')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return found as PersonRow[]
}

/** A person of the account, locked until the transaction ends, so that no other transaction changes or removes them. */
export async function lockPerson(tx: Tx, accountId: number, id: string): Promise<PersonRow | undefined> {
  const row = await tx
    .selectFrom('person')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row as PersonRow | undefined
}

/** Whether an account has, or has had, this person. */
export async function hasHad(db: Db, accountId: number, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertPerson(
  tx: Tx,
  person: Omit<Insertable<Person>, 'id' | 'version' | 'removed_at'>,
): Promise<PersonRow> {
  const row = await tx.insertInto('person').values(person).returningAll().executeTakeFirstOrThrow()
  return row as PersonRow
}

export async function updatePerson(tx: Tx, id: string, changes: Details & Partial<Consented>) {
  const row = await tx
    .updateTable('person')
    .set({ ...changes, version: sql`gen_random_uuid()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as PersonRow
}

/** Clears all identifying details of the people of an account that is being deleted, or of one person. */
export async function forgetPeople(tx: Tx, accountId: number, at: Date, id?: string): Promise<void> {
  await tx
    .updateTable('person')
    .set({
      name: null,
      gender: null,
      born_on: null,
      relationship: null,
      email: null,
      phone: null,
      removed_at: at,
    })
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .execute()
}
