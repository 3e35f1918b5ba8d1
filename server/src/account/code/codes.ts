import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { Db, Tx } from '../db.ts'
import { announce } from '../news.ts'
import type { Clock } from '../platform/clock.ts'
import { fiveDigits, type Secret } from '../platform/secret.ts'
import type { Account } from '../tables.ts'
import * as rows from './rows.ts'
import { type CodePurpose, codeLife, limitWindow, mayIssueCode } from './rules.ts'

/** Whose code it is: of an account or a registration, and the keyed hash of its address, by which codes are counted. */
export type CodeOwner = { readonly accountId: number | null; readonly address: Buffer }

/**
 * Makes a code where the limits allow one, ends the one before it and has it mailed. Without an account it does the same
 * work and a job that mails nothing, so that nobody can tell.
 */
export async function issueCode(tx: Tx, owner: CodeOwner, purpose: CodePurpose, now: Date): Promise<void> {
  const codeId = await makeCode(tx, owner, purpose, now)
  await announce(tx, 'account.code_issued', { codeId: codeId ?? randomUUID() })
}

/** As `issueCode`, but leaves the mail to the caller: null where no code was made. */
export async function makeCode(
  tx: Tx,
  { accountId, address }: CodeOwner,
  purpose: CodePurpose,
  now: Date,
): Promise<string | null> {
  const issued = await rows.codesIssued(tx, address, new Date(now.getTime() - limitWindow))
  const owner = mayIssueCode(issued, purpose, now) ? accountId : null
  await rows.retireCode(tx, owner, purpose, now)
  const expiresAt = new Date(now.getTime() + codeLife)
  const code = { purpose, issuedAt: now, expiresAt }
  return await rows.insertCode(tx, { ...code, accountId: owner, emailHash: address })
}

/** What the mail with a code needs. */
export type CodeMail = {
  readonly to: string
  readonly type: Account['type']
  readonly purpose: CodePurpose
  readonly digits: string
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
  const code = await rows.openCode(db, codeId, clock.now())
  if (!code) return null
  const { email: to, type, purpose, expires_at: expiresAt } = code
  return {
    to,
    type,
    purpose,
    digits: codeDigits(secret, codeId),
    token: codeToken(secret, codeId),
    expiresAt,
  }
}

/** Whether what was typed is five digits; else it is the token of a link. */
export function isDigits(given: string): boolean {
  return /^\d{5}$/.test(given)
}

/** Whether what was typed opens this code, told in a time that says nothing about it. */
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
