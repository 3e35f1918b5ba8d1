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
import type { Tx } from '../../db.ts'
import { acquireAdvisoryLock } from '../../infra/db/advisory-lock.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import type { Actor } from '../../infra/http/http.ts'
import { accountById, assertActive } from '../accounts/index.ts'
import type { BookableOffer } from '../catalogue/index.ts'
import { isKnownArea, type LabAt, tidy } from '../labs/index.ts'
import type { HoldAllowance } from '../scheduling/index.ts'
import { reserveRequestedWindow, visitIsAhead } from '../scheduling/index.ts'
import { type Allowance, assertMayPlace } from './allowance.ts'
import { priceCart } from './cart.ts'
import { readForWhom } from './people/for-whom.ts'
import { readBirthDate } from './people/policy.ts'
import { lockPeopleOf } from './people/repository.ts'
import { type Rate, sameName, shareOut, subTotalOf } from './policy.ts'
import { bookingEarns } from './rates/earns.ts'
import * as repository from './repository.ts'
import { bookingsOf, lockBookingTerms } from './terms-repository.ts'

/** An order, and whether it is new or was placed before under the same reference. */
export type Placed = { readonly order: repository.OrderRow; readonly isNew: boolean }

type Placing = {
  readonly now: Date
  /** How long the order waits for its payment, in milliseconds. */
  readonly waits: number
  readonly allowance: Allowance
  readonly holds?: HoldAllowance
}

/**
 * Places an order with the server's own prices, fee and split, frozen, and holds a window for its home visit. Repeating an
 * account's `reference` with the same booking returns the same order, however it is to be paid; with another booking it
 * throws `reference_reused`. A refused booking does not use up its reference. Throws `many_unpaid_orders` if the account
 * has as many unpaid orders as it may; the bookings of an account are placed one at a time, so that concurrent ones cannot
 * pass the limit. Other errors: `unknown_test`, `price_changed`, `not_at_this_location`, `guardian_consent_needed`,
 * `slot_unavailable`.
 */
export async function placeOrder(
  tx: Tx,
  actor: Actor,
  form: BookingForm,
  { now, waits, allowance, holds }: Placing,
): Promise<Placed> {
  const requestHash = hashOf(form)
  const today = lagosDate(now)
  const { rate, placedId, accountState, sharedId } = await lockBookingTerms(tx, {
    ...{ accountId: actor.accountId, clientReference: form.reference, at: now },
    ...(form.lab && { lab: tidy(form.lab.labReference), address: tidy(form.lab.location) }),
  })
  assertActive(accountState)
  const before = form.keep
    ? await findPlacedMeanwhile(tx, actor, form.reference)
    : placedId !== null && (await repository.orderById(tx, placedId))
  if (before) return { order: sameRequest(before, requestHash), isNew: false }
  const patient = await readPatient(tx, actor, form, now)
  const forWhom = await readForWhom(tx, actor, form, patient.patient_born_on, now)
  const visit = await readVisit(tx, form, now)
  const day = visit?.collection_on ?? today
  const cart = await priceCart(tx, form, { today, day, sharedId })
  const bookings = await lockBookingsOfAccount(tx, actor, form.reference, now)
  if (bookings.placedId !== null)
    return { order: await placedBefore(tx, actor, form.reference, requestHash), isNew: false }
  assertMayPlace(bookings.openOrders, allowance.openOrders)
  const earns = await bookingEarns(tx, actor, patient, allowance, now)

  const order = {
    reference: newReference(),
    account_id: actor.accountId,
    client_reference: form.reference,
    request_hash: requestHash,
    ...labSnapshotOf(cart.site),
    mode: form.type.mode,
    ...patient,
    ...forWhom,
    ...visit,
    show_tests: form.showTests,
    test_count: cart.offers.length,
    ...moneyOf(rate, cart.offers, cart.fee, earns),
    created_at: now,
    expires_at: new Date(now.getTime() + waits),
  }
  const role = actor.type === 'doctor' ? 'doctor' : 'patient'
  const id = await repository.insertOrder(tx, order, cart.offers.map(lineOf), role)
  if (id === undefined)
    return { order: await placedBefore(tx, actor, form.reference, requestHash), isNew: false }
  if (visit) await reserveRequestedWindow(tx, await repository.requireOrder(tx, id), false, now, holds)
  // Read again, as holding the window has changed the order.
  return { order: await repository.requireOrder(tx, id), isNew: true }
}

