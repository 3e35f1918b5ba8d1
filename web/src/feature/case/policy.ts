import type { MoneyCase } from '@labalaba/contract'
import { clockTime, shortDay } from '../../lib/format.ts'

const hour = 60 * 60 * 1000

/** With less time than this left, in milliseconds, a deadline is shown in red. */
const urgentWithin = 4 * hour

export type Deadline = { readonly words: string; readonly urgent: boolean }

/** When a case is due, and whether that is soon; null where nothing is lost by waiting. */
export function deadlineOf(dueAt: string | null, now: Date): Deadline | null {
  if (dueAt === null) return null
  const left = Date.parse(dueAt) - now.getTime()
  if (left <= 0) return { words: `Overdue: ${shortMoment(dueAt)}`, urgent: true }
  if (left >= urgentWithin) return { words: `Due ${shortMoment(dueAt)}`, urgent: false }
  return { words: `Due ${clockTime(new Date(dueAt))}, ${leftWords(left)}`, urgent: true }
}

/** A day and a time in few words, for lists. */
export function shortMoment(at: string): string {
  return `${shortDay(new Date(at))}, ${clockTime(new Date(at))}`
}

/** It stays in one line. */
function leftWords(left: number): string {
  const minutes = Math.max(1, Math.floor(left / 60_000))
  const hours = Math.floor(minutes / 60)
  const parts = [hours > 0 ? `${hours} h` : '', minutes % 60 > 0 ? `${minutes % 60} min` : '']
  return `in ${parts.filter(Boolean).join(' ')}`.replaceAll(' ', '\u00a0')
}

/** Whether both sides of a day have the same payments and the same money. */
export function agrees(day: {
  readonly paystack: { readonly count: number; readonly amount: number }
  readonly ours: { readonly count: number; readonly amount: number }
}): boolean {
  return day.paystack.count === day.ours.count && day.paystack.amount === day.ours.amount
}

/** What an act on a case may ask for beside its words. */
export type Filled = {
  readonly resolution: 'merchant-accepted' | 'declined'
  readonly through: 'dashboard' | 'bank'
  readonly reference: string
  readonly onBehalfOf: 'lab' | 'labalaba'
  readonly bankId: string
  readonly accountNumber: string
}

/** What stands in the fields at first; of a refund that Paystack has, its number is known. */
export function emptyFor({ kind, subject }: Pick<MoneyCase, 'kind' | 'subject'>): Filled {
  const inDashboard = kind === 'refund_unknown' || kind === 'reversed_outside'
  return {
    resolution: 'declined',
    through: inDashboard ? 'dashboard' : 'bank',
    reference: kind === 'refund_unknown' ? subject : '',
    onBehalfOf: 'labalaba',
    ...{ bankId: '', accountNumber: '' },
  }
}

/** What is still missing or wrong before an act can be sent, by field, in words that say how to put it right. */
export function missingIn(
  act: string,
  { reference, bankId, accountNumber }: Filled,
): { reference?: string; bank?: string; account?: string } {
  if (act === 'returned_outside' && !/^[\w./:-]{1,64}$/.test(reference))
    return { reference: 'Write the reference: letters, digits and . / : - without spaces.' }
  if (act !== 'bank_details') return {}
  return {
    ...(bankId === '' && { bank: 'Choose the bank.' }),
    ...(accountNumber.length !== 10 && { account: 'Write all ten digits of the account number.' }),
  }
}
