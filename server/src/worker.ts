import { tidyFarewells, tidySessions } from './account/index.ts'
import type { Parts } from './app.ts'
import { tidyDrafts } from './booking/index.ts'
import { notificationJobs } from './notification/index.ts'
import { catchUp, paymentJobs, sweepPayments, sweepUnpaid } from './payment/index.ts'
import type { Mailer } from './platform/mail.ts'
import { forgetTries } from './platform/tries.ts'
import { every, startWorker, type Worker } from './platform/workers.ts'

export type WorkerParts = Parts & {
  readonly databaseUrl: string
  readonly mailer: Mailer
  readonly operatorMail: string
}

/** Every slice's jobs and sweeps, once. Mail is left in the queue while nothing is set up to send it. */
export async function startWork(parts: WorkerParts): Promise<Worker> {
  const { db, clock, log, paystack } = parts
  const provider = paystack && { db, clock, paystack }
  const worker = await startWorker({
    databaseUrl: parts.databaseUrl,
    db,
    log,
    jobs: {
      ...(parts.mailer.configured ? notificationJobs(parts) : {}),
      ...(provider ? paymentJobs(provider) : {}),
    },
  })
  if (provider)
    void catchUp(provider).catch((error) =>
      log.warn({ err: error }, 'not every open payment could be asked about'),
    )
  const stops = [
    every(60, log, 'unpaid orders', () => sweepUnpaid({ db, clock })),
    every(3600, log, 'old sessions', () => tidySessions(db, clock)),
    every(3600, log, 'old farewells', () => tidyFarewells(db, clock)),
    every(3600, log, 'old drafts', () => tidyDrafts(db, clock)),
    every(3600, log, 'old tries', () => forgetTries(db, clock.now())),
    ...(provider ? [every(5, log, 'silent payments', () => sweepPayments(provider))] : []),
  ]
  return {
    async stop() {
      for (const stop of stops) stop()
      await worker.stop()
    },
  }
}
