import { setTimeout as pause } from 'node:timers/promises'
import type { Parts } from './app.ts'
import { systemClock } from './infra/clock.ts'
import type { Secret } from './infra/config/secret.ts'
import { makePartitions } from './infra/db/partitions.ts'
import { moveFiles } from './infra/files/store/move-files.ts'
import { deleteOrphans, deleteRemovedFiles, digitsAt } from './infra/files/store/tidy-files.ts'
import { forgetRateCounts } from './infra/http/rate-counter.ts'
import { forgetTries } from './infra/http/tries.ts'
import type { Mailer } from './infra/mail/mail.ts'
import { scheduledJob, startWorker, type Worker } from './infra/queue/workers.ts'
import { watchInvariants } from './invariants-watch.ts'
import {
  deleteExpiredLoginData,
  forgetOldDeletionNotices,
  forgetTriedPasswords,
} from './modules/accounts/index.ts'
import { anchorDay, ChainBroken, chainPending, openAuditKeys } from './modules/audit/index.ts'
import { applyDueChanges, pacedMarketRecount, tidyPreviews } from './modules/catalogue/index.ts'
import {
  catchUpVisits,
  tidyPhotos,
  visitJobs,
  watchMissing,
  watchOutstanding,
} from './modules/home-visits/index.ts'
import { tidyDeliveries } from './modules/lab-integration/index.ts'
import { expireLicencesAndRemind } from './modules/licences/index.ts'
import {
  endOverdueMessages,
  messageJobs,
  notificationJobs,
  putAsideJobs,
  queueTimedNotifications,
  tidyContactChanges,
  tidyMessages,
  watchMessages,
} from './modules/notifications/index.ts'
import { deleteOldBookingDrafts } from './modules/orders/index.ts'
import {
  catchUp,
  expireUnpaidOrders,
  openReceiptRenderer,
  paymentJobs,
  reduceOldBodies,
  retryFailedRefunds,
  settleSilentPayments,
  watchMoney,
} from './modules/payments/index.ts'
import { remindOfCriticalResults } from './modules/result-access/index.ts'
import { deleteOldResultDrafts, escalateCriticalCalls } from './modules/results/index.ts'

export type WorkerParts = Parts & {
  readonly databaseUrl: string
  readonly mailer: Mailer
  readonly operatorMail: string
  /** Earlier secrets of this install, the newest first. */
  readonly secretsBefore?: readonly Secret[]
  /** The folder that receives the daily anchors of the audit chain. */
  readonly auditFolder?: string | null
}

/**
 * Starts the jobs and scheduled jobs of every module. Mail stays in the queue while no mailer is configured. Scheduled jobs
 * start when `settled` resolves, so they never see half-loaded data.
 */
export async function startWork(parts: WorkerParts, settled = Promise.resolve()): Promise<Worker> {
  const { db, clock, log, paystack } = parts
  const provider = paystack && { db, clock, paystack }
  // One at a time: mail can wait, but a user who looks at a page cannot.
  const renderer = openReceiptRenderer({ atOnce: 1, waiting: 100 })
  const notices = notificationJobs({ ...parts, renderer })
  const worker = await startWorker({
    databaseUrl: parts.databaseUrl,
    db,
    log,
    jobs: {
      ...(parts.mailer.configured || parts.messenger.offers.length > 0 ? notices : {}),
      ...(parts.mailer.configured ? putAsideJobs(notices) : {}),
      ...messageJobs(parts),
      ...(provider ? paymentJobs(provider) : {}),
      ...visitJobs({ db, clock }),
    },
  })
  const scheduled = settled.then(() => startScheduledJobs(parts))
  return {
    isWorking: () => worker.isWorking(),
    async stop() {
      const stops = await scheduled
      for (const stop of stops) stop()
      await worker.stop()
      await renderer.close()
    },
  }
}

