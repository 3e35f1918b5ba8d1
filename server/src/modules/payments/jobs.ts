import type { Jobs } from '../../infra/queue/jobs.ts'
import { closeCaseAbout, hasCase, openCase, openSubjects } from '../cases/index.ts'
import { expireOrders, lateDecided, lateUndecided } from '../orders/index.ts'
import { closeLink } from './links.ts'
import type { Provider } from './paystack/paystack.ts'
import { attemptLife, pauseAfter } from './policy.ts'
import { advanceRefund } from './refunds/refunds.ts'
import { checkRefundsNow, leaseRefunds } from './refunds/repository.ts'
import * as repository from './repository.ts'
import { endSilence, settleFromPaystack } from './settle.ts'
import { webhookJobs } from './webhook/webhooks.ts'

const lease = 60_000
/** How many attempts one run takes. */
const batch = 20
/** How many queries to Paystack one run has open at a time. */
const atOnce = 4
/** How long Paystack must have been silent, in milliseconds, before everything is checked at its return. */
const silenceThatCounts = 60_000

/** The jobs about payments. */
export function paymentJobs(provider: Provider): Jobs {
  return {
    ...webhookJobs(provider),
    'send-refund': ({ refundId }) => advanceRefund(provider, String(refundId)),
  }
}

/**
 * Checks every attempt and refund that has been silent too long. Concurrent runs share the work. A failing check does not
 * block the others: the first error is thrown at the end.
 */
export async function settleSilentPayments(provider: Provider): Promise<number> {
  const now = provider.clock.now()
  const until = new Date(now.getTime() + lease)
  const references = await repository.leaseSilent(provider.db, now, until, batch)
  const refundIds = await leaseRefunds(provider.db, now, until)
  const tasks = [
    ...references.map((reference) => () => checkSilent(provider, reference)),
    ...refundIds.map((refundId) => () => advanceRefund(provider, refundId)),
  ]
  const troubles: unknown[] = []
  let answers = 0
  for (let start = 0; start < tasks.length; start += atOnce) {
    const outcomes = await Promise.allSettled(tasks.slice(start, start + atOnce).map((task) => task()))
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') troubles.push(outcome.reason)
      else if (outcome.value === true) answers += 1
    }
  }
  // Events during an outage of Paystack are found within moments of its return.
  if (answers > 0 && endSilence(provider.paystack, now) > silenceThatCounts) await catchUp(provider)
  if (troubles.length > 0) throw troubles[0]
  return references.length
}

/**
 * Checks every open attempt and refund immediately, newest attempts first. Payments made while no worker ran are found
 * within moments of the restart, however long the pauses had grown.
 */
export async function catchUp(provider: Provider): Promise<void> {
  const now = provider.clock.now()
  await repository.checkStartedNow(provider.db, now)
  await checkRefundsNow(provider.db, now)
  while ((await settleSilentPayments(provider)) === batch);
}

/**
 * Settles an attempt if it is paid, otherwise schedules the next check; returns whether Paystack responded. Only this job
 * lengthens the pauses, and only after a response: neither a payer who checks often nor an outage of Paystack slows the
 * checks down.
 */
async function checkSilent(provider: Provider, reference: string): Promise<boolean> {
  const settlement = await settleFromPaystack(provider, reference, 'soon')
  if (!settlement?.answered) return false
  const { payment } = settlement
  if (payment.state !== 'started' && payment.state !== 'failed') return true
  const now = provider.clock.now().getTime()
  const over = payment.state === 'failed' && now - payment.started_at.getTime() > attemptLife
  const next = over ? null : new Date(now + pauseAfter(payment.checks))
  await repository.setNextCheck(provider.db, payment.id, next)
  return true
}

/** Expires the orders that were not paid in time, and their links; opens and closes the cases of those paid too late. */
export async function expireUnpaidOrders(provider: Pick<Provider, 'db' | 'clock'>): Promise<number> {
  const ended = await expireOrders(provider.db, provider.clock, (tx, orderId) =>
    closeLink(tx, orderId, 'expire', 'system', provider.clock.now()),
  )
  await watchLateChoices(provider)
  return ended
}

const day = 24 * 60 * 60 * 1000
/** More than this many wait only if something else is wrong. */
const most = 1000

/**
 * Opens a case, once, for each order whose money came after its home visit and whose owner has not chosen for a day. Closes
 * those cases when the owner has chosen.
 */
export async function watchLateChoices({ db, clock }: Pick<Provider, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const waiting = await lateUndecided(db, new Date(now.getTime() - day), most)
  for (const order of waiting)
    await db.transaction().execute(async (tx) => {
      if (await hasCase(tx, 'late_choice', order.reference)) return
      const { reference, total_kobo: amount } = order
      const about = { subject: reference, orderReference: reference, amount }
      await openCase(tx, { kind: 'late_choice', ...about, dueAt: new Date(now.getTime() + day) }, now)
    })
  const decided = await lateDecided(db, await openSubjects(db, 'late_choice'))
  for (const { reference, late_choice } of decided)
    await db.transaction().execute(async (tx) => {
      const note = late_choice
        ? `The person who booked has chosen: ${late_choice}.`
        : 'The order has gone on.'
      await closeCaseAbout(tx, 'late_choice', reference, note, now)
    })
}
