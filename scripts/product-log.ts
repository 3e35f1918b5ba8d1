/** An entry in the product's log that a test run must not cause. */
export type Alarm = { readonly at: Date | null; readonly text: string }

/** An alarm that a test declares: words of its log line. It excuses such alarms from the start of the test on. */
export type Provoking = { readonly from: Date; readonly words: string }

const pinoError = 50

/**
 * The alarms among the lines that the product wrote: every line of level error or above (a 500, a broken invariant, a
 * failed job), every broken invariant at any level, and any other text on standard error, such as the stack of an unhandled
 * rejection.
 */
export function alarmsIn(lines: readonly LogLine[]): Alarm[] {
  return lines.flatMap(({ stream, text }): Alarm[] => {
    const entry = parse(text)
    if (!entry) return stream === 'stderr' && text.trim() ? [{ at: null, text }] : []
    const isAlarm = entry.level >= pinoError || entry.alarm === 'invariant'
    return isAlarm ? [{ at: new Date(entry.time), text }] : []
  })
}

/** A line that the product wrote, and to which stream. */
export type LogLine = { readonly stream: 'stdout' | 'stderr'; readonly text: string }

/** The alarms that no test declares. */
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
