import type { LabItem, LabLocation } from '@labalaba/contract'
import * as copy from '../../copy/labs.ts'
import { fill } from '../../lib/fill.ts'
import { plainDay } from '../../lib/format.ts'

const cloths = ['eye', 'wing', 'grid', 'lines'] as const
const corners = ['drop', 'drop-right', 'drop-up-left', 'drop-up-right'] as const
export type Cloth = (typeof cloths)[number]
export type Corner = (typeof corners)[number]

function spread(text: string): number {
  let sum = 0x811c9dc5
  for (const letter of text) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  // Mix once more: most slugs end alike, and the last letters would weigh too much.
  sum = Math.imul(sum ^ (sum >>> 16), 0x45d9f3b)
  return (sum ^ (sum >>> 15)) >>> 0
}

/** The pattern of a lab: always the same for the same slug. */
export function clothOf(slug: string): { cloth: Cloth; corner: Corner } {
  const n = spread(slug)
  return { cloth: cloths[n % 4] ?? 'eye', corner: corners[(n >>> 2) % 4] ?? 'drop' }
}

export type RegistrationStatus = {
  /** The lab's registration, in one line. */
  words: string
  /** Until when it is valid, or since when it is not. */
  until: string
  good: boolean
}

/** The basis of "verified", in two lines. For a lab that cannot be booked, the reason comes first. */
export function statusOf(verification: LabItem['verification']): RegistrationStatus {
  const day = plainDay(verification.registrationExpiresOn)
  if (!verification.bookable) {
    return { words: copy.registrationExpired, until: fill(copy.expiredOn, { day }), good: false }
  }
  const registration = registrationOf(verification.accreditation)
  return {
    words: isAccredited(verification.accreditation) ? fill(copy.withIsoToo, { registration }) : registration,
    until: fill(copy.validTo, { day }),
    good: true,
  }
}

/** True if the lab's accreditation names ISO 15189. */
function isAccredited(accreditation: string): boolean {
  return /ISO\s*15189/i.test(accreditation)
}

/** Whether a lab is accredited to ISO 15189, and for what: an accreditation covers only some departments. */
export function accreditationWords({ accreditation, isoScope }: LabItem['verification']): string {
  if (!isAccredited(accreditation)) return copy.notAccredited
  return isoScope.length > 0
    ? fill(copy.accreditedFor, { departments: isoScope.join(', ') })
    : copy.accredited
}

/** The kind of MLSCN registration, in words. */
export function registrationOf(accreditation: string): string {
  return /provisional/i.test(accreditation) ? copy.provisional : copy.registered
}

/** "Ikeja, Lagos", and how many further locations there are. */
export function placeOf(lab: Pick<LabItem, 'area' | 'state' | 'locationCount'>): string {
  const place = [lab.area, lab.state].filter((part) => part !== '').join(', ')
  return lab.locationCount > 1 ? fill(copy.placeMore, { place, count: lab.locationCount - 1 }) : place
}

/** The list parameters in the URL. */
export type LabsWanted = { q: string; page: number; favourite: boolean; home: boolean; iso: boolean }

const filters = ['favourite', 'home', 'iso'] as const
export type LabFilter = (typeof filters)[number]

/** Reads the query part of the URL; ignores invalid values. */
export function labsWanted(address: URLSearchParams): LabsWanted {
  const [favourite, home, iso] = filters.map((filter) => address.get(filter) === 'yes')
  return {
    q: (address.get('q') ?? '').trim().slice(0, 100),
    page: pageFrom(address.get('page')),
    favourite: favourite === true,
    home: home === true,
    iso: iso === true,
  }
}

/** The URL parameters of a list; default values are left out. */
export function labsAddress({ q, page, ...wanted }: LabsWanted): URLSearchParams {
  return new URLSearchParams({
    ...(q === '' ? {} : { q }),
    ...Object.fromEntries(filters.filter((filter) => wanted[filter]).map((filter) => [filter, 'yes'])),
    ...(page > 1 ? { page: String(page) } : {}),
  })
}

/** The filters that are on. */
export function filtersOn(wanted: Pick<LabsWanted, LabFilter>): LabFilter[] {
  return filters.filter((filter) => wanted[filter])
}

/** A directions link for the phone's map app: to the coordinates if known, else to the address. */
export function directionsTo(
  location: Pick<LabLocation, 'address' | 'state' | 'latitude' | 'longitude'>,
): string {
  const { address, state, latitude, longitude } = location
  const spot = latitude !== null && longitude !== null ? `${latitude},${longitude}` : ''
  const to = new URLSearchParams({ api: '1', destination: spot || `${address}, ${state}, Nigeria` })
  return `https://www.google.com/maps/dir/?${to}`
}

/** The page number in the URL; 1 if it is invalid. */
export function pageFrom(text: string | null): number {
  const page = Number(text)
  return Number.isSafeInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}

/** The location chosen here before, or the only one; undefined if the user must choose. */
export function rememberedLocation(
  locations: readonly LabLocation[],
  remembered: string | undefined,
): LabLocation | undefined {
  const [only, ...others] = locations
  if (others.length === 0) return only
  return locations.find((location) => location.address === remembered)
}
