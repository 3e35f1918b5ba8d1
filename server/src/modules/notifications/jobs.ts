import { MailNotConfigured } from '../../infra/mail/mail.ts'
import { addJob, type Job, type Jobs } from '../../infra/queue/jobs.ts'
import { accountNotifications } from './account-notifications.ts'
import { anchorNotifications } from './anchor-notifications.ts'
import type { NotificationDependencies, RunningJob } from './channel/notify.ts'
import { consentNotifications } from './consent-notifications.ts'
import { contactChangeNotifications } from './contact-change/notification.ts'
import { criticalCallNotifications } from './critical-call-notifications.ts'
import { invitationNotifications } from './invitation-notifications.ts'
import { licenceNotifications } from './licence-notifications.ts'
import { breakGlassNotifications } from './orders/break-glass-notifications.ts'
import { criticalNotifications } from './orders/critical-notifications.ts'
import { latePaymentNotifications } from './orders/late-payment-notifications.ts'
import { paymentNotifications } from './orders/payment-notifications.ts'
import { refundNotifications } from './orders/refund-notifications.ts'
import { resultNotifications } from './orders/result-notifications.ts'
import { sampleNotifications } from './orders/sample-notifications.ts'
import { timedNotifications } from './orders/timed-notifications.ts'
import { visitNotifications } from './orders/visit-notifications.ts'
import { partnerNotifications } from './partner-notifications.ts'

/** Every notification of the product, as a job that is safe to repeat. */
export function notificationJobs(deps: NotificationDependencies): Jobs {
  const work =
    (name: string): Job =>
    async (payload, requestedAt) => {
      const job = { name, payload, at: requestedAt ?? deps.clock.now() }
      await runOrSetAside(deps, job, () => jobsOf({ ...deps, job })[name]?.(payload))
    }
  return Object.fromEntries(Object.keys(jobsOf(deps)).map((name) => [name, work(name)]))
}

function jobsOf(deps: NotificationDependencies): Jobs {
  return {
    ...accountNotifications(deps),
    ...contactChangeNotifications(deps),
    ...invitationNotifications(deps),
    ...paymentNotifications(deps),
    ...latePaymentNotifications(deps),
    ...refundNotifications(deps),
    ...visitNotifications(deps),
    ...resultNotifications(deps),
    ...criticalCallNotifications(deps),
    ...criticalNotifications(deps),
    ...consentNotifications(deps),
    ...breakGlassNotifications(deps),
    ...partnerNotifications(deps),
    ...licenceNotifications(deps),
    ...sampleNotifications(deps),
    ...timedNotifications(deps),
    ...anchorNotifications(deps),
  }
}

/**
 * Runs a notification job. If messages are set up but mail is not, the messages go out and the notification is set aside
 * until mail is set up, instead of being retried in vain.
 */
async function runOrSetAside(
  { db, mailer, messenger }: NotificationDependencies,
  { name: job, payload, at }: RunningJob,
  work: () => Promise<void> | undefined,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const canWait = !mailer.configured && messenger.offers.length > 0
    if (!canWait || !(error instanceof MailNotConfigured)) throw error
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
