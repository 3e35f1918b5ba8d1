import { lagosDate, normalisePhone, phoneProblem } from '@labalaba/contract'
import { BirthField } from './birth-field.tsx'
import { birthProblem, type DateParts, dateFromParts, noDate } from './date-of-birth.ts'
import { PhoneField } from './phone-field.tsx'

/** By what somebody says who they are. */
export type WhoAsked = 'dob' | 'phone'
export type WhoTyped = { readonly birth: DateParts; readonly phone: string }

export const nothingTyped: WhoTyped = { birth: noDate, phone: '' }

/** What is wrong with what was typed, before anybody is asked whether it is right; null for nothing. */
export function whoProblem(asked: WhoAsked, { birth, phone }: WhoTyped): string | null {
  return asked === 'dob' ? birthProblem(birth, lagosDate(new Date())) : phoneProblem(normalisePhone(phone))
}

/** What is sent: the day as 1985-03-27, or the phone as it was typed. */
export function whoAnswer(asked: WhoAsked, { birth, phone }: WhoTyped): string {
  return asked === 'dob' ? (dateFromParts(birth) ?? '') : phone
}

type WhoFieldProps = {
  id: string
  asked: WhoAsked
  typed: WhoTyped
  error: string | null
  onTyped: (typed: WhoTyped) => void
}

/** Asks for a date of birth, or for a phone where nobody wrote down a date of birth. */
export function WhoField({ id, asked, typed, error, onTyped }: WhoFieldProps) {
  return asked === 'dob' ? (
    <BirthField
      id={`${id}-birth`}
      value={typed.birth}
      error={error}
      onParts={(birth) => onTyped({ ...typed, birth })}
    />
  ) : (
    <PhoneField
      id={`${id}-phone`}
      label="Your phone, as on the booking"
      hint="For example, 0803 123 4567"
      value={typed.phone}
      error={error}
      onText={(phone) => onTyped({ ...typed, phone })}
    />
  )
}
