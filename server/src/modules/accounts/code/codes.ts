import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { Db, Tx } from '../../../db.ts'
import { publish } from '../../../events.ts'
import type { Clock } from '../../../infra/clock.ts'
import { fiveDigits, type Secret } from '../../../infra/config/secret.ts'
import { countTry, type Limit, pauseWithin, tryAbout } from '../../../infra/http/tries.ts'
import type { Account } from '../../../tables.ts'
import { type CodePurpose, codeLife, mailLimits, spareLinkLife } from '../policy.ts'
import { digitsStopped } from './digits.ts'
import { type MailAsked, networkPause } from './network-mails.ts'
import * as repository from './repository.ts'

/** A request for a code, with its source. */
export type CodeRequest = MailAsked & {
  /** The account or registration the code is for; null if no account of the address may use it. */
  readonly accountId: number | null
}

/** The result of requesting a code. */
export type Issued = {
  /** Seconds until this source may request again, if too many requests meant that nothing was mailed; otherwise 0. */
  readonly pause: number
  /** A spare login link, outside the usual limits: it works for an hour, and the next one is sent after an hour. */
  readonly isSpare: boolean
}

/**
 * Makes a code if the limits allow one, ends the previous one and has it mailed. The caller holds the lock of the address.
 * Without an account it does the same work and queues a job that mails nothing, so the response does not reveal which
 * addresses have one.
 */
export async function issueCode(tx: Tx, secret: Secret, asked: CodeRequest, now: Date): Promise<Issued> {
  const { codeId, ...issued } = await makeCode(tx, secret, asked, now)
  await publish(tx, 'account.code_issued', { codeId: codeId ?? randomUUID() })
  return issued
}

/** Like `issueCode`, but the caller sends the mail. `codeId` is null if no code was made. */
export async function makeCode(
  tx: Tx,
  secret: Secret,
  asked: CodeRequest,
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
  // It lives at least as long as the previous one, so that a stranger cannot end a spare link by requesting another.
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
 * Counts a mail if the limits allow it. A login link over the limits is still sent if the mailbox has no working link: the
 * previous one is ten minutes old, and the last spare one an hour old.
 */
async function countMail(tx: Tx, secret: Secret, asked: CodeRequest, now: Date): Promise<Issued> {
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

/** The limits of spare login links: only if no other link still works, and one an hour. */
function linkLimits(secret: Secret, { address }: CodeRequest): readonly [Limit, Limit] {
  const about = (what: string) => tryAbout(secret, 'mailed code', `${address.toString('hex')} ${what}`)
  return [
    { about: about('login link'), most: 1, window: codeLife },
    { about: about('spare login link'), most: 1, window: spareLinkLife },
  ]
}

function limitsOf(secret: Secret, { address, source, block, purpose }: CodeRequest): Limit[] {
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

/** The data for the mail with a code. */
export type CodeMail = {
  readonly to: string
  readonly type: Account['type']
  readonly purpose: CodePurpose
  /** Null if only the link works. */
  readonly digits: string | null
  readonly token: string
  readonly expiresAt: Date
}

/** The mail of a code. Returns null if even its link no longer works: then nothing is sent. */
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

/** Whether the typed text is five digits; otherwise it is the token of a link. */
export function isDigits(given: string): boolean {
  return /^\d{5}$/.test(given)
}

/** Whether the typed text matches this code. The comparison takes constant time. */
export function opens(secret: Secret, codeId: string, given: string): boolean {
  const wanted = Buffer.from(isDigits(given) ? codeDigits(secret, codeId) : codeToken(secret, codeId))
  const typed = Buffer.from(given)
  return typed.length === wanted.length && timingSafeEqual(typed, wanted)
}

/** The five digits of a code, derived from its random id. */
export function codeDigits(secret: Secret, codeId: string): string {
  return fiveDigits(secret, 'code digits', codeId)
}

function codeToken(secret: Secret, codeId: string): string {
  return secret.derive('code token', codeId).subarray(0, 16).toString('base64url')
}
