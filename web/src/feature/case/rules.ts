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
