import type { ConsentState } from '@labalaba/contract'

const day = 24 * 60 * 60 * 1000

/**
 * How long a consent holds, in milliseconds: a year, so that in a long illness the patient is not asked at each visit, and
 * a single consent does not last for ever.
 */
export const consentLife = 365 * day

/** How long after payment the link in an order's mail can give consent, in milliseconds. It can always withdraw it. */
const linkLife = 90 * day

/** The least time between two reminders to one patient, for any order, in milliseconds. */
export const betweenReminders = 7 * day

/** A patient's answer about a doctor: a consent, ended or not, or a refusal. */
export type ConsentAnswer = {
  readonly given_at: Date
  readonly expires_at: Date
  readonly ended:
    | 'withdrawn'
    | 'refused'
    | 'replaced'
    | 'account_deleted'
    | 'person_unclear'
    | 'doctor_suspended'
    | null
}

/** Whether an answer says no: it withdrew a consent, or refused without one. A no holds until the patient says yes. */
export function isNo({ ended }: Pick<ConsentAnswer, 'ended'>): boolean {
  return ended === 'withdrawn' || ended === 'refused'
}

/** The state of a consent at this time. A consent expires by its time, without a job. */
export function consentStateAt(newest: ConsentAnswer | undefined, now: Date): ConsentState {
  if (!newest) return 'asked'
  if (newest.ended === 'withdrawn' || newest.ended === 'refused') return newest.ended
  return isLive(newest, now) ? 'given' : 'expired'
}

export function isLive({ given_at, expires_at, ended }: ConsentAnswer, now: Date): boolean {
  return ended === null && given_at <= now && now < expires_at
}

/**
 * Whether the link in the mail of an order can give a consent: for ninety days, and only if the order has a date of birth
 * to verify. Without it, people who share the mailbox cannot be told apart.
 */
export function linkGives(
  { paid_at, patient_born_on }: { readonly paid_at: Date | null; readonly patient_born_on: string | null },
  now: Date,
): boolean {
  return paid_at !== null && patient_born_on !== null && now.getTime() - paid_at.getTime() < linkLife
}
