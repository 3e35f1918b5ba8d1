import {
  consentVersions,
  nameProblem,
  name as nameSchema,
  normalisePhone,
  phoneProblem,
} from '@labalaba/contract'
import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { transition } from '../../infra/state-machine.ts'
import type { Account } from '../../tables.ts'
import {
  type AccountActor,
  type AccountState,
  type AccountVerb,
  accountTransitions,
} from './account-state-machine.ts'
import type { Hasher } from './password/passwords.ts'
import { refuseWeakPassword } from './password/weak-passwords.ts'
import { branchOf, doctorName } from './policy.ts'
import { deletePending, insertPending, lockOwners } from './registration/repository.ts'
import * as repository from './repository.ts'
import * as staff from './staff/repository.ts'

export type AccountSummary = {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly phone: string
  readonly type: Account['type']
  readonly state: AccountState
}

/** An account by its id. Returns null if there is no such account. */
export async function accountById(db: Db, id: number): Promise<AccountSummary | null> {
  const account = await repository.accountById(db, id)
  if (!account) return null
  const { email, name, phone, type, state } = account
  return { id, email, name, phone, type, state }
}

/** The names of accounts by id, without duplicates. Null ids and unknown accounts are left out. */
export async function accountNames(
  db: Db,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  const accounts = wanted.length === 0 ? [] : await repository.namesOf(db, wanted)
  return new Map(accounts.map(({ id, name }) => [id, name]))
}

/** Which terms and privacy notice an account agreed to, and when. Returns null if there is no such account. */
export async function consentOf(
  db: Db,
  id: number,
): Promise<{ readonly terms: string; readonly privacy: string; readonly at: Date } | null> {
  const account = await repository.accountById(db, id)
  if (!account) return null
  return { terms: account.terms_version, privacy: account.privacy_version, at: account.consented_at }
}

/** The account with this email, or with this username if only one account has it. Returns null if none or several match. */
export async function accountNamed(db: Db, emailOrUsername: string): Promise<AccountSummary | null> {
  if (emailOrUsername === '') return null
  const byEmail = await repository.accountByEmail(db, emailOrUsername)
  const [only, ...others] = byEmail ? [byEmail] : await repository.accountsByUsername(db, emailOrUsername)
  return only && others.length === 0 ? await accountById(db, only.id) : null
}

/** The active account with this email, whose owner has confirmed the address. Returns null if there is none. */
export async function accountOfEmail(db: Db, email: string): Promise<AccountSummary | null> {
  const account = await repository.accountByEmail(db, email)
  return account?.state === 'active' ? await accountById(db, account.id) : null
}

/**
 * The name of the doctor of an account, as patients read it. For a verified doctor: with the title, and as it was when an
 * operator checked the licence. For others: as they typed it. Returns null if the account is deleted or has no name yet.
 */
export async function doctorNameOf(db: Db, id: number): Promise<string | null> {
  const account = await repository.accountWithCheckedName(db, id)
  if (!account || account.state === 'deleted' || account.name === '') return null
  return account.checked_name === null ? account.name : doctorName(account.checked_name)
}

/** The doctor who booked by an account, as patients know them; null if its owner is no doctor. */
export async function bookingDoctorName(db: Db, accountId: number): Promise<string | null> {
  const booker = await repository.accountById(db, accountId)
  return booker?.type === 'doctor' ? ((await doctorNameOf(db, accountId)) ?? 'A doctor who has left') : null
}

/**
 * Applies a transition to an account and records the actor and the reason. If the account is in the target state already,
 * nothing happens. Throws `wrong_state` if the transition is not allowed from this state or for this actor.
 */
export async function moveAccount(
  tx: Tx,
  accountId: number,
  move: { verb: AccountVerb; actor: AccountActor; at: Date; reason?: string },
): Promise<void> {
  const account = await repository.lockAccount(tx, accountId)
  if (!account) throw new DomainError('not_found')
  const next = transition(accountTransitions, move.verb, account.state, move.actor)
  if (!next.ok) {
    if (next.why === 'wrong_state' && accountTransitions[move.verb].to === account.state) return
    throw new DomainError('wrong_state')
  }
  await repository.moveAccount(tx, accountId, { ...move, from: account.state, to: next.to })
}

/** Records an event of an active account that does not change its state. */
export async function noteAccountEvent(
  tx: Tx,
  accountId: number,
  { verb, actor, at }: { verb: 'undo_contact_change'; actor: AccountActor; at: Date },
): Promise<void> {
  await repository.insertEvent(tx, accountId, { verb, from: 'active', to: 'active', actor, at })
}

