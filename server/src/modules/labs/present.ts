import {
  type Lab,
  type LabItem,
  type LabLocation,
  type LagosDate,
  type Membership,
  nairaOf,
  type StaffMember,
} from '@labalaba/contract'
import type { ListedStaff } from '../accounts/index.ts'
import type { ListedLab } from './listing/repository.ts'
import type { MemberRow } from './members/repository.ts'
import { collectionFee, inCategoryOrder, isBookable, isPausedOn, packageCategory } from './policy.ts'
import type { LabRow, ListedLocation } from './repository.ts'

type Registered = `registration${'Number' | 'ExpiresOn'}`
type Verified = Pick<ListedLab, Registered | 'accreditation' | 'qualityAssessment' | 'isoScope' | 'active'>

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
  const { name, address, landmark, area, state, latitude, longitude, openingHours, departments } = location
  return {
    name,
    address,
    landmark,
    area,
    state,
    latitude,
    longitude,
    openingHours,
    departments,
    testsOffered: inCategoryOrder(
      withPackages.has(location.id) ? [packageCategory, ...location.categories] : location.categories,
    ),
    collectionFee: fee === null ? null : nairaOf(fee),
    pause: isPausedOn(location, today) ? location.pause : null,
  }
}

/** The membership of a staff member, as they and operators read it. */
export function presentMembership({ slug, name, locations, ...member }: MemberRow): Membership {
  return {
    lab: { slug, name },
    ...{ duties: member.duties, licence: member.licence, qualification: member.qualification },
    locations: locations.map((location) => ({ address: location.address, name: location.name })),
  }
}

/** A staff member or an invited one, as operators read it. */
export function presentStaff(
  staff: ListedStaff,
  member: MemberRow | undefined,
  given: { readonly name: string | null; readonly at: Date } | undefined,
  now: Date,
): StaffMember {
  const { id, type, name, email } = staff
  return {
    id,
    type,
    name,
    email,
    state: stateOf(staff, now),
    membership: member ? presentMembership(member) : null,
    dutiesGiven: given ? { at: given.at.toISOString(), by: given.name } : null,
    invitedAt: staff.invited_at.toISOString(),
    expiresAt: staff.expires_at.toISOString(),
    secondFactor: staff.has_factor,
  }
}

function stateOf(
  { state, account_state: account, expires_at: until }: ListedStaff,
  now: Date,
): StaffMember['state'] {
  if (state === 'revoked') return 'revoked'
  if (state === 'invited') return until > now ? 'invited' : 'lapsed'
  return account === 'suspended' || account === 'deleted' ? account : 'active'
}
