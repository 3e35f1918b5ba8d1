import type { Db } from '../../../db.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import type { Device } from '../../../infra/http/device.ts'
import { addressAbout, blockAbout, tryAbout } from '../../../infra/http/tries.ts'
import * as repository from './repository.ts'

/** The browser and the network address that a call comes from. */
export type Origin = {
  readonly device: Device | null
  readonly address: string
  /** The `user-agent` header of the browser. */
  readonly agent: string
}

/** The keyed hash under which an email's tries are counted, whether or not it has an account. */
export function hashAddress(secret: Secret, email: string): Buffer {
  return secret.derive('address', email.toLowerCase())
}

/** The keys under which tries at an email's account, and the mails that they cause, are counted. */
export type Counted = {
  /** See `hashAddress`. */
  readonly address: Buffer
  readonly source: repository.Source
  /** The keyed hash of the network. */
  readonly network: Buffer
  /** The keyed hash of the address block: an IPv4 /24, an IPv6 /48. */
  readonly block: Buffer
}

/**
 * The keys under which a call at an email's account is counted. Its source is its browser if the account has signed in
 * there before, otherwise its network, so a stranger's wrong tries block neither the owner's own browsers nor other
 * networks.
 */
export async function countedBy(db: Db, secret: Secret, email: string, origin: Origin): Promise<Counted> {
  const deviceHash = origin.device?.hash ?? null
  // Queried without a browser too, so that each try takes the same time.
  const isKnown = await repository.isKnownDevice(db, email, deviceHash)
  const network = addressAbout(secret, 'account', origin.address)
  const key =
    isKnown && deviceHash ? tryAbout(secret, 'account, by browser', deviceHash.toString('hex')) : network
  return {
    address: hashAddress(secret, email),
    source: { key, isKnown },
    network,
    block: blockAbout(secret, 'account', origin.address),
  }
}
