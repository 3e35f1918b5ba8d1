import type { Tx } from '../../db.ts'
import {
  blockTries,
  breakerWindow,
  type CodePurpose,
  digitsRefused,
  networkTries,
  registrationTries,
  resetAlarmWindow,
  resetTries,
  resetTriesWorthAlarm,
  wrongCodeWindow,
} from '../policy.ts'
import type { Counted } from '../tries/source.ts'
import * as repository from './repository.ts'

type Typed = Counted & { readonly purpose: CodePurpose }

/**
 * What has had so many wrong digits that only the mailed link works: the address, the network or the block of addresses around
 * it, new registrations, or new passwords.
 */
export type Stopped = 'address' | 'network' | 'block' | 'registrations' | 'resets'

/**
 * Why digits are not taken just now; null where they are. What strangers type wrong stops their own network, the confirming of
 * registrations, and new passwords in browsers that the account does not know; never the digits in those that it knows. It does
 * not depend on whether the address has an account.
 */
export async function digitsStopped(
  tx: Tx,
  { address, network, block, source, purpose }: Typed,
  now: Date,
): Promise<Stopped | null> {
  const since = new Date(now.getTime() - breakerWindow)
  const [atRegistrations, atResets, fromNetwork, fromBlock, atAddress] = await Promise.all([
    repository.wrongCodesAtRegistrations(tx, since, registrationTries + 1),
    repository.wrongCodesAtResets(tx, since, resetTries),
    repository.wrongCodesFrom(tx, network, since, networkTries),
    repository.wrongCodesFromBlock(tx, block, since, blockTries),
    repository.wrongCodes(tx, address, new Date(now.getTime() - wrongCodeWindow)),
  ])
  if (purpose === 'verify_account' && atRegistrations > registrationTries) return 'registrations'
  if (fromNetwork >= networkTries) return 'network'
  if (!source.isKnown && fromBlock >= blockTries) return 'block'
  if (!source.isKnown && purpose === 'reset_password' && atResets >= resetTries) return 'resets'
  return digitsRefused(atAddress, now) ? 'address' : null
}

/**
 * How many wrong digits for new passwords make an alarm, where the one just counted makes one; else null. Guesses that are too
 * slow to stop anything show within a day.
 */
export async function resetAlarm(tx: Tx, now: Date): Promise<number | null> {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const [inAnHour, inADay] = await Promise.all([
    repository.wrongCodesAtResets(tx, ago(breakerWindow), resetTries),
    repository.wrongCodesAtResets(tx, ago(resetAlarmWindow), 100 * resetTriesWorthAlarm),
  ])
  if (inAnHour >= resetTries) return resetTries
  return inADay > 0 && inADay % resetTriesWorthAlarm === 0 ? inADay : null
}
