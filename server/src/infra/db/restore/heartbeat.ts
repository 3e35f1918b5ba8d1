import type { Db } from '../../../db.ts'
import type { Log } from '../../observability/log.ts'
import { beat, readCluster, readIncarnation } from './incarnation.ts'
import { type Cluster, type Incarnation, judge, type Sighting } from './judge.ts'
import { readSighting, writeSighting } from './sighting.ts'

/** How often a process looks at the database, in milliseconds. */
const usualPause = 5_000

/**
 * The database was restored to an earlier state, so numbers that were printed could be given again. Nothing may be served
 * until the command after-restore has run. The message says so.
 */
export class DatabaseRestored extends Error {
  override name = 'DatabaseRestored'

  constructor(reason: string) {
    super(
      `The database was restored to an earlier state: ${reason}. Numbers on labels and receipts could be given twice, so nothing is served. Run \`npm run labalaba -- after-restore\`, then start again: see Restore in docs/operations/upgrade.md.`,
    )
  }
}

export type HeartbeatOptions = {
  /** Where this machine stores what it saw of the database; outside the database and its backups. */
  readonly dataDir: string
  readonly log: Log
  /** Called once if the database turns out to be restored while the process runs. */
  readonly onRestored: (error: DatabaseRestored) => void
  /** Milliseconds between two looks; 5 s by default. */
  readonly pause?: number
}

/** Looks at the database until it is stopped. */
export type Heartbeat = { stop(): void }

/**
 * Checks that the database was not restored to an earlier state, and from then on records every few seconds that it is in
 * use: in the database, and in the data folder. Throws DatabaseRestored if the database was restored and the command
 * after-restore has not run. A failover passes, and is logged.
 */
export async function startHeartbeat(db: Db, options: HeartbeatOptions): Promise<Heartbeat> {
  const { log, onRestored, pause = usualPause } = options
  const look = openLook(db, options)
  await look()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const next = () => {
    if (!isStopped) timer = setTimeout(turn, pause).unref()
  }
  const turn = () =>
    void look().then(next, (error: unknown) => {
      if (error instanceof DatabaseRestored) {
        if (!isStopped) onRestored(error)
        return
      }
      log.debug({ err: error }, 'the database could not be looked at')
      next()
    })
  next()
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** Each call compares the database with what this machine last saw of it, and records that it was seen now. */
function openLook(db: Db, { dataDir, log }: HeartbeatOptions): () => Promise<void> {
  let sighting = readSighting(dataDir)
  let isToldUnknown = false
  const store = openStore(dataDir, log)
  return async () => {
    const cluster = await readCluster(db)
    const incarnation = await readIncarnation(db, cluster)
    if (cluster.timeline === null && !isToldUnknown) {
      isToldUnknown = true
      log.warn(
        'the login may not ask for the timeline of the database: a restore is only found by what this machine saw',
      )
    }
    assertNotRestored(incarnation, cluster, sighting, log)
    const seenAt = await beat(db, incarnation, cluster)
    // Another process has changed it in between: the next look compares again.
    if (!seenAt) return
    sighting = { install: incarnation.install, incarnation: incarnation.id, seenAt }
    store(sighting)
  }
}

function assertNotRestored(
  incarnation: Incarnation,
  cluster: Cluster,
  sighting: Sighting | null,
  log: Log,
): void {
  const verdict = judge(incarnation, cluster, sighting)
  if (verdict.kind === 'restored') throw new DatabaseRestored(verdict.reason)
  if (verdict.kind === 'same') return
  const { lostMs } = verdict
  const timelines = { from: incarnation.timeline, to: cluster.timeline }
  if (lostMs === 0)
    log.warn(timelines, 'the database has failed over, and no change that was seen is missing')
  else
    log.error(
      { alarm: 'database lost', ...timelines, lostMs },
      `the database has lost its last changes: run \`npm run labalaba -- after-restore --restored-to ${incarnation.heartbeatAt.toISOString()}\``,
    )
}

function openStore(dataDir: string, log: Log): (sighting: Sighting) => void {
  let isTold = false
  return (sighting) => {
    try {
      writeSighting(dataDir, sighting)
    } catch (error) {
      if (!isTold)
        log.warn(
          { err: error },
          'DATA_DIR cannot be written to: after a restart, a restore of the database may go unnoticed',
        )
      isTold = true
    }
  }
}