type Dependencies = { readonly clock: Clock; readonly hasher: Hasher }
type Person = {
  readonly email: string
  readonly password: string
  readonly name: string
  readonly phone: string
}

/**
 * Creates a confirmed account for a demonstration and returns its id. If the email has an account already, that account
 * stays as it is and its id is returned.
 */
export async function createVerifiedAccount(
  db: Db,
  deps: Dependencies,
  person: Person & { type: Account['type']; address: string },
): Promise<number> {
  const before = await repository.accountByEmail(db, person.email)
  if (before) return before.id
  const branch = branchOf[person.type]
  const { id } = await makeActive(db, deps, { ...person, branch, demo: true }, 'a demonstration account')
  return id
}

/**
 * Creates an operator and returns its id. Throws `invalid`, with a message that names the cause, for an unusable name, a
 * phone number that is not Nigerian, or an email that has an account; throws `weak_password` for a weak password.
 */
export async function createOperator(db: Db, deps: Dependencies, person: Person): Promise<number> {
  const name = nameSchema.safeParse(person.name)
  if (!name.success)
    throw new DomainError('invalid', {
      message: nameProblem(person.name) ?? 'The name must have 1 to 120 characters.',
    })
  const problem = phoneProblem(normalisePhone(person.phone))
  if (problem !== null)
    throw new DomainError('invalid', { message: `${person.phone} cannot be used: ${problem}.` })
  await refuseWeakPassword(db, person.password, person)
  const operator = {
    ...person,
    name: name.data,
    type: 'operator',
    branch: branchOf.operator,
    address: '',
    demo: false,
  } as const
  const { id, made } = await makeActive(db, deps, operator, 'made from the command line')
  if (!made) throw new DomainError('invalid', { message: 'This email has an account already.' })
  return id
}

type Confirmed = Person & { type: Account['type']; branch: string; address: string; demo: boolean }

async function makeActive(
  db: Db,
  { clock, hasher }: Dependencies,
  person: Confirmed,
  reason: string,
): Promise<{ id: number; made: boolean }> {
  const passwordHash = await hasher.hash(person.password)
  const now = clock.now()
  const { password: _, phone, ...kept } = person
  const values = {
    ...kept,
    phone: normalisePhone(phone),
    username: '',
    source: 'operator',
    password_hash: passwordHash,
  }
  return await db.transaction().execute(async (tx) => {
    const account = await addConfirmed(tx, { ...values, ...consent(now), created_at: now }, reason)
    if (account) await joinStaff(tx, account, reason, now)
    const id = account?.id ?? (await repository.accountByEmail(tx, person.email))?.id
    if (id === undefined) throw new DomainError('not_found')
    return { id, made: account !== null }
  })
}

/**
 * Adds an account whose address was confirmed by other means than a code, and deletes the pending registrations of that
 * address. Returns null if the address has an account.
 */
export async function addConfirmed(
  tx: Tx,
  account: Insertable<Account> & { readonly created_at: Date },
  reason: string,
): Promise<repository.AccountRow | null> {
  const { email, created_at: at } = account
  await repository.lockAddress(tx, email)
  const { account: before, pending } = await lockOwners(tx, email)
  if (before) return null
  await deletePending(tx, pending)
  await moveAccount(tx, await insertPending(tx, account), { verb: 'verify', actor: 'self', at, reason })
  return (await repository.accountByEmail(tx, email)) ?? null
}

/** Adds a new operator, lab staff or phlebotomist account to the staff without an invitation. */
async function joinStaff(tx: Tx, account: repository.AccountRow, reason: string, at: Date): Promise<void> {
  const { id, type, email, name } = account
  if (type === 'user' || type === 'doctor') return
  await staff.insertStaff(
    tx,
    { type, email, name, state: 'accepted', account_id: id, invited_at: at, expires_at: at },
    { verb: 'accept', actor: 'system', reason },
  )
}

/** The accepted terms and privacy notice: the version that was shown, or else the current one. */
export function consent(
  at: Date,
  version?: string,
): Pick<Insertable<Account>, 'terms_version' | 'privacy_version' | 'consented_at'> {
  return {
    terms_version: version ?? consentVersions.terms,
    privacy_version: version ?? consentVersions.privacy,
    consented_at: at,
  }
}
