import { expireOrders } from '../booking/index.ts'
import type { Jobs } from '../platform/jobs.ts'
import { watchLateChoices } from './case/late-choice.ts'
import { expireLink } from './links.ts'
import type { Provider } from './paystack/paystack.ts'
import { attemptLife, pauseAfter } from './policy.ts'
import { advanceRefund } from './refund/refunds.ts'
import { hastenRefunds, leaseRefunds } from './refund/repository.ts'
import * as repository from './repository.ts'
import { endSilence, lookUp } from './settle.ts'
import { handleWebhook } from './webhook/webhooks.ts'

const lease = 60_000
/** How many attempts one sweep takes on. */
const batch = 20
/** How many questions to Paystack one sweep has open at a time. */
const atOnce = 4
/** How long Paystack has to be silent, in milliseconds, for everything to be asked about at its return. */
const silenceThatCounts = 60_000

/** The queue's work on payments. */
export function paymentJobs(provider: Provider): Jobs {
  return {
    'handle-webhook': ({ eventId }) => handleWebhook(provider, Number(eventId)),
    'send-refund': ({ refundId }) => advanceRefund(provider, String(refundId)),
  }
}

/**
 * Asks about every attempt and refund that has been silent too long. Several sweepers at once share the work. One that
 * cannot be asked about does not keep the others waiting: the first such trouble is thrown at the end.
 */
export async function sweepPayments(provider: Provider): Promise<number> {
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
  // What happened while Paystack could not be reached is found within moments of its return.
  if (answers > 0 && endSilence(provider.paystack, now) > silenceThatCounts) await catchUp(provider)
  if (troubles.length > 0) throw troubles[0]
  return references.length
}

/**
 * Asks about every open attempt and refund at once, newest attempts first: what a payer did while nobody was working is found within
 * moments of being up again, however long the pauses had grown.
 */
export async function catchUp(provider: Provider): Promise<void> {
  const now = provider.clock.now()
  await repository.hastenChecks(provider.db, now)
  await hastenRefunds(provider.db, now)
  while ((await sweepPayments(provider)) === batch);
}

/**
 * Settles an attempt where it is paid, else asks again after a pause; says whether Paystack answered. Only the sweep
 * lengthens the pauses, and only at an answer: a payer who looks often, or a Paystack that is away, must not make it slower.
 */
async function checkSilent(provider: Provider, reference: string): Promise<boolean> {
  const looked = await lookUp(provider, reference, 'soon')
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

/** Ends the orders that nobody paid in time, and their links with them; and sees to those that were paid too late. */
export async function sweepUnpaid(provider: Pick<Provider, 'db' | 'clock'>): Promise<number> {
  const ended = await expireOrders(provider.db, provider.clock, (tx, orderId) =>
    expireLink(tx, orderId, provider.clock.now()),
  )
  await watchLateChoices(provider)
  return ended
}
