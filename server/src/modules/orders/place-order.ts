import { createHash } from 'node:crypto'
import {
  type BookingForm,
  fullYears,
  isAskedAboutPregnancy,
  koboFromNaira,
  type LagosDate,
  lagosDate,
  normalisePhone,
  parseLagosDate,
} from '@labalaba/contract'
import type { Tx } from '../../db.ts'
import { acquireAdvisoryLock } from '../../infra/db/advisory-lock.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import type { Actor } from '../../infra/http/http.ts'
import { assertActive } from '../accounts/index.ts'
import { isKnownArea, tidy } from '../labs/index.ts'
import { type HoldAllowance, reserveRequestedWindow, visitIsAhead } from '../scheduling/index.ts'
import type { Allowance } from './allowance.ts'
import { type PricedCart, priceCart } from './cart.ts'
import { type Answers, readAnswers, saysAnything } from './clinical-request/policy.ts'
import { insertClinicalRequest } from './clinical-request/repository.ts'
import { insertOrder, type RequestedVisit } from './order-row.ts'
import { identifyPatient } from './people/identify-patient.ts'
import { lockPeopleOf } from './people/repository.ts'
import { bookingsOf, lockBookingTerms } from './place-order-repository.ts'
import { forOtherSex, sameName } from './policy.ts'
import { bookingEarns } from './rates/earnings.ts'
import { type OrderRow, orderByClientReference, requireOrder } from './repository.ts'

/** An order, and whether it is new or was placed before under the same reference. */
export type Placed = { readonly order: OrderRow; readonly isNew: boolean }

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
 * `other_sex`, `slot_unavailable`.
 */
export async function placeOrder(
  tx: Tx,
  actor: Actor,
  form: BookingForm,
  { now, waits, allowance, holds }: Placing,
): Promise<Placed> {
  const { accountId } = actor
  const booking = { accountId, clientReference: form.reference, at: now }
  const requestHash = hashOf(form)
  const { rate, placedId, accountState, sharedId } = await lockBookingTerms(tx, {
    ...booking,
    ...(form.lab && { lab: tidy(form.lab.labReference), address: tidy(form.lab.location) }),
  })
  assertActive(accountState)
  // Two concurrent requests save a person once: the second waits here and then finds the order of the first.
  if (form.keep) await lockPeopleOf(tx, accountId)
  const before = form.keep || placedId !== null ? await findPlaced(tx, booking, requestHash) : null
  if (before) return before

  const patient = await identifyPatient(tx, actor, form, now)
  const visit = await readVisit(tx, form, now)
  const today = lagosDate(now)
  const cart = await priceCart(tx, form, { today, day: visit?.collection_on ?? today, sharedId })
  const isDespiteSex = confirmSex(cart, form)
  const clinical = answersOf(actor, cart, form, { bornOn: patient.patient_born_on, today })

  // All slow work is done before: while it holds this lock, a transaction waits for no other of the same account.
  await acquireAdvisoryLock(tx, `bookings of account ${accountId}`)
  const bookings = await bookingsOf(tx, booking)
  if (bookings.placedId !== null) return await requirePlaced(tx, booking, requestHash)
  if (bookings.openOrders >= allowance.openOrders)
    throw new DomainError('many_unpaid_orders', {
      message: `You have ${bookings.openOrders} bookings that are not paid. Pay or cancel one of them before you book again.`,
    })
  const doctorEarns = await bookingEarns(tx, actor, patient, allowance, now)

  const terms = { rate, doctorEarns, expiresAt: new Date(now.getTime() + waits) }
  const id = await insertOrder(tx, actor, {
    form,
    requestHash,
    patient,
    visit,
    cart,
    isDespiteSex,
    terms,
    now,
  })
  if (id === undefined) return await requirePlaced(tx, booking, requestHash)
  if (clinical)
    await insertClinicalRequest(tx, { ...clinical, order_id: id, number: 1, account_id: null, at: now })
  if (visit) await reserveRequestedWindow(tx, await requireOrder(tx, id), false, now, holds)
  // Read again, as holding the window has changed the order.
  return { order: await requireOrder(tx, id), isNew: true }
}

