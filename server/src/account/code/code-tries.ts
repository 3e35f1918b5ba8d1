import type { Tx } from '../db.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Secret } from '../platform/secret.ts'
import { isDigits, opens } from './codes.ts'
import { lockOwners } from './registration/rows.ts'
import type { AccountRow } from './rows.ts'
import * as rows from './rows.ts'
import {
  breakerTries,
  breakerWindow,
  type CodePurpose,
  codeTries,
  digitsRefused,
  wrongCodeWindow,
} from './rules.ts'

export type CodeTry = { readonly email: string; readonly code: string; readonly purpose: CodePurpose }

/** What came of a try. A wrong one is counted, so its transaction must commit: refuse after it, with `refuseTry`. */
export type TryOutcome =
  | {
      readonly kind: 'right'
      readonly account: AccountRow
      /** The other registrations that wait for the address. */
      readonly others: readonly AccountRow[]
      readonly codeId: string
    }
  | { readonly kind: 'wrong' | 'link_only' | 'everywhere_link_only' }

/**
 * Holds what was typed against the code of this purpose of the account of this address, or of each registration that waits
 * there. A wrong try counts against all of them: 5 burn their digits, never the link in the mail, or anybody could keep the
 * owner out. Tries at one address wait for each other, so that a hundred at once are no more than five. Unknown addresses
 * count alike. A wrong link token is not counted: 128 bits cannot be guessed.
 */
export async function tryCode(tx: Tx, secret: Secret, given: CodeTry, now: Date): Promise<TryOutcome> {
  const address = hashAddress(secret, given.email)
  const digits = isDigits(given.code)
  await rows.lockAddress(tx, given.email)
  if (digits) {
    const since = new Date(now.getTime() - breakerWindow)
    const everywhere = await rows.wrongCodesEverywhere(tx, since, breakerTries + 1)
    if (everywhere > breakerTries) return { kind: 'everywhere_link_only' }
    const wrong = await rows.wrongCodes(tx, address, new Date(now.getTime() - wrongCodeWindow))
    if (digitsRefused(wrong, now)) return { kind: 'link_only' }
  }
  const { account, pending } = await lockOwners(tx, given.email)
  const owners = account ? [account] : pending
  const held: string[] = []
  for (const owner of owners) {
    const open = await rows.lockOpenCode(tx, owner.id, given.purpose, now)
    if (!open || (digits && open.state === 'burned')) continue
    if (mayUse(owner, given.purpose) && opens(secret, open.id, given.code))
      return { kind: 'right', account: owner, others: owners.filter((one) => one !== owner), codeId: open.id }
    held.push(open.id)
  }
  if (digits) {
    await rows.insertWrongCode(tx, address, held.length > 0, now)
    for (const id of held) await rows.countTry(tx, id, codeTries)
  }
  return { kind: 'wrong' }
}

/** Whether codes of this purpose are of use to an account. */
export function mayUse(account: AccountRow, purpose: CodePurpose): boolean {
  if (account.state === 'unverified') return true
  return account.state === 'active' && purpose === 'reset_password'
}

type Warn = { warn(about: object, message: string): void }

/** Throws the refusal of a try that failed; tells the operator when digits are refused everywhere. */
export function refuseTry(outcome: { kind: Exclude<TryOutcome['kind'], 'right'> }, log: Warn): never {
  if (outcome.kind === 'wrong') throw new Refusal('wrong_code')
  if (outcome.kind === 'everywhere_link_only')
    log.warn(
      { wrongTries: breakerTries },
      'too many wrong codes within an hour: digits are refused for everybody, links work',
    )
  throw new Refusal('code_link_only')
}

/** What is kept of an address, known or not, to count its failures. */
export function hashAddress(secret: Secret, email: string): Buffer {
  return secret.derive('address', email.toLowerCase())
}
