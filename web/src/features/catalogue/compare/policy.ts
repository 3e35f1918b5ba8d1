import type { TestOffer } from '@labalaba/contract'
import * as copy from '../../../copy/catalogue.ts'
import { fill, plural } from '../../../lib/fill.ts'
import { naira } from '../../../lib/format.ts'

export const sorts = [
  { value: 'price', label: copy.lowestPrice },
  { value: 'soonest', label: copy.soonest },
  { value: 'name', label: copy.byName },
] as const
export type Sort = (typeof sorts)[number]['value']

/** The hours within which a result may be wanted. */
export const spans = [24, 48, 72] as const

/** The wanted labs, as stored in the URL. */
export type Wanted = {
  state: string
  area: string
  home: boolean
  iso: boolean
  /** Hours; 0 means any time. */
  within: number
  sort: Sort
  page: number
}

/** Reads the wanted labs from the URL; ignores invalid values. */
export function wantedFrom(address: URLSearchParams, page: number): Wanted {
  const read = (name: string) => (address.get(name) ?? '').trim().slice(0, 60)
  const state = read('state')
  const within = Number(read('within'))
  return {
    state,
    area: state === '' ? '' : read('area'),
    home: read('home') === 'yes',
    iso: read('iso') === 'yes',
    within: spans.some((span) => span === within) ? within : 0,
    sort: sorts.find(({ value }) => value === read('sort'))?.value ?? 'price',
    page,
  }
}

/** Writes the wanted labs into the URL, next to its other parameters. Default values are left out. */
export function wantedAddress(before: URLSearchParams, wanted: Wanted): URLSearchParams {
  const address = new URLSearchParams(before)
  const write = (name: string, value: string) => {
    if (value === '') address.delete(name)
    else address.set(name, value)
  }
  write('state', wanted.state)
  write('area', wanted.area)
  write('home', wanted.home ? 'yes' : '')
  write('iso', wanted.iso ? 'yes' : '')
  write('within', wanted.within > 0 ? String(wanted.within) : '')
  write('sort', wanted.sort === 'price' ? '' : wanted.sort)
  write('page', wanted.page > 1 ? String(wanted.page) : '')
  return address
}

/** Applies a change: the page resets to the first, and another state clears the area. */
export function changed(wanted: Wanted, change: Partial<Wanted>): Wanted {
  const area = change.state !== undefined && change.state !== wanted.state ? '' : wanted.area
  return { ...wanted, area, page: 1, ...change }
}

/** Every lab that offers it, anywhere. */
export const anyLab = { state: '', area: '', home: false, iso: false, within: 0 } as const

/** True if any filter is set. */
export function isNarrowed({ state, home, iso, within }: Wanted): boolean {
  return state !== '' || home || iso || within > 0
}

/** The place of the wanted labs: "Ikeja, Lagos", or "Nigeria". */
export function placeWords({ state, area }: Pick<Wanted, 'state' | 'area'>): string {
  if (state === '') return copy.nigeria
  return area === '' ? state : `${area}, ${state}`
}

/** "34 labs in Lagos". */
export function labCountWords(total: number, wanted: Pick<Wanted, 'state' | 'area'>): string {
  const place = placeWords(wanted)
  return total === 0 ? fill(copy.noLabIn, { place }) : plural(copy.labsCountIn, total, { place })
}

/** A lab's locations on one line: the first, and how many more. */
export function locationWords(locations: TestOffer['locations']): string {
  const [first, ...others] = locations
  if (!first) return ''
  const place = [first.area, first.state].filter((part) => part !== '').join(', ')
  return others.length === 0 ? place : plural(copy.placesMore, others.length, { place })
}

/** The price of a home visit, or that it is not offered. */
export function homeWords({ homeCollection, collectionFee }: TestOffer): string {
  if (!homeCollection) return copy.walkInOnly
  return collectionFee === null ? copy.homeCollection : fill(copy.atHomeFor, { fee: naira(collectionFee) })
}

/** How many tests a package includes, and its lowest price. */
export function packageWords({
  testCount,
  priceFrom,
}: {
  testCount: number
  priceFrom: number | null
}): string {
  if (priceFrom === null) return plural(copy.tests, testCount)
  return plural(copy.packageFrom, testCount, { price: naira(priceFrom) })
}

/** Labels the offer that leads the current sort order on the first page, unless all are equal. */
export function bestOf(offers: readonly TestOffer[], { sort, page }: Wanted): (offer: TestOffer) => string {
  const [first] = offers
  const last = offers.at(-1)
  if (!first || !last || page > 1) return () => ''
  if (sort === 'price' && first.amount < last.amount)
    return (offer) => (offer.amount === first.amount ? copy.lowestPrice : '')
  if (sort === 'soonest' && first.turnaroundHours < last.turnaroundHours)
    return (offer) => (offer.turnaroundHours === first.turnaroundHours ? copy.soonest : '')
  return () => ''
}

/** A test in a title: "Malaria tests", "Full blood count tests", "Widal tests". */
export function testsTitle({ code, name }: { code: string; name: string }): string {
  if (code === 'malaria-parasite') return copy.malariaTests
  return fill(copy.testsOfName, { name: name.replace(/ tests?$/i, '') })
}
