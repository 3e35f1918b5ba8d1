import type { Tx } from '../../../db.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { type CodePurpose, codeTries, newRegistration, registrationTries, resetTries } from '../policy.ts'
import { lockOwners } from '../registration/repository.ts'
import { type AccountRow, lockAddress } from '../repository.ts'
import { countedBy, type Origin } from '../tries/source.ts'
import { digitsStopped, isDigits, opens, resetAlarm, type Stopped } from './codes.ts'
import * as repository from './repository.ts'

export type CodeTry = {
  readonly email: string
  readonly code: string
  readonly purpose: CodePurpose
  readonly origin: Origin
}

/** The outcome of a try. A wrong try is counted, so its transaction must commit; refuse it afterwards with `refuseTry`. */
export type TryOutcome =
  | {
      readonly kind: 'right'
      readonly account: AccountRow
      /** The other pending registrations of the address. */
      readonly others: readonly AccountRow[]
      readonly codeId: string
    }
  /** `alarm`: the number of wrong digits for new passwords to warn the operator about; null if no warning is due. */
  | { readonly kind: 'wrong'; readonly alarm: number | null }
  | { readonly kind: 'link_only'; readonly stopped: Stopped }

/**
 * Checks the typed code against the open code of this purpose, of the account of this address or of each pending
 * registration. A wrong try counts against all of them. Five wrong tries burn the digits, but never the link in the mail,
 * or a stranger could lock the owner out. Tries at one address wait for each other, so a hundred concurrent tries are still
 * limited to five. Unknown addresses count in the same way. A wrong link token is not counted: 128 bits cannot be guessed.
 */
export async function tryCode(tx: Tx, secret: Secret, given: CodeTry, now: Date): Promise<TryOutcome> {
  const digits = isDigits(given.code)
  const { address, network, block, source } = await countedBy(tx, secret, given.email, given.origin)
  const { purpose } = given
  await lockAddress(tx, given.email)
  if (digits) {
    const stopped = await digitsStopped(tx, { address, network, block, source, purpose }, now)
    if (stopped) return { kind: 'link_only', stopped }
  }
  const { account, pending } = await lockOwners(tx, given.email)
  const owners = account ? [account] : pending
  const held: string[] = []
  for (const owner of owners) {
    const open = await repository.lockOpenCode(tx, owner.id, purpose, now)
    if (!open || (digits && (open.state === 'burned' || !open.takes_digits))) continue
    if (mayUse(owner, purpose) && opens(secret, open.id, given.code))
      return { kind: 'right', account: owner, others: owners.filter((one) => one !== owner), codeId: open.id }
    held.push(open.id)
  }
  if (!digits) return { kind: 'wrong', alarm: null }
  const tried = { evaluated: held.length > 0, newRegistration: owners.some(isNew) }
  await repository.insertWrongCode(tx, { address, network, block, purpose, ...tried }, now)
  for (const id of held) await repository.countTry(tx, id, codeTries)
  const mayAlarm = tried.evaluated && purpose === 'reset_password'
  return { kind: 'wrong', alarm: mayAlarm ? await resetAlarm(tx, now) : null }

  function isNew({ state, created_at }: AccountRow): boolean {
    return state === 'unverified' && now.getTime() - created_at.getTime() < newRegistration
  }
}

/** Whether an account can use codes of this purpose. */
export function mayUse(account: AccountRow, purpose: CodePurpose): boolean {
  if (account.state === 'unverified') return purpose !== 'sign_in'
  return account.state === 'active' && purpose !== 'verify_account'
}

type Warn = { warn(about: object, message: string): void }

/** Throws the refusal of a failed try. Warns the operator when digits are refused for everyone or may be guessed slowly. */
export function refuseTry(outcome: Exclude<TryOutcome, { kind: 'right' }>, log: Warn): never {
  if (outcome.kind === 'wrong') {
    if (outcome.alarm !== null) warnOfResets(log, outcome.alarm)
    throw new DomainError('wrong_code')
  }
  if (outcome.stopped === 'resets') warnOfResets(log, resetTries)
  if (outcome.stopped === 'registrations')
    log.warn(
      { wrongTries: registrationTries },
      'too many wrong codes at new registrations within an hour: their digits are refused, their links work',
    )
  throw new DomainError('code_link_only')
}

/** The log line names neither the account that was tried nor the network. */
function warnOfResets(log: Warn, wrongTries: number): void {
  log.warn(
    { alarm: 'reset codes', wrongTries },
    wrongTries === resetTries
      ? 'too many wrong codes for new passwords within an hour: mails asked for in unknown browsers have no digits, their links work'
      : 'many wrong codes for new passwords within a day: someone may be guessing slowly',
  )
}
