import type { Db } from '../../../db.ts'
import type { Tables } from '../../../tables.ts'
import { type Clock, systemClock } from '../../clock.ts'
import { type Log, openLog } from '../../observability/log.ts'
import { scheduledJob } from '../../queue/workers.ts'
import { openPool } from '../pool.ts'
import { readBackups, recordBackup } from './backup-checks.ts'
import { type CopyRequest, copyDatabase } from './copy-database.ts'
import { isCopyDue } from './schedule.ts'

/** Seconds between two looks at the clock. */
const lookEvery = 60

type NightlyCopies = Omit<CopyRequest, 'now' | 'signal'> & {
  /** The database through the login of its owner. */
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
}

/**
 * Copies the embedded database every night, for the process that runs it, and catches up after a start what was missed. Stops
 * when the returned function is called, which ends a copy that is being made.
 */
function startNightlyCopies(nightly: NightlyCopies): () => Promise<void> {
  const ending = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const stop = scheduledJob(lookEvery, nightly.log, 'copy of the database', () => {
    running = copyIfDue(nightly, ending.signal)
    return running
  })
  return async () => {
    stop()
    ending.abort()
    await running.catch(() => {})
  }
}

/** Starts the nightly copies with a connection and a log of their own. */
export function openNightlyCopies(
  request: Omit<CopyRequest, 'now' | 'signal'>,
  logLevel: string,
): { stop(): Promise<void> } {
  const pool = openPool<Tables>(request.ownerUrl, 1)
  const stop = startNightlyCopies({ ...request, db: pool.db, clock: systemClock, log: openLog(logLevel) })
  return {
    async stop() {
      await stop()
      await pool.close()
    },
  }
}

/** Copies the database if it is due, and records whether that was good. */
export async function copyIfDue(
  { db, clock, log, ...request }: NightlyCopies,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now()
  if (!isCopyDue(await readBackups(db, 'copy'), now)) return
  try {
    const { path, bytes } = await copyDatabase({ ...request, now, signal })
    await recordBackup(db, 'copy', { at: clock.now(), failure: null })
    log.info({ path, bytes }, 'the database was copied')
  } catch (error) {
    if (signal.aborted) return
    const failure = error instanceof Error ? error.message : String(error)
    log.error({ alarm: 'database copy', err: error }, 'the database could not be copied')
    await recordBackup(db, 'copy', { at: clock.now(), failure })
  }
}
