import { type Lab, type LabItem, type LabLocation, type LagosDate, nairaOf } from '@labalaba/contract'
import type { ListedLab } from './listing-rows.ts'
import type { LabRow, ListedLocation } from './rows.ts'
import { collectionFee, inCategoryOrder, isBookable } from './rules.ts'

/** A lab in a list. */
export function labItem(lab: ListedLab, today: LagosDate): LabItem {
  return {
    name: lab.name,
    slug: lab.slug,
    address: lab.address,
    area: lab.area,
    state: lab.state,
    isFavorite: lab.isFavourite,
    testCount: lab.offerCount,
    locationCount: lab.locationCount,
    homeCollection: lab.homeCollection,
    verification: {
      accreditation: lab.accreditation,
      registrationNumber: lab.registrationNumber,
      registrationExpiresOn: lab.registrationExpiresOn,
      bookable: isBookable(lab, today),
    },
    sampleData: lab.demo,
  }
}

/** A lab by itself. */
export function labPage(lab: ListedLab, today: LagosDate): Lab {
  return { ...labItem(lab, today), about: lab.about, foundedYear: lab.foundedYear }
}

/** A location of a lab. */
export function labLocation(lab: LabRow, location: ListedLocation): LabLocation {
  const fee = collectionFee(lab, location)
  return {
    name: location.name,
    address: location.address,
    landmark: location.landmark,
    area: location.area,
    state: location.state,
    openingHours: location.openingHours,
    testsOffered: inCategoryOrder(location.categories),
    departments: location.departments,
    collectionFee: fee === null ? null : nairaOf(fee),
  }
}
