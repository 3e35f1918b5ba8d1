import { type Kobo, kobo, split, sum, visitTimes } from '@labalaba/contract'
import { bookedTimeHasCome } from '../scheduling/index.ts'

const hour = 60 * 60 * 1000

/** How long an unpaid order waits for its payment, in milliseconds. */
export const unpaidLife = 24 * hour
/** The shortest time that an order still waits after its payment link was stopped, in milliseconds. */
const graceWithoutLink = hour

export type Rate = {
  readonly lab_bps: number
  readonly doctor_policy: 'percentage' | 'flat' | 'off'
  readonly doctor_bps: number
  readonly doctor_flat_kobo: Kobo
  readonly phlebotomist_bps: number
}

export type Shares = {
  readonly lab: Kobo
  readonly doctor: Kobo
  readonly phlebotomist: Kobo
  readonly platform: Kobo
}

type ForSex = { readonly sex: 'any' | 'male' | 'female' }

/** The offers that are usually for the other sex than the patient's. */
export function forOtherSex<Offer extends ForSex>(
  offers: readonly Offer[],
  gender: 'Male' | 'Female',
): Offer[] {
  return offers.filter(({ sex }) => sex !== 'any' && sex !== gender.toLowerCase())
}

/**
 * How an order's money is shared. The doctor's share comes out of the platform's, so the patient's price and the lab's
 * share are the same with or without a doctor; every odd kobo stays with the platform. The shares add up to the total.
 */
export function shareOut(rate: Rate, subTotal: Kobo, fee: Kobo, doctorEarns: boolean): Shares {
  const tests = split(subTotal, rate.lab_bps)
  const visit = split(fee, rate.phlebotomist_bps)
  const doctor = doctorEarns ? doctorShare(rate, subTotal, tests.rest) : kobo(0)
  return {
    lab: tests.share,
    doctor,
    phlebotomist: visit.share,
    platform: kobo(tests.rest - doctor + visit.rest),
  }
}

function doctorShare(rate: Rate, subTotal: Kobo, available: Kobo): Kobo {
  if (rate.doctor_policy === 'off') return kobo(0)
  const wanted =
    rate.doctor_policy === 'flat' ? rate.doctor_flat_kobo : split(subTotal, rate.doctor_bps).share
  return kobo(Math.min(wanted, available))
}

/** Names of tests are compared without regard to case and to outer or doubled spaces. */
export function sameName(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** The price of the tests together. */
export function subTotalOf(offers: readonly { readonly priceKobo: Kobo }[]): Kobo {
  return sum(offers.map((offer) => offer.priceKobo))
}

export type Unpaid = {
  readonly state: string
  readonly paid_at: Date | null
  readonly expires_at: Date
  readonly collection_on: string | null
  readonly collection_time: string | null
}

/** Whether an order can be paid now, or why not. A visit whose time has passed cannot be made, so it cannot be paid. */
export function payability(order: Unpaid, now: Date): 'payable' | 'paid' | 'ended' | 'visit_passed' {
  if (order.paid_at) return 'paid'
  if (order.state !== 'awaiting_payment' || order.expires_at <= now) return 'ended'
  return bookedTimeHasCome(order, now) ? 'visit_passed' : 'payable'
}

/**
 * How long an unpaid order waits after its payment link was stopped: like one without a link, but at least an hour from
 * now.
 */
export function waitsWithoutLink(order: { readonly created_at: Date }, now: Date): Date {
  return new Date(Math.max(order.created_at.getTime() + unpaidLife, now.getTime() + graceWithoutLink))
}

/** Whether a payment that arrives now is late: the order has expired, or its visit can no longer be made. */
export function comesLate(
  order: Pick<Unpaid, 'expires_at' | 'collection_on' | 'collection_time'>,
  at: Date,
): boolean {
  return order.expires_at <= at || bookedTimeHasCome(order, at)
}

/** The facts of an order that decide about its collection fee. */
export type VisitFeeFacts = {
  readonly set_off_at: Date | null
  readonly fee_earned_at: Date | null
  readonly collection_on: string | null
  readonly collection_time: string | null
}

/**
 * Whether the fee of the home visit is still owed if the order is cancelled now: a phlebotomist went in vain within the
 * window, or is on the way and the window is not over.
 */
export function visitIsOwed(order: VisitFeeFacts, now: Date): boolean {
  const { set_off_at: setOff, fee_earned_at: earned, collection_on: day, collection_time: time } = order
  if (earned !== null) return true
  return setOff !== null && day !== null && time !== null && now <= visitTimes(day, time).ends
}

/**
 * Whether an order's home visit can be moved: the order waits for its payment or its sample, and no phlebotomist has set
 * off.
 */
export function canMoveVisit(
  order: Unpaid & { readonly mode: string; readonly set_off_at: Date | null },
  now: Date,
): boolean {
  if (order.mode !== 'sampleCollection' || order.set_off_at) return false
  return order.state === 'scheduled' || (order.state === 'awaiting_payment' && order.expires_at > now)
}

/** The account that booked an order, in the history of the order. */
export type BookerRole = 'patient' | 'doctor'

export function bookerOf({ type }: { readonly type: string }): BookerRole {
  return type === 'doctor' ? 'doctor' : 'patient'
}
