import {
  addDays,
  formatVisitTime,
  type LagosDate,
  lagosDate,
  type PauseDetails,
  type WaitingOrder,
} from '@labalaba/contract'
import * as copy from '../../copy/opening-hours.ts'
import { fill } from '../../lib/fill.ts'
import { dayAndTime, longDay } from '../../lib/format.ts'

/** The typed content of a pause. */
export type Typed = { readonly reason: string; readonly words: string; readonly againOn: string }

export const nothingTyped: Typed = { reason: '', words: '', againOn: '' }

/** The missing fields, with the error of each. */
export function gapsIn({ reason, words }: Typed): Record<string, string> {
  return {
    ...(reason.trim().length < 3 ? { reason: copy.whyMissing } : {}),
    ...(words.trim().length < 3 ? { words: copy.patientsReadMissing } : {}),
  }
}

/** The text that patients read. */
export function patientsRead({ words, againOn }: Pick<PauseDetails, 'words' | 'againOn'>, now: Date): string {
  const sentence = fill(copy.noBookingsFor, { words: words.trim().replace(/\.$/, '') })
  return againOn ? `${sentence} ${fill(copy.againFrom, { day: longDay(againOn, now) })}` : sentence
}

/** "Monday 23 November at 9:30 am by Sola Ade" */
export function sinceWords({ begunAt, begunBy }: PauseDetails, now: Date): string {
  return fill(copy.whenBy, { when: dayAndTime(begunAt, now), name: begunBy })
}

/** The same of a past pause, as a sentence. */
export function begunWords({ begunAt, begunBy }: PauseDetails, now: Date): string {
  return fill(copy.began, { when: dayAndTime(begunAt, now), name: begunBy })
}

/** How a past pause ended. */
export function endedWords({ endedAt, endedBy, againOn }: PauseDetails, now: Date): string {
  if (endedAt) return fill(copy.ended, { when: dayAndTime(endedAt, now), name: endedBy ?? '' })
  return againOn ? fill(copy.endedByItself, { day: longDay(againOn, now) }) : ''
}

/** When the patient of an order is expected. */
export function expectedWords({ mode, date, time }: WaitingOrder, now: Date): string {
  if (mode === 'walkin' || !date) return copy.walkIn
  const day = longDay(date, now)
  return time ? fill(copy.visitAt, { day, time: formatVisitTime(time) }) : fill(copy.visitOn, { day })
}

/** The first and the last day that can be chosen. */
export function dayLimits(now: Date): { first: LagosDate; last: LagosDate } {
  const today = lagosDate(now)
  return { first: addDays(today, 1), last: addDays(today, 400) }
}
