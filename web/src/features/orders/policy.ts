import {
  formatVisitTime,
  type MoneyTrouble,
  type NextStep,
  type Order,
  type OrderItem,
  type OrderState,
  type PaymentState,
  type Promised,
  windowOf,
} from '@labalaba/contract'
import type { Tone } from '../../components/card.tsx'
import type { Stage } from '../../components/timeline.tsx'
import * as paymentCopy from '../../copy/order-payments.ts'
import * as progressCopy from '../../copy/order-progress.ts'
import * as copy from '../../copy/orders.ts'
import { fill, plural } from '../../lib/fill.ts'
import { dayAndTime, longDay, naira } from '../../lib/format.ts'
import { longestFast } from '../../lib/preparation.ts'
import { takenWords } from './progress-words.ts'

/** The label and colour of each state. */
export const stateWords: Record<OrderState, { words: string; tone: Tone }> = {
  awaiting_payment: { words: copy.stateAwaitingPayment, tone: 'warn' },
  scheduled: { words: copy.stateScheduled, tone: 'info' },
  sample_collected: { words: copy.stateSampleCollected, tone: 'info' },
  lab_processing: { words: copy.stateLabProcessing, tone: 'info' },
  results_ready: { words: copy.stateResultsReady, tone: 'ok' },
  cancelled: { words: copy.stateCancelled, tone: 'plain' },
  expired: { words: copy.stateExpired, tone: 'plain' },
}

/** The label of each payment state. */
export const paymentWords: Record<PaymentState, { words: string; tone: Tone }> = {
  started: { words: paymentCopy.paymentStarted, tone: 'warn' },
  settled: { words: paymentCopy.paymentSettled, tone: 'ok' },
  failed: { words: paymentCopy.paymentFailed, tone: 'plain' },
  abandoned: { words: paymentCopy.paymentAbandoned, tone: 'plain' },
  held: { words: paymentCopy.paymentHeld, tone: 'warn' },
  refunding: { words: paymentCopy.paymentRefunding, tone: 'info' },
  refunded: { words: paymentCopy.paymentRefunded, tone: 'plain' },
}

const troubleWords: Record<MoneyTrouble, string> = {
  paid_before: paymentCopy.oddPaidBefore,
  order_ended: paymentCopy.oddCancelled,
  credit_gone: paymentCopy.oddCreditGone,
  does_not_match: paymentCopy.oddAmount,
}

/** What is unusual about a payment attempt: why it did not pay, or an amount other than the one due; else null. */
export function oddWords({ trouble, amount, received }: Order['payments'][number]): string | null {
  if (trouble === null) return null
  const came =
    received !== null && received !== amount
      ? fill(paymentCopy.oddReceived, { received: naira(received), due: naira(amount) })
      : null
  if (came === null) return troubleWords[trouble]
  return trouble === 'does_not_match' ? came : `${came} ${troubleWords[trouble]}`
}

/** "₦3,000 and ₦7,000 credit": the parts of a payment attempt. */
export function sumWords({ amount, credit }: Order['payments'][number]): string {
  if (credit === 0) return naira(amount)
  return amount === 0
    ? fill(paymentCopy.sumOfCredit, { credit: naira(credit) })
    : fill(paymentCopy.sumWithCredit, { amount: naira(amount), credit: naira(credit) })
}

/** The label of an attempt: once another one has paid the order, an unfinished one counts as unused. */
export function tryWords(state: PaymentState, order: Pick<Order, 'payments'>): { words: string; tone: Tone } {
  const paid = order.payments.some((payment) => payment.state === 'settled')
  return paid && state === 'started'
    ? { words: paymentCopy.paymentUnused, tone: 'plain' }
    : paymentWords[state]
}

/** "Monday 23 November between 7 and 9 am", or null for a walk-in. */
export function visitMoment(order: Pick<OrderItem, 'collectionDate' | 'collectionTime'>): string | null {
  if (order.collectionDate === null || order.collectionTime === null) return null
  return `${longDay(order.collectionDate)} ${formatVisitTime(order.collectionTime)}`
}

/** Whether a home visit is still ahead. */
export function visitIsAhead(
  order: Pick<OrderItem, 'collectionDate' | 'collectionTime'>,
  now: Date,
): boolean {
  return new Date(`${order.collectionDate}T${order.collectionTime}:00+01:00`) > now
}

/** Hours in words: "24 hours"; in days from 72 hours on. */
export function spanWords(hours: number): string {
  return hours >= 72 ? plural(copy.days, Math.ceil(hours / 24)) : plural(copy.hours, hours)
}

