/** Something in the product's log that a run of the tests must not leave there. */
export type Alarm = { readonly at: Date | null; readonly text: string }

/** A test that says what alarms it provokes: words of their lines. It excuses such an alarm from its own start on. */
export type Provoking = { readonly from: Date; readonly words: string }

const pinoError = 50

/**
 * The alarms among the lines that the product wrote: every line of level error or above (a 500, a broken invariant, a
 * failed job), every broken invariant at any level, and whatever else it wrote to standard error, such as the stack of
 * an unhandled rejection.
 */
export function alarmsIn(lines: readonly LogLine[]): Alarm[] {
  return lines.flatMap(({ stream, text }): Alarm[] => {
    const entry = parse(text)
    if (!entry) return stream === 'stderr' && text.trim() ? [{ at: null, text }] : []
    const isAlarm = entry.level >= pinoError || entry.alarm === 'invariant'
    return isAlarm ? [{ at: new Date(entry.time), text }] : []
  })
}

/** A line that the product wrote, and where to. */
export type LogLine = { readonly stream: 'stdout' | 'stderr'; readonly text: string }

/** The alarms that no test says it provokes. */
export function unexpected(alarms: readonly Alarm[], provoking: readonly Provoking[]): Alarm[] {
  return alarms.filter(
    ({ at, text }) =>
      !provoking.some(({ from, words }) => text.includes(words) && (at === null || at >= from)),
  )
}

type Entry = { readonly level: number; readonly time: string; readonly alarm?: unknown }

function parse(text: string): Entry | null {
  try {
    const entry: unknown = JSON.parse(text)
    const isEntry = typeof entry === 'object' && entry !== null && 'level' in entry && 'time' in entry
    return isEntry ? (entry as Entry) : null
  } catch {
    return null
  }
}
