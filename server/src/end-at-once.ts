import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseRestored } from './infra/db/restore/heartbeat.ts'
import { messageOf } from './infra/observability/alarm-watch.ts'
import type { PostAlarm } from './infra/observability/alarm-webhook.ts'
import type { Log } from './infra/observability/log.ts'

/** How long the alarm may take before the process ends, in milliseconds. */
const longestPost = 3_000

type Ending = {
  readonly log: Log
  /** Posts alarms; null if no webhook is set up, or another process of this machine posts. */
  readonly post: PostAlarm | null
  readonly site: string
  /** Closes the connections to the database. */
  readonly closePools: () => Promise<void>
}

/**
 * Ends a process whose database was restored under it, so that it writes nothing more; its next start is refused. It posts
 * the alarm itself, because no other process will: the check of alarms works only with a database that may be used.
 */
export function endAtOnce({ log, post, site, closePools }: Ending): (error: DatabaseRestored) => void {
  return (error) => {
    log.fatal({ alarm: 'restore' }, error.message)
    if (!post) process.exit(1)
    void closePools().catch(() => {})
    const alarm = { name: 'restore', text: error.message, count: 1, since: new Date() }
    const posting = post(messageOf(alarm, 'holds', site)).catch((err: unknown) =>
      log.error({ err }, 'the alarm of the restore could not be posted'),
    )
    void Promise.race([posting, pause(longestPost)]).finally(() => process.exit(1))
  }
}
