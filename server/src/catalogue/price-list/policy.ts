import { type Kobo, kobo } from '@labalaba/contract'

/** What a lab says of a test that it offers. */
export type Terms = {
  readonly priceKobo: Kobo
  readonly active: boolean
  readonly hours: number
  readonly atHome: boolean
}

/** A test that a lab offers, or could. */
export type KnownTest = {
  readonly testId: number
  readonly code: string
  readonly name: string
  readonly department: string
  /** The departments that it needs and the lab has not. */
  readonly missing: readonly string[]
  /** The lab makes home visits, and it can be taken on one. */
  readonly mayBeAtHome: boolean
  /** The lab's promise where it says no other. */
  readonly usualHours: number
  /** Null where the lab does not offer it. */
  readonly terms: Terms | null
}

/** What a test should be; what is left out stays. */
export type Wish = { readonly testId: number } & { readonly [K in keyof Terms]?: Terms[K] | undefined }

/** What a change makes of a test: null for what stays, and how it was before. */
export type ChangeLine = {
  readonly testId: number
  readonly priceKobo: Kobo | null
  readonly active: boolean | null
  readonly hours: number | null
  readonly atHome: boolean | null
  readonly oldPriceKobo: Kobo | null
  readonly oldActive: boolean | null
  readonly oldHours: number | null
  readonly oldAtHome: boolean | null
}

/** What the wish changes of a test; null where nothing. A test that is new needs a price. */
export function lineFor(test: KnownTest, wish: Wish): ChangeLine | null {
  const { terms } = test
  if (terms === null && wish.priceKobo === undefined) return null
  const before = terms ?? { priceKobo: null, active: null, hours: test.usualHours, atHome: test.mayBeAtHome }
  const differing = <T>(wished: T | undefined, is: T | null): T | null =>
    wished === undefined || wished === is ? null : wished
  const line = {
    testId: test.testId,
    priceKobo: differing(wish.priceKobo, before.priceKobo),
    active: differing(wish.active ?? (terms === null ? true : undefined), before.active),
    hours: differing(wish.hours, before.hours),
    atHome: test.mayBeAtHome ? differing(wish.atHome, before.atHome) : null,
    oldPriceKobo: terms?.priceKobo ?? null,
    oldActive: terms?.active ?? null,
    oldHours: terms?.hours ?? null,
    oldAtHome: terms?.atHome ?? null,
  }
  const { priceKobo, active, hours, atHome } = line
  return priceKobo === null && active === null && hours === null && atHome === null ? null : line
}

/** What the wishes change, and how many of them change nothing. */
export function linesFor(
  tests: ReadonlyMap<number, KnownTest>,
  wishes: readonly Wish[],
): { lines: ChangeLine[]; unchanged: number } {
  const lines = wishes.flatMap((wish) => {
    const test = tests.get(wish.testId)
    return (test && lineFor(test, wish)) ?? []
  })
  return { lines, unchanged: wishes.length - lines.length }
}

/** Prices stand in steps of ₦50. */
const step = 5000
/** Paystack takes no less of a payer. */
export const leastPrice = kobo(10_000)
export const mostPrice = kobo(1_000_000_000)
/** The longest turnaround that a lab may say, in hours: about twelve weeks. */
export const mostHours = 2000

/**
 * A price with a percentage, in hundredths of a per cent, on it: to the nearest ₦50, from the middle upwards, and never
 * less than ₦100 nor more than ₦10,000,000; but what goes up never ends below what it was, and what goes down never above.
 * Whole numbers all the way, so no half is lost.
 */
export function raisedBy(price: Kobo, bps: number): Kobo {
  const wished = price * (10_000 + bps)
  const steps = Math.floor((wished + (step / 2) * 10_000) / (step * 10_000))
  const rounded = Math.min(mostPrice, Math.max(leastPrice, steps * step))
  return kobo(bps < 0 ? Math.min(price, rounded) : Math.max(price, rounded))
}

/**
 * Whether a lab can have this change made: of a test whose departments it has not, or has no more, only that nobody books
 * it.
 */
export function mayChange(test: KnownTest, line: ChangeLine | null): boolean {
  if (test.missing.length === 0) return true
  if (test.terms === null) return false
  return (
    line === null || (line.priceKobo === null && line.hours === null && line.atHome === null && !line.active)
  )
}
