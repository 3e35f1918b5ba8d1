import { emailPattern, normalisePhone, type PaymentState, phoneProblem } from '@labalaba/contract'
import * as copy from '../../copy/payments.ts'
import { fill } from '../../lib/fill.ts'
import { dayAndTime, naira } from '../../lib/format.ts'

const pauses = [2, 3, 4, 6, 8, 10] as const
/** How many checks run before they pause: about two minutes. */
const checks = 14

/** Milliseconds until the next check, after `asked` checks; null when it is time to pause. */
export function nextCheck(checked: number): number | null {
  if (checked >= checks) return null
  return (pauses[Math.max(0, checked - 1)] ?? 10) * 1000
}

export type PaymentStatus = 'checking' | 'settled' | 'failed' | 'held' | 'returned'

/** The meaning of an attempt's state for the waiting user. */
export function paymentStatus(state: PaymentState): PaymentStatus {
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

/** The text of a shared link: the total and until when it works. Nothing about the patient or the tests. */
export function shareWords(total: number, expiresAt: string, renewed = false): string {
  const words = fill(copy.shareMessage, { total: naira(total), time: dayAndTime(expiresAt) })
  return renewed ? `${words} ${copy.shareEarlier}` : words
}

/** The error for the recipient's email, or null. */
export function emailProblem(email: string): string | null {
  if (email.trim() === '') return copy.recipientMissing
  return emailPattern.test(email.trim()) ? null : copy.emailInvalid
}

/** The error for a receipt's optional email, or null. */
export function receiptProblem(email: string): string | null {
  return email.trim() === '' ? null : emailProblem(email)
}

/** The error for an optional phone, or null. */
export function mobileProblem(phone: string): string | null {
  return phone.trim() === '' ? null : phoneProblem(normalisePhone(phone))
}
