import { cancelAction } from '../transaction/initialize.ts'
import type { Transaction } from '../transaction/repository.ts'

/**
 * The URL to which the payer returns: the callback with both `trxref` and `reference` added (section 1.4, S-04), its own
 * query unchanged. Null if the merchant gave none.
 */
export function returnAddress({ callbackUrl, reference }: Transaction): string | null {
  if (callbackUrl === null) return null
  const url = new URL(callbackUrl)
  const own = `trxref=${encodeURIComponent(reference)}&reference=${encodeURIComponent(reference)}`
  url.search = url.search === '' ? own : `${url.search}&${own}`
  return url.href
}

/** Browsers also check redirects after a form against the policy, so it must list the merchant's origins. */
export function contentPolicy(transaction: Transaction | null): string {
  const targets = transaction ? [transaction.callbackUrl, cancelAction(transaction.metadata)] : []
  const origins = targets.filter((target) => target !== null).map((target) => new URL(target).origin)
  const forms = ["'self'", ...new Set(origins)].join(' ')
  return `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action ${forms}`
}
