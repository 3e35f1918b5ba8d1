import { apportion, type Random, randomFrom, weighted } from './random.ts'
import type { Size } from './sizes.ts'
import { crowded, families, hours, kinds, landmarks, streets, virtues } from './words.ts'

/** An area of the country, with the words by which a lab there is found. */
export type Place = {
  readonly state: string
  readonly area: string
  readonly latitude: number
  readonly longitude: number
  readonly words: string
}

export type MadeLocation = {
  readonly id: number
  readonly position: number
  readonly name: string
  readonly address: string
  readonly landmark: string
  readonly place: Place
  readonly latitude: number
  readonly longitude: number
  readonly openingHours: string
  readonly collectionFeeKobo: number | null
  /** How many of the lab's departments it lacks: a branch does not do everything. */
  readonly lacks: number
}

export type MadeLab = {
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly foundedYear: number
  readonly accreditation: string
  readonly expiresInDays: number
  readonly turnaroundFactor: number
  readonly priceFactor: number
  readonly homeCollection: boolean
  readonly collectionFeeKobo: number
  readonly offerCount: number
  /** How much busier it is than others. */
  readonly weight: number
  readonly locations: readonly MadeLocation[]
}

const fewestOffers = 8
const mostWeight = 6

/** The labs of a size with their locations: many in Lagos, many with similar names, a few large and most small. */
export function* makeLabs(size: Size, seed: number, places: readonly Place[]): Generator<MadeLab> {
  const random = randomFrom(seed, 'labs')
  const weights = Array.from({ length: size.labs }, () =>
    Math.min(mostWeight, 0.35 / (1 - random.next()) ** 0.7),
  )
  const offers = apportion(size.offers - fewestOffers * size.labs, weights)
  const branches = apportion(size.locations - size.labs, weights)
  const states = statesOf(places)
  const drawState = weighted(states.map(([state]) => crowded[state] ?? 2))
  const taken = new Set<string>()
  let locationId = 0
  for (const [index, weight] of weights.entries()) {
    const [, areas] = states[drawState(random)] ?? ['', places]
    const count = 1 + (branches[index] ?? 0)
    const named = nameOf(random, random.pick(areas).area, taken)
    yield {
      id: index + 1,
      ...named,
      foundedYear: random.whole(1975, 2024),
      accreditation: random.chance(0.06) ? 'MLSCN; ISO 15189:2022' : 'MLSCN',
      expiresInDays: random.chance(0.03) ? -random.whole(1, 90) : random.whole(400, 900),
      turnaroundFactor: random.whole(16, 28) / 20,
      priceFactor: random.whole(14, 30) / 20,
      homeCollection: random.chance(0.6),
      collectionFeeKobo: random.chance(0.7) ? 700_000 : random.whole(8, 24) * 50_000,
      offerCount: fewestOffers + (offers[index] ?? 0),
      weight,
      locations: Array.from({ length: count }, (_, at) => {
        locationId += 1
        // Branches are in the lab's own state, except a few of the large labs'.
        const there = at > 2 && random.chance(0.2) ? (states[drawState(random)]?.[1] ?? areas) : areas
        return locationOf(random, locationId, at + 1, random.pick(there))
      }),
    }
  }
}

function statesOf(places: readonly Place[]): [string, Place[]][] {
  return [...Map.groupBy(places, ({ state }) => state)]
}

function locationOf(random: Random, id: number, position: number, place: Place): MadeLocation {
  return {
    id,
    position,
    place,
    name: position === 1 ? `${place.area} Main Laboratory` : `${place.area} Branch ${position}`,
    // The number of the branch makes the addresses of one lab differ.
    address: `${position * 100 + random.whole(1, 99)} ${random.pick(streets)}, ${place.area}`,
    landmark: random.pick(landmarks),
    latitude: round(place.latitude + (random.next() - 0.5) / 50),
    longitude: round(place.longitude + (random.next() - 0.5) / 50),
    openingHours: random.pick(hours),
    collectionFeeKobo: random.chance(0.1) ? random.whole(8, 24) * 50_000 : null,
    lacks: position === 1 ? 0 : random.whole(0, 3),
  }
}

function round(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000
}

function nameOf(random: Random, area: string, taken: Set<string>): { name: string; slug: string } {
  for (let tries = 0; ; tries += 1) {
    const name =
      tries < 3 ? shortName(random) : `${shortName(random)} ${area} ${tries > 20 ? tries : ''}`.trim()
    const slug = slugOf(name)
    if (taken.has(slug)) continue
    taken.add(slug)
    return { name, slug }
  }
}

function shortName(random: Random): string {
  const form = random.next()
  const family = random.pick(families)
  const kind = random.pick(kinds)
  if (form < 0.15) return `${random.pick(virtues)} ${kind}`
  if (form < 0.4) return `${family} ${kind}`
  if (form < 0.55) return `${random.pick(virtues)} ${family} ${kind}`
  return `${family}-${random.pick(families)} ${kind}`
}

/** Lower case without accents, with hyphens. */
function slugOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
