import { type BookingForm, type Kobo, kobo, koboFromNaira, type LagosDate, nairaOf } from '@labalaba/contract'
import type { Tx } from '../../db.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { type BookableOffer, labsMatching, offersAt, offersByName, pausedTests } from '../catalogue/index.ts'
import { collectionFee, isBookable, isPausedOn, type LabAt, labSites } from '../labs/index.ts'
import { assertTakesBookings, refusePaused } from '../scheduling/index.ts'
import { sameName } from './policy.ts'

/** A cart: its location, the lab's offers for its tests, and the fee of the home visit; 0 for a walk-in. */
export type PricedCart = {
  readonly site: LabAt
  readonly offers: readonly BookableOffer[]
  readonly fee: Kobo
}

type CartTerms = {
  readonly today: LagosDate
  /** The day of the home visit, or today. */
  readonly day: LagosDate
  /** The location that is locked already. */
  readonly sharedId: number | null
}

/**
 * Prices the cart of a form, in its order, at the lab's prices of this moment. The location takes bookings today and stays so
 * until the transaction ends; the lab is registered until `day`. Call it after `lockBookingTerms`, whose lock of the location
 * `sharedId` keeps it unchanged. Throws `unknown_lab`, `lab_required`, `lab_not_bookable`, `location_paused`, `invalid` for a
 * test named twice, `unknown_test`, `not_at_this_location`, `no_home_collection` and `price_changed`.
 */
export async function priceCart(
  tx: Tx,
  form: BookingForm,
  { today, day, sharedId }: CartTerms,
): Promise<PricedCart> {
  const names = form.test.map(({ name }) => sameName(name))
  const named = form.lab && (await offersAt(tx, form.lab.labReference, form.lab.location, names))
  if (form.lab && !named) throw new DomainError('unknown_lab')
  const site = named?.site ?? (await onlySite(tx, form, today))
  if (!isBookable(site.lab, day)) throw new DomainError('lab_not_bookable')
  // `sharedId` is the location that had this address when it was locked; another may have it now.
  if (site.location.id === sharedId) assertTakesBookings(site.location, today)
  else await refusePaused(tx, site.location.id, today)

  const found = named?.offers ?? (await offersByName(tx, site.lab.slug, names))
  if (new Set(names).size < names.length)
    throw new DomainError('invalid', { fields: { test: 'the same test is there twice' } })
  const offered = new Map(found.map((offer) => [sameName(offer.name), offer]))
  const unknown = form.test.map(({ name }) => name).filter((name) => !offered.has(sameName(name)))
  if (unknown.length > 0) throw await unknownTests(tx, site.lab.id, unknown)
  const offers = names.flatMap((name) => offered.get(name) ?? [])
  const elsewhere = offers.filter((offer) => !isDoneAt(offer, site.location))
  if (elsewhere.length > 0)
    throw new DomainError('not_at_this_location', { data: { tests: elsewhere.map(({ name }) => name) } })

  const fee = form.type.mode === 'walkin' ? kobo(0) : visitFee(site, offers)
  // The offers are in the order of the form.
  const changed = offers.filter(
    (offer, index) => koboFromNaira(form.test[index]?.amount ?? '') !== offer.priceKobo,
  )
  if (changed.length > 0)
    throw new DomainError('price_changed', {
      data: { tests: changed.map((offer) => ({ name: offer.name, amount: nairaOf(offer.priceKobo) })) },
    })
  return { site, offers, fee }
}

/**
 * If a home booking names no lab: the only lab that offers exactly this cart, at a location that takes bookings today if
 * there is one. Throws `lab_required`.
 */
async function onlySite(tx: Tx, form: BookingForm, today: LagosDate): Promise<LabAt> {
  if (form.type.mode === 'walkin') throw new DomainError('lab_required')
  const pairs = form.test.map(({ name, amount }) => ({ name, priceKobo: koboFromNaira(amount) ?? kobo(0) }))
  const [only, ...others] = await labsMatching(tx, pairs)
  const sites = only === undefined || others.length > 0 ? [] : await labSites(tx, only)
  const [first] = sites
  if (!first) throw new DomainError('lab_required')
  const names = form.test.map(({ name }) => sameName(name))
  const offers = await offersByName(tx, first.lab.slug, names)
  const doing = sites.filter(({ location }) => offers.every((offer) => isDoneAt(offer, location)))
  const site = doing.find(({ location }) => !isPausedOn(location, today)) ?? doing[0]
  if (!site) throw new DomainError('lab_required')
  return site
}

/** The error for tests that the lab does not offer; it names those that the lab has paused. */
async function unknownTests(tx: Tx, labId: number, tests: readonly string[]): Promise<DomainError> {
  const paused = new Set((await pausedTests(tx, labId)).map(({ name }) => sameName(name)))
  const data = { tests, paused: tests.filter((name) => paused.has(sameName(name))) }
  return new DomainError('unknown_test', { data })
}

/** Whether a location has every department that a test or package needs. */
function isDoneAt({ departments }: BookableOffer, location: LabAt['location']): boolean {
  return departments.every((department) => location.departments.includes(department))
}

/** The price of a home visit there. Throws `no_home_collection` if the lab or a test does not allow it. */
function visitFee({ lab, location }: LabAt, offers: readonly BookableOffer[]): Kobo {
  const fee = collectionFee(lab, location)
  const onlyThere = offers.filter((offer) => !offer.homeCollection)
  if (fee === null || onlyThere.length > 0)
    throw new DomainError('no_home_collection', { data: { tests: onlyThere.map(({ name }) => name) } })
  return fee
}
