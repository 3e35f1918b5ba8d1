import type { Db, Tx } from '../../db.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Secret } from '../../platform/secret.ts'
import { mayUse, refuseTry, type TryOutcome, tryCode } from '../code/code-tries.ts'
import { type Issued, isDigits, issueCode } from '../code/codes.ts'
import type { MailLimits } from '../code/network-mails.ts'
import { useCode } from '../code/rows.ts'
import type { Hasher } from '../password/passwords.ts'
import * as accounts from '../rows.ts'
import type { CodePurpose } from '../rules.ts'
import { countFailure, refuseWhilePausing, type Try } from '../tries/failures.ts'
import { type Counted, countedBy, type Origin } from '../tries/source.ts'
import { confirmPending } from './confirm.ts'
import * as rows from './rows.ts'

type Needs = MailLimits & { readonly db: Db; readonly clock: Clock; readonly secret: Secret }
type Log = Parameters<typeof refuseTry>[1]

/**
 * Has a code mailed to the owner of an account, or for the newest registration that waits. Every other address gets the same
 * answer and no mail.
 */
export async function requestCode(
  { db, clock, secret, useLimits }: Needs,
  { email, purpose }: { readonly email: string; readonly purpose: CodePurpose },
  origin: Origin,
): Promise<Issued> {
  const counted = await countedBy(db, secret, email, origin)
  return await db.transaction().execute(async (tx) => {
    await accounts.lockAddress(tx, email)
    const { account: confirmed, pending } = await rows.lockOwners(tx, email)
    const account = confirmed ?? pending[0]
    const accountId = account && mayUse(account, purpose) ? account.id : null
    return await issueCode(tx, secret, { ...counted, useLimits, accountId, purpose }, clock.now())
  })
}

type Given = { readonly email: string; readonly code: string; readonly password?: string | undefined }

/**
 * Confirms the registration that a code or link was mailed for; it is used up, and other registrations of the address end.
 * A link opened in another browser than the one that registered needs the registration's password, so that a click in a
 * mail never confirms what a stranger typed: refuses `password_needed`, and `wrong_password`, which counts like a failed
 * sign-in. Answers whether the owner has to choose a password, as nothing that was typed counts where several waited.
 */
export async function verify(
  needs: Needs & { readonly hasher: Hasher },
  given: Given,
  origin: Origin,
  log: Log,
): Promise<{ readonly choosesPassword: boolean }> {
  const { db, clock, secret } = needs
  const now = clock.now()
  const counted = await countedBy(db, secret, given.email, origin)
  const password: Try = { ...counted, kind: 'password' }
  const opened = await passwordOpens(needs, given, password, now)
  const outcome = await db.transaction().execute(async (tx) => {
    const tried = await tryCode(tx, secret, { ...given, purpose: 'verify_account', origin }, now)
    if (tried.kind !== 'right') return tried
    const isTheirs = isDigits(given.code) || opened.has(tried.account.id) || isDevice(tried.account, origin)
    if (!isTheirs && given.password === undefined) return { kind: 'password_needed' as const }
    if (!isTheirs) {
      await countFailure(tx, password, now)
      return { kind: 'wrong_password' as const }
    }
    return await confirm(tx, needs, { ...tried, counted }, now)
  })
  // Only here, as a throw inside would take the failure back.
  if (outcome.kind === 'password_needed' || outcome.kind === 'wrong_password') throw new Refusal(outcome.kind)
  if (outcome.kind !== 'confirmed') refuseTry(outcome, log)
  return outcome
}

async function confirm(
  tx: Tx,
  { secret, useLimits }: Needs,
  { account, others, codeId, counted }: Extract<TryOutcome, { kind: 'right' }> & { counted: Counted },
  now: Date,
) {
  if (!(await useCode(tx, codeId))) throw new Refusal('wrong_code')
  const choosesPassword = others.length > 0
  await confirmPending(tx, { account, others }, { keepsDetails: !choosesPassword }, now)
  const asked = { ...counted, useLimits, accountId: account.id, purpose: 'reset_password' } as const
  if (choosesPassword) await issueCode(tx, secret, asked, now)
  return { kind: 'confirmed' as const, choosesPassword }
}

/** The waiting registrations of the address whose password is the one given. Without one nothing is hashed. */
async function passwordOpens(
  { db, hasher }: Needs & { readonly hasher: Hasher },
  { email, password }: Given,
  tried: Try,
  now: Date,
): Promise<ReadonlySet<number>> {
  if (password === undefined) return new Set()
  await refuseWhilePausing(db, tried, now)
  const ids = new Set<number>()
  const { pending } = await rows.ownersOf(db, email)
  for (const { id, password_hash } of pending) if (await hasher.verify(password_hash, password)) ids.add(id)
  return ids
}

function isDevice(account: accounts.AccountRow, { device }: Origin): boolean {
  return device !== null && account.device_hash?.equals(device.hash) === true
}
