import { createHash, randomBytes } from 'node:crypto'
import {
  type BookingForm,
  type Kobo,
  kobo,
  koboFromNaira,
  lagosDate,
  nairaOf,
  normalisePhone,
  parseLagosDate,
  phoneProblem,
} from '@labalaba/contract'
import { accountById } from '../account/index.ts'
import { type BookableOffer, labsMatching, offersByName } from '../catalogue/index.ts'
import type { Tx } from '../db.ts'
import { collectionFee, findLabAt, isBookable, type LabAt, labSites } from '../lab/index.ts'
import type { Viewer } from '../platform/http.ts'
import { Refusal } from '../platform/refusal.ts'
import * as rows from './rows.ts'
import { changedPrices, sameName, shareOut, subTotalOf, unpaidLife, visitIsAhead } from './rules.ts'

export type Placed = { readonly order: rows.OrderRow; readonly fresh: boolean }

/**
 * Places an order: the server's own prices, fee and split, frozen. Repeating an account's `reference` with the same
 * form answers the same order; with another form it is refused. A refused booking uses no reference up.
 */
export async function placeOrder(tx: Tx, viewer: Viewer, form: BookingForm, now: Date): Promise<Placed> {
  const requestHash = hashOf(form)
  const before = await rows.orderByClientReference(tx, viewer.accountId, form.reference)
  if (before) return { order: sameRequest(before, requestHash), fresh: false }

  const patient = await readPatient(tx, viewer, form)
  const visit = readVisit(form, now)
  const site = await findSite(tx, form)
  if (!isBookable(site.lab, lagosDate(now))) throw new Refusal('lab_not_bookable')
  const offers = await readOffers(tx, site, form)
  const fee = visit ? visitFee(site, offers) : kobo(0)
  refuseChangedPrices(form, offers)

  const subTotal = subTotalOf(offers)
  const rate = await rows.rateAt(tx, now)
  const shares = shareOut(rate, subTotal, fee, viewer.type === 'doctor')
  const order = await rows.insertOrder(
    tx,
    {
      reference: newReference(),
      account_id: viewer.accountId,
      client_reference: form.reference,
      request_hash: requestHash,
      lab_id: site.lab.id,
      location_id: site.location.id,
      lab_slug: site.lab.slug,
      lab_name: site.lab.name,
      location_name: site.location.name,
      location_address: site.location.address,
      mode: form.type.mode,
      ...patient,
      ...visit,
      show_tests: form.showTests,
      test_count: offers.length,
      sub_total_kobo: subTotal,
      collection_fee_kobo: fee,
      total_kobo: kobo(subTotal + fee),
      rate_id: rate.id,
      lab_share_kobo: shares.lab,
      doctor_share_kobo: shares.doctor,
      phlebotomist_share_kobo: shares.phlebotomist,
      platform_share_kobo: shares.platform,
      demo: site.lab.demo,
      created_at: now,
      expires_at: new Date(now.getTime() + unpaidLife),
    },
    offers.map(lineOf),
  )
  if (order) return { order, fresh: true }
  const winner = await rows.orderByClientReference(tx, viewer.accountId, form.reference)
  if (!winner) throw new Refusal('busy', { retryAfter: 1 })
  return { order: sameRequest(winner, requestHash), fresh: false }
}

function lineOf(offer: BookableOffer) {
  return {
    test_id: offer.testId,
    name: offer.name,
    price_kobo: offer.priceKobo,
    fasting_hours: offer.fastingHours,
    preparation: offer.preparation,
    specimen: offer.specimen,
    turnaround_hours: offer.turnaroundHours,
  }
}

/** A fingerprint of what was asked; names, prices and phones are compared by what they mean. */
function hashOf(form: BookingForm): Buffer {
  const tests = form.test.map(({ name, amount }) => [sameName(name), koboFromNaira(amount)])
  const lab = form.lab ? [form.lab.labReference, form.lab.location] : null
  const patient = [form.name, form.email, form.gender, form.dob || null, normalisePhone(form.phone)]
  const asked = JSON.stringify([patient, form.type, tests, lab, form.payment, form.showTests])
  return createHash('sha256').update(asked).digest()
}

