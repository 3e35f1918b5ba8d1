import {
  type Kobo,
  type LabTest,
  type LagosDate,
  nairaOf,
  type TestItem,
  type TestOffer,
} from '@labalaba/contract'
import { collectionFee, verificationOf } from '../labs/index.ts'
import type { TestFacts } from './facts/repository.ts'
import type { Market } from './market/repository.ts'
import type { LabOfferRow } from './market-repository.ts'
import { promisedHours } from './policy.ts'
import type { OfferRow } from './repository.ts'

/** What a lab promises for a test: hours to the result, and whether it takes the sample at home. */
export function termsOf(test: TestFacts, offer: OfferRow, labFactor: number) {
  return {
    turnaroundHours: offer.ownHours ?? promisedHours(test.turnaroundHours, labFactor),
    homeCollection: test.homeCollection && offer.atHome,
  }
}

/** A test as an item of a lab's list. */
export function labTest(test: TestFacts, offer: OfferRow, labFactor: number): LabTest {
  const { name, code, kind, category, alsoKnownAs, summary, includes, department, departments } = test
  const { specimen, fastingHours, preparation, sex, asks, popularRank } = test
  return {
    testName: name,
    code,
    kind,
    category,
    alsoKnownAs,
    summary,
    includes,
    department,
    departments,
    specimen,
    fastingHours,
    preparation,
    sex,
    asks,
    popularRank,
    amount: nairaOf(offer.priceKobo),
    ...termsOf(test, offer, labFactor),
  }
}

/** A test or package as an item of the catalogue's list. */
export function testItem(test: TestFacts, market: Market | undefined): TestItem {
  const { id: _, audience: __, foundBy: ___, ...item } = test
  return {
    ...item,
    labCount: market?.labCount ?? 0,
    priceFrom: nairaOrNull(market?.priceFromKobo),
    priceTo: nairaOrNull(market?.priceToKobo),
  }
}

/** Naira, or null if there is no price. */
export function nairaOrNull(price: Kobo | null | undefined): number | null {
  return price === null || price === undefined ? null : nairaOf(price)
}

/** The offer of one lab: its price and promise for a test. */
export function testOffer(offer: LabOfferRow, test: TestFacts, today: LagosDate): TestOffer {
  const [first] = offer.locations
  const fee = first ? collectionFee(offer, first) : null
  const atHome = test.homeCollection && fee !== null
  return {
    lab: {
      name: offer.name,
      slug: offer.slug,
      verification: verificationOf(offer, today),
      sampleData: offer.demo,
    },
    amount: nairaOf(offer.priceKobo),
    turnaroundHours: offer.turnaroundHours,
    homeCollection: atHome,
    collectionFee: atHome ? nairaOrNull(fee) : null,
    locations: offer.locations.map(({ collectionFeeKobo: _, ...location }) => location),
  }
}
