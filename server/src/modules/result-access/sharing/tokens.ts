import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Secret } from '../../../infra/config/secret.ts'

/** What the address of a share is made from: the secret of the install and the address of the site. */
export type ShareMaker = { readonly secret: Secret; readonly publicUrl: string }

/** The public address of a share: a page of ours, with 128 bits that are derived and never stored. */
export function shareUrl({ secret, publicUrl }: ShareMaker, shareId: string): string {
  return `${publicUrl}/shared/${shareToken(secret, shareId)}`
}

export function shareToken(secret: Secret, shareId: string): string {
  return secret.derive('result share', shareId).subarray(0, 16).toString('base64url')
}

/** A passcode of six unpredictable digits. */
export function newPasscode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** The stored hash of a passcode. Without the secret of the install, no passcode can be tried against it. */
export function hashPasscode(secret: Secret, shareId: string, passcode: string): Buffer {
  return secret.derive('result share passcode', `${shareId}:${passcode}`)
}

/** Whether a passcode is the share's. Takes the same time for right and wrong passcodes. */
export function opensShare(
  secret: Secret,
  share: { readonly id: string; readonly passcode_hash: Buffer },
  passcode: string,
): boolean {
  return timingSafeEqual(hashPasscode(secret, share.id, passcode), share.passcode_hash)
}
