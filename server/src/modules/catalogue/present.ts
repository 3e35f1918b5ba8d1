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

/** A test as an item of a lab's list. */
export function labTest(test: TestFacts, offer: OfferRow, labFactor: number): LabTest {
  return {
    testName: test.name,
    kind: test.kind,
    category: test.category,
    amount: nairaOf(offer.priceKobo),
    code: test.code,
    alsoKnownAs: test.alsoKnownAs,
    summary: test.summary,
    includes: test.includes,
    department: test.department,
    departments: test.departments,
    specimen: test.specimen,
    fastingHours: test.fastingHours,
    preparation: test.preparation,
    turnaroundHours: offer.ownHours ?? promisedHours(test.turnaroundHours, labFactor),
    homeCollection: test.homeCollection && offer.atHome,
    sex: test.sex,
    popularRank: test.popularRank,
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