/** Starts the scheduled jobs. Returns a function for each that stops it. */
function startScheduledJobs(parts: WorkerParts): readonly (() => void)[] {
  const { db, clock, log, paystack } = parts
  const provider = paystack && { db, clock, paystack }
  if (provider)
    void catchUp(provider).catch((error) =>
      log.warn({ err: error }, 'not every open payment could be asked about'),
    )
  return [
    scheduledJob(60, log, 'unpaid orders', () => expireUnpaidOrders({ db, clock })),
    scheduledJob(60, log, 'failed refunds', () => retryFailedRefunds({ db, clock })),
    scheduledJob(3600, log, 'old sessions', () => deleteExpiredLoginData(db, clock)),
    scheduledJob(3600, log, 'old deletion notices', () => forgetOldDeletionNotices(db, clock)),
    scheduledJob(60, log, 'planned prices', () =>
      applyDueChanges(db, clock, (err, change) => log.error({ err, change }, 'planned prices were not made')),
    ),
    scheduledJob(2, log, 'what tests cost', pacedMarketRecount(db, clock)),
    scheduledJob(3600, log, 'old previews of prices', () => tidyPreviews(db, clock)),
    scheduledJob(3600, log, 'old drafts', () => deleteOldBookingDrafts(db, clock)),
    scheduledJob(3600, log, 'old result drafts', () => deleteOldResultDrafts(db, clock)),
    scheduledJob(3600, log, 'old deliveries', () => tidyDeliveries(db, clock)),
    scheduledJob(3600, log, 'old photos', () => tidyPhotos(db, clock)),
    scheduledJob(60, log, 'home visits', () =>
      catchUpVisits(db, clock.now(), (error) =>
        log.warn({ err: error }, 'a visit does not follow its order'),
      ),
    ),
    scheduledJob(60, log, 'timed notices', () => queueTimedNotifications({ db, clock })),
    scheduledJob(60, log, 'critical calls', () =>
      escalateCriticalCalls({
        ...{ db, clock },
        onFailure: (callId, err) => log.error({ err, callId }, 'a critical call was not escalated'),
      }),
    ),
    scheduledJob(300, log, 'critical results that wait', () => remindOfCriticalResults({ db, clock })),
    scheduledJob(300, log, 'samples that no one comes to give', () => watchOutstanding({ db, clock })),
    scheduledJob(300, log, 'samples that do not come', () => watchMissing({ db, clock })),
    scheduledJob(3600, log, 'partitions', () => makePartitions(db)),
    scheduledJob(3600, log, 'old webhooks', () => reduceOldBodies(db, clock)),
    scheduledJob(3600, log, 'old messages', () => tidyMessages(db, clock)),
    scheduledJob(3600, log, 'old contact changes', () => tidyContactChanges(db, clock)),
    scheduledJob(60, log, 'late messages', () => endOverdueMessages(db, clock)),
    scheduledJob(300, log, 'messages', () => watchMessages(db, clock, log)),
    scheduledJob(3600, log, 'licences of doctors', () => expireLicencesAndRemind({ db, clock })),
    ...tidyFiles(parts),
    ...watchAudit(parts),
    scheduledJob(3600, log, 'old tries', () => forgetTries(db, clock.now())),
    scheduledJob(300, log, 'old counts', () => forgetRateCounts(db)),
    scheduledJob(300, log, 'tried passwords', () => forgetTriedPasswords(db, clock)),
    ...(provider ? [scheduledJob(5, log, 'silent payments', () => settleSilentPayments(provider))] : []),
    ...(provider
      ? [scheduledJob(300, log, 'comparison with Paystack', () => watchMoney(provider, log))]
      : []),
  ]
}

/** How many files that the database holds are moved in one turn. */
const movedAtATime = 500

/** Moves the files that the database holds for now, and deletes the bytes that no row names any more. */
function tidyFiles({ db, log, files }: WorkerParts): readonly (() => void)[] {
  return [
    scheduledJob(60, log, 'files to move', () => moveFiles({ db, files }, 'database', movedAtATime)),
    scheduledJob(60, log, 'deleted files', () => deleteRemovedFiles({ db, files }, systemClock.now())),
    // The age of an object is by the clocks of machines, so it is compared with that of this one.
    scheduledJob(300, log, 'files without a row', () =>
      deleteOrphans({ db, files }, systemClock.now(), digitsAt(systemClock.now())),
    ),
  ]
}

/** Adds history to the keyed chain, anchors the chain every day, and checks both together with the other invariants. */
function watchAudit({ db, clock, log, secret, ...parts }: WorkerParts): readonly (() => void)[] {
  const keys = openAuditKeys(secret, parts.secretsBefore)
  const folder = parts.auditFolder ?? null
  const chaining = { db, clock, keys }
  return [
    scheduledJob(2, log, 'the audit chain', async () => {
      await chainPending(chaining).catch(async (error: unknown) => {
        if (!(error instanceof ChainBroken)) throw error
        log.error(
          { alarm: 'audit', err: error },
          'nothing is added to the audit chain: see docs/operations/incidents.md',
        )
        // An operator has to look. The chain stays unchanged until then.
        await pause(60_000, undefined, { ref: false })
      })
    }),
    scheduledJob(600, log, 'anchors of the audit chain', async () => {
      const findings = await anchorDay(chaining, folder)
      if (findings && findings.length > 0)
        log.error(
          { alarm: 'audit', found: findings.slice(0, 10) },
          'history was altered: see docs/operations/incidents.md',
        )
    }),
    scheduledJob(300, log, 'invariants', () => watchInvariants(db, clock, log, { keys, folder })),
  ]
}
