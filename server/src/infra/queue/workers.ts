import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, run, runMigrations, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import type { Db } from '../../db.ts'
import { openConnections } from '../db/connections.ts'
import { isPooled } from '../db/hosts.ts'
import { recipientRefused } from '../mail/recipient-refused.ts'
import type { Log } from '../observability/log.ts'
import type { Jobs } from './jobs.ts'
import { mailJobs } from './readings.ts'
import { tasksOf } from './tasks.ts'

/** How long a worker counts as alive after each sign of life, and the interval between two; seconds. */
const aliveFor = 20
const sayEvery = 5
/**
 * Mail is sent soon after its server is back: a failed one waits 15 minutes at most, where the queue itself would wait six
 * hours. It is tried for about four days, as other jobs are, and gives way to jobs that have not failed. One whose recipient
 * is refused waits as other jobs do.
 */
const mailRetries = { seconds: 15 * 60, attempts: 400, priority: 10 } as const

/** How long to wait for a queue that ends by itself, in milliseconds. */
const longestEnd = 5_000

/** Migrates the queue's own tables. Safe to repeat and to run concurrently. */
export async function prepareQueue(databaseUrl: string): Promise<void> {
  const pgPool = openConnections(databaseUrl, { connections: 2, patience: 'migration' })
  try {
    await runMigrations({ pgPool, logger: silentQueueLog })
    const { rows } = await pgPool.query(
      `select from pg_class where oid = to_regclass('graphile_worker._private_jobs') and reloptions is null`,
    )
    if (rows.length > 0) await pgPool.query(vacuumQueue)
  } finally {
    await pgPool.end()
  }
}

/**
 * Every job is a row that is deleted soon. PostgreSQL would vacuum when a fifth of the rows is dead; a worker that
 * takes a job reads past dead ones.
 */
const vacuumQueue = `alter table graphile_worker._private_jobs set (autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0)`

export type Worker = {
  /** False while the queue is closed and tries to open again. */
  isWorking(): boolean
  stop(): Promise<void>
}

type WorkerDependencies = {
  readonly databaseUrl: string
  readonly db: Db
  readonly log: Log
  readonly jobs: Jobs
  readonly logger?: Logger
}

/**
 * Runs the given jobs of the queue; other kinds wait untouched. Jobs of a worker that died are released within half a
 * minute, where the queue itself would wait four hours.
 */
export async function startWorker(deps: WorkerDependencies): Promise<Worker> {
  const { db, log } = deps
  let queue = await openQueue(deps)
  let stopped = false
  let isOpen = true
  const reopening = (async () => {
    for (;;) {
      await queue.ended
      if (stopped) return
      log.error({ alarm: 'queue' }, 'the queue has ended by itself and is opened again')
      isOpen = false
      queue = await openAgain(deps, queue, () => stopped)
      isOpen = true
    }
  })()
  const stopAlive = scheduledJob(sayEvery, log, 'workers alive', async () => {
    await sayAlive(db, [...queue.ids])
    await freeLostJobs(db)
    await shortenMailRetries(db)
  })
  return {
    isWorking: () => isOpen && !stopped,
    async stop() {
      stopped = true
      stopAlive()
      await queue.stop()
      await reopening
      // The other parts of the process must still end in good order. Others release the jobs soon.
      await forget(db, [...queue.ids]).catch((error) =>
        log.warn({ err: error }, 'a worker that stops could not release its jobs'),
      )
    },
  }
}

/** One run of the queue's workers. It ends by itself if it cannot report to the database that a job is done. */
type Queue = { readonly ids: ReadonlySet<string>; readonly ended: Promise<void>; stop(): Promise<void> }

async function openQueue({ databaseUrl, db, log, jobs }: WorkerDependencies): Promise<Queue> {
  const ids = new Set<string>()
  const events: WorkerEvents = new EventEmitter()
  // Jobs are locked under the id of the pool. The listener is added before the pool is made.
  events.on('pool:create', ({ workerPool }) => ids.add(workerPool.id))
  const ending = Promise.withResolvers<void>()
  events.on('pool:gracefulShutdown', () => ending.resolve())
  events.on('pool:forcefulShutdown', () => ending.resolve())
  const pgPool = openConnections(databaseUrl, { connections: 5, patience: 'queue' })
  const runner = await run({
    pgPool,
    concurrency: 4,
    pollInterval: 1000,
    noHandleSignals: true,
    noPreparedStatements: isPooled(databaseUrl),
    logger: silentQueueLog,
    taskList: tasksOf(jobs, log),
    crontab: '',
    events,
    // The runner waits for batches when it stops, but not for single writes, which would leave the last jobs locked.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  }).catch(async (error) => {
    await pgPool.end()
    throw error
  })
  const whole = runner.promise.catch(() => {}).then(() => void pgPool.end())
  await sayAlive(db, [...ids])
  return {
    ids,
    // Its running jobs may take a little longer; a new queue is opened after `longestEnd` at the latest.
    ended: ending.promise.then(() => Promise.race([whole, sleep(longestEnd, undefined, { ref: false })])),
    // A queue that has ended by itself has nothing left to stop.
    stop: () => runner.stop().catch(() => {}),
  }
}