/**
 * Locks booking for an account until the transaction ends, and returns the state of its bookings. All slow work is done
 * before: while it holds this lock, a transaction waits for no other of the same account.
 */
async function lockBookingsOfAccount(tx: Tx, { accountId }: Actor, clientReference: string, at: Date) {
  await acquireAdvisoryLock(tx, `bookings of account ${accountId}`)
  return await bookingsOf(tx, { accountId, clientReference, at })
}

/** Two concurrent requests save the person once: the second waits here and then finds the order of the first. */
async function findPlacedMeanwhile(
  tx: Tx,
  { accountId }: Actor,
  reference: string,
): Promise<repository.OrderRow | undefined> {
  await lockPeopleOf(tx, accountId)
  return await repository.orderByClientReference(tx, accountId, reference)
}

/** Another request of this account has placed an order with the same reference first. */
async function placedBefore(
  tx: Tx,
  { accountId }: Actor,
  reference: string,
  requestHash: Buffer,
): Promise<repository.OrderRow> {
  const winner = await repository.orderByClientReference(tx, accountId, reference)
  if (!winner) throw new DomainError('busy', { retryAfter: 1 })
  return sameRequest(winner, requestHash)
}

function labSnapshotOf({ lab, location }: LabAt) {
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
  doctorEarns: boolean,
) {
  const subTotal = subTotalOf(offers)
  const shares = shareOut(rate, subTotal, fee, doctorEarns)
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
 * A fingerprint of a booking; names, prices and phones are compared in normalised form. The way of payment is left out, so
 * that the same booking may be paid in another way; the fixed `online` and `false` keep older fingerprints valid.
 */
function hashOf(form: BookingForm): Buffer {
  const tests = form.test.map(({ name, amount }) => [sameName(name), koboFromNaira(amount)])
  const lab = form.lab ? [form.lab.labReference, form.lab.location] : null
  const patient = [form.name, form.email, form.gender, form.dob || null, normalisePhone(form.phone)]
  const said = form.person === undefined ? [] : [form.person]
  const asked = JSON.stringify([patient, form.type, tests, lab, 'online', false, ...said])
  return createHash('sha256').update(asked).digest()
}

function sameRequest(order: repository.OrderRow, requestHash: Buffer): repository.OrderRow {
  if (!requestHash.equals(order.request_hash)) throw new DomainError('reference_reused')
  return order
}

async function readPatient(tx: Tx, actor: Actor, form: BookingForm, now: Date) {
  const phone = normalisePhone(form.phone)
  const problem = phoneProblem(phone)
  if (problem) throw new DomainError('invalid', { message: problem, fields: { phone: problem } })
  const bornOn = form.dob ? readBirthDate(form.dob, now) : null
  const email = form.email || (await accountById(tx, actor.accountId))?.email
  if (!email) throw new DomainError('invalid', { fields: { email: 'an email is needed' } })
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
    throw new DomainError('invalid', {
      fields: { 'type.details.sampleCollectionDate': 'this day does not exist' },
    })
  if (!visitIsAhead(day, details.sampleCollectionTime, now)) throw new DomainError('day_passed')
  return {
    ...(await readArea(tx, details)),
    collection_address: details.sampleCollectionAddress,
    collection_landmark: details.sampleCollectionLandmark || null,
    collection_on: day,
    collection_time: details.sampleCollectionTime,
  }
}

type VisitDetails = Extract<BookingForm['type'], { mode: 'sampleCollection' }>['details']

/** Where the patient is; null if the caller names no area. */
async function readArea(
  tx: Tx,
  { sampleCollectionState: state, sampleCollectionArea: area }: VisitDetails,
): Promise<{ collection_state: string; collection_area: string } | null> {
  if (state === undefined && area === undefined) return null
  if (state && area && (await isKnownArea(tx, state, area)))
    return { collection_state: state, collection_area: area }
  throw new DomainError('invalid', {
    fields: { 'type.details.sampleCollectionArea': 'choose an area from the list' },
  })
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** LB and 80 random bits in Crockford's alphabet, in groups that are easy to read out. */
function newReference(): string {
  const letters = [...randomBytes(16)].map((byte) => alphabet[byte & 31]).join('')
  return `LB-${letters.match(/.{4}/g)?.join('-')}`
}
