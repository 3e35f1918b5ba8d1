import {
  addDays,
  formatVisitTime,
  type LagosDate,
  lagosDate,
  type PauseSaid,
  type WaitingOrder,
} from '@labalaba/contract'
import { dayAndTime, longDay } from '../../lib/format.ts'

/** The typed content of a pause. */
export type Typed = { readonly reason: string; readonly words: string; readonly againOn: string }

export const nothingTyped: Typed = { reason: '', words: '', againOn: '' }

/** The missing fields, with the error of each. */
export function gapsIn({ reason, words }: Typed): Record<string, string> {
  return {
    ...(reason.trim().length < 3 ? { reason: 'Say why, in a few words.' } : {}),
    ...(words.trim().length < 3 ? { words: 'Write what patients read.' } : {}),
  }
}

/** The text that patients read. */
export function patientsRead({ words, againOn }: Pick<PauseSaid, 'words' | 'againOn'>, now: Date): string {
  const said = `No bookings for now: ${words.trim().replace(/\.$/, '')}.`
  return againOn ? `${said} Bookings again from ${longDay(againOn, now)}.` : said
}

/** "Monday 23 November at 9:30 am by Sola Ade" */
export function begunWords({ begunAt, begunBy }: PauseSaid, now: Date): string {
  return `${dayAndTime(begunAt, now)} by ${begunBy}`
}

/** How a past pause ended. */
export function endedWords({ endedAt, endedBy, againOn }: PauseSaid, now: Date): string {
  if (endedAt) return `ended ${dayAndTime(endedAt, now)} by ${endedBy ?? ''}`
  return againOn ? `ended by itself on ${longDay(againOn, now)}` : ''
}

/** When the patient of an order is expected. */
export function expectedWords({ mode, date, time }: WaitingOrder, now: Date): string {
  if (mode === 'walkin' || !date) return 'Walk-in: comes when it suits'
  return `Home visit, ${longDay(date, now)} ${time ? formatVisitTime(time) : ''}`.trim()
}

/** The first and the last day that can be chosen. */
export function dayLimits(now: Date): { first: LagosDate; last: LagosDate } {
  const today = lagosDate(now)
  return { first: addDays(today, 1), last: addDays(today, 400) }
}
