import { type BookingForm, type Kobo, kobo, koboFromNaira, type LagosDate, nairaOf } from '@labalaba/contract'
import type { Tx } from '../../db.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { type BookableOffer, labsMatching, offersAt, offersByName, pausedTests } from '../catalogue/index.ts'
import { collectionFee, isBookable, isPausedOn, type LabAt, labSites } from '../labs/index.ts'
import { assertTakesBookings, refusePaused } from '../scheduling/index.ts'
import { changedPrices, isDoneAt, sameName } from './policy.ts'

/** The location of a cart, and the lab's offers for its tests. */
type Cart = { readonly site: LabAt; readonly offers: readonly BookableOffer[] }

/** A cart with its fee for the home visit; 0 for a walk-in. */
export type PricedCart = Cart & { readonly fee: Kobo }

/**
 * Prices the cart of a form, in its order, at the lab's prices of this moment. The location takes bookings today and stays so
 * until the transaction ends; the lab is registered until `day`. Call it after `lockBookingTerms`, whose lock of the location
 * `sharedId` keeps it unchanged. Throws `unknown_lab`, `lab_required`, `lab_not_bookable`, `location_paused`, `unknown_test`,
 * `not_at_this_location`, `no_home_collection` and `price_changed`.
 */
export async function priceCart(tx: Tx, form: BookingForm, terms: CartTerms): Promise<PricedCart> {
  const cart = await openCart(tx, form, terms)
  const fee = form.type.mode === 'walkin' ? kobo(0) : visitFee(cart)
  refuseChangedPrices(form, cart.offers)
  return { ...cart, fee }
}

type CartTerms = {
  readonly today: LagosDate
  /** The day of the home visit, or today. */
  readonly day: LagosDate
  /** The location that is locked already. */
  readonly sharedId: number | null
}

async function openCart(tx: Tx, form: BookingForm, { today, day, sharedId }: CartTerms): Promise<Cart> {
  const named = form.lab && (await offersAt(tx, form.lab.labReference, form.lab.location, namesOf(form)))
  if (form.lab && !named) throw new DomainError('unknown_lab')
  const site = named?.site ?? (await onlySite(tx, form, today))
  if (!isBookable(site.lab, day)) throw new DomainError('lab_not_bookable')
  // `sharedId` is the location that had this address when it was locked; another may have it now.
  if (site.location.id === sharedId) assertTakesBookings(site.location, today)
  else await refusePaused(tx, site.location.id, today)
  const offers = named?.offers ?? (await offersByName(tx, site.lab.slug, namesOf(form)))
  return await cartOf(tx, form, { site, offers })
}

/**
 * If a home booking names no lab: the only lab that offers exactly this cart, at a location that takes bookings today if
 * there is one. Throws `lab_required`.
 */
async function onlySite(tx: Tx, form: BookingForm, today: LagosDate): Promise<LabAt> {
  if (form.type.mode === 'walkin') throw new DomainError('lab_required')
  const pairs = form.test.map(({ name, amount }) => ({ name, priceKobo: koboFromNaira(amount) ?? kobo(0) }))
  const [only, ...others] = await labsMatching(tx, pairs)
  if (only === undefined || others.length > 0) throw new DomainError('lab_required')
  const sites = await labSites(tx, only)
  const [first] = sites
  if (!first) throw new DomainError('lab_required')
  const offers = await offersByName(tx, first.lab.slug, namesOf(form))
  const doing = sites.filter(({ location }) => offers.every((offer) => isDoneAt(offer, location)))
  const site = doing.find(({ location }) => !isPausedOn(location, today)) ?? doing[0]
  if (!site) throw new DomainError('lab_required')
  return site
}

/**
 * The lab's offers for the names of the form, in its order. Throws `invalid` for a test named twice, `unknown_test`, and
 * `not_at_this_location`.
 */
async function cartOf(tx: Tx, form: BookingForm, { site, offers: offered }: Cart): Promise<Cart> {
  const names = namesOf(form)
  if (new Set(names).size < names.length)
    throw new DomainError('invalid', { fields: { test: 'the same test is there twice' } })
  const offers = byName(offered)
  const unknown = form.test.filter(({ name }) => !offers.has(sameName(name)))
  if (unknown.length > 0) {
    const tests = unknown.map(({ name }) => name)
    const paused = new Set((await pausedTests(tx, site.lab.id)).map(({ name }) => sameName(name)))
    const kept = tests.filter((name) => paused.has(sameName(name)))
    throw new DomainError('unknown_test', { data: { tests, paused: kept } })
  }
  const found = names.flatMap((name) => offers.get(name) ?? [])
  const elsewhere = found.filter((offer) => !isDoneAt(offer, site.location))
  if (elsewhere.length > 0)
    throw new DomainError('not_at_this_location', { data: { tests: elsewhere.map(({ name }) => name) } })
  return { site, offers: found }
}

function namesOf({ test }: BookingForm): string[] {
  return test.map(({ name }) => sameName(name))
}

function byName(offers: readonly BookableOffer[]): Map<string, BookableOffer> {
  return new Map(offers.map((offer) => [sameName(offer.name), offer]))
}

/** The price of a home visit there. Throws `no_home_collection` if the lab or a test does not allow it. */
function visitFee({ site, offers }: Cart): Kobo {
  const fee = collectionFee(site.lab, site.location)
  const onlyThere = offers.filter((offer) => !offer.homeCollection)
  if (fee === null || onlyThere.length > 0)
    throw new DomainError('no_home_collection', { data: { tests: onlyThere.map(({ name }) => name) } })
  return fee
}

/** Throws `price_changed`, with the current prices, if the caller saw others. */
function refuseChangedPrices(form: BookingForm, offers: readonly BookableOffer[]): void {
  const changed = changedPrices(form.test, byName(offers))
  if (changed.length === 0) return
  throw new DomainError('price_changed', {
    data: { tests: changed.map((offer) => ({ name: offer.name, amount: nairaOf(offer.priceKobo) })) },
  })
}
