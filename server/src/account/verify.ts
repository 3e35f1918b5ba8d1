import type { Db } from '../db.ts'
import type { Clock } from '../platform/clock.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Secret } from '../platform/secret.ts'
import { moveAccount } from './accounts.ts'
import { mayUse, refuseTry, tryCode } from './code-tries.ts'
import { issueCode } from './codes.ts'
import * as rows from './rows.ts'
import type { CodePurpose } from './rules.ts'

type Needs = { readonly db: Db; readonly clock: Clock; readonly secret: Secret }
type Log = Parameters<typeof refuseTry>[1]

/** Has a code mailed to whoever may use one; for every other address nothing happens, and nobody can tell. */
export async function requestCode(
  { db, clock }: Omit<Needs, 'secret'>,
  email: string,
  purpose: CodePurpose,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const account = await rows.lockAccountByEmail(tx, email)
    await issueCode(tx, account && mayUse(account, purpose) ? account.id : null, purpose, clock.now())
  })
}

/** Confirms an address with its code, which is used up. */
export async function verify(
  { db, clock, secret }: Needs,
  given: { email: string; code: string },
  log: Log,
): Promise<void> {
  const now = clock.now()
  const outcome = await db.transaction().execute(async (tx) => {
    const tried = await tryCode(tx, secret, { ...given, purpose: 'verify_account' }, now)
    if (tried.kind !== 'right') return tried
    if (!(await rows.useCode(tx, tried.codeId))) throw new Refusal('wrong_code')
    await moveAccount(tx, tried.account.id, { verb: 'verify', actor: 'self', at: now })
    return tried
  })
  if (outcome.kind !== 'right') refuseTry(outcome, log)
}
