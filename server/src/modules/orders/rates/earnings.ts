import { type BookingQuote, kobo, lagosDate, lagosMidnight, nairaOf } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { Actor } from '../../../infra/http/http.ts'
import type { UseLimits } from '../../../infra/http/use-limits.ts'
import { accountById, doctorNameOf, isSameMailbox } from '../../accounts/index.ts'
import { offersByName } from '../../catalogue/index.ts'
import { requireLab } from '../../labs/index.ts'
import { type Allowance, allowanceOf } from '../allowance.ts'
import { sameName, shareOut, subTotalOf } from '../policy.ts'
import type { OrderRow } from '../repository.ts'
import { earnedSince, rateAt, sharesPhoneOrBrowser } from './repository.ts'

/** Whether a booking now may bring the actor a share: they are a verified doctor within the limits of the day. */
async function dayAllowsEarning(
  db: Db,
  actor: Actor,
  { earningOrdersPerDay, earningsPerDay }: Allowance,
  now: Date,
): Promise<boolean> {
  if (!actor.isVerifiedDoctor) return false
  const { orders, amount } = await earnedSince(db, actor.accountId, lagosMidnight(lagosDate(now)))
  return orders < earningOrdersPerDay && amount < earningsPerDay
}

/**
 * Whether a booking brings the actor a share. A doctor earns nothing from booking for themselves: for no email or their
 * own, for their own phone, or for another account with their phone or from a browser in which they have signed in. The caller holds the
 * account's booking lock, so that concurrent bookings cannot pass the limits of the day.
 */
export async function bookingEarns(
  tx: Tx,
  actor: Actor,
  patient: Pick<OrderRow, 'patient_email' | 'patient_phone'>,
  allowance: Allowance,
  now: Date,
): Promise<boolean> {
  if (!(await dayAllowsEarning(tx, actor, allowance, now))) return false
  const own = await accountById(tx, actor.accountId)
  if (!own || patient.patient_phone === own.phone) return false
  if (patient.patient_email === null || isSameMailbox(patient.patient_email, own.email)) return false
  return !(await sharesPhoneOrBrowser(tx, actor.accountId, patient.patient_email))
}

type QuoteQuery = { readonly lab: string; readonly tests: readonly string[] }

/**
 * The share of a verified doctor for booking these tests now for another person. The fee of a home visit adds nothing to
 * it, so the mode of collection is not needed. Throws `unknown_lab` and `unknown_test`.
 */
export async function quoteBooking(
  { db, useLimits }: { readonly db: Db; readonly useLimits: UseLimits },
  actor: Actor,
  query: QuoteQuery,
  now: Date,
): Promise<BookingQuote> {
  const lab = await requireLab(db, query.lab)
  const names = new Set(query.tests.map(sameName))
  const offers = await offersByName(db, lab.slug, [...names])
  const offered = new Set(offers.map(({ name }) => sameName(name)))
  const unknown = query.tests.filter((name) => !offered.has(sameName(name)))
  if (unknown.length > 0) throw new DomainError('unknown_test', { data: { tests: unknown } })
  const subTotal = subTotalOf(offers)
  const earns = await dayAllowsEarning(db, actor, allowanceOf(actor, useLimits), now)
  const { doctor } = shareOut(await rateAt(db, now), subTotal, kobo(0), earns)
  return {
    subTotal: nairaOf(subTotal),
    doctorName: doctor > 0 ? await doctorNameOf(db, actor.accountId) : null,
    doctorEarning: nairaOf(doctor),
  }
}

/** The name of the doctor who receives a share of an order, as its patient sees it; null if there is none. */
export async function earningDoctor(
  db: Db,
  order: Pick<OrderRow, 'account_id' | 'doctor_share_kobo'>,
): Promise<string | null> {
  return order.doctor_share_kobo > 0 ? await doctorNameOf(db, order.account_id) : null
}
