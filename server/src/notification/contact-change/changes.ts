import type { ContactAct, NoticeChannel, NoticeTopic, PhoneChannel } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { addJob } from '../../platform/jobs.ts'
import type { Secret } from '../../platform/secret.ts'
import { hashToken } from '../../platform/session.ts'
import * as channels from '../channel/repository.ts'
import {
  actsOfChange,
  changesADay,
  endingOf,
  mailAfter,
  type Stood,
  undoLife,
  unmailedKept,
} from './policy.ts'
import * as repository from './repository.ts'

/** Who changes phones or choices of notices: the account, in which session, and in what kind of browser. */
export type Changer = {
  readonly accountId: number
  readonly sessionHash: Buffer
  readonly browser: string
}

/**
 * Writes down what is about to be changed, with what stands before it, and has it mailed to the owner. The caller holds the
 * lock on the choices. Refuses `too_many` beyond twenty changes in a day.
 */
export async function noteChange(tx: Tx, by: Changer, act: ContactAct, at: Date): Promise<void> {
  const newest = await repository.newestChange(tx, by.accountId)
  if (newest && isOpenTo(newest, by)) return await repository.addAct(tx, newest.id, act)
  await refuseMany(tx, by.accountId, at)
  const id = await repository.insertChange(tx, { ...by, act, at, stood: await whatStands(tx, by.accountId) })
  const runAt = new Date(at.getTime() + mailAfter)
  await addJob(tx, 'mail-contact-change', { changeId: id }, { runAt, key: `contact-change:${id}` })
}

/** Only the newest one takes more, so that what is undone with a change is always what came after what stood before it. */
function isOpenTo(
  { session_hash, token_hash, acts }: repository.ChangeRow,
  { sessionHash }: Changer,
): boolean {
  return token_hash === null && session_hash.equals(sessionHash) && acts.length < actsOfChange
}

async function refuseMany(tx: Tx, accountId: number, at: Date): Promise<void> {
  const { most, window } = changesADay
  const oldest = await repository.nthNewest(tx, accountId, { most, since: new Date(at.getTime() - window) })
  if (!oldest) return
  const retryAfter = Math.max(1, Math.ceil((oldest.getTime() + window - at.getTime()) / 1000))
  throw new DomainError('too_many', { retryAfter })
}

async function whatStands(tx: Tx, accountId: number): Promise<Stood> {
  const phones = await channels.provenPhones(tx, accountId)
  return {
    phones: phones.map(({ channel, phone, provenAt }) => ({
      ...{ channel, phone },
      provenAt: provenAt.toISOString(),
    })),
    choices: await channels.choicesOf(tx, accountId),
  }
}

/** What is said of a channel that is turned on or off. */
export function turnOf(topic: NoticeTopic, channel: NoticeChannel, on: boolean): ContactAct {
  return { what: on ? 'turned_on' : 'turned_off', channel, topic, ending: null, endingBefore: null }
}

/** What is said of a phone that takes the place of another or of none, or is removed; null where it stays the same. */
export function phoneActOf(
  channel: PhoneChannel,
  before: string | null,
  after: string | null,
): ContactAct | null {
  if (before === after) return null
  const what = before === null ? 'phone_added' : after === null ? 'phone_removed' : 'phone_changed'
  const endingBefore = what === 'phone_changed' ? endingOf(before ?? '') : null
  return { what, channel, topic: null, ending: endingOf(after ?? before ?? ''), endingBefore }
}

/** The token of the link that undoes a change: 256 bits, derived; only its hash is kept. */
export function undoToken(
  secret: Secret,
  { id, began_at }: Pick<repository.ChangeRow, 'id' | 'began_at'>,
): string {
  return secret.derive('undo a contact change', `${id}:${began_at.toISOString()}`).toString('base64url')
}

/**
 * Closes a change for its mail: nothing joins it from now on, and its link works for 72 hours from now. Answers the change,
 * or undefined where it was undone meanwhile.
 */
export async function closeChange(
  { db, clock, secret }: { readonly db: Db; readonly clock: Clock; readonly secret: Secret },
  id: number,
): Promise<(repository.ChangeRow & { readonly expires_at: Date }) | undefined> {
  const found = await repository.changeById(db, id)
  if (!found) return undefined
  const expiresAt = new Date(clock.now().getTime() + undoLife)
  const tokenHash = hashToken(undoToken(secret, found))
  return await db.transaction().execute(async (tx) => {
    // A change that is being made now is in it, or begins another.
    await channels.lockChoices(tx, found.account_id)
    const closed = await repository.linkChange(tx, id, { tokenHash, expiresAt })
    return closed && { ...closed, expires_at: expiresAt }
  })
}

/** Forgets changes that can be undone no more, and what stood before them. The worker asks for it every hour. */
export async function tidyContactChanges(db: Db, clock: Clock): Promise<void> {
  const now = clock.now()
  await repository.forgetChanges(db, { now, unmailed: new Date(now.getTime() - unmailedKept) })
}
