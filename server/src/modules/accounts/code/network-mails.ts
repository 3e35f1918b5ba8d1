import type { Tx } from '../../../db.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { type Limit, pauseBeforeTry, pauseWithin, tryAbout } from '../../../infra/http/tries.ts'
import { type UseLimits, usualUseLimits } from '../../../infra/http/use-limits.ts'
import { type CodePurpose, networkMailWindows, spareMails } from '../policy.ts'
import { waitWords } from '../tries/failures.ts'
import type { Counted } from '../tries/source.ts'

/** How many mails with codes a network may request; the usual number if undefined. */
export type MailLimits = { readonly useLimits?: Pick<UseLimits, 'mailsPerNetwork'> | undefined }

/** A request for a mail, with its source. */
export type MailRequest = Counted & MailLimits & { readonly purpose: CodePurpose }

/**
 * Seconds until a network may have another mail sent, to any address: 0 if it may now, together with the limits to count
 * the mail against. Browsers that the account knows have no such limit. A network over its limit gets no more mails for
 * registrations, but a few links and codes for each account, so that a neighbour on a shared network cannot lock an owner
 * out. The result does not depend on whether the address has an account. Calls of one network wait for each other here.
 */
export async function networkPause(
  tx: Tx,
  secret: Secret,
  request: MailRequest,
  now: Date,
): Promise<{ readonly pause: number; readonly counts: readonly Limit[] }> {
  const { source, network, address, purpose, useLimits = usualUseLimits } = request
  if (source.isKnown) return { pause: 0, counts: [] }
  const about = tryAbout(secret, 'mailed code, of all addresses', network.toString('hex'))
  const limits = networkMailWindows.map(({ times, window }) => ({
    about,
    window,
    most: times * useLimits.mailsPerNetwork,
  }))
  // Checked before taking the lock, so that a network that floods us waits for no lock once it is refused.
  const pause = (await pauseWithin(tx, limits, now)) || (await pauseBeforeTry(tx, limits, now))
  if (pause === 0 || purpose === 'verify_account') return { pause, counts: limits }
  const spare = { ...spareMails, about: tryAbout(secret, 'spare mailed code', address.toString('hex')) }
  return { pause: Math.min(pause, await pauseWithin(tx, [spare], now)), counts: [spare] }
}

/** Throws `too_many` if the network may not have another mail sent, before anything of a registration is stored. */
export async function refuseNetworkOverLimit(
  tx: Tx,
  secret: Secret,
  request: MailRequest,
  now: Date,
): Promise<void> {
  const { pause } = await networkPause(tx, secret, request, now)
  if (pause === 0) return
  const message = `Too many emails were registered from your network. Wait ${waitWords(pause)}, or use another network, such as mobile data instead of Wi-Fi.`
  throw new DomainError('too_many', { retryAfter: pause, message })
}
