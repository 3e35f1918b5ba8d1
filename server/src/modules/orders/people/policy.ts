import {
  type BookingForm,
  type ConsentKind,
  isUnder18,
  type LagosDate,
  lagosDate,
  parseLagosDate,
} from '@labalaba/contract'
import { DomainError } from '../../../infra/http/domain-error.ts'

/**
 * A date of birth as typed; null for a day that does not exist, is before 1900, or is in the future: such a patient would
 * stay a child for ever, whose guardian reads everything.
 */
export function birthDateIn(typed: string, now: Date): LagosDate | null {
  const day = parseLagosDate(typed)
  return day && day >= '1900-01-01' && day <= lagosDate(now) ? day : null
}

/** As `birthDateIn`. Throws `invalid` instead of returning null. */
export function readBirthDate(typed: string, now: Date): LagosDate {
  const day = birthDateIn(typed, now)
  if (day) return day
  throw new DomainError('invalid', {
    fields: { dob: 'Enter a date of birth between 1 January 1900 and today.' },
  })
}

/** The consent that is needed for another person, by their date of birth; without one they count as an adult. */
export function consentFor(bornOn: string | null, today: string): ConsentKind {
  return bornOn !== null && isUnder18(bornOn, today) ? 'guardian' : 'permission'
}

/**
 * The consent that is needed to place an order; null for an adult who is the account's owner, or if the form names no
 * person.
 */
export function consentToBook(
  person: BookingForm['person'],
  bornOn: string | null,
  today: string,
): ConsentKind | null {
  const kind = consentFor(bornOn, today)
  return kind === 'guardian' || (person !== undefined && person !== 'self') ? kind : null
}

/** Throws `guardian_consent_needed` or `permission_needed` if the needed consent was not given. */
export function requireConsent(needed: ConsentKind, given: ConsentKind | undefined): void {
  if (given === needed) return
  throw new DomainError(needed === 'guardian' ? 'guardian_consent_needed' : 'permission_needed')
}
