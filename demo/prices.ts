import { createHash } from 'node:crypto'
import { type Kobo, kobo } from '@labalaba/contract'

/** Made-up prices stand in steps of ₦50. */
const step = 5000

/** What a test usually costs. */
export type Band = { readonly priceLowKobo: Kobo; readonly priceHighKobo: Kobo }

/**
 * A made-up price of a test at a lab: in whole steps of ₦50, inside the test's band times the lab's factor, and the same
 * each time for the same lab and test. A band too narrow for a step gives the step nearest to it, and never less than one.
 */
export function madeUpPrice(labSlug: string, testCode: string, band: Band, factor: number): Kobo {
  const hundredths = Math.round(factor * 100)
  const least = Math.ceil((band.priceLowKobo * hundredths) / 100 / step)
  const most = Math.floor((band.priceHighKobo * hundredths) / 100 / step)
  const steps = most < least ? most : least + Math.floor(position(labSlug, testCode) * (most - least + 1))
  return kobo(Math.max(1, steps) * step)
}

/** A number from 0 to just under 1 that looks random and depends on these words only. */
function position(labSlug: string, testCode: string): number {
  return createHash('sha256').update(`${labSlug}\0${testCode}`).digest().readUInt32BE() / 2 ** 32
}
