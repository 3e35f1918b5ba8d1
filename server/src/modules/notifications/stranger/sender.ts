import type { AccountSummary } from '../../accounts/index.ts'

/** A host name that a mail may show: plain letters, not too long. */
const plainHost = /^(?=.{4,40}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/

/**
 * Names the sender in mails to people without an account: by the confirmed email, never by the name that the account holder
 * typed. Shows only the first letter and the host of the email, as the rest is free text and private.
 */
export function senderWords(account: Pick<AccountSummary, 'email' | 'state'> | null): string {
  if (account?.state !== 'active') return 'A person whose account is closed'
  const email = account.email.toLowerCase()
  const host = email.slice(email.lastIndexOf('@') + 1)
  if (!plainHost.test(host)) return 'A person with a confirmed email'
  return `A person with the confirmed email ${/^[a-z0-9]/.exec(email)?.[0] ?? ''}…@${host}`
}
