import { createHash } from 'node:crypto'
import type { Secret } from '../../infra/config/secret.ts'

/** A visit and its round: each round has another code. */
type About = { readonly id: string; readonly round: number }

/** The six digits that the patient tells the phlebotomist at the door; derived and never stored. */
export function doorCode(secret: Secret, { id, round }: About): string {
  const digits = secret.derive('door code', `${id}:${round}`).readUInt32BE() % 1_000_000
  return String(digits).padStart(6, '0')
}

/**
 * A one-byte check by which a phone without a network detects wrong codes. One of 256 wrong codes passes it: trying all
 * codes against it leaves 3,900 candidates, and the server accepts only five tries.
 */
export function doorCheck(secret: Secret, visit: About): { salt: string; check: string } {
  const salt = secret.derive('door salt', `${visit.id}:${visit.round}`).toString('base64url').slice(0, 22)
  return { salt, check: checkOf(salt, doorCode(secret, visit)) }
}

/** The first byte of the code's hash, as two hexadecimal digits. The phone computes the same. */
export function checkOf(salt: string, code: string): string {
  return createHash('sha256').update(`${salt}:${code}`).digest('hex').slice(0, 2)
}
