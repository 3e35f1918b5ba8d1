import { type LabTest, nairaOf } from '@labalaba/contract'
import type { OfferRow } from './rows.ts'
import { promisedHours } from './rules.ts'

/** A test in a lab's list. */
export function labTest(offer: OfferRow, labFactor: number): LabTest {
  return {
    testName: offer.name,
    category: offer.category,
    amount: nairaOf(offer.priceKobo),
    code: offer.code,
    alsoKnownAs: offer.alsoKnownAs,
    department: offer.department,
    specimen: offer.specimen,
    fastingHours: offer.fastingHours,
    preparation: offer.preparation,
    turnaroundHours: promisedHours(offer.testHours, labFactor),
    homeCollection: offer.homeCollection,
    sex: offer.sex,
    popularRank: offer.popularRank,
  }
}
