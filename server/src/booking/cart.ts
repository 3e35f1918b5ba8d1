import { type BookingForm, type Kobo, kobo, koboFromNaira, type LagosDate, nairaOf } from '@labalaba/contract'
import { type BookableOffer, labsMatching, offersByName, pausedTests } from '../catalogue/index.ts'
import type { Tx } from '../db.ts'
import { collectionFee, findLabAt, isPausedOn, type LabAt, labSites } from '../lab/index.ts'
import { Refusal } from '../platform/refusal.ts'
import { changedPrices, isDoneAt, sameName } from './rules.ts'

/** The lab and location that a form names. Refuses `unknown_lab`. */
export async function namedSite(
  tx: Tx,
  { labReference, location }: NonNullable<BookingForm['lab']>,
): Promise<LabAt> {
  const site = await findLabAt(tx, labReference, location)
  if (!site) throw new Refusal('unknown_lab')
  return site
}

/**
 * Where a home booking names no lab, the one that offers just this cart, at a location that takes bookings today if any
 * does. Refuses `lab_required`.
 */
export async function onlySite(tx: Tx, form: BookingForm, today: LagosDate): Promise<LabAt> {
  if (form.type.mode === 'walkin') throw new Refusal('lab_required')
  const pairs = form.test.map(({ name, amount }) => ({ name, priceKobo: koboFromNaira(amount) ?? kobo(0) }))
  const [only, ...others] = await labsMatching(tx, pairs)
  if (only === undefined || others.length > 0) throw new Refusal('lab_required')
  const sites = await labSites(tx, only)
  const offers = await offersByName(
    tx,
    only,
    form.test.map(({ name }) => name),
  )
  const doing = sites.filter(({ location }) => offers.every((offer) => isDoneAt(offer, location)))
  const site = doing.find(({ location }) => !isPausedOn(location, today)) ?? doing[0]
  if (!site) throw new Refusal('lab_required')
  return site
}

/** What the lab offers under the names of the form, in its order. Refuses what it or the location does not do. */
export async function readOffers(tx: Tx, site: LabAt, form: BookingForm): Promise<BookableOffer[]> {
  const names = form.test.map(({ name }) => sameName(name))
  if (new Set(names).size < names.length)
    throw new Refusal('invalid', { fields: { test: 'the same test stands there twice' } })
  const offers = byName(await offersByName(tx, site.lab.id, names))
  const unknown = form.test.filter(({ name }) => !offers.has(sameName(name)))
  if (unknown.length > 0) {
    const tests = unknown.map(({ name }) => name)
    const paused = new Set((await pausedTests(tx, site.lab.id)).map(({ name }) => sameName(name)))
    const kept = tests.filter((name) => paused.has(sameName(name)))
    throw new Refusal('unknown_test', { data: { tests, paused: kept } })
  }
  const found = names.flatMap((name) => offers.get(name) ?? [])
  const elsewhere = found.filter((offer) => !isDoneAt(offer, site.location))
  if (elsewhere.length > 0)
    throw new Refusal('not_at_this_location', { data: { tests: elsewhere.map(({ name }) => name) } })
  return found
}

function byName(offers: readonly BookableOffer[]): Map<string, BookableOffer> {
  return new Map(offers.map((offer) => [sameName(offer.name), offer]))
}

/** What a home visit costs there. Refuses `no_home_collection` where the lab or a test does not allow it. */
export function visitFee(site: LabAt, offers: readonly BookableOffer[]): Kobo {
  const fee = collectionFee(site.lab, site.location)
  const onlyThere = offers.filter((offer) => !offer.homeCollection)
  if (fee === null || onlyThere.length > 0)
    throw new Refusal('no_home_collection', { data: { tests: onlyThere.map(({ name }) => name) } })
  return fee
}

/** Refuses `price_changed`, with the current prices, where the caller saw others. */
export function refuseChangedPrices(form: BookingForm, offers: readonly BookableOffer[]): void {
  const changed = changedPrices(form.test, byName(offers))
  if (changed.length === 0) return
  throw new Refusal('price_changed', {
    data: { tests: changed.map((offer) => ({ name: offer.name, amount: nairaOf(offer.priceKobo) })) },
  })
}
