import { createHash, randomBytes } from 'node:crypto'
import {
  type BookingForm,
  type Kobo,
  kobo,
  koboFromNaira,
  lagosDate,
  normalisePhone,
  parseLagosDate,
  phoneProblem,
} from '@labalaba/contract'
import { accountById, holdActive } from '../account/index.ts'
import type { BookableOffer } from '../catalogue/index.ts'
import type { Tx } from '../db.ts'
import { isBookable, isKnownArea, type LabAt } from '../lab/index.ts'
import { atOnce } from '../platform/database/at-once.ts'
import type { Viewer } from '../platform/http.ts'
import { Refusal } from '../platform/refusal.ts'
import { namedSite, onlySite, readOffers, refuseChangedPrices, visitFee } from './cart.ts'
import { refusePaused } from './pause/pause.ts'
import { readForWhom } from './person/for-whom.ts'
import { lockPeopleOf } from './person/rows.ts'
import * as rows from './rows.ts'
import { type Rate, sameName, shareOut, subTotalOf, visitIsAhead } from './rules.ts'
import { takeAsked } from './slot/places.ts'

export type Placed = { readonly order: rows.OrderRow; readonly fresh: boolean }

/**
 * Places an order that waits so many milliseconds for its money: the server's own prices, fee and split, frozen, and a place held for its home visit. Repeating an account's `reference` with the same
 * booking answers the same order, in whichever way it is to be paid; with another booking it is refused. A refused one
 * uses no reference up.
 */
export async function placeOrder(
  tx: Tx,
  viewer: Viewer,
  form: BookingForm,
  { now, waits }: { readonly now: Date; readonly waits: number },
): Promise<Placed> {
  const requestHash = hashOf(form)
  const today = lagosDate(now)
  const [active, placed, found, rateNow] = await atOnce(tx, (tx) => [
    holdActive(tx, viewer.accountId),
    rows.orderByClientReference(tx, viewer.accountId, form.reference),
    form.lab ? namedSite(tx, form.lab) : Promise.resolve(null),
    rows.rateAt(tx, now),
  ])
  active()
  const before = form.keep ? await placedMeanwhile(tx, viewer, form.reference) : placed()
  if (before) return { order: sameRequest(before, requestHash), fresh: false }

  const patient = await readPatient(tx, viewer, form)
  const forWhom = await readForWhom(tx, viewer, form, patient.patient_born_on, now)
  const visit = await readVisit(tx, form, now)
  const site = found() ?? (await onlySite(tx, form, today))
  if (!isBookable(site.lab, visit?.collection_on ?? today)) throw new Refusal('lab_not_bookable')
  const [open, offered] = await atOnce(tx, (tx) => [
    refusePaused(tx, site.location.id, today),
    readOffers(tx, site, form),
  ])
  open()
  const offers = offered()
  const fee = visit ? visitFee(site, offers) : kobo(0)
  refuseChangedPrices(form, offers)

  const rate = rateNow()
  const byDoctor = viewer.type === 'doctor'
  const order = await rows.insertOrder(
    tx,
    {
      reference: newReference(),
      account_id: viewer.accountId,
      client_reference: form.reference,
      request_hash: requestHash,
      ...placeOf(site),
      mode: form.type.mode,
      ...patient,
      ...forWhom,
      ...visit,
      show_tests: form.showTests,
      test_count: offers.length,
      ...moneyOf(rate, offers, fee, byDoctor),
      created_at: now,
      expires_at: new Date(now.getTime() + waits),
    },
    offers.map(lineOf),
    byDoctor ? 'doctor' : 'patient',
  )
  if (order) {
    await takeAsked(tx, order, false, now)
    return { order, fresh: true }
  }
  return await placedBefore(tx, viewer, form.reference, requestHash)
}

/** Whoever sends it twice at once keeps nobody twice: the second waits here, and sees the order of the first. */
async function placedMeanwhile(
  tx: Tx,
  { accountId }: Viewer,
  reference: string,
): Promise<rows.OrderRow | undefined> {
  await lockPeopleOf(tx, accountId)
  return await rows.orderByClientReference(tx, accountId, reference)
}

