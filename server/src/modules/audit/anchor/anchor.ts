import { sign, verify } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditKey, AuditKeys } from '../chain/keys.ts'

/** Where the chain ended on a day. */
export type Anchor = {
  /** The calendar day in Lagos, YYYY-MM-DD. */
  readonly day: string
  readonly position: number
  readonly mac: Buffer
  /** How many findings the check of the whole chain had when this was signed. */
  readonly findings: number
  readonly key_id: string
}

export type SignedAnchor = Anchor & { readonly signature: Buffer }

/** Signs an anchor (Ed25519). */
export function signAnchor(key: AuditKey, anchor: Omit<Anchor, 'key_id'>): SignedAnchor {
  const named = { ...anchor, key_id: key.id }
  return { ...named, signature: sign(null, Buffer.from(textOf(named)), key.signing) }
}

/** Whether an anchor is signed by our key that it names. */
export function isSigned(keys: AuditKeys, anchor: SignedAnchor): boolean {
  const key = keys.all.find(({ id }) => id === anchor.key_id)
  return key !== undefined && verify(null, Buffer.from(textOf(anchor)), key.verifying, anchor.signature)
}

const textOf = ({ day, position, mac, findings, key_id }: Anchor) =>
  `labalaba-audit-1:${day}:${position}:${mac.toString('hex')}:${findings}:${key_id}`

/** Formats an anchor as one line, for mails and files. */
export function lineOf(anchor: SignedAnchor): string {
  return `${textOf(anchor)}:${anchor.signature.toString('base64url')}`
}

const line =
  /labalaba-audit-1:(\d{4}-\d\d-\d\d):(\d{1,15}):([\da-f]{64}):(\d{1,9}):([\da-f]{16}):([\w-]{86})(?![\w-])/g

/** Every anchor in a text, for example in several mails put together. Does not check the signatures. */
export function readAnchors(text: string): SignedAnchor[] {
  // Mail programs break long lines with `=` (quoted-printable) or with spaces.
  const whole = text.replace(/=\r?\n/g, '')
  const found = [...whole.matchAll(line)].map(
    ([, day = '', position, mac = '', findings, key_id = '', code = '']) => ({
      day,
      position: Number(position),
      mac: Buffer.from(mac, 'hex'),
      findings: Number(findings),
      key_id,
      signature: Buffer.from(code, 'base64url'),
    }),
  )
  return [...new Map(found.map((anchor) => [lineOf(anchor), anchor])).values()]
}

const nameOf = (day: string) => `audit-anchor-${day}.txt`

/**
 * Writes an anchor to its own read-only file in a folder. Never overwrites an existing file: if its content differs, the
 * check of the chain reports it. Throws if the folder cannot be written to.
 */
export function writeAnchorFile(folder: string, anchor: SignedAnchor): void {
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(join(folder, nameOf(anchor.day)), `${lineOf(anchor)}\n`, { flag: 'wx', mode: 0o444 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/** The anchors in a folder; empty if the folder does not exist. */
export function readAnchorFiles(folder: string): SignedAnchor[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.txt'))
    return names.flatMap((name) => readAnchors(readFileSync(join(folder, name), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
