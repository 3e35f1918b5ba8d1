import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { Db, Tx } from '../../db.ts'
import { publish } from '../../events.ts'
import type { Clock } from '../../platform/clock.ts'
import { fiveDigits, type Secret } from '../../platform/secret.ts'
import { countTry, type Limit, pauseWithin, tryAbout } from '../../platform/tries.ts'
import type { Account } from '../../tables.ts'
import { type CodePurpose, codeLife, mailLimits, spareLinkLife } from '../policy.ts'
import { digitsStopped } from './digits.ts'
import { type MailAsked, networkPause } from './network-mails.ts'
import * as repository from './repository.ts'

/** A code that is asked for, and by whom. */
export type Asked = MailAsked & {
  /** The account or registration it is for; null where the address has none that may use it. */
  readonly accountId: number | null
}

/** What came of asking for a code. */
export type Issued = {
  /** Seconds until this source may ask again, where nothing was mailed because it asked too often; else 0. */
  readonly pause: number
  /** Whether it is a login link beside all limits: it works for an hour, and the next one goes in an hour. */
  readonly isSpare: boolean
}

/**
 * Makes a code where the limits allow one, ends the one before it and has it mailed. The caller holds the address. Without an
 * account it does the same work and a job that mails nothing, so that no answer says which addresses have one.
 */
export async function issueCode(tx: Tx, secret: Secret, asked: Asked, now: Date): Promise<Issued> {
  const { codeId, ...issued } = await makeCode(tx, secret, asked, now)
  await publish(tx, 'account.code_issued', { codeId: codeId ?? randomUUID() })
  return issued
}

/** As `issueCode`, but leaves the mail to the caller: `codeId` is null where no code was made. */
export async function makeCode(
  tx: Tx,
  secret: Secret,
  asked: Asked,
  now: Date,
): Promise<Issued & { readonly codeId: string | null }> {
  const { purpose } = asked
  const [{ pause, isSpare }, stopped] = await Promise.all([
    countMail(tx, secret, asked, now),
    digitsStopped(tx, asked, now),
  ])
  const accountId = pause === 0 ? asked.accountId : null
  const takesDigits = purpose !== 'sign_in' && stopped === null
  const before = await repository.retireCode(tx, accountId, purpose, now)
  // No shorter than the one before it, so that nobody can take a spare link from its owner by asking for another.
  const life = now.getTime() + (isSpare ? spareLinkLife : codeLife)
  const expiresAt = new Date(Math.max(life, before?.getTime() ?? 0))
  const codeId = await repository.insertCode(tx, {
    accountId,
    purpose,
    issuedAt: now,
    expiresAt,
    takesDigits,
  })
  return { codeId, pause, isSpare }
}

/**
 * Counts a mail where it may go. Where a login link may not, it goes all the same if the mailbox can have none that works: the
 * one before it is ten minutes old, and the last spare one an hour.
 */
async function countMail(tx: Tx, secret: Secret, asked: Asked, now: Date): Promise<Issued> {
  const limits = limitsOf(secret, asked)
  const [link, spare] = linkLimits(secret, asked)
  const ofNetwork = await networkPause(tx, secret, asked, now)
  const pause = Math.max(await pauseWithin(tx, limits, now), ofNetwork.pause)
  const isLink = asked.purpose === 'sign_in'
  if (pause === 0) {
    await countTry(tx, [...limits, ...ofNetwork.counts, ...(isLink ? [link] : [])], now)
    return { pause, isSpare: false }
  }
  const sparePause = isLink ? await pauseWithin(tx, [link, spare], now) : pause
  if (sparePause > 0) return { pause: Math.min(pause, sparePause), isSpare: false }
  await countTry(tx, [link, spare], now)
  return { pause: 0, isSpare: true }
}

/** The limits of spare login links: one while no other can work any more, and one an hour. */
function linkLimits(secret: Secret, { address }: Asked): readonly [Limit, Limit] {
  const about = (what: string) => tryAbout(secret, 'mailed code', `${address.toString('hex')} ${what}`)
  return [
    { about: about('login link'), most: 1, window: codeLife },
    { about: about('spare login link'), most: 1, window: spareLinkLife },
  ]
}

function limitsOf(secret: Secret, { address, source, block, purpose }: Asked): Limit[] {
  const email = address.toString('hex')
  const by = `${email} by ${source.key.toString('hex')}`
  const abouts = {
    ...{ purpose: `${by} for ${purpose}`, source: by },
    ...{ block: `${email} by block ${block.toString('hex')}`, strangers: `${email} by strangers` },
  }
  return mailLimits
    .filter(({ of }) => !source.isKnown || of === 'purpose' || of === 'source')
    .map(({ of, ...limit }) => ({ ...limit, about: tryAbout(secret, 'mailed code', abouts[of]) }))
}

/** What the mail with a code needs. */
export type CodeMail = {
  readonly to: string
  readonly type: Account['type']
  readonly purpose: CodePurpose
  /** Null where only the link works. */
  readonly digits: string | null
  readonly token: string
  readonly expiresAt: Date
}

/** The mail of a code, or null where not even its link works any more: then there is nothing to send. */
export async function codeMail(
  db: Db,
  clock: Clock,
  secret: Secret,
  codeId: string,
): Promise<CodeMail | null> {
  const code = await repository.openCode(db, codeId, clock.now())
  if (!code) return null
  const { email: to, type, purpose, expires_at: expiresAt } = code
  const digits = code.takes_digits ? codeDigits(secret, codeId) : null
  return { to, type, purpose, digits, token: codeToken(secret, codeId), expiresAt }
}

/** Whether what was typed is five digits; else it is the token of a link. */
export function isDigits(given: string): boolean {
  return /^\d{5}$/.test(given)
}

/** Whether what was typed opens this code. The time it takes says nothing about the code. */
export function opens(secret: Secret, codeId: string, given: string): boolean {
  const wanted = Buffer.from(isDigits(given) ? codeDigits(secret, codeId) : codeToken(secret, codeId))
  const typed = Buffer.from(given)
  return typed.length === wanted.length && timingSafeEqual(typed, wanted)
}

/** The five digits of a code, from its random id. */
export function codeDigits(secret: Secret, codeId: string): string {
  return fiveDigits(secret, 'code digits', codeId)
}

function codeToken(secret: Secret, codeId: string): string {
  return secret.derive('code token', codeId).subarray(0, 16).toString('base64url')
}
