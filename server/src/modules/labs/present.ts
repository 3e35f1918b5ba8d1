import { type Lab, type LabItem, type LabLocation, type LagosDate, nairaOf } from '@labalaba/contract'
import type { ListedLab } from './listing/repository.ts'
import { collectionFee, inCategoryOrder, isBookable, isPausedOn, packageCategory } from './policy.ts'
import type { LabRow, ListedLocation } from './repository.ts'

type Verified = Pick<
  ListedLab,
  | 'accreditation'
  | 'registrationNumber'
  | 'registrationExpiresOn'
  | 'qualityAssessment'
  | 'isoScope'
  | 'active'
>

/** A lab as an item of a list. */
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
    verification: verificationOf(lab, today),
    sampleData: lab.demo,
  }
}

/** The facts behind the "verified" mark. */
export function verificationOf(lab: Verified, today: LagosDate): LabItem['verification'] {
  return {
    accreditation: lab.accreditation,
    registrationNumber: lab.registrationNumber,
    registrationExpiresOn: lab.registrationExpiresOn,
    qualityAssessment: lab.qualityAssessment,
    isoScope: lab.isoScope,
    bookable: isBookable(lab, today),
  }
}

/** The full page of a lab. */
export function labPage(lab: ListedLab, today: LagosDate): Lab {
  return { ...labItem(lab, today), about: lab.about, foundedYear: lab.foundedYear }
}

/** A location of a lab; `withPackages` has the ids of locations that can do one of the lab's packages. */
export function labLocation(
  lab: LabRow,
  location: ListedLocation,
  withPackages: ReadonlySet<number>,
  today: LagosDate,
): LabLocation {
  const fee = collectionFee(lab, location)
  return {
    name: location.name,
    address: location.address,
    landmark: location.landmark,
    area: location.area,
    state: location.state,
    latitude: location.latitude,
    longitude: location.longitude,
    openingHours: location.openingHours,
    testsOffered: inCategoryOrder(
      withPackages.has(location.id) ? [packageCategory, ...location.categories] : location.categories,
    ),
    departments: location.departments,
    collectionFee: fee === null ? null : nairaOf(fee),
    pause: isPausedOn(location, today) ? location.pause : null,
  }
}
