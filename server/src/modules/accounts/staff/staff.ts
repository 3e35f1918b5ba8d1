import { randomUUID } from 'node:crypto'
import type { Challenge, StaffType } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import { publish } from '../../../events.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { hashToken } from '../../../infra/http/session.ts'
import { transition } from '../../../infra/state-machine.ts'
import { addConfirmed, consent, moveAccount } from '../accounts.ts'
import type { PasswordDependencies } from '../password/passwords.ts'
import { refuseWeakPassword } from '../password/weak-passwords.ts'
import { branchOf } from '../policy.ts'
import { readPhone } from '../profile.ts'
import * as accounts from '../repository.ts'
import { openChallenge } from '../second-factor/challenge.ts'
import { resetFactor } from '../second-factor/settings.ts'
import * as repository from './repository.ts'
import { type StaffVerb, staffTransitions } from './staff-state-machine.ts'

/** How long an invitation can be accepted, in milliseconds. */
const invitationLife = 7 * 24 * 60 * 60 * 1000

type Invited = { readonly type: StaffType; readonly email: string; readonly name: string }

/**
 * Invites a person to the staff and has the link mailed; returns the id of the staff member. Throws `address_taken` if the
 * address has an account or an invitation.
 */
export async function inviteStaff(
  tx: Tx,
  secret: Secret,
  invited: Invited,
  by: { accountId: number; at: Date },
): Promise<string> {
  if (await accounts.accountByEmail(tx, invited.email)) throw new DomainError('address_taken')
  const id = randomUUID()
  const member = { id, ...invited, ...term(secret, id, by.at), invited_by: by.accountId }
  if (!(await repository.insertStaff(tx, member, { verb: 'invite', actor: 'operator' })))
    throw new DomainError('address_taken')
  await publish(tx, 'staff.invited', { staffId: id, noticeKey: `invitation:${id}:${by.at.getTime()}` })
  return id
}

/**
 * Sends an invitation again, valid for a week from now; the previous link ends. Throws `not_found`, `wrong_state` and
 * `address_taken`.
 */
export async function renewInvitation(tx: Tx, secret: Secret, id: string, at: Date): Promise<void> {
  const member = await requireMove(tx, id, 'renew')
  if (await accounts.accountByEmail(tx, member.email)) throw new DomainError('address_taken')
  const move = { verb: 'renew', from: member.state, to: 'invited', actor: 'operator', at } as const
  await repository.moveStaff(tx, id, move, term(secret, id, at))
  await publish(tx, 'staff.invited', { staffId: id, noticeKey: `invitation:${id}:${at.getTime()}` })
}

/** Revokes an invitation. Calling it again has no effect. Throws `not_found` and `wrong_state`. */
export async function revokeInvitation(tx: Tx, id: string, at: Date): Promise<void> {
  const member = await repository.lockStaff(tx, id)
  if (member?.state === 'revoked') return
  await requireMove(tx, id, 'revoke')
  const move = { verb: 'revoke', from: 'invited', to: 'revoked', actor: 'operator', at } as const
  await repository.moveStaff(tx, id, move, { token_hash: null })
}

async function requireMove(tx: Tx, id: string, verb: StaffVerb): Promise<repository.StaffRow> {
  const member = await repository.lockStaff(tx, id)
  if (!member) throw new DomainError('not_found')
  if (!transition(staffTransitions, verb, member.state, 'operator').ok) throw new DomainError('wrong_state')
  return member
}

function term(secret: Secret, id: string, at: Date) {
  const expires_at = new Date(at.getTime() + invitationLife)
  return { invited_at: at, expires_at, token_hash: hashToken(invitationToken(secret, { id, expires_at })) }
}

/** The token of an invitation's link: 256 bits, derived and never stored. */
export function invitationToken(
  secret: Secret,
  member: Pick<repository.StaffRow, 'id' | 'expires_at'>,
): string {
  return secret.derive('invitation', `${member.id}:${member.expires_at.toISOString()}`).toString('base64url')
}

/** The staff member with an acceptable invitation. Throws `invitation_ended`. */
export async function openInvitation(db: Db, token: string, now: Date): Promise<repository.StaffRow> {
  const member = await repository.staffByToken(db, hashToken(token))
  if (!member || !isOpen(member, now)) throw new DomainError('invitation_ended')
  return member
}

/** Whether an invitation can still be accepted. */
export function isOpen(member: Pick<repository.StaffRow, 'state' | 'expires_at'>, now: Date): boolean {
  return member.state === 'invited' && member.expires_at > now
}

type Form = Readonly<Record<'token' | 'name' | 'phone' | 'password', string>>

/**
 * Creates the account of an invited person: the link in the mail has confirmed the address. Returns the challenge that sets
 * up the second factor. Throws `invitation_ended`, `address_taken`, `weak_password`.
 */
export async function acceptInvitation(
  { db, clock, secret, hasher }: PasswordDependencies,
  form: Form,
): Promise<Challenge> {
  const invited = await openInvitation(db, form.token, clock.now())
  const { type, email } = invited
  const phone = readPhone(form.phone)
  await refuseWeakPassword(db, form.password, { ...form, email })
  const person = { type, email, phone, name: form.name, password_hash: await hasher.hash(form.password) }
  const now = clock.now()
  return await db.transaction().execute(async (tx) => {
    const member = await repository.lockStaff(tx, invited.id)
    // Checked again under the lock: of two concurrent requests with the link, one succeeds.
    if (!member || !isOpen(member, now) || !member.token_hash?.equals(hashToken(form.token)))
      throw new DomainError('invitation_ended')
    const added = {
      ...person,
      username: '',
      address: '',
      source: 'invitation',
      branch: branchOf[type],
      ...consent(now),
      created_at: now,
    }
    const account = await addConfirmed(tx, added, 'accepted an invitation')
    if (!account) throw new DomainError('address_taken')
    const move = { verb: 'accept', from: 'invited', to: 'accepted', actor: 'self', at: now } as const
    const changes = { account_id: account.id, name: form.name, token_hash: null }
    await repository.moveStaff(tx, member.id, move, changes)
    return await openChallenge(tx, secret, account, now)
  })
}

/**
 * Suspends a staff member and ends their sessions immediately. Throws `wrong_state`, and `last_operator` for the last one.
 */
export async function suspendStaff(tx: Tx, id: string, reason: string, at: Date): Promise<void> {
  const accountId = await accountOf(tx, id)
  const operators = await repository.lockActiveOperators(tx)
  if (operators.length === 1 && operators[0] === accountId) throw new DomainError('last_operator')
  await moveAccount(tx, accountId, { verb: 'suspend', actor: 'operator', at, reason })
  await accounts.endSessions(tx, accountId, at)
}

/** Ends a suspension. Throws `wrong_state`. */
export async function restoreStaff(tx: Tx, id: string, at: Date): Promise<void> {
  await moveAccount(tx, await accountOf(tx, id), { verb: 'restore', actor: 'operator', at })
}

/** Resets the second factor of a staff member, as `resetFactor` does. Throws `not_found` and `wrong_state`. */
export async function resetSecondFactor(tx: Tx, id: string, at: Date): Promise<void> {
  await resetFactor(tx, await accountOf(tx, id), at)
}

/** The account of a staff member who has accepted; the staff member is locked. Throws `not_found` and `wrong_state`. */
async function accountOf(tx: Tx, id: string): Promise<number> {
  const member = await repository.lockStaff(tx, id)
  if (!member) throw new DomainError('not_found')
  if (member.account_id === null) throw new DomainError('wrong_state')
  return member.account_id
}
