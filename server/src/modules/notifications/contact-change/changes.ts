import type { ContactAct, NoticeChannel, NoticeTopic, PhoneChannel } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { hashToken } from '../../../infra/http/session.ts'
import { addJob } from '../../../infra/queue/jobs.ts'
import * as channels from '../channel/repository.ts'
import {
  actsOfChange,
  type ContactState,
  changesADay,
  endingOf,
  mailAfter,
  undoLife,
  unmailedLife,
} from './policy.ts'
import * as repository from './repository.ts'

/** Who changes phones or notification choices: the account, its session, and the kind of browser. */
export type Changer = {
  readonly accountId: number
  readonly sessionHash: Buffer
  readonly browser: string
}

/**
 * Records a change that is about to be made, with the state before it, and queues a mail to the owner. The caller holds the
 * lock on the choices. Throws `too_many` beyond twenty changes in a day.
 */
export async function noteChange(tx: Tx, by: Changer, act: ContactAct, at: Date): Promise<void> {
  const earlier = await repository.changesOf(tx, by.accountId)
  const newest = earlier.at(-1)
  if (newest && isOpenTo(newest, by)) return await repository.addAct(tx, newest.id, act)
  refuseMany(earlier, at)
  const id = await repository.insertChange(tx, {
    ...by,
    act,
    at,
    stood: await contactStateOf(tx, by.accountId),
  })
  const runAt = new Date(at.getTime() + mailAfter)
  await addJob(tx, 'mail-contact-change', { changeId: id }, { runAt, key: `contact-change:${id}` })
}

/** Only the newest change takes more acts: an undo must cover everything after the state stored with the change. */
function isOpenTo(
  { session_hash, token_hash, acts }: repository.ChangeRow,
  { sessionHash }: Changer,
): boolean {
  return token_hash === null && session_hash.equals(sessionHash) && acts.length < actsOfChange
}

function refuseMany(earlier: readonly repository.ChangeRow[], at: Date): void {
  const { most, window } = changesADay
  const ends = (earlier.at(-most)?.began_at.getTime() ?? Number.NEGATIVE_INFINITY) + window
  if (ends > at.getTime())
    throw new DomainError('too_many', { retryAfter: Math.ceil((ends - at.getTime()) / 1000) })
}

async function contactStateOf(tx: Tx, accountId: number): Promise<ContactState> {
  const phones = await channels.provenPhones(tx, accountId)
  return {
    phones: phones.map(({ channel, phone, provenAt }) => ({
      channel,
      phone,
      provenAt: provenAt.toISOString(),
    })),
    choices: await channels.choicesOf(tx, accountId),
  }
}

/** The act of turning a channel on or off. */
export function turnOf(topic: NoticeTopic, channel: NoticeChannel, on: boolean): ContactAct {
  return { what: on ? 'turned_on' : 'turned_off', channel, topic, ending: null, endingBefore: null }
}

/** The act of adding, replacing or removing a phone; null if it stays the same. */
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

/** The token of the link that undoes a change: 256 bits, derived. Only its hash is stored. */
export function undoToken(
  secret: Secret,
  { id, began_at }: Pick<repository.ChangeRow, 'id' | 'began_at'>,
): string {
  return secret.derive('undo a contact change', `${id}:${began_at.toISOString()}`).toString('base64url')
}

export type ClosedChange = repository.ChangeRow & { readonly expires_at: Date }

/**
 * Closes a change for its mail: no further act joins it, and its link works for 72 hours from now. Returns the change, or
 * undefined if it was undone meanwhile.
 */
export async function closeChange(
  { db, clock, secret }: { readonly db: Db; readonly clock: Clock; readonly secret: Secret },
  id: number,
): Promise<ClosedChange | undefined> {
  const found = await repository.changeById(db, id)
  if (!found) return undefined
  const expiresAt = new Date(clock.now().getTime() + undoLife)
  const tokenHash = hashToken(undoToken(secret, found))
  return await db.transaction().execute(async (tx) => {
    // A concurrent act is either part of this change already, or begins another.
    await channels.lockChoices(tx, found.account_id)
    const closed = await repository.linkChange(tx, id, { tokenHash, expiresAt })
    return closed && { ...closed, expires_at: expiresAt }
  })
}

/** Deletes changes that can no longer be undone, and the state stored before them. The worker runs it every hour. */
export async function tidyContactChanges(db: Db, clock: Clock): Promise<void> {
  const now = clock.now()
  await repository.forgetChanges(db, { now, unmailed: new Date(now.getTime() - unmailedLife) })
}
