import type { Tx } from '../../../db.ts'
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
 * Where the wrong digits came from after which only the mailed link works: the address, its network, the block of addresses
 * around the network, new registrations, or new passwords.
 */
export type Stopped = 'address' | 'network' | 'block' | 'registrations' | 'resets'

/**
 * Why digits are refused now; null if they are accepted. Wrong digits of strangers block their own network, the confirming
 * of registrations, and new passwords in browsers that the account does not know. They never block digits in known
 * browsers. The result does not depend on whether the address has an account.
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
 * The number of wrong digits for new passwords, if the one just counted triggers an alarm; otherwise null. Guesses too slow
 * for any limit show within a day.
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
