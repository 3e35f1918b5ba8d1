import { randomBytes } from 'node:crypto'
import { type BookingForm, kobo, type LagosDate } from '@labalaba/contract'
import type { Tx } from '../../db.ts'
import type { Actor } from '../../infra/http/http.ts'
import type { BookableOffer } from '../catalogue/index.ts'
import type { LabAt } from '../labs/index.ts'
import type { PricedCart } from './cart.ts'
import type { Patient } from './people/identify-patient.ts'
import { insertOrderRows } from './place-order-repository.ts'
import { bookerOf, type Rate, shareOut, subTotalOf } from './policy.ts'
import type { OrderRow } from './repository.ts'

/** The columns of an order about its home visit. The area is missing if the booking names none. */
export type RequestedVisit = Pick<
  OrderRow,
  'collection_address' | 'collection_landmark' | 'collection_time'
> &
  Partial<Pick<OrderRow, 'collection_state' | 'collection_area'>> & { readonly collection_on: LagosDate }

type NewOrder = {
  readonly form: BookingForm
  readonly requestHash: Buffer
  readonly patient: Patient
  /** Null for a walk-in. */
  readonly visit: RequestedVisit | null
  readonly cart: PricedCart
  /** Whether it has tests that are usually for the other sex. */
  readonly isDespiteSex: boolean
  readonly terms: {
    readonly rate: Rate & { readonly id: number }
    readonly doctorEarns: boolean
    readonly expiresAt: Date
  }
  readonly now: Date
}

/**
 * Inserts an order under a new public reference, with its lab, prices and shares, which never change afterwards. Returns its
 * id; undefined if another order of the account has the same client reference.
 */
export async function insertOrder(
  tx: Tx,
  actor: Actor,
  { form, requestHash, patient, visit, cart, isDespiteSex, terms, now }: NewOrder,
): Promise<number | undefined> {
  const order = {
    reference: newReference(),
    account_id: actor.accountId,
    client_reference: form.reference,
    request_hash: requestHash,
    ...labSnapshotOf(cart.site),
    mode: form.type.mode,
    ...patient,
    ...visit,
    show_tests: form.showTests,
    despite_sex: isDespiteSex,
    test_count: cart.offers.length,
    ...moneyOf(terms.rate, cart, terms.doctorEarns),
    created_at: now,
    expires_at: terms.expiresAt,
  }
  return await insertOrderRows(tx, order, cart.offers.map(lineOf), bookerOf(actor))
}

/** The lab and location as they are now; later changes of theirs do not change the order. */
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

/** The price of the order and its shares, in kobo. */
function moneyOf(rate: Rate & { readonly id: number }, { offers, fee }: PricedCart, doctorEarns: boolean) {
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

/** The line of a test or package. */
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

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** LB and 80 random bits in Crockford's alphabet, in groups that are easy to read out. */
function newReference(): string {
  const letters = [...randomBytes(16)].map((byte) => alphabet[byte & 31]).join('')
  return `LB-${letters.match(/.{4}/g)?.join('-')}`
}
