import { brand } from '@labalaba/contract'
import { Secret as Key, TOTP } from 'otpauth'
import type { Secret } from '../../../infra/config/secret.ts'

/** The digits change every 30 seconds, as in RFC 6238 and every authenticator app. */
const period = 30
/** How many 30-second steps a phone's clock may be off, either way. */
const tolerance = 1

/** How many recovery codes an account gets. */
export const recoveryCodeCount = 10

/** The key of an account's authenticator app: 160 bits, derived from its salt and stored nowhere. */
function appOf(secret: Secret, salt: string, email: string): TOTP {
  const bytes = new Uint8Array(secret.derive('second factor', salt).subarray(0, 20))
  return new TOTP({ issuer: brand.name, label: email, period, secret: new Key({ buffer: bytes.buffer }) })
}

/** The key as the user types it, and as the address in a QR code. */
export function enrolment(secret: Secret, salt: string, email: string): { key: string; uri: string } {
  const app = appOf(secret, salt, email)
  return { key: app.secret.base32, uri: app.toString() }
}

/** The digits at a time. */
export function digitsAt(secret: Secret, salt: string, at: Date): string {
  return appOf(secret, salt, '').generate({ timestamp: at.getTime() })
}

/**
 * The number of the 30-second step of the digits, if they are right and no code of that step or a later one was used;
 * otherwise null.
 */
export function stepOf(
  secret: Secret,
  { salt, last_step: lastStep }: { salt: string; last_step: number },
  digits: string,
  at: Date,
): number | null {
  const timestamp = at.getTime()
  const delta = appOf(secret, salt, '').validate({ token: digits, timestamp, window: tolerance })
  if (delta === null) return null
  const step = Math.floor(timestamp / 1000 / period) + delta
  return step > lastStep ? step : null
}

/** The recovery codes of an account, in their order: fifty bits each, as two groups of five letters and digits. */
export function recoveryCodes(secret: Secret, salt: string): string[] {
  return Array.from({ length: recoveryCodeCount }, (_, number) => {
    const letters = new Key({
      buffer: new Uint8Array(secret.derive('recovery code', `${salt}:${number}`).subarray(0, 10)).buffer,
    })
    return `${letters.base32.slice(0, 5)}-${letters.base32.slice(5, 10)}`
  })
}

/** The number of the typed recovery code, ignoring spaces and signs; null if it is not one of them. */
export function recoveryNumber(secret: Secret, salt: string, typed: string): number | null {
  const plain = (code: string) => code.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const number = recoveryCodes(secret, salt).findIndex((code) => plain(code) === plain(typed))
  return number === -1 ? null : number
}
