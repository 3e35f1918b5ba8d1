import { randomUUID } from 'node:crypto'
import type { OwnDevice } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import { publish } from '../../../events.ts'
import type { Clock } from '../../../infra/clock.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { Actor } from '../../../infra/http/http.ts'
import { deviceLife } from '../policy.ts'
import { type AccountRow, lockAccount } from '../repository.ts'
import * as tries from '../tries/repository.ts'
import type { Origin } from '../tries/source.ts'
import { browserName } from './browser.ts'
import * as repository from './repository.ts'

type Dependencies = { readonly db: Db; readonly clock: Clock }
type Owner = Pick<Actor, 'accountId' | 'tokenHash'>

/** The remembered browsers in which the account of a session has logged in, the newest login first. */
export async function ownDevices({ db, clock }: Dependencies, owner: Owner): Promise<OwnDevice[]> {
  const now = clock.now()
  const since = new Date(now.getTime() - deviceLife)
  const own = await repository.deviceOfSession(db, owner.tokenHash)
  const found = await repository.listDevices(db, owner.accountId, { since, now })
  return found.map(({ id, browser, device_hash, first_at, last_at, session_until }) => ({
    id,
    browser,
    firstAt: first_at.toISOString(),
    lastAt: last_at.toISOString(),
    sessionUntil: session_until?.toISOString() ?? null,
    isThis: own?.equals(device_hash) ?? false,
  }))
}

/** Ends the sessions of one browser of the account immediately and forgets the browser. Throws `not_found`. */
export async function endDevice({ db, clock }: Dependencies, owner: Owner, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // A login takes the same lock, so a concurrent login in that browser is ended too.
    await lockAccount(tx, owner.accountId)
    const deviceHash = await repository.deleteDevice(tx, owner.accountId, id)
    if (!deviceHash) throw new DomainError('not_found')
    await repository.endSessionsIn(tx, owner.accountId, deviceHash, clock.now())
  })
}

/**
 * Ends every session of the account except the caller's, and every login that waits for its second factor; forgets every
 * other browser. Calling it again has no effect.
 */
export async function endOtherDevices({ db, clock }: Dependencies, owner: Owner): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, owner.accountId)
    const own = await repository.deviceOfSession(tx, owner.tokenHash)
    await repository.deleteOtherDevices(tx, owner.accountId, own)
    await repository.endOtherSessions(tx, owner.accountId, owner.tokenHash, clock.now())
  })
}

const day = 24 * 60 * 60 * 1000
/** How many browsers of one account are remembered. */
const devicesKept = 20
/** How many mails about new browsers an account gets in a day: a program that stores no cookie is new each time. */
const mailsADay = 5
/** How long an account counts as young. The first browser of a young account is taken to be the one that registered it. */
const youngFor = 30 * day

/**
 * Remembers the browser in which an account has just signed in. Mails the owner about a new browser, except the first one
 * of a young account, and except for demonstration accounts, whose passwords are public.
 */
export async function rememberDevice(
  tx: Tx,
  account: AccountRow,
  { device, agent }: Origin,
  now: Date,
): Promise<void> {
  if (!device) return
  const remembered = { accountId: account.id, deviceHash: device.hash, browser: browserName(agent) }
  const isNew = await tries.rememberDevice(tx, { ...remembered, most: devicesKept }, now)
  if (!isNew || account.demo) return
  const { others, recent } = await tries.countDevices(tx, remembered, new Date(now.getTime() - day))
  const isFirst = others === 0 && now.getTime() - account.created_at.getTime() < youngFor
  if (isFirst || recent > mailsADay + 1) return
  await publish(tx, 'account.new_device', {
    accountId: account.id,
    browser: remembered.browser,
    at: now.toISOString(),
    noticeKey: `new-device:${randomUUID()}`,
  })
}
