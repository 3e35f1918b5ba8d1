import { type BodyOf, type createAccount, lagosDate } from '@labalaba/contract'
import type { Db } from '../db.ts'
import { announce } from '../news.ts'
import type { Clock } from '../platform/clock.ts'
import { Refusal } from '../platform/refusal.ts'
import { consent } from './accounts.ts'
import { issueCode, makeCode } from './codes.ts'
import type { Hasher } from './password/passwords.ts'
import { isWeakPassword } from './password/weak-passwords.ts'
import { readPhone, refuseField } from './phones.ts'
import * as rows from './rows.ts'
import { branchOf } from './rules.ts'

type Form = BodyOf<typeof createAccount>

/**
 * Registers an account and has a code mailed. A code confirms the details it was mailed for: what is typed again for an
 * address that is not confirmed yet counts only where no code of earlier details is out and a new one is mailed, so that
 * nobody's click confirms what another typed after them. The owner of an address that is taken is told by mail; the
 * caller cannot tell any of these apart.
 */
export async function register(needs: { db: Db; clock: Clock; hasher: Hasher }, form: Form): Promise<void> {
  const phone = readPhone(form.phone)
  if (form.branch !== branchOf[form.type])
    refuseField('branch', 'the branch does not belong to this type of account')
  if (isWeakPassword(form.password, form.email)) throw new Refusal('weak_password')
  const details = {
    password_hash: await needs.hasher.hash(form.password),
    name: form.name,
    phone,
    username: form.username,
    address: form.location,
    source: form.source,
    type: form.type,
    branch: form.branch,
    ...consent(needs.clock.now(), form.consentVersion),
  }
  await needs.db.transaction().execute(async (tx) => {
    const now = needs.clock.now()
    const made = await rows.insertAccount(tx, { ...details, email: form.email, created_at: now })
    const account = await rows.lockAccountByEmail(tx, form.email)
    if (account?.state === 'active' || account?.state === 'suspended') {
      // A code for nobody, so that this takes as long as a registration.
      await makeCode(tx, null, 'verify_account', now)
      const noticeKey = `registered-again:${account.id}:${lagosDate(now)}`
      await announce(tx, 'account.registered_again', { accountId: account.id, noticeKey })
      return
    }
    const unverified = account?.state === 'unverified' ? account.id : null
    const mayChange = unverified !== null && !made && !(await rows.hasOpenCode(tx, unverified, now))
    const issued = await issueCode(tx, unverified, 'verify_account', now)
    if (issued && mayChange) await rows.changeAccount(tx, unverified, details)
  })
}
