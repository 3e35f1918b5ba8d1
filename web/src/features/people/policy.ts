import {
  type ConsentKind,
  consentVersion,
  emailPattern,
  isUnder18,
  nameProblem,
  normalisePhone,
  type Person,
  phoneProblem,
  type Relationship,
} from '@labalaba/contract'
import {
  birthProblem,
  type DateParts,
  dateFromParts,
  noDate,
  partsFromDate,
} from '../../components/date-of-birth.ts'
import * as copy from '../../copy/people.ts'
import { phoneShown } from '../../lib/format.ts'
import type { PersonInput } from './queries.ts'

/** The typed details of a person. */
export type PersonDraft = {
  name: string
  birth: DateParts
  gender: '' | 'Female' | 'Male'
  relationship: '' | Relationship
  email: string
  phone: string
  agreed: '' | ConsentKind
}

/** The fields, by their element ids. */
export type PersonField =
  | 'person-name'
  | 'person-birth'
  | 'person-gender'
  | 'person-relationship'
  | 'person-email'
  | 'person-phone'
  | 'person-consent'

export type PersonProblems = Partial<Record<PersonField, string>>

/** The initial form: empty, or the stored details. */
export function draftOf(person: Person | null): PersonDraft {
  if (person === null)
    return { name: '', birth: noDate, gender: '', relationship: '', email: '', phone: '', agreed: '' }
  const { name, dob, gender, relationship, email, phone } = person
  return {
    name,
    gender,
    relationship,
    email,
    agreed: '',
    birth: partsFromDate(dob),
    phone: phoneShown(phone),
  }
}

/** The kind of consent needed, by date of birth; null if the date is invalid or that consent was already given. */
export function neededConsent(
  { birth }: PersonDraft,
  before: Person | null,
  today: string,
): ConsentKind | null {
  const born = dateFromParts(birth)
  if (born === null) return null
  const needed = isUnder18(born, today) ? 'guardian' : 'permission'
  return before?.consent === needed ? null : needed
}

/** The errors in the order of the form. `today` is a Lagos day. */
export function personProblems(draft: PersonDraft, before: Person | null, today: string): PersonProblems {
  const found: PersonProblems = {}
  const name = draft.name.trim() === '' ? copy.nameMissing : nameProblem(draft.name)
  if (name) found['person-name'] = name
  const birth = birthProblem(draft.birth, today)
  if (birth)
    found['person-birth'] = birth.replace(/your date/i, (words) =>
      words.startsWith('Y') ? copy.birthTheDateFirst : copy.birthTheDate,
    )
  if (draft.gender === '') found['person-gender'] = copy.genderMissing
  if (draft.relationship === '') found['person-relationship'] = copy.relationMissing
  if (draft.email.trim() !== '' && !emailPattern.test(draft.email.trim()))
    found['person-email'] = copy.emailInvalid
  const phone = draft.phone.trim() === '' ? null : phoneProblem(normalisePhone(draft.phone))
  if (phone) found['person-phone'] = phone
  const needed = neededConsent(draft, before, today)
  if (needed !== null && draft.agreed !== needed)
    found['person-consent'] = needed === 'guardian' ? copy.guardianMissing : copy.permissionMissing
  return found
}

/** The request body of a valid form. */
export function bodyFrom(draft: PersonDraft): PersonInput {
  const { name, birth, gender, relationship, email, phone, agreed } = draft
  return {
    name: name.trim(),
    dob: dateFromParts(birth) ?? '',
    email: email.trim(),
    phone: phone.trim(),
    gender: gender === 'Male' ? 'Male' : 'Female',
    relationship: relationship === '' ? 'other' : relationship,
    ...(agreed === '' ? {} : { consent: { as: agreed, version: consentVersion } }),
  }
}
