import { lagosDate, normalisePhone, phoneProblem } from '@labalaba/contract'
import * as copy from '../copy/components.ts'
import { BirthField } from './birth-field.tsx'
import { birthProblem, type DateParts, dateFromParts, noDate } from './date-of-birth.ts'
import { PhoneField } from './phone-field.tsx'

/** How a person identifies themselves; a phone is combined with a date of birth, if the booking has none. */
export type IdentityProof = 'dob' | 'phone'
export type WhoTyped = { readonly birth: DateParts; readonly phone: string }

export const nothingTyped: WhoTyped = { birth: noDate, phone: '' }

/** The error of the input, found before the server is called; null if there is none. */
export function whoProblem(proof: IdentityProof, { birth, phone }: WhoTyped): string | null {
  const ofPhone = proof === 'phone' ? phoneProblem(normalisePhone(phone)) : null
  return ofPhone ?? birthProblem(birth, lagosDate(new Date()))
}

/** The request: the day as 1985-03-27; if the phone is required, the phone as typed, with the day in `bornOn`. */
export function whoAnswer(
  proof: IdentityProof,
  { birth, phone }: WhoTyped,
): { answer: string; bornOn?: string } {
  const bornOn = dateFromParts(birth) ?? ''
  return proof === 'dob' ? { answer: bornOn } : { answer: phone, bornOn }
}

type WhoFieldProps = {
  id: string
  proof: IdentityProof
  typed: WhoTyped
  error: string | null
  onTyped: (typed: WhoTyped) => void
}

/** Fields for a date of birth, and before it for the phone if the booking has no date of birth. */
export function WhoField({ id, proof, typed, error, onTyped }: WhoFieldProps) {
  const atBirth = proof === 'dob' || error === birthProblem(typed.birth, lagosDate(new Date()))
  return (
    <>
      {proof === 'phone' ? (
        <PhoneField
          id={`${id}-phone`}
          label={copy.bookingPhone}
          hint={copy.phoneHint}
          value={typed.phone}
          error={atBirth ? null : error}
          onText={(phone) => onTyped({ ...typed, phone })}
        />
      ) : null}
      <BirthField
        id={`${id}-birth`}
        value={typed.birth}
        error={atBirth ? error : null}
        onParts={(birth) => onTyped({ ...typed, birth })}
      />
    </>
  )
}
