import { noticeTopics, type UndoableChange } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { hashToken } from '../../../infra/http/session.ts'
import { addressAbout, countTry, pauseBeforeTry } from '../../../infra/http/tries.ts'
import { accountById, lockIfActive, noteAccountEvent } from '../../accounts/index.ts'
import { channelsOf } from '../channel/policy.ts'
import { lockChoices } from '../channel/repository.ts'
import { endingOf, restorable, wrongLinks } from './policy.ts'
import * as repository from './repository.ts'

export type UndoDependencies = { readonly db: Db; readonly clock: Clock; readonly secret: Secret }

/** The token of a mailed link, and the network address that opens it. */
type Opened = { readonly token: string; readonly address: string }

/** Returns what a mailed link would undo. Throws `undo_ended` and `too_many`. */
export async function readUndoable(deps: UndoDependencies, opened: Opened): Promise<UndoableChange> {
  const { db } = deps
  const change = await changeBehind(deps, opened)
  const [account, changes, taken] = await Promise.all([
    accountById(db, change.account_id),
    repository.changesOf(db, change.account_id),
    takenSince(db, change),
  ])
  if (account?.state !== 'active') throw new DomainError('undo_ended')
  const { choices } = restorable(change.stood, (phone) => taken.includes(phone))
  return {
    type: account.type === 'doctor' ? 'doctor' : 'user',
    until: change.expires_at?.toISOString() ?? '',
    undone: changes.filter(({ id }) => id >= change.id).map(presentChange),
    staying: changes.filter(({ id }) => id < change.id).map(presentChange),
    restored: {
      phones: change.stood.phones.map(({ channel, phone }) => ({
        channel,
        ending: endingOf(phone),
        isTaken: taken.includes(phone),
      })),
      topics: noticeTopics.map((topic) => ({ topic, on: channelsOf(choices, topic) })),
    },
  }
}

function presentChange({ began_at, browser, acts }: repository.ChangeRow) {
  return { at: began_at.toISOString(), browser, acts: [...acts] }
}

/**
 * Restores phones and choices to the state before a link's change, which undoes every later change too. Of two concurrent
 * calls, one succeeds. Sessions stay open: the owner ends them with a new password. Throws `undo_ended` and `too_many`.
 */
export async function undoChange(deps: UndoDependencies, opened: Opened): Promise<void> {
  const { db, clock } = deps
  const { account_id } = await changeBehind(deps, opened)
  await db.transaction().execute(async (tx) => {
    if (!(await lockIfActive(tx, account_id))) throw new DomainError('undo_ended')
    await lockChoices(tx, account_id)
    const at = clock.now()
    // Read again under the lock, as it may have been undone meanwhile.
    const change = await repository.changeOfToken(tx, hashToken(opened.token), at)
    if (!change) throw new DomainError('undo_ended')
    await repository.deleteSince(tx, change)
    await restore(tx, change, at)
    await noteAccountEvent(tx, account_id, { verb: 'undo_contact_change', actor: 'self', at })
  })
}

/**
 * A restored number counts as proven, as the owner had proven it. A password reset by mail leaves it, unless it was added
 * by an earlier change that can still be undone, as the owner may not have made that one.
 */
async function restore(tx: Tx, change: repository.ChangeRow, at: Date): Promise<void> {
  const [earliest] = await repository.changesOf(tx, change.account_id)
  const taken = await takenSince(tx, change)
  const back = restorable(change.stood, (phone) => taken.includes(phone))
  const isKept = (provenAt: Date) => !earliest || provenAt < earliest.began_at
  await repository.replaceContacts(tx, change.account_id, { ...back, at, isKept })
}

async function takenSince(db: Db, { account_id, stood, began_at }: repository.ChangeRow): Promise<string[]> {
  const phones = stood.phones.map(({ phone }) => phone)
  return await repository.provenElsewhere(db, account_id, { phones, since: began_at })
}

/**
 * Returns the change that a link undoes. For an unknown, used or expired link, throws `undo_ended` after the same work and
 * counts the attempt. Too many from one network must wait (`too_many`).
 */
async function changeBehind(
  { db, clock, secret }: UndoDependencies,
  { token, address }: Opened,
): Promise<repository.ChangeRow> {
  const at = clock.now()
  const change = await repository.changeOfToken(db, hashToken(token), at)
  const limits = [{ about: addressAbout(secret, 'undo link', address), ...wrongLinks }]
  const retryAfter = await db.transaction().execute(async (tx) => {
    const wait = await pauseBeforeTry(tx, limits, at)
    if (wait === 0 && !change) await countTry(tx, limits, at)
    return wait
  })
  // Thrown after the transaction: inside it, the count would be rolled back.
  if (retryAfter > 0) throw new DomainError('too_many', { retryAfter })
  if (!change) throw new DomainError('undo_ended')
  return change
}