/** Releases the jobs of a queue that has ended, and opens another; retries until it succeeds or is no longer wanted. */
async function openAgain(deps: WorkerDependencies, before: Queue, unwanted: () => boolean): Promise<Queue> {
  while (!unwanted())
    try {
      await forget(deps.db, [...before.ids])
      const queue = await openQueue(deps)
      if (unwanted()) await queue.stop()
      return queue
    } catch (error) {
      deps.log.error({ err: error }, 'the queue cannot be opened and is tried again')
      await sleep(1000)
    }
  return before
}

async function sayAlive(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`insert into job_worker (id, alive_until)
    select id, now() + make_interval(secs => ${aliveFor}) from unnest(${ids}::text[]) as id
    on conflict (id) do update set alive_until = excluded.alive_until`.execute(db)
}

async function freeLostJobs(db: Db): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs
    where locked_at < now() - make_interval(secs => ${aliveFor})
      and locked_by not in (select id from job_worker where alive_until > now())
    having count(*) > 0`.execute(db)
  await sql`delete from job_worker where alive_until < now() - interval '1 day'`.execute(db)
}

/** Brings failed mails forward, and lets them have more tries. A job that has used up its tries stays so. */
async function shortenMailRetries(db: Db): Promise<void> {
  const { seconds, attempts, priority } = mailRetries
  await sql`update graphile_worker._private_jobs job set priority = greatest(job.priority, ${priority}::int),
      run_at = least(job.run_at, now() + make_interval(secs => ${seconds})),
      max_attempts = greatest(job.max_attempts, ${attempts}::int)
    from graphile_worker._private_tasks task
    where task.id = job.task_id and starts_with(task.identifier, ${mailJobs})
      and not coalesce(starts_with(job.last_error, ${recipientRefused}), false)
      and job.attempts between 1 and job.max_attempts - 1 and job.locked_at is null
      and (job.max_attempts < ${attempts} or job.run_at > now() + make_interval(secs => ${seconds}))`.execute(
    db,
  )
}

/** Releases the unfinished jobs of a worker that stops, so that they need not wait until it counts as dead. */
async function forget(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`select graphile_worker.force_unlock_workers(${ids}::text[])`.execute(db)
  await db.deleteFrom('job_worker').where('id', 'in', ids).execute()
}

/** A scheduled job that goes on failing for the same reason is logged again after so long, in milliseconds. */
const reportedAgainAfter = 10 * 60 * 1000

/**
 * Runs `act` repeatedly, `seconds` after its last end, until the returned function is called. A failure is logged as an error,
 * not again while it goes on for the same reason, and when it is over.
 */
export function scheduledJob(
  seconds: number,
  log: Log,
  name: string,
  act: () => Promise<unknown>,
): () => void {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let failing: { readonly reason: string; readonly reportedAt: number; readonly times: number } | null = null

  function failed(error: unknown): void {
    const reason = reasonOf(error)
    const isNew = failing?.reason !== reason || performance.now() - failing.reportedAt > reportedAgainAfter
    const times = (failing?.times ?? 0) + 1
    if (isNew) log.error({ err: error, job: name, times }, 'a scheduled job failed and will be tried again')
    failing = { reason, times, reportedAt: isNew ? performance.now() : (failing?.reportedAt ?? 0) }
  }

  async function turn(): Promise<void> {
    try {
      await act()
      if (failing) log.info({ job: name, times: failing.times }, 'a scheduled job works again')
      failing = null
    } catch (error) {
      if (!stopped) failed(error)
    }
    if (!stopped) timer = setTimeout(() => void turn(), seconds * 1000)
  }
  timer = setTimeout(() => void turn(), 0)
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

/** What tells one failure from another: the code, or the kind and message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && error.code !== undefined ? String(error.code) : `${error.name} ${error.message}`
}

/** The queue's own log would contain payloads and errors; our jobs log for themselves. */
const silentQueueLog = new Logger(() => () => {})
