import { cancelAction } from '../transaction/initialize.ts'
import type { Transaction } from '../transaction/repository.ts'

/**
 * Where the payer is sent back to: the callback with both `trxref` and `reference` (section 1.4, S-04), its own query
 * left exactly as it was. Null when the merchant gave none.
 */
export function returnAddress({ callbackUrl, reference }: Transaction): string | null {
  if (callbackUrl === null) return null
  const url = new URL(callbackUrl)
  const own = `trxref=${encodeURIComponent(reference)}&reference=${encodeURIComponent(reference)}`
  url.search = url.search === '' ? own : `${url.search}&${own}`
  return url.href
}

/** Browsers check the target of a redirect after a form too, so the merchant's origins must be named. */
export function contentPolicy(transaction: Transaction | null): string {
  const targets = transaction ? [transaction.callbackUrl, cancelAction(transaction.metadata)] : []
  const origins = targets.filter((target) => target !== null).map((target) => new URL(target).origin)
  const forms = ["'self'", ...new Set(origins)].join(' ')
  return `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action ${forms}`
}
