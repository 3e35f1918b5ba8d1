import {
  formatVisitTime,
  type MoneyTrouble,
  type Order,
  type OrderItem,
  type OrderState,
  type PaymentState,
  type Promised,
  windowOf,
} from '@labalaba/contract'
import { counted, dayAndTime, longDay, naira } from '../../lib/format.ts'
import { longestFast } from '../../lib/preparation.ts'
import type { Tone } from '../../ui/card.tsx'
import type { Stage } from '../../ui/timeline.tsx'
import { byWords } from './progress-words.ts'

/** The label and colour of each state. */
export const stateWords: Record<OrderState, { words: string; tone: Tone }> = {
  awaiting_payment: { words: 'Awaiting payment', tone: 'warn' },
  scheduled: { words: 'Scheduled', tone: 'info' },
  sample_collected: { words: 'Sample collected', tone: 'info' },
  lab_processing: { words: 'Lab processing', tone: 'info' },
  results_ready: { words: 'Results ready', tone: 'ok' },
  cancelled: { words: 'Cancelled', tone: 'plain' },
  expired: { words: 'Expired', tone: 'plain' },
}

/** The label of each payment state. */
export const paymentWords: Record<PaymentState, { words: string; tone: Tone }> = {
  started: { words: 'Checking', tone: 'warn' },
  settled: { words: 'Paid', tone: 'ok' },
  failed: { words: 'Not taken', tone: 'plain' },
  abandoned: { words: 'Not finished', tone: 'plain' },
  held: { words: 'Being looked at', tone: 'warn' },
  refunding: { words: 'On its way back', tone: 'info' },
  refunded: { words: 'Returned', tone: 'plain' },
}

const troubleWords: Record<MoneyTrouble, string> = {
  paid_before: 'The booking had been paid already.',
  order_ended: 'The booking had been cancelled.',
  credit_gone: 'The credit that was to pay the rest had been used for another booking.',
  does_not_match: 'It is not what was due.',
}

/** What is unusual about a payment attempt: why it did not pay, or an amount other than the one due; else null. */
export function oddWords({ trouble, amount, received }: Order['payments'][number]): string | null {
  if (trouble === null) return null
  const came =
    received !== null && received !== amount
      ? `We have received ${naira(received)}, ${naira(amount)} was due. `
      : ''
  return came !== '' && trouble === 'does_not_match' ? came.trim() : `${came}${troubleWords[trouble]}`
}

/** "₦3,000 and ₦7,000 credit": the parts of a payment attempt. */
export function sumWords({ amount, credit }: Order['payments'][number]): string {
  if (credit === 0) return naira(amount)
  return amount === 0 ? `${naira(credit)} credit` : `${naira(amount)} and ${naira(credit)} credit`
}

/** The label of an attempt: once another one has paid the order, an unfinished one counts as unused. */
export function tryWords(state: PaymentState, order: Pick<Order, 'payments'>): { words: string; tone: Tone } {
  const paid = order.payments.some((payment) => payment.state === 'settled')
  return paid && state === 'started' ? { words: 'Not used', tone: 'plain' } : paymentWords[state]
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
  return hours >= 72 ? `${counted(Math.ceil(hours / 24), 'day')}` : counted(hours, 'hour')
}

/** When results with this turnaround come, before the lab has the specimen. */
export function comeWords(hours: number): string {
  return `Your result is ready within ${spanWords(hours)} after the lab gets your sample.`
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
  scheduled: 'Scheduled',
  sample_collected: 'Sample Collected',
  lab_processing: 'Lab Processing',
  results_ready: 'Results Ready',
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
export function standingPromise(order: Order): Promised | null {
  const { promised } = order
  return promised?.since === 'planned' && awaitsNewDay(order) ? null : promised
}

function scheduledWords(order: Order): string {
  if (order.paidAt === null) return 'When your payment arrives, the booking is confirmed.'
  const visit = visitMoment(order)
  const paid = `Paid on ${dayAndTime(order.paidAt)}.`
  const { next } = order.progress
  if (next === 'nobody_goes') return `${paid} Nobody can come at the moment.`
  if (needsNewDay(order) || next === 'missed' || next === 'overdue')
    return `${paid} The home visit needs a new day.`
  if (next === 'again') return `${paid} A sample has to be taken again.`
  if (next === 'left_out' || next === 'rest') return `${paid} A part of the samples has been taken.`
  return visit ? `${paid} Home visit booked for ${visit}.` : `${paid} The lab expects the patient.`
}

function stageWords(order: Order, stop: Stop, state: Stage['state']): string {
  const home = order.mode === 'sampleCollection'
  const reached = order.progress.reached.find(({ stage }) => stage === stop)
  const on = reached ? ` on ${dayAndTime(reached.at)}` : ''
  switch (stop) {
    case 'scheduled':
      return scheduledWords(order)
    case 'sample_collected':
      if (state !== 'upcoming') return `The sample was taken${on}${byWords(reached?.by)}.`
      return home && order.progress.next !== 'nobody_goes'
        ? 'A phlebotomist takes the sample at home.'
        : 'The sample is taken at the lab, in its opening hours.'
    case 'lab_processing':
      if (state === 'completed') return `The sample reached the lab${on}. The lab has done its work.`
      return state === 'current'
        ? `The sample reached the lab${on}, which is working on ${counted(order.testCount, 'test')}.`
        : `The lab needs up to ${spanWords(slowest(order))} after the sample has reached it.`
    case 'results_ready':
      return state === 'upcoming'
        ? `We write to ${order.patient.email}.`
        : `Ready${on.replace(' on', ' since')}. We have written to ${order.patient.email}.`
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
      title: `Late: promised by ${moment}`,
      words: 'The lab has not given the results out in the time that it promised. Ask us about them:',
    }
  if (movedFrom !== null)
    return {
      tone: stands === 'soon' ? 'warn' : 'info',
      title: `Now ready by ${moment}`,
      words: `The sample reached the lab later than planned; now ready by ${moment} instead of ${together(dayAndTime(movedFrom))}.`,
    }
  if (stands === 'soon')
    return {
      tone: 'warn',
      title: `Due soon: ready by ${moment}`,
      words: 'We write to you as soon as they are out. If they are not by then, ask us.',
    }
  if (since === 'planned')
    return {
      tone: 'info',
      title: `Results by ${moment}`,
      words:
        'This holds if the home visit goes as booked. We work it out again once the lab has the samples.',
    }
  return {
    tone: 'info',
    title: `Ready by ${moment}`,
    words:
      since === 'received'
        ? 'Counted from when the lab received the samples, to an hour at which it is open. Each result is checked by a second person.'
        : 'Counted from when the samples were taken, to an hour at which the lab is open. We work it out again once it has them.',
  }
}

/** The specimens should have reached the lab by now; this is not the lab's delay. */
function onTheWayWords(stands: 'soon' | 'late', moment: string): PromiseWords {
  const words = 'As soon as they are there, we say here by when the results are out.'
  if (stands === 'soon')
    return { tone: 'warn', title: `The lab does not have the samples yet: planned by ${moment}`, words }
  return {
    tone: 'error',
    title: `Later than planned: the results were to be ready by ${moment}`,
    words: `The samples have not reached the lab yet. ${words} Ask us about them:`,
  }
}

/** Milliseconds until the promise changes state, from a second to a day; null if unknown. */
export function untilPromiseChanges(promised: Promised | null, now: Date): number | null {
  if (!promised?.changesAt) return null
  const wait = Date.parse(promised.changesAt) - now.getTime() + 1000
  return Math.min(24 * 60 * 60 * 1000, Math.max(1000, wait))
}