/** When results with this turnaround come, before the lab has the specimen. */
export function comeWords(hours: number): string {
  return fill(progressCopy.resultsWithin, { span: spanWords(hours) })
}

/** The turnaround of an order's slowest test, in hours from when the lab has the specimen. */
export function slowest(order: Order): number {
  return Math.max(0, ...order.tests.map((test) => test.turnaroundHours))
}

/** True while the specimen is still to be taken, so its preparation matters. */
export function sampleIsDue({ state }: Pick<OrderItem, 'state'>): boolean {
  return state === 'awaiting_payment' || state === 'scheduled'
}

/** Puts a no-break space between the hour and its am or pm. */
export function together(words: string): string {
  return words.replace(/(\d) (am|pm)\b/g, '$1\u00a0$2')
}

/** The time from which to fast before a home visit, in words; null for a walk-in or without a fast. */
export function fastFrom(order: Order): string | null {
  const hours = longestFast(order.tests)
  if (hours === 0 || order.collectionDate === null || order.collectionTime === null) return null
  if (awaitsNewDay(order)) return null
  const soonest = windowOf(order.collectionTime)?.from ?? order.collectionTime
  const visit = new Date(`${order.collectionDate}T${soonest}:00+01:00`)
  return dayAndTime(new Date(visit.getTime() - hours * 60 * 60 * 1000))
}

/** The stages that a patient sees, in order. */
export const stops = ['scheduled', 'sample_collected', 'lab_processing', 'results_ready'] as const
export type Stop = (typeof stops)[number]

export const titles: Record<Stop, string> = {
  scheduled: progressCopy.stageScheduled,
  sample_collected: progressCopy.stageSampleCollected,
  lab_processing: progressCopy.stageLabProcessing,
  results_ready: progressCopy.stageResultsReady,
}

/** Whether an order has completed a stage, is at it, or has yet to reach it. */
export function isAt(order: Pick<OrderItem, 'state'>, stop: Stop): Stage['state'] {
  const all: readonly string[] = stops
  const now = all.indexOf(order.state)
  const place = all.indexOf(stop)
  if (now === place) return 'current'
  return now > place ? 'completed' : 'upcoming'
}

/** The payment came too late for the order, and its owner has not chosen yet what to do. */
export function waitsForChoice(order: Pick<Order, 'state' | 'lateMoney'>): boolean {
  return order.state === 'scheduled' && order.lateMoney !== null && order.lateMoney.choice === null
}

/** The booked home visit has passed without being made, or did not take all specimens, and no other is booked. */
export function needsNewDay(order: Pick<Order, 'state' | 'lateMoney' | 'wantsNewTime'>): boolean {
  return order.wantsNewTime || (waitsForChoice(order) && order.lateMoney?.canKeep === false)
}

/** No home visit is ahead although one was booked: it failed, or its specimens must be taken again. */
export function awaitsNewDay(
  order: Pick<Order, 'state' | 'mode' | 'lateMoney' | 'progress' | 'wantsNewTime'>,
): boolean {
  if (needsNewDay(order)) return true
  const { next } = order.progress
  const failed: readonly string[] = ['missed', 'overdue', 'nobody_goes', 'again', 'left_out']
  return order.mode === 'sampleCollection' && failed.includes(next)
}

/** Tests were given up, and their refund has not started yet. */
export function awaitsGivenUpMoney({ progress, refunds }: Pick<Order, 'progress' | 'refunds'>): boolean {
  return refunds.length === 0 && progress.samples.some(({ state }) => state === 'given_up')
}

/** The promised time of an order; null if it was counted from a home visit that is no longer ahead. */
export function promiseStillAhead(order: Order): Promised | null {
  const { promised } = order
  return promised?.since === 'planned' && awaitsNewDay(order) ? null : promised
}

type Paid = Pick<OrderItem, 'collectionDate' | 'collectionTime'> & { readonly paidAt: string }

/** When an order was paid, and the plan for its specimens. */
export function paidWords(order: Paid, next: NextStep): string {
  return `${fill(progressCopy.paidOn, { moment: dayAndTime(order.paidAt) })} ${planWords(order, next)}`
}

function planWords(order: Paid, next: NextStep): string {
  if (next === 'nobody_goes') return progressCopy.cannotCome
  if (next === 'missed' || next === 'overdue') return progressCopy.needsNewDay
  if (next === 'again') return progressCopy.sampleAgain
  if (next === 'left_out' || next === 'rest') return progressCopy.samplesInPart
  const visit = visitMoment(order)
  return visit ? fill(progressCopy.visitBooked, { visit }) : progressCopy.labExpects
}

