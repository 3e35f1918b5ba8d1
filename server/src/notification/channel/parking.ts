import { addJob, type Jobs } from '../../platform/jobs.ts'
import { MailNotConfigured } from '../../platform/mail.ts'
import type { Asked, Telling } from './tell.ts'

/**
 * Works a notice. Where messages are set up and mail is not, the messages go, and the notice is put aside until mail is set
 * up: nobody tries it in vain until then.
 */
export async function parking(
  { db, mailer, messenger }: Telling,
  { job, payload, at }: Asked,
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

/** What was put aside while no mail was set up, worked like the notices that it was. */
export function putAsideJobs(jobs: Jobs): Jobs {
  return {
    'mail-put-aside': async ({ job, payload, at }) => {
      await jobs[String(job)]?.(Object(payload), new Date(String(at)))
    },
  }
}
