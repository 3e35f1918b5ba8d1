import { isSameName, isUnder18, lagosDate } from '@labalaba/contract'
import type { OrderRow } from '../../booking/index.ts'

/**
 * As whom an account reads an order: the patient themselves, who booked it or owns its confirmed email; the guardian who
 * booked for a child; or whoever booked for an adult.
 */
export type ReadsAs = 'patient' | 'guardian' | 'booker'

/**
 * As whom a patient's account reads an order, null for one that does not. Where nobody said whom it is for, it is the
 * booker's own if it has their email and their name: a family may share the email. An account that did not book it has
 * shown besides that it is the patient, before anything is read.
 */
export function readsAsAccount(
  account: { readonly id: number; readonly email: string; readonly name: string },
  order: Pick<OrderRow, 'account_id' | 'patient_email' | 'patient_name' | 'for_self' | 'consent'>,
): ReadsAs | null {
  const isTheirEmail = account.email.toLowerCase() === order.patient_email.toLowerCase()
  if (order.account_id !== account.id) return isTheirEmail ? 'patient' : null
  if (order.for_self ?? (isTheirEmail && isSameName(account.name, order.patient_name))) return 'patient'
  return order.consent === 'guardian' ? 'guardian' : 'booker'
}

/** Why a result is for the patient alone; null for a result that this reader may read too. */
export type Because = 'sensitive' | 'of_age'

/**
 * Whether a result that is out is kept from its reader (NG-15). Whoever booked for an adult reads none that is sensitive:
 * the patient does, or shares it. A guardian reads all of a child's; from the eighteenth birthday on, what was out before
 * and is not sensitive, and nothing that comes later, until the grown child agrees in a booking of their own.
 */
export function withheldBecause(
  reads: ReadsAs,
  order: Pick<OrderRow, 'patient_born_on'>,
  result: { readonly releasedAt: Date; readonly isSensitive: boolean },
  now: Date,
): Because | null {
  if (reads === 'patient') return null
  const wasChild = (at: Date) =>
    order.patient_born_on !== null && isUnder18(order.patient_born_on, lagosDate(at))
  if (reads === 'guardian' && wasChild(now)) return null
  if (reads === 'guardian' && !wasChild(result.releasedAt)) return 'of_age'
  return result.isSensitive ? 'sensitive' : null
}

/**
 * Whose links to an order's results its reader sees, may stop, and sees opened: null is everybody's. Whoever booked for an
 * adult sees their own alone, as whom the patient shows their results is the patient's affair; so does a guardian from the
 * eighteenth birthday on.
 */
export function sharesSeenBy(
  reader: {
    readonly reads: ReadsAs
    readonly order: Pick<OrderRow, 'patient_born_on'>
    readonly accountId: number
  },
  now: Date,
): number | null {
  const { reads, order, accountId } = reader
  const isChild = order.patient_born_on !== null && isUnder18(order.patient_born_on, lagosDate(now))
  return reads === 'patient' || (reads === 'guardian' && isChild) ? null : accountId
}

/** Wrong answers to who the patient is, in an order's whole life: so many make it wait, so many close this way to it. */
const patience = { most: 5, wait: 60 * 60 * 1000, last: 15 } as const

/** What stands of an order after one more wrong answer: each fifth makes it wait for an hour. */
export function afterWrongAnswer(wrongTries: number, at: Date): { wrong_tries: number; paused_until?: Date } {
  const tries = wrongTries + 1
  const waits = tries % patience.most === 0
  return { wrong_tries: tries, ...(waits && { paused_until: new Date(at.getTime() + patience.wait) }) }
}

/** Whether there were so many that nobody can show it any more. */
export function isClosed(wrongTries: number): boolean {
  return wrongTries >= patience.last
}
