import { fewestForShares, type TestTurnaround } from '@labalaba/contract'

/** "20 minutes", "5.5 hours"; from three days on "3.2 days". */
export function hoursWords(hours: number): string {
  if (hours === 0) return 'a few minutes'
  if (hours < 1) return `${Math.round(hours * 60)} minutes`
  if (hours >= 72) return `${Math.round(hours / 2.4) / 10} days`
  return hours === 1 ? '1 hour' : `${hours} hours`
}

/** "3 of 120 (2.5%)"; for small numbers without the percentage, which would mislead. */
export function shareWords(part: number, whole: number): string {
  const numbers = `${part} of ${whole}`
  return whole < fewestForShares ? numbers : `${numbers} (${percent(part, whole)})`
}

/** "2.5%"; never 0% or 100% unless that is exact. */
function percent(part: number, whole: number): string {
  const exact = (part / whole) * 100
  const rounded = Math.round(exact * 10) / 10
  if (rounded === 0 && part > 0) return 'under 0.1%'
  if (rounded === 100 && part < whole) return 'over 99.9%'
  return `${rounded}%`
}

/** The turnaround of a test, in words. */
export function tookWords({ released, medianHours, ninthHours, each }: TestTurnaround): string {
  if (released === 0) return 'No result is out yet'
  if (medianHours === null || ninthHours === null) {
    const times = each.map(hoursWords)
    if (released === 1) return `1 result: ${listed(times)}`
    if (times.every((time) => time === times[0])) return `${released} results, all within ${times[0]}`
    return `${released} results: ${listed(times)}`
  }
  return `Half within ${hoursWords(medianHours)}, nine in ten within ${hoursWords(ninthHours)}`
}

function listed(words: readonly string[]): string {
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '')
}

/** The scale of the hour bars: the longest time shown, so that bars can be compared. */
export function longestOf(tests: readonly TestTurnaround[]): number {
  return Math.max(1, ...tests.map((one) => Math.max(one.ninthHours ?? 0, one.promisedHours ?? 0)))
}
