import type { Secret } from '../../platform/secret.ts'

/** The five digits of a code: keyed, from its random id, so that they stand nowhere. */
export function phoneDigits(secret: Secret, codeId: string): string {
  const number = secret.derive('phone code digits', codeId).readBigUInt64BE() % 100_000n
  return number.toString().padStart(5, '0')
}