function scheduledWords(order: Order): string {
  const { paidAt, progress } = order
  if (paidAt === null) return progressCopy.awaitsPayment
  const isMissed = needsNewDay(order) && progress.next !== 'nobody_goes'
  return paidWords({ ...order, paidAt }, isMissed ? 'missed' : progress.next)
}

function stageWords(order: Order, stop: Stop, state: Stage['state']): string {
  const home = order.mode === 'sampleCollection'
  const reached = order.progress.reached.find(({ stage }) => stage === stop)
  const moment = reached && dayAndTime(reached.at)
  const inLab = moment ? fill(progressCopy.reachedLabOn, { moment }) : progressCopy.reachedLab
  switch (stop) {
    case 'scheduled':
      return scheduledWords(order)
    case 'sample_collected':
      if (state !== 'upcoming') return reached ? takenWords(reached.at, reached.by) : progressCopy.taken
      return home && order.progress.next !== 'nobody_goes'
        ? progressCopy.sampleAtHome
        : progressCopy.sampleAtLab
    case 'lab_processing':
      if (state === 'completed') return `${inLab} ${progressCopy.labDone}`
      return state === 'current'
        ? `${inLab} ${plural(progressCopy.labWorks, order.testCount)}`
        : fill(progressCopy.labNeeds, { span: spanWords(slowest(order)) })
    case 'results_ready':
      return state === 'upcoming'
        ? fill(progressCopy.willWrite, { email: order.patient.email })
        : `${moment ? fill(progressCopy.readySince, { moment }) : progressCopy.ready} ${fill(progressCopy.wrote, { email: order.patient.email })}`
  }
}

/** The patient's four stages, with one sentence each. */
export function stagesOf(order: Order): (Pick<Stage, 'title' | 'state'> & { words: string })[] {
  return stops.map((stop) => {
    const state = isAt(order, stop)
    return { title: titles[stop], state, words: stageWords(order, stop, state) }
  })
}

/** The page number in the URL; 1 if it is invalid. */
export function pageFrom(text: string | null): number {
  const page = Number(text)
  return Number.isSafeInteger(page) && page >= 1 ? page : 1
}

/** The person filter in the URL: `self`, a person's id, or null for all. */
export function personFrom(text: string | null): string | null {
  return text !== null && /^(self|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.test(text) ? text : null
}

type PromiseWords = { tone: 'info' | 'warn' | 'error'; title: string; words: string }

/** The promised time of the results and whether it is met, in words, so that colour is not the only sign. */
export function promiseWords(promised: Promised): PromiseWords {
  const { by, since, stands, movedFrom } = promised
  const moment = together(dayAndTime(by))
  if (since === 'collected' && stands !== 'on_time') return onTheWayWords(stands, moment)
  if (stands === 'late')
    return {
      tone: 'error',
      title: fill(progressCopy.promiseLateTitle, { moment }),
      words: progressCopy.promiseLate,
    }
  if (movedFrom !== null)
    return {
      tone: stands === 'soon' ? 'warn' : 'info',
      title: fill(progressCopy.promiseMovedTitle, { moment }),
      words: fill(progressCopy.promiseMoved, { moment, before: together(dayAndTime(movedFrom)) }),
    }
  if (stands === 'soon')
    return {
      tone: 'warn',
      title: fill(progressCopy.promiseSoonTitle, { moment }),
      words: progressCopy.promiseSoon,
    }
  if (since === 'planned')
    return {
      tone: 'info',
      title: fill(progressCopy.promisePlannedTitle, { moment }),
      words: progressCopy.promisePlanned,
    }
  return {
    tone: 'info',
    title: fill(progressCopy.promiseTitle, { moment }),
    words: since === 'received' ? progressCopy.promiseReceived : progressCopy.promiseCollected,
  }
}

/** The specimens should have reached the lab by now; this is not the lab's delay. */
function onTheWayWords(stands: 'soon' | 'late', moment: string): PromiseWords {
  const words = progressCopy.promiseNotInLab
  if (stands === 'soon')
    return { tone: 'warn', title: fill(progressCopy.promiseNotInLabTitle, { moment }), words }
  return {
    tone: 'error',
    title: fill(progressCopy.promiseDelayedTitle, { moment }),
    words: `${progressCopy.promiseDelayed} ${words} ${progressCopy.promiseAskUs}`,
  }
}

/** Milliseconds until the promise changes state, from a second to a day; null if unknown. */
export function untilPromiseChanges(promised: Promised | null, now: Date): number | null {
  if (!promised?.changesAt) return null
  const wait = Date.parse(promised.changesAt) - now.getTime() + 1000
  return Math.min(24 * 60 * 60 * 1000, Math.max(1000, wait))
}
