import * as z from 'zod/mini'
import { email } from './account.ts'
import { endpoint } from './endpoint.ts'
import { name } from './name.ts'

/** How a person is related to the owner of the account that books for them: "my child". */
export const relationship = z.enum(['child', 'spouse', 'parent', 'sibling', 'other'])
export type Relationship = z.infer<typeof relationship>

/** The kind of consent given for another person: as a child's guardian, or with an adult's permission. */
export const consentKind = z.enum(['guardian', 'permission'])
export type ConsentKind = z.infer<typeof consentKind>

/** The version of the text below. It changes with each change of the text, so that it is known what was agreed to. */
export const consentVersion = '2026-11-22'

/** The consent text of this version. */
export const consentWords: Readonly<Record<ConsentKind, string>> = {
  guardian: 'I am this child’s parent or guardian, and I agree to tests for them',
  permission: 'I have this person’s permission',
}

/** The most people of one account. */
export const mostPeople = 20

export const consent = z.strictObject({ as: consentKind, version: z.literal(consentVersion) })

/** Whether a person is under 18 on a day: until their eighteenth birthday begins. Both days are `YYYY-MM-DD`. */
export function isUnder18(bornOn: string, day: string): boolean {
  return isUnder(18, bornOn, day)
}

/** Whether a person has not reached an age, in years, on a day: until that birthday begins. Both days are `YYYY-MM-DD`. */
export function isUnder(age: number, bornOn: string, day: string): boolean {
  const year = String(Number(bornOn.slice(0, 4)) + age).padStart(4, '0')
  return `${year}${bornOn.slice(4)}` > day
}

/** A person's age on a day in full years. Both days are `YYYY-MM-DD`. */
export function fullYears(bornOn: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(bornOn.slice(0, 4))
  return isUnder(years, bornOn, day) ? years - 1 : years
}

/**
 * A person's age on a day, in the same words on all screens and on paper: "7 years"; "5 months" before the second birthday;
 * "12 days" before the first month is over; "less than 1 day" on the day of birth, as its hour is not known. Both days are
 * `YYYY-MM-DD`.
 */
export function ageOn(bornOn: string, day: string): string {
  const part = (date: string, from: number, to: number) => Number(date.slice(from, to))
  const short = part(day, 8, 10) < part(bornOn, 8, 10) ? 1 : 0
  const months = (part(day, 0, 4) - part(bornOn, 0, 4)) * 12 + part(day, 5, 7) - part(bornOn, 5, 7) - short
  const days = (Date.parse(day) - Date.parse(bornOn)) / 86_400_000
  if (days < 1) return 'less than 1 day'
  const [n, one] =
    months < 1 ? [days, 'day'] : months < 24 ? [months, 'month'] : [Math.floor(months / 12), 'year']
  return `${n} ${n === 1 ? one : `${one}s`}`
}

const person = z.object({
  id: z.string(),
  /** Changes with each update. */
  version: z.string(),
  name: z.string(),
  gender: z.enum(['Male', 'Female']),
  dob: z.string(),
  relationship,
  /** Both are empty if not given. */
  email: z.string(),
  phone: z.string(),
  /** Under 18 today. */
  isChild: z.boolean(),
  /** The consent given last for them. */
  consent: consentKind,
})
export type Person = z.infer<typeof person>

const details = {
  name,
  gender: z.enum(['Male', 'Female']),
  dob: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  relationship,
  email: z._default(z.union([email, z.literal('')]), ''),
  /** As typed. */
  phone: z._default(z.string().check(z.maxLength(30)), ''),
  consent: z.optional(consent),
}

const personParams = z.strictObject({ id: z.string().check(z.uuid()) })

export const listPeople = endpoint('GET /v0/people', {
  summary: "The people whom a patient's account books for, besides its owner, by name.",
  access: 'account',
  reply: z.array(person),
  refusals: ['not_found'],
})

export const addPerson = endpoint('POST /v0/people', {
  summary:
    'Saves a person to book for, with a guardian’s consent if they are under 18, otherwise with their permission. At most twenty.',
  access: 'account',
  body: z.strictObject(details),
  reply: person,
  refusals: ['not_found', 'guardian_consent_needed', 'permission_needed', 'many_people'],
})

export const changePerson = endpoint('PUT /v0/people/:id', {
  summary:
    'Changes the details of a saved person. Past orders stay as they are. Refuses, and answers the current details, if they have changed since the version that the caller started from. Asks for consent again if another kind is needed.',
  access: 'account',
  params: personParams,
  body: z.strictObject({ ...details, basedOn: z.uuid() }),
  reply: person,
  refusals: ['not_found', 'person_changed', 'guardian_consent_needed', 'permission_needed'],
})

export const removePerson = endpoint('DELETE /v0/people/:id', {
  summary: 'Deletes a saved person. Their past orders stay. Asking twice is harmless.',
  access: 'account',
  params: personParams,
  reply: z.object({}),
  refusals: ['not_found'],
})
