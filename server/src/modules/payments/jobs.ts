import type { Jobs } from '../../infra/queue/jobs.ts'
import { expireOrders } from '../orders/index.ts'
import { watchLateChoices } from './cases/late-choice.ts'
import { expireLink } from './links.ts'
import type { Provider } from './paystack/paystack.ts'
import { attemptLife, pauseAfter } from './policy.ts'
import { advanceRefund } from './refunds/refunds.ts'
import { hastenRefunds, leaseRefunds } from './refunds/repository.ts'
import * as repository from './repository.ts'
import { endSilence, settleFromPaystack } from './settle.ts'
import { handleWebhook } from './webhook/webhooks.ts'

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
    'handle-webhook': ({ eventId }) => handleWebhook(provider, Number(eventId)),
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
  await repository.hastenChecks(provider.db, now)
  await hastenRefunds(provider.db, now)
  while ((await settleSilentPayments(provider)) === batch);
}

/**
 * Settles an attempt if it is paid, otherwise schedules the next check; returns whether Paystack responded. Only this job
 * lengthens the pauses, and only after a response: neither a payer who checks often nor an outage of Paystack slows the
 * checks down.
 */
async function checkSilent(provider: Provider, reference: string): Promise<boolean> {
  const looked = await settleFromPaystack(provider, reference, 'soon')
  if (!looked?.answered) return false
  const { payment } = looked
  if (payment.state !== 'started' && payment.state !== 'failed') return true
  const now = provider.clock.now().getTime()
  const over = payment.state === 'failed' && now - payment.started_at.getTime() > attemptLife
  await repository.setNextCheck(
    provider.db,
    payment.id,
    over ? null : new Date(now + pauseAfter(payment.checks)),
  )
  return true
}

/** Expires the orders that were not paid in time, and their links; opens and closes the cases of those paid too late. */
export async function expireUnpaidOrders(provider: Pick<Provider, 'db' | 'clock'>): Promise<number> {
  const ended = await expireOrders(provider.db, provider.clock, (tx, orderId) =>
    expireLink(tx, orderId, provider.clock.now()),
  )
  await watchLateChoices(provider)
  return ended
}
