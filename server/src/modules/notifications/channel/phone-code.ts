import { fiveDigits, type Secret } from '../../../infra/config/secret.ts'

/** The five digits of a code, from its random id. */
export function phoneDigits(secret: Secret, codeId: string): string {
  return fiveDigits(secret, 'phone code digits', codeId)
}
