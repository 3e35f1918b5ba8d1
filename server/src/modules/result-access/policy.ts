import { isSameName, isUnder, isUnder18, lagosDate } from '@labalaba/contract'
import type { OrderRow } from '../orders/index.ts'

/**
 * As whom an account reads an order: the patient, who booked it or owns its confirmed email; the guardian who booked for a
 * child; or the booker, who booked for an adult.
 */
export type ReadsAs = 'patient' | 'guardian' | 'booker'

/**
 * As whom a patient's account reads an order; null if it may not. If the booking does not state whom it is for, it is for
 * the booker if both email and name are the booker's, because a family may share the email. An account that did not book
 * the order must also prove that it is the patient before it reads anything.
 */
export function readsAsAccount(
  account: { readonly id: number; readonly email: string; readonly name: string },
  order: Pick<OrderRow, 'account_id' | 'patient_email' | 'patient_name' | 'for_self' | 'consent'>,
): ReadsAs | null {
  const isTheirEmail = account.email.toLowerCase() === order.patient_email?.toLowerCase()
  if (order.account_id !== account.id) return isTheirEmail ? 'patient' : null
  if (order.for_self ?? (isTheirEmail && isSameName(account.name, order.patient_name))) return 'patient'
  return order.consent === 'guardian' ? 'guardian' : 'booker'
}

/**
 * The name of a report's PDF, so that the files of an order differ, and those of two versions. It names the test, except of a
 * sensitive one: others see the names of files on a shared phone.
 */
export function pdfName(
  start: 'report' | 'lab-report',
  reference: string,
  {
    report,
    version,
  }: {
    readonly report: { readonly id: string; readonly test_name: string }
    readonly version: { readonly number: number }
  },
  isSensitive: boolean,
): string {
  const test = report.test_name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  const of = isSensitive || test === '' ? report.id.slice(0, 8) : test
  return `${start}-${reference}-${of}${version.number > 1 ? `-version-${version.number}` : ''}.pdf`
}

/** Why only the patient may read a result. */
export type Because = 'sensitive' | 'of_age'

/** What decides who reads a released result. */
type ReleasedResult = {
  readonly releasedAt: Date
  readonly isSensitive: boolean
  /** From this age on a child reads such a result instead of the guardian; null if from the eighteenth birthday on. */
  readonly ownFrom: number | null
}

/**
 * Why a released result is withheld from its reader (NG-15); null if it is not. The booker for an adult reads no sensitive
 * result: the patient reads it, or shares it. A guardian reads all results of a child: the National Health Act 2014, section
 * 26 (2) (c), allows it for a minor. Excepted are those that a child of that age may have alone, if they are released from
 * that birthday on. From the eighteenth birthday on, the guardian reads only results released before it that are not
 * sensitive, until the grown child agrees in a booking of their own.
 */
export function withheldBecause(
  reads: ReadsAs,
  order: Pick<OrderRow, 'patient_born_on'>,
  result: ReleasedResult,
  now: Date,
): Because | null {
  if (reads === 'patient') return null
  const wasUnder = (age: number, at: Date) =>
    order.patient_born_on !== null && isUnder(age, order.patient_born_on, lagosDate(at))
  if (reads === 'guardian' && wasUnder(18, now)) {
    const isTheirOwn = result.isSensitive && result.ownFrom !== null
    return isTheirOwn && !wasUnder(result.ownFrom, result.releasedAt) ? 'sensitive' : null
  }
  if (reads === 'guardian' && !wasUnder(18, result.releasedAt)) return 'of_age'
  return result.isSensitive ? 'sensitive' : null
}

/**
 * Whose links to an order's results a reader sees, may revoke, and sees the openings of; null means everyone's. The booker
 * for an adult sees only their own links, because whom the patient shares results with is private; so does a guardian from
 * the eighteenth birthday on.
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

/**
 * Wrong answers about the patient, over an order's whole life: after `most` the order waits, after `last` this way is
 * closed.
 */
const patience = { most: 5, wait: 60 * 60 * 1000, last: 15 } as const

/** The state of an order's check after one more wrong answer: each fifth makes it wait for an hour. */
export function afterWrongAnswer(wrongTries: number, at: Date): { wrong_tries: number; paused_until?: Date } {
  const tries = wrongTries + 1
  const waits = tries % patience.most === 0
  return { wrong_tries: tries, ...(waits && { paused_until: new Date(at.getTime() + patience.wait) }) }
}

/** Whether there were so many wrong answers that this proof is closed for good. */
export function isClosed(wrongTries: number): boolean {
  return wrongTries >= patience.last
}

/**
 * Whether a report needs action now: one of its values is in the immediate tier, so life may be in danger. Only such a
 * report is opened by break-glass; for a sensitive test its own values decide.
 */
export function needsActionNow(
  values: readonly { readonly critical_tier: 'immediate' | 'urgent' | null }[],
): boolean {
  return values.some(({ critical_tier }) => critical_tier === 'immediate')
}
