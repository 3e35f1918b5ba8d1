import { type Kobo, kobo } from '@labalaba/contract'
import type { Db } from '../db.ts'
import { DomainError } from '../platform/domain-error.ts'
import type { Actor } from '../platform/http.ts'
import { openRateCounter, type RateCounter } from '../platform/rate-counter.ts'
import type { Secret } from '../platform/secret.ts'
import { tryAbout } from '../platform/tries.ts'
import type { UseLimits } from '../platform/use-limits.ts'
import { orderByClientReference } from './repository.ts'

export type AllowanceDependencies = {
  readonly db: Db
  readonly secret: Secret
  readonly useLimits: UseLimits
}

/** How much an account may book, and earn by it. */
export type Allowance = {
  /** Unpaid orders at a time. */
  readonly openOrders: number
  readonly bookingsPerHour: number
  readonly earningOrdersPerDay: number
  readonly earningsPerDay: Kobo
}

/** The one rule of how much an account may book: a verified doctor books for many patients. */
export function allowanceOf(
  { isVerifiedDoctor }: Pick<Actor, 'isVerifiedDoctor'>,
  limits: UseLimits,
): Allowance {
  return {
    openOrders: isVerifiedDoctor ? limits.openOrdersOfDoctor : limits.openOrders,
    bookingsPerHour: isVerifiedDoctor ? limits.bookingsPerHourOfDoctor : limits.bookingsPerHour,
    earningOrdersPerDay: limits.earningOrdersPerDay,
    earningsPerDay: kobo(limits.earningNairaPerDay * 100),
  }
}

/**
 * Counts a booking that an account sends, before anything is done about it. Refuses `too_many_bookings` with the time to
 * wait. A booking that was placed already is answered however often it is sent again.
 */
export function openBookingCount({ db, secret, useLimits }: AllowanceDependencies) {
  const counters = new Map<number, RateCounter>()
  const counterOf = (most: number) => {
    const counter =
      counters.get(most) ?? openRateCounter(db, { name: 'bookings', most, seconds: secondsInHour })
    counters.set(most, counter)
    return counter
  }
  return async (actor: Actor, clientReference: string): Promise<void> => {
    const { accountId } = actor
    const count = counterOf(allowanceOf(actor, useLimits).bookingsPerHour)
    const retryAfter = await count(tryAbout(secret, 'bookings', String(accountId)))
    if (retryAfter > 0 && !(await orderByClientReference(db, accountId, clientReference)))
      throw new DomainError('too_many_bookings', { retryAfter })
  }
}

const secondsInHour = 3600

/** Refuses `many_unpaid_orders` where an account has as many open unpaid orders as it may have. */
export function assertMayPlace(open: number, most: number): void {
  if (open < most) return
  throw new DomainError('many_unpaid_orders', {
    message: `You have ${open} bookings that are not paid. Pay or cancel one of them before you book again.`,
  })
}
