import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Secret } from '../../platform/secret.ts'

/** What a share needs to become an address: the install's secret and the site's own address. */
export type ShareMaker = { readonly secret: Secret; readonly publicUrl: string }

/** The public address of a share: a page of ours, with 128 bits that are derived and never stored. */
export function shareUrl({ secret, publicUrl }: ShareMaker, shareId: string): string {
  return `${publicUrl}/shared/${shareToken(secret, shareId)}`
}

export function shareToken(secret: Secret, shareId: string): string {
  return secret.derive('result share', shareId).subarray(0, 16).toString('base64url')
}

/** Six digits that nobody can foresee. */
export function newPasscode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** What is kept of a passcode: without the install's secret nobody can try one against it. */
export function hashPasscode(secret: Secret, shareId: string, passcode: string): Buffer {
  return secret.derive('result share passcode', `${shareId}:${passcode}`)
}

/** Whether a passcode is the share's own, in a time that says nothing of how much of it is right. */
export function opensShare(
  secret: Secret,
  share: { readonly id: string; readonly passcode_hash: Buffer },
  passcode: string,
): boolean {
  return timingSafeEqual(hashPasscode(secret, share.id, passcode), share.passcode_hash)
}
