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

/** The source under which a try at an account is counted, as a keyed hash. */
export type Source = {
  readonly key: Buffer
  /** Whether it is a browser in which the account has signed in before. */
  readonly isKnown: boolean
}

/** The keyed hash under which an email's tries are counted, whether or not it has an account. */
export function hashAddress(secret: Secret, email: string): Buffer {
  return secret.derive('address', email.toLowerCase())
}

/** The keyed hash under which a network's tries are counted. */
function hashNetwork(secret: Secret, { address }: Pick<Origin, 'address'>): Buffer {
  return addressAbout(secret, 'account', address)
}

/** The keyed hash under which the tries of an address block are counted: an IPv4 /24, an IPv6 /48. */
function hashBlock(secret: Secret, { address }: Pick<Origin, 'address'>): Buffer {
  return blockAbout(secret, 'account', address)
}

/** The keys under which tries at an email's account, and the mails that they cause, are counted. */
export type Counted = {
  /** See `hashAddress`. */
  readonly address: Buffer
  readonly source: Source
  /** See `hashNetwork`. */
  readonly network: Buffer
  /** See `hashBlock`. */
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
  const network = hashNetwork(secret, origin)
  const key =
    isKnown && deviceHash ? tryAbout(secret, 'account, by browser', deviceHash.toString('hex')) : network
  return {
    address: hashAddress(secret, email),
    source: { key, isKnown },
    network,
    block: hashBlock(secret, origin),
  }
}
