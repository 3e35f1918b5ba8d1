import { createHash } from 'node:crypto'
import { type Kobo, kobo } from '@labalaba/contract'

/** Invented prices are multiples of ₦50, in kobo. */
const step = 5000

/** The usual price range of a test. */
export type Band = { readonly priceLowKobo: Kobo; readonly priceHighKobo: Kobo }

/**
 * An invented price of a test at a lab: a multiple of ₦50 within the test's range times the lab's factor, always the same
 * for the same lab and test. A range too narrow gives the nearest multiple, at least ₦50.
 */
export function madeUpPrice(labSlug: string, testCode: string, band: Band, factor: number): Kobo {
  const hundredths = Math.round(factor * 100)
  const least = Math.ceil((band.priceLowKobo * hundredths) / 100 / step)
  const most = Math.floor((band.priceHighKobo * hundredths) / 100 / step)
  const steps = most < least ? most : least + Math.floor(position(labSlug, testCode) * (most - least + 1))
  return kobo(Math.max(1, steps) * step)
}

/** A number from 0 to just under 1 that looks random and depends only on these two texts. */
function position(labSlug: string, testCode: string): number {
  return createHash('sha256').update(`${labSlug}\0${testCode}`).digest().readUInt32BE() / 2 ** 32
}
