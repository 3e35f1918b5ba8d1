import { createHash } from 'node:crypto'
import type { Secret } from '../../../infra/config/secret.ts'

/** Crockford's alphabet: no letter can be mistaken for a digit. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const bits = 80

/** The code of a version of a report: eighty bits that only this install can make, in groups of four. */
export function codeOf(secret: Secret, reportId: string, number: number): string {
  const bytes = secret.derive('report code', `${reportId}:${number}`).subarray(0, bits / 8)
  const stream = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const fives = stream.match(/.{5}/g) ?? []
  const code = fives.map((five) => letters.charAt(Number.parseInt(five, 2))).join('')
  return code.match(/.{4}/g)?.join('-') ?? ''
}

/** The stored hash of a code; different ways of typing it give the same hash. */
export function hashCode(typed: string): Buffer {
  const plain = typed
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
    .replace(/[^0-9A-Z]/g, '')
  return createHash('sha256').update(plain).digest()
}
