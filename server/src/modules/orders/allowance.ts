import { type Kobo, kobo } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Secret } from '../../infra/config/secret.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import type { Actor } from '../../infra/http/http.ts'
import { openRateCounter, type RateCounter } from '../../infra/http/rate-counter.ts'
import { tryAbout } from '../../infra/http/tries.ts'
import type { UseLimits } from '../../infra/http/use-limits.ts'
import { orderByClientReference } from './repository.ts'

type Dependencies = { readonly db: Db; readonly secret: Secret; readonly useLimits: UseLimits }

/** How much an account may book, and earn from its bookings. */
export type Allowance = {
  /** The most unpaid orders at the same time. */
  readonly openOrders: number
  readonly bookingsPerHour: number
  readonly earningOrdersPerDay: number
  readonly earningsPerDay: Kobo
}

/** The only rule for how much an account may book: a verified doctor may book more, as they book for many patients. */
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
 * Counts a booking request of an account before anything else is done. Throws `too_many_bookings` with the time to wait. A
 * repeated request for an order that is already placed is never refused.
 */
export function openBookingCount({ db, secret, useLimits }: Dependencies) {
  const counters = new Map<number, RateCounter>()
  const counterOf = (most: number) => {
    const counter = counters.get(most) ?? openRateCounter(db, { name: 'bookings', most, seconds: 3600 })
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
