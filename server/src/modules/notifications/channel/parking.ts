import { MailNotConfigured } from '../../../infra/mail/mail.ts'
import { addJob, type Jobs } from '../../../infra/queue/jobs.ts'
import type { RunningJob, Telling } from './tell.ts'

/**
 * Runs a notification job. If messages are set up but mail is not, the messages go out and the notification is set aside
 * until mail is set up, instead of being retried in vain.
 */
export async function parking(
  { db, mailer, messenger }: Telling,
  { job, payload, at }: RunningJob,
  work: () => Promise<void> | undefined,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const parks = !mailer.configured && messenger.offers.length > 0
    if (!parks || !(error instanceof MailNotConfigured)) throw error
    await db
      .transaction()
      .execute((tx) => addJob(tx, 'mail-put-aside', { job, payload, at: at.toISOString() }))
  }
}

/** Runs the notifications that were set aside while mail was not set up. */
export function putAsideJobs(jobs: Jobs): Jobs {
  return {
    'mail-put-aside': async ({ job, payload, at }) => {
      await jobs[String(job)]?.(Object(payload), new Date(String(at)))
    },
  }
}