/** Somebody else of this account was quicker with the same reference. */
async function placedBefore(tx: Tx, viewer: Viewer, reference: string, requestHash: Buffer): Promise<Placed> {
  const winner = await rows.orderByClientReference(tx, viewer.accountId, reference)
  if (!winner) throw new Refusal('busy', { retryAfter: 1 })
  return { order: sameRequest(winner, requestHash), fresh: false }
}

function placeOf({ lab, location }: LabAt) {
  return {
    lab_id: lab.id,
    location_id: location.id,
    lab_slug: lab.slug,
    lab_name: lab.name,
    location_name: location.name,
    location_address: location.address,
    demo: lab.demo,
  }
}

function moneyOf(
  rate: Rate & { id: number },
  offers: readonly BookableOffer[],
  fee: Kobo,
  byDoctor: boolean,
) {
  const subTotal = subTotalOf(offers)
  const shares = shareOut(rate, subTotal, fee, byDoctor)
  return {
    sub_total_kobo: subTotal,
    collection_fee_kobo: fee,
    total_kobo: kobo(subTotal + fee),
    rate_id: rate.id,
    lab_share_kobo: shares.lab,
    doctor_share_kobo: shares.doctor,
    phlebotomist_share_kobo: shares.phlebotomist,
    platform_share_kobo: shares.platform,
  }
}

function lineOf(offer: BookableOffer) {
  return {
    test_id: offer.testId,
    name: offer.name,
    includes: [...offer.includes],
    price_kobo: offer.priceKobo,
    fasting_hours: offer.fastingHours,
    preparation: offer.preparation,
    specimen: offer.specimen,
    turnaround_hours: offer.turnaroundHours,
  }
}

/**
 * A fingerprint of what was asked; names, prices and phones are compared by what they mean. How it is paid is no part of
 * it, so that the same booking may be paid in another way; it stands as once did what is paid online.
 */
function hashOf(form: BookingForm): Buffer {
  const tests = form.test.map(({ name, amount }) => [sameName(name), koboFromNaira(amount)])
  const lab = form.lab ? [form.lab.labReference, form.lab.location] : null
  const patient = [form.name, form.email, form.gender, form.dob || null, normalisePhone(form.phone)]
  const said = form.person === undefined ? [] : [form.person]
  const asked = JSON.stringify([patient, form.type, tests, lab, 'online', false, ...said])
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

async function readVisit(tx: Tx, form: BookingForm, now: Date) {
  if (form.type.mode === 'walkin') return null
  const { details } = form.type
  const day = parseLagosDate(details.sampleCollectionDate)
  if (!day)
    throw new Refusal('invalid', { fields: { 'type.details.sampleCollectionDate': 'there is no such day' } })
  if (!visitIsAhead(day, details.sampleCollectionTime, now)) throw new Refusal('day_passed')
  return {
    ...(await readArea(tx, details)),
    collection_address: details.sampleCollectionAddress,
    collection_landmark: details.sampleCollectionLandmark || null,
    collection_on: day,
    collection_time: details.sampleCollectionTime,
  }
}

type VisitDetails = Extract<BookingForm['type'], { mode: 'sampleCollection' }>['details']

/** Where the patient is; nothing where a caller does not say. */
async function readArea(
  tx: Tx,
  { sampleCollectionState: state, sampleCollectionArea: area }: VisitDetails,
): Promise<{ collection_state: string; collection_area: string } | null> {
  if (state === undefined && area === undefined) return null
  if (state && area && (await isKnownArea(tx, state, area)))
    return { collection_state: state, collection_area: area }
  throw new Refusal('invalid', {
    fields: { 'type.details.sampleCollectionArea': 'choose an area from the list' },
  })
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** LB and 80 random bits in Crockford's alphabet, in groups that can be read out. */
function newReference(): string {
  const letters = [...randomBytes(16)].map((byte) => alphabet[byte & 31]).join('')
  return `LB-${letters.match(/.{4}/g)?.join('-')}`
}
