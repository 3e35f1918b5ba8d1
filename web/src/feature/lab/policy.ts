import type { LabItem, LabLocation } from '@labalaba/contract'
import { counted, plainDay } from '../../lib/format.ts'

const cloths = ['eye', 'wing', 'grid', 'lines'] as const
const corners = ['drop', 'drop-right', 'drop-up-left', 'drop-up-right'] as const
export type Cloth = (typeof cloths)[number]
export type Corner = (typeof corners)[number]

function spread(text: string): number {
  let sum = 0x811c9dc5
  for (const letter of text) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  // Mixed once more: most slugs end alike, and the last letters would weigh too much.
  sum = Math.imul(sum ^ (sum >>> 16), 0x45d9f3b)
  return (sum ^ (sum >>> 15)) >>> 0
}

/** The cloth by which a lab is known: always the same for the same slug. */
export function clothOf(slug: string): { cloth: Cloth; corner: Corner } {
  const n = spread(slug)
  return { cloth: cloths[n % 4] ?? 'eye', corner: corners[(n >>> 2) % 4] ?? 'drop' }
}

export type Standing = {
  /** What the lab may say of itself, in a line. */
  words: string
  /** Until when, or since when not. */
  until: string
  good: boolean
}

/** What "verified" rests on, in two lines. A lab that may not be booked says so first. */
export function standingOf(verification: LabItem['verification']): Standing {
  const day = plainDay(verification.registrationExpiresOn)
  if (!verification.bookable) {
    return { words: 'Registration expired: not taking bookings', until: `Expired ${day}`, good: false }
  }
  const iso = isAccredited(verification.accreditation) ? ', ISO\u00a015189' : ''
  return {
    words: `${registrationOf(verification.accreditation)}${iso}`,
    until: `Valid to ${day}`,
    good: true,
  }
}

/** True where the lab's accreditation names ISO 15189. */
function isAccredited(accreditation: string): boolean {
  return /ISO\s*15189/i.test(accreditation)
}

/** Whether a lab works to ISO 15189, and for what: an accreditation is only ever for some of its departments. */
export function accreditationWords({ accreditation, isoScope }: LabItem['verification']): string {
  if (!isAccredited(accreditation)) return 'Not accredited'
  return isoScope.length > 0
    ? `Accredited for ${isoScope.join(', ')}`
    : 'Accredited. The lab has not said for which tests'
}

/** The kind of MLSCN registration, in words. */
export function registrationOf(accreditation: string): string {
  return /provisional/i.test(accreditation) ? 'MLSCN provisional registration' : 'MLSCN registered'
}

/** "Ikeja, Lagos", and how many further locations there are. */
export function placeOf(lab: Pick<LabItem, 'area' | 'state' | 'locationCount'>): string {
  const place = [lab.area, lab.state].filter((part) => part !== '').join(', ')
  return lab.locationCount > 1 ? `${place} and\u00a0${lab.locationCount - 1}\u00a0more` : place
}

/** What the address asks the list for. */
export type LabsWanted = { q: string; page: number; favourite: boolean; home: boolean; iso: boolean }

const filters = ['favourite', 'home', 'iso'] as const
export type LabFilter = (typeof filters)[number]

/** Reads the part of the address behind the question mark. Whatever makes no sense there is left out. */
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

/** The address that asks for just this; what is as usual is not in it. */
export function labsAddress({ q, page, ...wanted }: LabsWanted): URLSearchParams {
  return new URLSearchParams({
    ...(q === '' ? {} : { q }),
    ...Object.fromEntries(filters.filter((filter) => wanted[filter]).map((filter) => [filter, 'yes'])),
    ...(page > 1 ? { page: String(page) } : {}),
  })
}

/** Which of the filters are on. */
export function filtersOn(wanted: Pick<LabsWanted, LabFilter>): LabFilter[] {
  return filters.filter((filter) => wanted[filter])
}

/** The way to a location, for the map that the phone has: its spot where it is known, else its address. */
export function directionsTo(
  location: Pick<LabLocation, 'address' | 'state' | 'latitude' | 'longitude'>,
): string {
  const { address, state, latitude, longitude } = location
  const spot = latitude !== null && longitude !== null ? `${latitude},${longitude}` : ''
  const to = new URLSearchParams({ api: '1', destination: spot || `${address}, ${state}, Nigeria` })
  return `https://www.google.com/maps/dir/?${to}`
}

/** How many labs there are, and which of them stand on this page. */
export function countWords(total: number, page: number, limit: number, q: string): string {
  const found = q === '' ? counted(total, 'lab') : `${counted(total, 'lab')} found for “${q}”`
  if (total <= limit) return found
  return `${found}, showing ${(page - 1) * limit + 1} to ${Math.min(page * limit, total)}`
}

/** The page asked for in the address; anything that is no page is the first. */
export function pageFrom(text: string | null): number {
  const page = Number(text)
  return Number.isSafeInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}

/** The location a person had chosen here before, or the only one there is; nothing where they must choose. */
export function rememberedLocation(
  locations: readonly LabLocation[],
  remembered: string | undefined,
): LabLocation | undefined {
  const [only, ...others] = locations
  if (others.length === 0) return only
  return locations.find((location) => location.address === remembered)
}