/**
 * Whether a test of the cart is usually for the other sex than the patient's. Throws `other_sex` if it is, and the form does
 * not say that it is booked all the same, as for intersex and trans patients.
 */
function confirmSex({ offers }: PricedCart, { gender, despiteSex }: BookingForm): boolean {
  const tests = forOtherSex(offers, gender).map(({ name }) => name)
  if (tests.length === 0 || despiteSex) return tests.length > 0
  const whom = gender === 'Male' ? 'women' : 'men'
  const message = `This is usually for ${whom}: ${tests.join(', ')}. Remove it, or confirm that the patient wants it all the same.`
  throw new DomainError('other_sex', { message, data: { tests }, fields: { gender: message } })
}

/**
 * The answers to what the tests of a cart ask about the patient; null if there are none. Only a doctor's request is urgent: a
 * patient can see no other result as less so. Throws the errors of `readAnswers`.
 */
function answersOf(
  actor: Actor,
  { offers }: PricedCart,
  { clinical, gender, despiteSex }: BookingForm,
  { bornOn, today }: { readonly bornOn: string | null; readonly today: LagosDate },
): Answers | null {
  if (clinical === undefined) return null
  const age = bornOn === null ? null : fullYears(bornOn, today)
  const mayBePregnant = despiteSex || isAskedAboutPregnancy(gender, age)
  const asks = offers.flatMap((offer) => offer.asks).filter((one) => one !== 'pregnancy' || mayBePregnant)
  const answers = readAnswers(clinical, asks, today)
  const known = { ...answers, is_urgent: answers.is_urgent && actor.type === 'doctor' }
  return saysAnything(known) ? known : null
}

type Booking = { readonly accountId: number; readonly clientReference: string }

/** The order that the account placed before with this reference, or null. Throws `reference_reused`. */
async function findPlaced(tx: Tx, booking: Booking, requestHash: Buffer): Promise<Placed | null> {
  const order = await orderByClientReference(tx, booking.accountId, booking.clientReference)
  if (!order) return null
  if (!requestHash.equals(order.request_hash)) throw new DomainError('reference_reused')
  return { order, isNew: false }
}

/** The same if another request of this account has placed the order first. Throws `busy` if it cannot be seen yet. */
async function requirePlaced(tx: Tx, booking: Booking, requestHash: Buffer): Promise<Placed> {
  const placed = await findPlaced(tx, booking, requestHash)
  if (!placed) throw new DomainError('busy', { retryAfter: 1 })
  return placed
}

/**
 * A fingerprint of a booking; names, prices and phones are compared in normalised form. The way of payment is left out, so
 * that the same booking may be paid in another way; the fixed `online` and `false` keep older fingerprints valid.
 */
function hashOf(form: BookingForm): Buffer {
  const tests = form.test.map(({ name, amount }) => [sameName(name), koboFromNaira(amount)])
  const lab = form.lab ? [form.lab.labReference, form.lab.location] : null
  const patient = [form.name, form.email, form.gender, form.dob || null, normalisePhone(form.phone)]
  const person = form.person === undefined ? [] : [form.person]
  const clinical = form.clinical === undefined ? [] : [form.clinical]
  const booking = JSON.stringify([patient, form.type, tests, lab, 'online', false, ...person, ...clinical])
  return createHash('sha256').update(booking).digest()
}

async function readVisit(tx: Tx, form: BookingForm, now: Date): Promise<RequestedVisit | null> {
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
): Promise<Pick<OrderRow, 'collection_state' | 'collection_area'> | null> {
  if (state === undefined && area === undefined) return null
  if (state && area && (await isKnownArea(tx, state, area)))
    return { collection_state: state, collection_area: area }
  throw new DomainError('invalid', {
    fields: { 'type.details.sampleCollectionArea': 'choose an area from the list' },
  })
}
