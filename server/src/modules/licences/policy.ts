import { addDays, type LagosDate, lagosDate } from '@labalaba/contract'

/** The last day on which a practising licence of a year counts: doctors renew it in January of the next year. */
export function countsUntil(year: number): LagosDate {
  return `${year + 1}-01-31` as LagosDate
}

/** Whether a licence of this year can verify a doctor today: it still counts, and is at most for the next year. */
export function yearIsCurrent(year: number, today: LagosDate): boolean {
  return countsUntil(year) >= today && year <= Number(today.slice(0, 4)) + 1
}

/** How many days before a licence stops counting its doctor gets the first and the second reminder. */
const remindedBefore = [61, 21] as const

/** How many reminders a licence of this year should have had by now. */
export function remindersDue(year: number, now: Date): number {
  const today = lagosDate(now)
  return remindedBefore.filter((days) => addDays(countsUntil(year), -days) <= today).length
}

/** How long a document is stored after the last decision, in milliseconds, if the licence is not in force. */
export const documentLife = 30 * 24 * 60 * 60 * 1000

/** How many documents of an account are read within the window (milliseconds). Each costs us work, and an operator too. */
export const sentInADay = { most: 5, window: 24 * 60 * 60 * 1000 } as const
