import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { Db, Tx } from '../../../db.ts'
import { publish } from '../../../events.ts'
import type { Clock } from '../../../infra/clock.ts'
import { fiveDigits, type Secret } from '../../../infra/config/secret.ts'
import { countTry, type Limit, pauseWithin, tryAbout } from '../../../infra/http/tries.ts'
import type { Account } from '../../../tables.ts'
import {
  blockTries,
  breakerWindow,
  type CodePurpose,
  codeLife,
  digitsRefused,
  mailLimits,
  networkTries,
  registrationTries,
  resetAlarmWindow,
  resetTries,
  resetTriesWorthAlarm,
  spareLinkLife,
  wrongCodeWindow,
} from '../policy.ts'
import type { Counted } from '../tries/source.ts'
import { type MailRequest, networkPause } from './network-mails.ts'
import * as repository from './repository.ts'

/** A request for a code, with its source. */
export type CodeRequest = MailRequest & {
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
export async function issueCode(tx: Tx, secret: Secret, request: CodeRequest, now: Date): Promise<Issued> {
  const { codeId, ...issued } = await makeCode(tx, secret, request, now)
  await publish(tx, 'account.code_issued', { codeId: codeId ?? randomUUID() })
  return issued
}

/** Like `issueCode`, but the caller sends the mail. `codeId` is null if no code was made. */
export async function makeCode(
  tx: Tx,
  secret: Secret,
  request: CodeRequest,
  now: Date,
): Promise<Issued & { readonly codeId: string | null }> {
  const { purpose } = request
  const [{ pause, isSpare }, stopped] = await Promise.all([
    countMail(tx, secret, request, now),
    digitsStopped(tx, request, now),
  ])
  const accountId = pause === 0 ? request.accountId : null
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
async function countMail(tx: Tx, secret: Secret, request: CodeRequest, now: Date): Promise<Issued> {
  const limits = limitsOf(secret, request)
  const [link, spare] = linkLimits(secret, request)
  const ofNetwork = await networkPause(tx, secret, request, now)
  const pause = Math.max(await pauseWithin(tx, limits, now), ofNetwork.pause)
  const isLink = request.purpose === 'sign_in'
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
    purpose: `${by} for ${purpose}`,
    source: by,
    block: `${email} by block ${block.toString('hex')}`,
    strangers: `${email} by strangers`,
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

type Typed = Counted & { readonly purpose: CodePurpose }

/**
 * Where the wrong digits came from after which only the mailed link works: the address, its network, the block of addresses
 * around the network, new registrations, or new passwords.
 */
export type Stopped = 'address' | 'network' | 'block' | 'registrations' | 'resets'

/**
 * Why digits are refused now; null if they are accepted. Wrong digits of strangers block their own network, the confirming
 * of registrations, and new passwords in browsers that the account does not know. They never block digits in known
 * browsers. The result does not depend on whether the address has an account.
 */
export async function digitsStopped(
  tx: Tx,
  { address, network, block, source, purpose }: Typed,
  now: Date,
): Promise<Stopped | null> {
  const since = new Date(now.getTime() - breakerWindow)
  const [atRegistrations, atResets, fromNetwork, fromBlock, atAddress] = await Promise.all([
    repository.countWrongCodes(tx, { new_registration: true }, since, registrationTries + 1),
    repository.countWrongCodes(tx, { purpose: 'reset_password' }, since, resetTries),
    repository.countWrongCodes(tx, { network }, since, networkTries),
    repository.countWrongCodes(tx, { block }, since, blockTries),
    repository.wrongCodes(tx, address, new Date(now.getTime() - wrongCodeWindow)),
  ])
  if (purpose === 'verify_account' && atRegistrations > registrationTries) return 'registrations'
  if (fromNetwork >= networkTries) return 'network'
  if (!source.isKnown && fromBlock >= blockTries) return 'block'
  if (!source.isKnown && purpose === 'reset_password' && atResets >= resetTries) return 'resets'
  return digitsRefused(atAddress, now) ? 'address' : null
}

/**
 * The number of wrong digits for new passwords, if the one just counted triggers an alarm; otherwise null. Guesses too slow
 * for any limit show within a day.
 */
export async function resetAlarm(tx: Tx, now: Date): Promise<number | null> {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const [inAnHour, inADay] = await Promise.all([
    repository.countWrongCodes(tx, { purpose: 'reset_password' }, ago(breakerWindow), resetTries),
    repository.countWrongCodes(
      tx,
      { purpose: 'reset_password' },
      ago(resetAlarmWindow),
      100 * resetTriesWorthAlarm,
    ),
  ])
  if (inAnHour >= resetTries) return resetTries
  return inADay > 0 && inADay % resetTriesWorthAlarm === 0 ? inADay : null
}
