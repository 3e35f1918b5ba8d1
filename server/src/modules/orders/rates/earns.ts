import { lagosDate, lagosMidnight } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import type { Actor } from '../../../infra/http/http.ts'
import { accountById, isSameMailbox } from '../../accounts/index.ts'
import type { Allowance } from '../allowance.ts'
import { earnedSince, sharesPhoneOrBrowser } from './earns-repository.ts'

/** Whether a booking now may bring the actor a share: they are a verified doctor within the limits of the day. */
export async function dayAllowsEarning(
  db: Db,
  actor: Actor,
  { earningOrdersPerDay, earningsPerDay }: Allowance,
  now: Date,
): Promise<boolean> {
  if (!actor.isVerifiedDoctor) return false
  const { orders, amount } = await earnedSince(db, actor.accountId, lagosMidnight(lagosDate(now)))
  return orders < earningOrdersPerDay && amount < earningsPerDay
}

type Patient = { readonly patient_email: string; readonly patient_phone: string }

/**
 * Whether a booking brings the actor a share. A doctor earns nothing from booking for themselves: for their own email or
 * phone, or for another account with their phone or from a browser in which they have signed in. The caller holds the
 * account's booking lock, so that concurrent bookings cannot pass the limits of the day.
 */
export async function bookingEarns(
  tx: Tx,
  actor: Actor,
  patient: Patient,
  allowance: Allowance,
  now: Date,
): Promise<boolean> {
  if (!(await dayAllowsEarning(tx, actor, allowance, now))) return false
  const own = await accountById(tx, actor.accountId)
  if (!own || patient.patient_phone === own.phone) return false
  if (isSameMailbox(patient.patient_email, own.email)) return false
  return !(await sharesPhoneOrBrowser(tx, actor.accountId, patient.patient_email))
}
