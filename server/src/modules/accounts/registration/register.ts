import { type BodyOf, type createAccount, lagosDate } from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import { publish } from '../../../events.ts'
import type { Device } from '../../../infra/http/device.ts'
import { consent } from '../accounts.ts'
import { issueCode, makeCode } from '../code/codes.ts'
import { type MailLimits, type MailRequest, refuseNetworkOverLimit } from '../code/network-mails.ts'
import type { PasswordDependencies } from '../password/passwords.ts'
import { refuseWeakPassword } from '../password/weak-passwords.ts'
import { branchOf, pendingAtOnce } from '../policy.ts'
import { readPhone, refuseField } from '../profile.ts'
import * as accounts from '../repository.ts'
import { countedBy, type Origin } from '../tries/source.ts'
import * as repository from './repository.ts'

type Form = BodyOf<typeof createAccount>
type Dependencies = MailLimits & PasswordDependencies

/**
 * Registers an account and has a code mailed. Each registration is pending separately and its code confirms only it, so
 * that a user's click never confirms what another person typed. An address has at most three pending registrations; a
 * further one replaces the oldest. The same form sent again is the same registration. If the address is taken, its owner
 * gets a mail; the caller cannot tell these cases apart. The browser gets the cookie of `device`. Throws `too_many`, and
 * stores nothing, if the network has used up its mails.
 */
export async function register(
  deps: Dependencies,
  form: Form,
  origin: Origin & { readonly device: Device },
): Promise<void> {
  const phone = readPhone(form.phone)
  if (form.branch !== branchOf[form.type])
    refuseField('branch', 'the branch does not belong to this type of account')
  await refuseWeakPassword(deps.db, form.password, form)
  const now = deps.clock.now()
  const details = {
    email: form.email,
    name: form.name,
    phone,
    username: form.username,
    address: form.location,
    source: form.source,
    type: form.type,
    branch: form.branch,
    device_hash: origin.device.hash,
    ...consent(now, form.consentVersion),
    created_at: now,
  }
  const counted = await countedBy(deps.db, deps.secret, form.email, origin)
  const request = { ...counted, purpose: 'verify_account', useLimits: deps.useLimits } as const
  // First, so that a network over its limit does not make us hash either.
  await deps.db.transaction().execute((tx) => refuseNetworkOverLimit(tx, deps.secret, request, now))
  // One salt for all registrations of an address, so that a password is hashed once to be compared with each of them.
  const salt = deps.secret.derive('salt of registrations', form.email).subarray(0, 16)
  const password_hash = await deps.hasher.hash(form.password, salt)
  await addOrRepeat(deps, { ...details, password_hash }, request)
}

type Registration = Parameters<typeof repository.insertPending>[1] & { readonly created_at: Date }

/** Adds a registration, unless an identical one is pending, and has its code mailed. */
async function addOrRepeat(
  { db, secret }: Dependencies,
  registration: Registration,
  request: MailRequest,
): Promise<void> {
  const { email, created_at: now } = registration
  await db.transaction().execute(async (tx) => {
    await accounts.lockAddress(tx, email)
    await refuseNetworkOverLimit(tx, secret, request, now)
    const { account, pending } = await repository.lockOwners(tx, email)
    if (account) {
      // As many statements as a registration, so that the response time does not reveal that the address is taken.
      await repository.ownersOf(tx, email)
      await makeCode(tx, secret, { ...request, accountId: null }, now)
      const noticeKey = `registered-again:${account.id}:${lagosDate(now)}`
      await publish(tx, 'account.registered_again', { accountId: account.id, noticeKey })
      return
    }
    const same = pending.find((one) => isSame(one, registration))
    const accountId = same?.id ?? (await addPending(tx, pending, registration))
    await issueCode(tx, secret, { ...request, accountId }, now)
  })
}

/** Adds a registration; replaces the oldest if the maximum number is pending. */
async function addPending(
  tx: Tx,
  pending: readonly accounts.AccountRow[],
  registration: Registration,
): Promise<number> {
  await repository.deletePending(tx, pending.slice(pendingAtOnce - 1))
  return await repository.insertPending(tx, registration)
}

/** Whether two registrations of an address have the same details. Equal passwords have equal hashes there. */
function isSame(one: accounts.AccountRow, other: Registration): boolean {
  const typed = ['name', 'phone', 'username', 'address', 'type', 'password_hash'] as const
  return typed.every((field) => one[field] === other[field])
}
