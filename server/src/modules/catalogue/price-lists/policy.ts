import { type Kobo, kobo } from '@labalaba/contract'

/** The lab's terms for a test that it offers. */
export type Terms = {
  readonly priceKobo: Kobo
  readonly active: boolean
  readonly hours: number
  readonly atHome: boolean
}

/** A test that a lab offers or could offer. */
export type KnownTest = {
  readonly testId: number
  readonly code: string
  readonly name: string
  readonly department: string
  /** The departments that the test needs and the lab lacks. */
  readonly missing: readonly string[]
  /** Whether the lab makes home visits and the sample can be taken at home. */
  readonly mayBeAtHome: boolean
  /** The lab's promised hours unless it sets others. */
  readonly usualHours: number
  /** Null if the lab does not offer it. */
  readonly terms: Terms | null
}

/** The requested terms of a test; omitted ones stay. */
export type Wish = { readonly testId: number } & { readonly [K in keyof Terms]?: Terms[K] | undefined }

/** How a change alters a test: null for terms that stay, and the old values. */
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

/** The change that a request makes to a test; null if nothing changes. A new test needs a price. */
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

/** The changes that the requests make, and how many requests change nothing. */
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

/** Percentage changes round prices to ₦50, in kobo. */
const step = 5000
/** The least that Paystack accepts from a payer, in kobo. */
export const leastPrice = kobo(10_000)
export const mostPrice = kobo(1_000_000_000)
/** The longest turnaround that a lab may set, in hours: about twelve weeks. */
export const mostHours = 2000

/**
 * A price with a percentage added, in hundredths of a per cent. Rounded to the nearest ₦50, halves up, and kept between
 * ₦100 and ₦10,000,000. An increase never ends below the old price, and a decrease never above it. Integer arithmetic only,
 * so halves round exactly.
 */
export function raisedBy(price: Kobo, bps: number): Kobo {
  const wished = price * (10_000 + bps)
  const steps = Math.floor((wished + (step / 2) * 10_000) / (step * 10_000))
  const rounded = Math.min(mostPrice, Math.max(leastPrice, steps * step))
  return kobo(bps < 0 ? Math.min(price, rounded) : Math.max(price, rounded))
}

/** Whether a lab may make this change. If the lab lacks a department of the test, it may only pause the test. */
export function mayChange(test: KnownTest, line: ChangeLine | null): boolean {
  if (test.missing.length === 0) return true
  if (test.terms === null) return false
  return (
    line === null || (line.priceKobo === null && line.hours === null && line.atHome === null && !line.active)
  )
}
