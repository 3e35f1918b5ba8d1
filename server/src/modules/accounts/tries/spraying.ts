import type { Db, Tx } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import {
  addressesOfBlock,
  addressesOfNetwork,
  addressesOfPassword,
  sprayPause,
  sprayWindow,
} from '../policy.ts'
import { waitWords } from './failures.ts'
import * as repository from './repository.ts'
import type { Counted } from './source.ts'

/** A password typed at an address, in the form that reveals a search through many accounts. */
export type SprayTry = Counted & {
  /** Three bytes of a keyed hash: enough for counting. */
  readonly password: Buffer
}

/** How many addresses each count may reach before tries have to wait. */
const limits = { network: addressesOfNetwork, block: addressesOfBlock, password: addressesOfPassword }
const ways = ['network', 'block', 'password'] as const
/** The words of the warnings to the operator. */
const warnings = {
  network: 'one network types wrong passwords at many addresses: its unknown browsers have to wait',
  block: 'one block of networks types wrong passwords at many addresses: its unknown browsers have to wait',
  password: 'one password is tried at many addresses: unknown browsers that try it have to wait',
} as const satisfies Record<keyof typeof limits, string>

/** A sign of a search that has just appeared. */
type Alarm = { readonly by: keyof typeof limits; readonly addresses: number }
type Log = { warn(about: object, message: string): void }

export function sprayTry(secret: Secret, counted: Counted, password: string): SprayTry {
  return { ...counted, password: secret.derive('tried password', password).subarray(0, 3) }
}

/**
 * Throws `too_many`, with the seconds to wait, for browsers that the account does not know: if their network, or the
 * address block around it, has typed wrong passwords at many addresses within `sprayWindow`, or if this same password was
 * tried at many addresses.
 */
export async function refuseWhileSpraying(db: Db, tried: SprayTry, now: Date): Promise<void> {
  if (tried.source.isKnown) return
  const spread = await spreads(db, tried, now)
  const pause = Math.max(...ways.map((by) => sprayPause(spread[by], limits[by], now)))
  if (pause === 0) return
  const message = `Someone is trying passwords on many accounts now. Wait ${waitWords(pause)}, or ask for a login link by mail.`
  throw new DomainError('too_many', { retryAfter: pause, message })
}

/**
 * Counts a wrong password, for less than an hour; `count` counts the failure itself. Returns the alarms that it triggers:
 * one each time the number of addresses reaches a multiple of the limit.
 */
export async function countSprayed(
  tx: Tx,
  tried: SprayTry,
  now: Date,
  count: () => Promise<void>,
): Promise<Alarm[]> {
  const before = await spreads(tx, tried, now)
  await count()
  await repository.insertTried(tx, tried, now)
  await repository.deleteTried(tx, new Date(now.getTime() - sprayWindow))
  const after = await spreads(tx, tried, now)
  return ways.flatMap((by) => {
    const { addresses } = after[by]
    const isPlain = addresses > before[by].addresses && addresses % limits[by] === 0
    return isPlain ? [{ by, addresses }] : []
  })
}

/** Warns the operator. The log line names neither the accounts, the network nor the password. */
export function warnOfSpraying(log: Log, alarms: readonly Alarm[]): void {
  for (const { by, addresses } of alarms)
    log.warn({ alarm: 'password spraying', by, addresses }, warnings[by])
}

/** Deletes the tried passwords that are too old to count. The worker calls it every five minutes. */
export async function forgetTriedPasswords(db: Db, clock: Clock): Promise<void> {
  await repository.deleteTried(db, new Date(clock.now().getTime() - sprayWindow))
}

async function spreads(db: Db, { network, block, password }: SprayTry, now: Date) {
  const since = new Date(now.getTime() - sprayWindow)
  return {
    network: await repository.spreadOf(db, 'source', { from: network, since }),
    block: await repository.spreadOf(db, 'block', { from: block, since }),
    password: await repository.spreadOfPassword(db, password, since),
  }
}
