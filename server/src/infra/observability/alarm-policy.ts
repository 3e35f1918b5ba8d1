const minute = 60_000
const hour = 60 * minute

/** How long an alarm must be over before its end is posted. A logged one has no end of its own. */
const quiet = { found: 5 * minute, logged: hour }
/** An alarm is posted again no sooner than this. */
const soonest = hour

/** An alarm that holds now. The text names numbers and things, never people. */
export type Alarm = {
  readonly alarm: string
  readonly count: number
  readonly text: string
  /** For how long it must hold before it is posted, in seconds. */
  readonly after?: number
  /** When it is posted again if it still holds and its count did not grow, in seconds; an hour by default. */
  readonly repeat?: number
}

/** What is stored of an alarm. */
export type AlarmState = {
  readonly count: number
  readonly logged: boolean
  readonly since: Date
  readonly seen_at: Date
  readonly posted_at: Date | null
  readonly posted_count: number | null
}

/**
 * What to do about a stored alarm at `now`. It is posted once it has held for its time, again after an hour at the soonest,
 * and once more when it has been over for a while. One that was never posted is forgotten when it is over.
 */
export function nextStep(
  stored: AlarmState,
  now: Date,
  { after = 0, repeat = soonest / 1000 }: Pick<Alarm, 'after' | 'repeat'> = {},
): 'post' | 'post end' | 'forget' | 'wait' {
  const { count, logged, since, seen_at, posted_at, posted_count } = stored
  const ago = (at: Date) => now.getTime() - at.getTime()
  if (ago(seen_at) >= (logged ? quiet.logged : quiet.found)) return posted_at ? 'post end' : 'forget'
  if (!logged && ago(seen_at) > 0) return 'wait'
  if (!posted_at) return ago(since) >= after * 1000 ? 'post' : 'wait'
  const isNew = count > (posted_count ?? 0) && seen_at > posted_at
  const isDue = !logged && ago(posted_at) >= repeat * 1000
  return ago(posted_at) >= soonest && (isNew || isDue) ? 'post' : 'wait'
}
