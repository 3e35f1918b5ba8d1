import type { Job as QueuedJob, TaskList } from 'graphile-worker'
import { type Correlation, correlate } from '../observability/correlation.ts'
import type { Log } from '../observability/log.ts'
import { markFailed, readTraceparent, startSpan } from '../observability/tracing.ts'
import { type Job, type Jobs, readPayload } from './jobs.ts'
import { countAttempt } from './metrics.ts'

/**
 * The jobs as the queue runs them. A job belongs to the request that queued it: its log lines have that request's number and,
 * if the request was traced, its span is in the same trace. Each failed attempt is one line of the log.
 */
export function tasksOf(jobs: Jobs, log: Log): TaskList {
  return Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [
      name,
      async (stored: unknown, helpers: { readonly job: QueuedJob }) =>
        await runTask({ name, job, log }, stored, helpers.job),
    ]),
  )
}

type Task = { readonly name: string; readonly job: Job; readonly log: Log }

async function runTask(task: Task, stored: unknown, queued: QueuedJob): Promise<void> {
  const { name, job } = task
  const { payload, origin } = readPayload(stored)
  const parent = readTraceparent(origin?.trace)
  const correlation: Correlation = { requestId: origin?.request ?? `job-${queued.id}`, job: name }
  const span = startSpan(
    `job ${name}`,
    'job',
    {
      'labalaba.job': name,
      'labalaba.job_attempt': queued.attempts,
      'labalaba.request_id': correlation.requestId,
    },
    parent,
  )
  await correlate({ ...correlation, span }, async () => {
    try {
      await job(payload, queued.created_at)
      countAttempt(name, 'done')
    } catch (error) {
      countAttempt(name, 'failed')
      markFailed(span, error)
      logFailure(task, queued, error)
      throw error
    } finally {
      span?.end()
    }
  })
}

/** A failure that is tried again is a warning. The last one is an error: an operator has to look. */
function logFailure({ name, log }: Task, { attempts, max_attempts: most }: QueuedJob, error: unknown): void {
  const about = { err: error, job: name, attempt: attempts }
  if (attempts < most) log.warn(about, 'a job failed and will be tried again')
  else log.error(about, 'a job failed for the last time and waits for an operator')
}
