import { EventEmitter } from 'node:events'
import { type Logger, run, runMigrations, type TaskList, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './log.ts'
import { silentQueueLog } from './queue-log.ts'

/** Seconds for which a worker says that it is alive, and between two such words. */
const aliveFor = 20
const sayEvery = 5

/** Brings the queue's own tables up to date. Safe to repeat and at once. */
export async function prepareQueue(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, logger: silentQueueLog })
}

export type Worker = { stop(): Promise<void> }

export type WorkerNeeds = {
  readonly databaseUrl: string
  readonly db: Db
  readonly log: Log
  readonly jobs: Jobs
  readonly logger?: Logger
}

/**
 * Works the queue with the jobs given; kinds that are not given wait untouched. Jobs of a worker that died without a word
 * are given out again within half a minute, where the queue by itself would wait four hours.
 */
export async function startWorker({ databaseUrl, db, log, jobs }: WorkerNeeds): Promise<Worker> {
  const ids = new Set<string>()
  const events: WorkerEvents = new EventEmitter()
  // Jobs are locked in the name of the pool. Listening comes before the pool is made.
  events.on('pool:create', ({ workerPool }) => ids.add(workerPool.id))
  const runner = await run({
    connectionString: databaseUrl,
    concurrency: 4,
    maxPoolSize: 5,
    pollInterval: 1000,
    noHandleSignals: true,
    logger: silentQueueLog,
    taskList: tasksOf(jobs, log),
    crontab: '',
    events,
    // Batches are waited for when the runner stops; single writes are not, and would leave the last jobs locked.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  await sayAlive(db, [...ids])
  const stopAlive = every(sayEvery, log, 'workers alive', async () => {
    await sayAlive(db, [...ids])
    await freeLostJobs(db)
  })
  return {
    async stop() {
      await runner.stop()
      stopAlive()
      await forget(db, [...ids])
    },
  }
}

function tasksOf(jobs: Jobs, log: Log): TaskList {
  const tasks: TaskList = {}
  for (const [name, job] of Object.entries(jobs)) {
    tasks[name] = async (payload, helpers) => {
      try {
        await job(isRecord(payload) ? payload : {})
      } catch (error) {
        log.warn(
          { err: error, job: name, attempt: helpers.job.attempts },
          'a job failed and will be tried again',
        )
        throw error
      }
    }
  }
  return tasks
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
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

/** A worker that stops gives back what it could not end, so that another need not wait to find it lost. */
async function forget(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`select graphile_worker.force_unlock_workers(${ids}::text[])`.execute(db)
  await db.deleteFrom('job_worker').where('id', 'in', ids).execute()
}

/** Does something again and again, `seconds` after it last ended, until told to stop. A failure is logged and tried again. */
export function every(seconds: number, log: Log, name: string, act: () => Promise<unknown>): () => void {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  async function turn(): Promise<void> {
    try {
      await act()
    } catch (error) {
      if (!stopped) log.error({ err: error, sweep: name }, 'a sweep failed and will be tried again')
    }
    if (!stopped) timer = setTimeout(() => void turn(), seconds * 1000)
  }
  timer = setTimeout(() => void turn(), 0)
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
