import { sql } from 'kysely'
import type { Tx } from '../../db.ts'
import { currentCorrelation, type Origin, originOf, readOrigin } from '../observability/correlation.ts'

export type JobOptions = {
  /** Jobs with the same key are one job. */
  key?: string
  runAt?: Date
  /** How many times it is tried before it is left for an operator. */
  attempts?: number
  /** Jobs of one series run one after another, in all workers together, so that slow ones leave room for other jobs. */
  series?: string
}

/** The key of a payload under which a job remembers its request. Jobs do not see it. */
const originKey = '_origin'

/**
 * Queues a job in the caller's transaction: it commits, or is rolled back, with the data it is about. It remembers the
 * request that queues it.
 */
export async function addJob(tx: Tx, name: string, payload: object, options: JobOptions = {}): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${written(payload)}::text::json, run_at => ${options.runAt ?? null}::timestamptz,
    job_key => ${options.key ?? null}::text, max_attempts => ${options.attempts ?? 25},
    queue_name => ${options.series ?? null}::text)`.execute(tx)
}

/** Queues several jobs with one payload, like `addJob`; in one call, since each call scans the whole queue. */
export async function addJobs(tx: Tx, names: readonly string[], payload: object): Promise<void> {
  await sql`select from graphile_worker.add_jobs(array(
    select row(name, ${written(payload)}::text::json, null, null, 25, null, null, null)::graphile_worker.job_spec
    from unnest(${[...names]}::text[]) as name))`.execute(tx)
}

function written(payload: object): string {
  const origin = originOf(currentCorrelation())
  return JSON.stringify(origin ? { ...payload, [originKey]: origin } : payload)
}

/** Takes a stored payload apart: what the job is about, and the request that queued it. */
export function readPayload(stored: unknown): {
  readonly payload: Record<string, unknown>
  readonly origin: Origin | undefined
} {
  if (typeof stored !== 'object' || stored === null) return { payload: {}, origin: undefined }
  const { [originKey]: origin, ...payload } = stored as Record<string, unknown>
  return { payload, origin: readOrigin(origin) }
}

/**
 * Does the work of one job, queued at `queuedAt`. It may run again with the same payload, so its effect must happen once.
 */
export type Job = (payload: Record<string, unknown>, queuedAt?: Date) => Promise<void>
export type Jobs = Readonly<Record<string, Job>>
