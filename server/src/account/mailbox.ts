/** Whether two addresses are certainly of one mailbox, whatever their case, "+word" or, at Gmail, full stops. */
export function isSameMailbox(one: string, other: string): boolean {
  return mailboxOf(one) === mailboxOf(other)
}

/** What stands for the mailbox of an address: two of one mailbox give the same. */
export function mailboxOf(email: string): string {
  const [local = '', host = ''] = email.toLowerCase().split(/@(?=[^@]*$)/)
  const plain = local.replace(/\+.*$/, '')
  const isGmail = host === 'gmail.com' || host === 'googlemail.com'
  return isGmail ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${host}`
}
