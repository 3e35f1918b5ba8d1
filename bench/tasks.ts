type TraceEvent = {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly cat: string
}

/** How long one part of the work blocked the page's main thread, in milliseconds. */
export type Part = {
  readonly name: string
  readonly tasks: number
  /** The longest task by wall clock, and by the thread's own time. They differ on a busy machine. */
  readonly longest: number
  readonly longestOwn: number
  readonly over50: number
}

const startOf = 'bench:start:'
const endOf = 'bench:end:'
/** The marks that the page sets around a part of the work. */
export const marks = { startOf, endOf }

/** Reads a Chromium trace: the tasks of the main thread within each marked part. */
export function partsOf(trace: string): Part[] {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] }
  const marked = traceEvents.filter(({ cat }) => cat.includes('blink.user_timing'))
  const starts = marked.filter(({ name }) => name.startsWith(startOf))
  return starts.map((start) => {
    const name = start.name.slice(startOf.length)
    const end = marked.find((event) => event.name === endOf + name && event.ts > start.ts)
    const isOurs = (event: TraceEvent) =>
      event.name === 'RunTask' && event.pid === start.pid && event.tid === start.tid
    const tasks = traceEvents.filter(
      (event) => isOurs(event) && event.ts + (event.dur ?? 0) > start.ts && event.ts < (end?.ts ?? 0),
    )
    const longest = (of: (event: TraceEvent) => number) => Math.max(0, ...tasks.map(of)) / 1000
    return {
      name,
      tasks: tasks.length,
      longest: longest(({ dur = 0 }) => dur),
      longestOwn: longest(({ tdur = 0 }) => tdur),
      over50: tasks.filter(({ dur = 0 }) => dur > 50_000).length,
    }
  })
}
