const hour = 3_600_000
const day = 24 * hour

/** Three o'clock at night in Lagos, which has UTC+1 all year, in milliseconds after midnight UTC. */
const quietTime = 2 * hour
/** After a failure, the next try comes this much later, in milliseconds. */
const betweenTries = hour
/** A newest copy that is older than this, in milliseconds, is an alarm: a night was missed and not caught up. */
export const oldestCopy = 36 * hour

/** When the copies of an install were last good and last failed, and since when it is there. */
export type CopyHistory = {
  readonly installedAt: Date
  readonly goodAt: Date | null
  readonly failedAt: Date | null
}

/**
 * Whether a copy of the database is due: at three o'clock in Lagos, or later if no process ran then. A failed one is tried
 * again every hour.
 */
export function isCopyDue({ installedAt, goodAt, failedAt }: CopyHistory, now: Date): boolean {
  const lastNight = Math.floor((now.getTime() - quietTime) / day) * day + quietTime
  if ((goodAt ?? installedAt).getTime() >= lastNight) return false
  return !failedAt || now.getTime() - failedAt.getTime() >= betweenTries
}
