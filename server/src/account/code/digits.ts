import type { Tx } from '../../db.ts'
import {
  breakerWindow,
  type CodePurpose,
  digitsRefused,
  networkTries,
  registrationTries,
  wrongCodeWindow,
} from '../rules.ts'
import type { Counted } from '../tries/source.ts'
import * as rows from './rows.ts'

type Typed = Pick<Counted, 'address' | 'network'> & { readonly purpose: CodePurpose }

/** What has had so many wrong digits that only the mailed link works: the address, the network, or new registrations. */
export type Stopped = 'address' | 'network' | 'registrations'

/**
 * Why digits are not taken just now; null where they are. What strangers type wrong stops their own network and the
 * confirming of registrations, never the digits of confirmed accounts elsewhere. It does not depend on whether the address
 * has an account.
 */
export async function digitsStopped(
  tx: Tx,
  { address, network, purpose }: Typed,
  now: Date,
): Promise<Stopped | null> {
  const since = new Date(now.getTime() - breakerWindow)
  const [atRegistrations, fromNetwork, atAddress] = await Promise.all([
    rows.wrongCodesAtRegistrations(tx, since, registrationTries + 1),
    rows.wrongCodesFrom(tx, network, since, networkTries),
    rows.wrongCodes(tx, address, new Date(now.getTime() - wrongCodeWindow)),
  ])
  if (purpose === 'verify_account' && atRegistrations > registrationTries) return 'registrations'
  if (fromNetwork >= networkTries) return 'network'
  return digitsRefused(atAddress, now) ? 'address' : null
}
