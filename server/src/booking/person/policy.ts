import {
  type BookingForm,
  type ConsentKind,
  isUnder18,
  type LagosDate,
  lagosDate,
  parseLagosDate,
} from '@labalaba/contract'
import { DomainError } from '../../platform/domain-error.ts'

/**
 * A date of birth as it was typed; null for a day that does not exist, is before 1900, or has not come: a patient from the
 * future would be a child for ever, whose guardian reads all.
 */
export function birthDateIn(typed: string, now: Date): LagosDate | null {
  const day = parseLagosDate(typed)
  return day && day >= '1900-01-01' && day <= lagosDate(now) ? day : null
}

/** As `birthDateIn`. Refuses `invalid` where there is none. */
export function readBirthDate(typed: string, now: Date): LagosDate {
  const day = birthDateIn(typed, now)
  if (day) return day
  throw new DomainError('invalid', {
    fields: { dob: 'Enter a date of birth between 1 January 1900 and today.' },
  })
}

/** What has to be agreed to for somebody else, by their date of birth: one that nobody knows is taken for an adult's. */
export function consentFor(bornOn: string | null, today: string): ConsentKind {
  return bornOn !== null && isUnder18(bornOn, today) ? 'guardian' : 'permission'
}

/** What has to be agreed to before an order is placed; null where it is the account's owner, or nobody said whose it is. */
export function consentToBook(
  person: BookingForm['person'],
  bornOn: string | null,
  today: string,
): ConsentKind | null {
  const kind = consentFor(bornOn, today)
  return kind === 'guardian' || (person !== undefined && person !== 'self') ? kind : null
}

/** Refuses where what is needed was not agreed to, by the name of what is wanting. */
export function requireConsent(needed: ConsentKind, given: ConsentKind | undefined): void {
  if (given === needed) return
  throw new DomainError(needed === 'guardian' ? 'guardian_consent_needed' : 'permission_needed')
}
