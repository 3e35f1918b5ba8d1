import { brand } from '@labalaba/contract'
import type { Secret } from '../../../infra/config/secret.ts'

/** The site as WebAuthn's relying party, to which its passkeys belong. */
export type RelyingParty = { readonly id: string; readonly name: string; readonly origin: string }

/** The relying party of the configured public address: its host, and the only origin at which a passkey works. */
export function relyingParty(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, name: brand.name, origin }
}

/** The id by which authenticators know an owner: 256 bits without personal data, equal for all passkeys of an account. */
export function ownerHandle(secret: Secret, accountId: number): Buffer {
  return secret.derive('passkey owner', String(accountId))
}
