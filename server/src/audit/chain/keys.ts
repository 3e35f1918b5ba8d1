import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { Secret } from '../../platform/secret.ts'

/** What one secret of the install gives the audit: keys for links and ends of the chain, and one that signs anchors. */
export type AuditKey = {
  /** Names the key and tells nothing of it; stands with each link that was made with it. */
  readonly id: string
  readonly link: Buffer
  readonly end: Buffer
  /** Ed25519: anchors can be checked with the public half alone. */
  readonly signing: KeyObject
  readonly verifying: KeyObject
}

/** The keys of an install, the oldest first; new links are made with the last. */
export type AuditKeys = {
  readonly current: AuditKey
  readonly all: readonly AuditKey[]
}

/** The keys of the secret of now and of those before it, the oldest of these last. */
export function openAuditKeys(secret: Secret, before: readonly Secret[] = []): AuditKeys {
  const current = keyOf(secret)
  const older = before.map(keyOf).filter(({ id }) => id !== current.id)
  return { current, all: [...older.toReversed(), current] }
}

/** How a private Ed25519 key is written (PKCS #8) before its 32 bytes. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

function keyOf(secret: Secret): AuditKey {
  const part = (about: string) => secret.derive('audit chain', about)
  const seed = Buffer.concat([pkcs8, part('anchor')])
  const signing = createPrivateKey({ key: seed, format: 'der', type: 'pkcs8' })
  return {
    id: createHash('sha256').update(part('id')).digest('hex').slice(0, 16),
    link: part('link'),
    end: part('end'),
    ...{ signing, verifying: createPublicKey(signing) },
  }
}
