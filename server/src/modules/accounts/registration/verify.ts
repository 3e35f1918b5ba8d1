import type { Db, Tx } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { moveAccount } from '../accounts.ts'
import { mayUse, refuseTry, type TryOutcome, tryCode } from '../code/code-tries.ts'
import { type Issued, isDigits, issueCode } from '../code/codes.ts'
import type { MailLimits } from '../code/network-mails.ts'
import { useCode } from '../code/repository.ts'
import type { Hasher } from '../password/passwords.ts'
import { branchOf, type CodePurpose } from '../policy.ts'
import * as accounts from '../repository.ts'
import { refuseWhilePausing } from '../tries/failures.ts'
import { countFailure, type Try } from '../tries/repository.ts'
import { type Counted, countedBy, type Origin } from '../tries/source.ts'
import * as repository from './repository.ts'

type Dependencies = MailLimits & { readonly db: Db; readonly clock: Clock; readonly secret: Secret }
type Log = Parameters<typeof refuseTry>[1]

/**
 * Has a code mailed to the owner of an account, or for the newest pending registration. Every other address gets the same
 * response and no mail.
 */
export async function requestCode(
  { db, clock, secret, useLimits }: Dependencies,
  { email, purpose }: { readonly email: string; readonly purpose: CodePurpose },
  origin: Origin,
): Promise<Issued> {
  const counted = await countedBy(db, secret, email, origin)
  return await db.transaction().execute(async (tx) => {
    await accounts.lockAddress(tx, email)
    const { account: confirmed, pending } = await repository.lockOwners(tx, email)
    const account = confirmed ?? pending[0]
    const accountId = account && mayUse(account, purpose) ? account.id : null
    return await issueCode(tx, secret, { ...counted, useLimits, accountId, purpose }, clock.now())
  })
}

type VerifyInput = { readonly email: string; readonly code: string; readonly password?: string | undefined }

/**
 * Confirms the registration for which a code or link was mailed. The code is used up, and other registrations of the
 * address are deleted. Another browser than the one that registered needs the registration's password, so that a click in a
 * mail, or a code read out to a stranger, never confirms what the stranger typed: throws `password_needed`, and
 * `wrong_password`, which counts like a failed sign-in. Digits need no password if several registrations are pending, since
 * their details are dropped then; the result tells whether the owner has to choose a password. The code is checked first: a
 * wrong one hashes nothing and a right one hashes at most once, so the response time reveals nothing about the address.
 */
export async function verify(
  deps: Dependencies & { readonly hasher: Hasher },
  given: VerifyInput,
  origin: Origin,
  log: Log,
): Promise<{ readonly choosesPassword: boolean }> {
  const { db, clock, secret, hasher } = deps
  const now = clock.now()
  const counted = await countedBy(db, secret, given.email, origin)
  const password: Try = { ...counted, kind: 'password' }
  const first = await tryToConfirm(null)
  const outcome = first.kind === 'unproven' ? await tryToConfirm(await prove(first.account)) : first
  // Thrown after the transaction: inside it, the failure count would be rolled back.
  if (outcome.kind === 'wrong_password') throw new DomainError('wrong_password')
  if (outcome.kind === 'unproven') throw new DomainError('wrong_code')
  if (outcome.kind !== 'confirmed') refuseTry(outcome, log)
  return outcome

  /** Compares the password with that of a registration, outside any lock. */
  async function prove(account: accounts.AccountRow): Promise<Proof> {
    if (given.password === undefined) throw new DomainError('password_needed')
    await refuseWhilePausing(db, password, now)
    return { account, isRight: await hasher.verify(account.password_hash, given.password) }
  }

  async function tryToConfirm(proof: Proof | null) {
    return await db.transaction().execute(async (tx) => {
      const tried = await tryCode(tx, secret, { ...given, purpose: 'verify_account', origin }, now)
      if (tried.kind !== 'right') return tried
      if (needsProof(tried, given, origin)) {
        if (proof?.account.id !== tried.account.id) return { ...tried, kind: 'unproven' as const }
        // Checked again under the lock: concurrent tries beyond the limit are refused.
        await refuseWhilePausing(tx, password, now)
        if (!proof.isRight) {
          await countFailure(tx, password, now)
          return { kind: 'wrong_password' as const }
        }
      }
      return await confirm(tx, deps, { ...tried, counted }, now)
    })
  }
}

/** A registration, and whether the given password is its own. */
type Proof = { readonly account: accounts.AccountRow; readonly isRight: boolean }
type RightTry = Extract<TryOutcome, { kind: 'right' }>

/** Whether confirming a registration from this origin needs its password. */
function needsProof({ account, others }: RightTry, { code }: VerifyInput, { device }: Origin): boolean {
  if (device !== null && account.device_hash?.equals(device.hash)) return false
  return !isDigits(code) || others.length === 0
}

async function confirm(
  tx: Tx,
  { secret, useLimits }: Dependencies,
  { account, others, codeId, counted }: RightTry & { counted: Counted },
  now: Date,
) {
  if (!(await useCode(tx, codeId))) throw new DomainError('wrong_code')
  const choosesPassword = others.length > 0
  await confirmPending(tx, { account, others }, { keepsDetails: !choosesPassword }, now)
  const request = { ...counted, useLimits, accountId: account.id, purpose: 'reset_password' } as const
  if (choosesPassword) await issueCode(tx, secret, request, now)
  return { kind: 'confirmed' as const, choosesPassword }
}

/** A pending registration, and the other pending registrations of its address. */
type Pending = { readonly account: accounts.AccountRow; readonly others: readonly accounts.AccountRow[] }

/**
 * Turns a pending registration into the account of its address and deletes the others. Its typed details stay only if they
 * certainly belong to the owner of the mailbox; otherwise the account has no password, name or phone until the owner sets
 * them, and is a doctor's only if all registrations said so. The caller holds the lock of the address.
 */
export async function confirmPending(
  tx: Tx,
  { account, others }: Pending,
  { keepsDetails }: { readonly keepsDetails: boolean },
  now: Date,
): Promise<void> {
  await repository.deletePending(tx, others)
  const type = others.every((one) => one.type === account.type) ? account.type : 'user'
  const blank = { name: '', phone: '', username: '', address: '', password_hash: '' }
  await accounts.changeAccount(tx, account.id, {
    ...(!keepsDetails && { ...blank, type, branch: branchOf[type] }),
    device_hash: null,
  })
  await moveAccount(tx, account.id, { verb: 'verify', actor: 'self', at: now })
}
