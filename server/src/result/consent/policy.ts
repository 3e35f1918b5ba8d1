import type { ConsentState } from '@labalaba/contract'

const day = 24 * 60 * 60 * 1000

/**
 * How long a consent holds, in milliseconds: a year, so that a long illness is not asked about at each visit, and nobody
 * reads for ever what was agreed to once.
 */
export const consentLife = 365 * day

/** How long after its payment an order's mail can be answered with yes, in milliseconds. To withdraw it always works. */
const linkLife = 90 * day

/** One patient is asked again no sooner, in milliseconds, by whichever order. */
export const betweenReminders = 7 * day

export type Given = {
  readonly given_at: Date
  readonly expires_at: Date
  readonly ended: 'withdrawn' | 'replaced' | 'account_deleted' | 'person_unclear' | 'doctor_suspended' | null
}

/** What a consent is at this instant: its end is a time, and no job is needed to end it. */
export function consentStateAt(newest: Given | undefined, now: Date): ConsentState {
  if (!newest) return 'asked'
  if (newest.ended === 'withdrawn') return 'withdrawn'
  return isLive(newest, now) ? 'given' : 'expired'
}

export function isLive({ given_at, expires_at, ended }: Given, now: Date): boolean {
  return ended === null && given_at <= now && now < expires_at
}

/**
 * Whether the link in the mail of an order can give a consent: for ninety days, and not without a date of birth to ask for, as
 * then nothing would show which of those who share the mailbox answers.
 */
export function linkGives(
  { paid_at, patient_born_on }: { readonly paid_at: Date | null; readonly patient_born_on: string | null },
  now: Date,
): boolean {
  return paid_at !== null && patient_born_on !== null && now.getTime() - paid_at.getTime() < linkLife
}
