import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { Secret } from '../../../infra/config/secret.ts'

/** The keys that one secret of the install gives: for links, for the end of the chain, and for signing anchors. */
export type AuditKey = {
  /** Identifies the key without revealing it; stored with each link that was made with the key. */
  readonly id: string
  readonly link: Buffer
  readonly end: Buffer
  /** Ed25519: anchors can be checked with the public half alone. */
  readonly signing: KeyObject
  readonly verifying: KeyObject
}

/** The keys of an install, the oldest first; new links use the last. */
export type AuditKeys = {
  readonly current: AuditKey
  readonly all: readonly AuditKey[]
}

/** Derives the keys of the current secret and of the earlier ones, which are given with the oldest last. */
export function openAuditKeys(secret: Secret, before: readonly Secret[] = []): AuditKeys {
  const current = keyOf(secret)
  const older = before.map(keyOf).filter(({ id }) => id !== current.id)
  return { current, all: [...older.toReversed(), current] }
}

/** The PKCS #8 prefix of a private Ed25519 key, before its 32 bytes. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

function keyOf(secret: Secret): AuditKey {
  const part = (about: string) => secret.derive('audit chain', about)
  const seed = Buffer.concat([pkcs8, part('anchor')])
  const signing = createPrivateKey({ key: seed, format: 'der', type: 'pkcs8' })
  return {
    id: createHash('sha256').update(part('id')).digest('hex').slice(0, 16),
    link: part('link'),
    end: part('end'),
    signing,
    verifying: createPublicKey(signing),
  }
}
