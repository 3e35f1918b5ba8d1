/** Whether two addresses certainly belong to one mailbox. Ignores case, "+word" and, at Gmail, full stops. */
export function isSameMailbox(one: string, other: string): boolean {
  return mailboxOf(one) === mailboxOf(other)
}

/** The normal form of an address: two addresses of one mailbox have the same. */
export function mailboxOf(email: string): string {
  const [local = '', host = ''] = email.toLowerCase().split(/@(?=[^@]*$)/)
  const plain = local.replace(/\+.*$/, '')
  const isGmail = host === 'gmail.com' || host === 'googlemail.com'
  return isGmail ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${host}`
}
