import { brand } from '@labalaba/contract'
import type { Secret } from '../../platform/secret.ts'

/** Whom a passkey belongs to besides its owner: the site, as WebAuthn names it. */
export type RelyingParty = { readonly id: string; readonly name: string; readonly origin: string }

/** The relying party of the configured public address: its host, and the one origin that a passkey is used at. */
export function relyingParty(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, name: brand.name, origin }
}

/** What authenticators know the owner of a passkey by: 256 bits that name nobody, the same for all passkeys of an account. */
export function ownerHandle(secret: Secret, accountId: number): Buffer {
  return secret.derive('passkey owner', String(accountId))
}
