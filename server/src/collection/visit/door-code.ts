import { createHash } from 'node:crypto'
import type { Secret } from '../../platform/secret.ts'

/** A visit, and which time of it: each has another code. */
type About = { readonly id: string; readonly round: number }

/** The six digits that the patient tells whoever stands at the door; derived and never kept. */
export function doorCode(secret: Secret, { id, round }: About): string {
  const digits = secret.derive('door code', `${id}:${round}`).readUInt32BE() % 1_000_000
  return String(digits).padStart(6, '0')
}

/**
 * What a phone finds wrong codes with while it has no network. It is one byte: of 256 wrong codes it lets one pass, and
 * whoever tries all codes against it is left with 3,900, of which the server takes five.
 */
export function doorCheck(secret: Secret, visit: About): { salt: string; check: string } {
  const salt = secret.derive('door salt', `${visit.id}:${visit.round}`).toString('base64url').slice(0, 22)
  return { salt, check: checkOf(salt, doorCode(secret, visit)) }
}

/** The first byte of the code's hash, as two hexadecimal digits. The phone reckons the same. */
export function checkOf(salt: string, code: string): string {
  return createHash('sha256').update(`${salt}:${code}`).digest('hex').slice(0, 2)
}
