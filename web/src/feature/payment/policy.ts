import { emailPattern, normalisePhone, type PaymentState, phoneProblem } from '@labalaba/contract'
import { dayAndTime, naira } from '../../lib/format.ts'

const pauses = [2, 3, 4, 6, 8, 10] as const
/** How often the bank is asked before we rest: about two minutes. */
const checks = 14

/** How long to wait before the next check, in milliseconds, after `asked` of them; null when it is time to rest. */
export function nextCheck(asked: number): number | null {
  if (asked >= checks) return null
  return (pauses[Math.max(0, asked - 1)] ?? 10) * 1000
}

export type Standing = 'checking' | 'settled' | 'failed' | 'held' | 'returned'

/** What the state of an attempt means for the person who waits. */
export function standingOf(state: PaymentState): Standing {
  switch (state) {
    case 'started':
      return 'checking'
    case 'settled':
      return 'settled'
    case 'failed':
    case 'abandoned':
      return 'failed'
    case 'held':
      return 'held'
    case 'refunding':
    case 'refunded':
      return 'returned'
  }
}

/** The words that go with a shared link: the total and how long it works. Nothing of the patient or the tests. */
export function shareWords(total: number, expiresAt: string, renewed = false): string {
  const earlier = renewed ? ' The link that I sent before no longer works.' : ''
  return `Please pay ${naira(total)} for a lab booking on Labalaba with this link. It works until ${dayAndTime(expiresAt)}, Nigerian time.${earlier}`
}

/** What is wrong with the address to send to, or null. */
export function emailProblem(email: string): string | null {
  if (email.trim() === '') return 'Enter the email to send the link to'
  return emailPattern.test(email.trim()) ? null : 'Invalid email format'
}

/** What is wrong with a receipt's address, which may be left out, or null. */
export function receiptProblem(email: string): string | null {
  return email.trim() === '' ? null : emailProblem(email)
}

/** What is wrong with a phone that may be left out, or null. */
export function mobileProblem(phone: string): string | null {
  return phone.trim() === '' ? null : phoneProblem(normalisePhone(phone))
}
