import { type Kobo, kobo } from '@labalaba/contract'
import { madeUpPrice } from '../../demo/prices.ts'
import type { MadeLab } from './labs.ts'
import { type Random, randomFrom } from './random.ts'

/** The facts of a test or package that an offer and an order need. */
export type CatalogueTest = {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly includes: readonly string[]
  readonly departments: readonly string[]
  readonly specimen: string
  readonly fastingHours: number
  readonly preparation: string
  readonly turnaroundHours: number
  readonly priceLowKobo: Kobo
  readonly priceHighKobo: Kobo
  readonly popularRank: number | null
  readonly isPackage: boolean
}

/** What a lab offers: tests with prices, the most popular first, and the departments that they need. */
export type Listing = {
  readonly tests: readonly CatalogueTest[]
  readonly prices: readonly Kobo[]
  readonly departments: readonly string[]
}

/** Draws what labs offer: popular tests at most labs, rare ones at a few. */
export function listingsOf(catalogue: readonly CatalogueTest[], seed: number): (lab: MadeLab) => Listing {
  const random = randomFrom(seed, 'offers')
  const weights = catalogue.map(weightOf)
  return (lab) => {
    const tests = draw(random, catalogue, weights, lab.offerCount)
    return {
      tests,
      prices: tests.map((test) =>
        kobo(Math.max(100, madeUpPrice(lab.slug, test.code, test, lab.priceFactor))),
      ),
      departments: [...new Set(tests.flatMap((test) => test.departments))].sort(),
    }
  }
}

function weightOf({ popularRank, isPackage }: CatalogueTest): number {
  if (popularRank !== null) return popularRank <= 40 ? 40 : 12
  return isPackage ? 1.5 : 1
}

/** Draws this many different tests, with probability by weight (Efraimidis and Spirakis). */
function draw(
  random: Random,
  catalogue: readonly CatalogueTest[],
  weights: readonly number[],
  count: number,
): CatalogueTest[] {
  return catalogue
    .map((test, index) => ({ test, key: random.next() ** (1 / (weights[index] ?? 1)) }))
    .sort((a, b) => b.key - a.key)
    .slice(0, count)
    .map(({ test }) => test)
    .sort((a, b) => (a.popularRank ?? 9999) - (b.popularRank ?? 9999) || a.id - b.id)
}

/** The departments of a location: a branch lacks some of its lab's. */
export function departmentsAt(listing: Pick<Listing, 'departments'>, lacks: number): readonly string[] {
  const kept = listing.departments.slice(0, Math.max(1, listing.departments.length - lacks))
  return kept.length > 0 ? kept : ['Haematology']
}