function sameRequest(order: rows.OrderRow, requestHash: Buffer): rows.OrderRow {
  if (!requestHash.equals(order.request_hash)) throw new Refusal('reference_reused')
  return order
}

async function readPatient(tx: Tx, viewer: Viewer, form: BookingForm) {
  const phone = normalisePhone(form.phone)
  const problem = phoneProblem(phone)
  if (problem) throw new Refusal('invalid', { message: problem, fields: { phone: problem } })
  const bornOn = form.dob ? parseLagosDate(form.dob) : null
  if (form.dob && !bornOn) throw new Refusal('invalid', { fields: { dob: 'there is no such day' } })
  const email = form.email || (await accountById(tx, viewer.accountId))?.email
  if (!email) throw new Refusal('invalid', { fields: { email: 'an email is needed' } })
  return {
    patient_name: form.name,
    patient_email: email,
    patient_phone: phone,
    patient_gender: form.gender,
    patient_born_on: bornOn,
  }
}

function readVisit(form: BookingForm, now: Date) {
  if (form.type.mode === 'walkin') return null
  const { details } = form.type
  const day = parseLagosDate(details.sampleCollectionDate)
  if (!day)
    throw new Refusal('invalid', { fields: { 'type.details.sampleCollectionDate': 'there is no such day' } })
  if (!visitIsAhead(day, details.sampleCollectionTime, now)) throw new Refusal('day_passed')
  return {
    collection_address: details.sampleCollectionAddress,
    collection_landmark: details.sampleCollectionLandmark || null,
    collection_on: day,
    collection_time: details.sampleCollectionTime,
  }
}

/** The lab and location of the form; where a home booking names none, the one lab that offers just this cart. */
async function findSite(tx: Tx, form: BookingForm): Promise<LabAt> {
  if (form.lab) {
    const site = await findLabAt(tx, form.lab.labReference, form.lab.location)
    if (!site) throw new Refusal('unknown_lab')
    return site
  }
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
  const site = sites.find(({ location }) =>
    offers.every((offer) => location.departments.includes(offer.department)),
  )
  if (!site) throw new Refusal('lab_required')
  return site
}

async function readOffers(tx: Tx, site: LabAt, form: BookingForm): Promise<BookableOffer[]> {
  const names = form.test.map(({ name }) => sameName(name))
  if (new Set(names).size < names.length)
    throw new Refusal('invalid', { fields: { test: 'the same test stands there twice' } })
  const offers = byName(await offersByName(tx, site.lab.id, names))
  const unknown = form.test.filter(({ name }) => !offers.has(sameName(name)))
  if (unknown.length > 0)
    throw new Refusal('unknown_test', { data: { tests: unknown.map(({ name }) => name) } })
  const found = names.flatMap((name) => offers.get(name) ?? [])
  const elsewhere = found.filter((offer) => !site.location.departments.includes(offer.department))
  if (elsewhere.length > 0)
    throw new Refusal('not_at_this_location', { data: { tests: elsewhere.map(({ name }) => name) } })
  return found
}

function byName(offers: readonly BookableOffer[]): Map<string, BookableOffer> {
  return new Map(offers.map((offer) => [sameName(offer.name), offer]))
}

function visitFee(site: LabAt, offers: readonly BookableOffer[]): Kobo {
  const fee = collectionFee(site.lab, site.location)
  const onlyThere = offers.filter((offer) => !offer.homeCollection)
  if (fee === null || onlyThere.length > 0)
    throw new Refusal('no_home_collection', { data: { tests: onlyThere.map(({ name }) => name) } })
  return fee
}

function refuseChangedPrices(form: BookingForm, offers: readonly BookableOffer[]): void {
  const changed = changedPrices(form.test, byName(offers))
  if (changed.length === 0) return
  throw new Refusal('price_changed', {
    data: { tests: changed.map((offer) => ({ name: offer.name, amount: nairaOf(offer.priceKobo) })) },
  })
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** LB and 80 random bits in Crockford's alphabet, in groups that can be read out. */
function newReference(): string {
  const letters = [...randomBytes(16)].map((byte) => alphabet[byte & 31]).join('')
  return `LB-${letters.match(/.{4}/g)?.join('-')}`
}
