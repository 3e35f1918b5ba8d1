import type { OwnDevice } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { Actor } from '../../../infra/http/http.ts'
import { deviceLife } from '../policy.ts'
import { lockAccount } from '../repository.ts'
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
    ...{ id, browser, firstAt: first_at.toISOString(), lastAt: last_at.toISOString() },
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
