import { fewestForShares, type LabFigures, type TestTurnaround } from '@labalaba/contract'
import * as copy from '../../copy/statistics.ts'
import { fill, plural } from '../../lib/fill.ts'
import { namesListed } from '../../lib/names.ts'

/** "20 minutes", "5.5 hours"; from three days on "3.2 days". */
export function hoursWords(hours: number): string {
  if (hours === 0) return copy.fewMinutes
  if (hours < 1) return plural(copy.minutes, Math.round(hours * 60))
  if (hours >= 72) return plural(copy.days, Math.round(hours / 2.4) / 10)
  return plural(copy.hours, hours)
}

/** "3 of 120 (2.5%)"; for small numbers without the percentage, which would mislead. */
export function shareWords(part: number, whole: number): string {
  if (whole < fewestForShares) return fill(copy.share, { part, whole })
  return fill(copy.shareWithPercent, { part, whole, percent: percent(part, whole) })
}

/** "2.5%"; never 0% or 100% unless that is exact. */
function percent(part: number, whole: number): string {
  const exact = (part / whole) * 100
  const rounded = Math.round(exact * 10) / 10
  if (rounded === 0 && part > 0) return copy.shareTiny
  if (rounded === 100 && part < whole) return copy.shareNearlyAll
  return `${rounded}%`
}

/** The turnaround of a test, in words. */
export function tookWords({ released, medianHours, ninthHours, each }: TestTurnaround): string {
  if (released === 0) return copy.tookNone
  if (medianHours === null || ninthHours === null) {
    const times = each.map(hoursWords)
    const [first] = times
    if (first && released > 1 && times.every((time) => time === first))
      return fill(copy.tookAlike, { count: released, time: first })
    return plural(copy.tookEach, released, { times: namesListed(times) })
  }
  return fill(copy.tookHalf, { half: hoursWords(medianHours), nine: hoursWords(ninthHours) })
}

/** The critical calls of a period, in one line. */
export function callsWords({ count, due, inTime, medianMinutes }: LabFigures['calls']): string {
  if (count === 0) return copy.callsNone
  if (due === 0) return plural(copy.callsNotDue, count)
  const counted = plural(copy.callsInTime, count, { share: shareWords(inTime, due) })
  if (medianMinutes === null) return counted
  return `${counted}. ${fill(copy.callsMedian, { time: hoursWords(medianMinutes / 60) })}`
}

/** The scale of the hour bars: the longest time shown, so that bars can be compared. */
export function longestOf(tests: readonly TestTurnaround[]): number {
  return Math.max(1, ...tests.map((one) => Math.max(one.ninthHours ?? 0, one.promisedHours ?? 0)))
}
