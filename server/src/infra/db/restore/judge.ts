/** The newest incarnation of the database: when a process last saw it, and on which cluster. */
export type Incarnation = {
  readonly id: string
  /** The id of the first incarnation. All restores and copies of one database share it. */
  readonly install: string
  /** The ids of the incarnations before it. */
  readonly earlier: readonly string[]
  readonly heartbeatAt: Date
  /** Null if no login could ask the cluster. */
  readonly systemIdentifier: string | null
  readonly timeline: number | null
  /** The recovery target, such as a time, with which the cluster was configured; empty if there was none. */
  readonly recoveryTarget: string
}

/** The cluster in which the database is now. */
export type Cluster = Pick<Incarnation, 'systemIdentifier' | 'timeline' | 'recoveryTarget'> & {
  /** The time of the database server. */
  readonly now: Date
}

/** What this machine saw of a database, stored outside the database. */
export type Sighting = { readonly install: string; readonly incarnation: string; readonly seenAt: Date }

export type Verdict =
  | { readonly kind: 'same' }
  /** The cluster has another primary, or recovered from a crash. `lostMs` of the newest changes may be missing. */
  | { readonly kind: 'failover'; readonly lostMs: number }
  | { readonly kind: 'restored'; readonly reason: string }

/** A failover or a crash may lose so many milliseconds of changes. If more are missing, the database was restored. */
const lostByFailover = 60_000
/** A machine whose sighting is at most so many milliseconds older than the last heartbeat has seen the database to its end. */
const sawTheEnd = 60_000
/** After a longer time without any process, in milliseconds, no failover explains a new timeline. */
const longestOutage = 5 * 60_000

/**
 * Decides whether a database was restored to an earlier state since its last heartbeat. `sighting` is this machine's, or
 * null if it has none. Reasons and limits: docs/decisions/0019-restores.md.
 */
export function judge(incarnation: Incarnation, cluster: Cluster, sighting: Sighting | null): Verdict {
  const { heartbeatAt, timeline, systemIdentifier } = incarnation
  const own = sighting?.install === incarnation.install ? sighting : null
  // An incarnation that has ended: its restore was declared already, so this sighting is out of date.
  const current = own && incarnation.earlier.includes(own.incarnation) ? null : own
  if (current && current.incarnation !== incarnation.id)
    return restored(`this machine has seen a later state of it, ${at(current.seenAt)}`)
  const lostMs = Math.max(0, (current?.seenAt.getTime() ?? 0) - heartbeatAt.getTime())
  if (current && lostMs > lostByFailover)
    return restored(`it ends ${at(heartbeatAt)}, and this machine saw it ${at(current.seenAt)}`)

  const isOther = differs(systemIdentifier, cluster.systemIdentifier)
  const hasMoved = isOther || differs(timeline, cluster.timeline)
  const isNewTarget = cluster.recoveryTarget !== '' && cluster.recoveryTarget !== incarnation.recoveryTarget
  if (isNewTarget && (hasMoved || lostMs > 0 || cluster.timeline === null))
    return restored(`its cluster was recovered to the target ${cluster.recoveryTarget}`)
  if (!hasMoved) return lostMs > 0 ? { kind: 'failover', lostMs } : { kind: 'same' }

  if (current && heartbeatAt.getTime() - current.seenAt.getTime() <= sawTheEnd)
    return { kind: 'failover', lostMs }
  if (isOther) return restored('it is in another cluster, and this machine did not see its end')
  if (cluster.now.getTime() - heartbeatAt.getTime() <= longestOutage) return { kind: 'failover', lostMs }
  return restored(
    `its timeline changed from ${timeline} to ${cluster.timeline}, and this machine did not see its end`,
  )
}

/** Whether two known values differ. Null is unknown. */
function differs<T>(before: T | null, now: T | null): boolean {
  return before !== null && now !== null && before !== now
}

function restored(reason: string): Verdict {
  return { kind: 'restored', reason }
}

function at(time: Date): string {
  return `at ${time.toISOString()}`
}
