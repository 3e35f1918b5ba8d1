import type { MoneyCase } from '@labalaba/contract'
import * as copy from '../../copy/cases.ts'
import { fill } from '../../lib/fill.ts'
import { clockTime, shortDay } from '../../lib/format.ts'

const hour = 60 * 60 * 1000

/** A deadline with less than this left, in milliseconds, is shown in red. */
const urgentWithin = 4 * hour

export type Deadline = { readonly words: string; readonly urgent: boolean }

/** When a case is due, and whether that is soon; null if it has no deadline. */
export function deadlineOf(dueAt: string | null, now: Date): Deadline | null {
  if (dueAt === null) return null
  const left = Date.parse(dueAt) - now.getTime()
  if (left <= 0) return { words: fill(copy.overdue, { moment: shortMoment(dueAt) }), urgent: true }
  if (left >= urgentWithin) return { words: fill(copy.due, { moment: shortMoment(dueAt) }), urgent: false }
  return {
    words: fill(copy.dueSoon, { time: clockTime(new Date(dueAt)), left: leftWords(left) }),
    urgent: true,
  }
}

/** A day and a time in short form, for lists. */
export function shortMoment(at: string): string {
  return `${shortDay(new Date(at))}, ${clockTime(new Date(at))}`
}

/** The time left, with no-break spaces. */
function leftWords(left: number): string {
  const minutes = Math.max(1, Math.floor(left / 60_000))
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  const text = hours === 0 ? copy.leftMinutes : rest === 0 ? copy.leftHours : copy.leftHoursAndMinutes
  return fill<string>(text, { hours, minutes: rest }).replaceAll(' ', '\u00a0')
}

/** Whether Paystack and our books have the same number of payments and the same sum for a day. */
export function agrees(day: {
  readonly paystack: { readonly count: number; readonly amount: number }
  readonly ours: { readonly count: number; readonly amount: number }
}): boolean {
  return day.paystack.count === day.ours.count && day.paystack.amount === day.ours.amount
}

/** The fields that an act on a case may need besides its note. */
export type Filled = {
  readonly resolution: 'merchant-accepted' | 'declined'
  readonly through: 'dashboard' | 'bank'
  readonly reference: string
  readonly onBehalfOf: 'lab' | 'labalaba'
  readonly bankId: string
  readonly accountNumber: string
}

/** The initial field values. For a refund that Paystack made, its number is known. */
export function emptyFor({ kind, subject }: Pick<MoneyCase, 'kind' | 'subject'>): Filled {
  const inDashboard = kind === 'refund_unknown' || kind === 'reversed_outside'
  return {
    resolution: 'declined',
    through: inDashboard ? 'dashboard' : 'bank',
    reference: kind === 'refund_unknown' ? subject : '',
    onBehalfOf: 'labalaba',
    bankId: '',
    accountNumber: '',
  }
}

/** The missing or wrong fields before an act can be sent, with words on how to fix each. */
export function missingIn(
  act: string,
  { reference, bankId, accountNumber }: Filled,
): { reference?: string; bank?: string; account?: string } {
  if (act === 'returned_outside' && !/^[\w./:-]{1,64}$/.test(reference))
    return { reference: copy.referenceWrong }
  if (act !== 'bank_details') return {}
  return {
    ...(bankId === '' && { bank: copy.bankMissing }),
    ...(accountNumber.length !== 10 && { account: copy.accountWrong }),
  }
}
