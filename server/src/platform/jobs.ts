import { sql } from 'kysely'
import type { Tx } from '../db.ts'

export type JobOptions = {
  /** Two jobs with one key are one. */
  key?: string
  runAt?: Date
  /** How often it is tried before it is left for an operator. */
  attempts?: number
}

/** Asks for a job inside the caller's transaction: it commits, or vanishes, with the data it is about. */
export async function addJob(tx: Tx, name: string, payload: object, options: JobOptions = {}): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::text::json, run_at => ${options.runAt ?? null}::timestamptz,
    job_key => ${options.key ?? null}::text, max_attempts => ${options.attempts ?? 25})`.execute(tx)
}

/** Asks for several jobs with one payload, as `addJob`; in one call, since each call looks through the whole queue. */
export async function addJobs(tx: Tx, names: readonly string[], payload: object): Promise<void> {
  await sql`select from graphile_worker.add_jobs(array(
    select row(name, ${JSON.stringify(payload)}::text::json, null, null, 25, null, null, null)::graphile_worker.job_spec
    from unnest(${[...names]}::text[]) as name))`.execute(tx)
}

/**
 * Does the work of one job, which was asked for at `askedAt`. It may be called again with the same payload, so its effect
 * must happen once.
 */
export type Job = (payload: Record<string, unknown>, askedAt?: Date) => Promise<void>
export type Jobs = Readonly<Record<string, Job>>
