import { type AccountType, emailPattern, nameProblem, normalisePhone, phoneProblem } from '@labalaba/contract'
import * as copy from '../../copy/accounts.ts'

/** The values in the hash of a mail's link. A browser never sends the hash to a server. */
export type MailLink = { email: string; code: string }

/** Reads `#email=…&code=…`; returns null if either is missing. */
export function readMailLink(hash: string): MailLink | null {
  const parts = new URLSearchParams(hash.replace(/^#/, ''))
  const [email, code] = [parts.get('email') ?? '', parts.get('code') ?? '']
  return email !== '' && code !== '' ? { email, code } : null
}

/** Reads `#token=…` of an invitation; returns null if there is no valid token. */
export function readInvitationToken(hash: string): string | null {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? ''
  return /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null
}

/** The account type in an address; null for anything else. */
export function accountTypeIn(text: string | undefined): AccountType | null {
  return text === 'user' || text === 'doctor' ? text : null
}

/** The error for a malformed email, or null. An empty one counts as missing, not as wrong. */
export function emailProblem(email: string): string | null {
  return email.trim() === '' || emailPattern.test(email.trim()) ? null : copy.emailWrong
}

/** The error for an incomplete code, or null. */
export function codeProblem(code: string): string | null {
  return /^\d{5}$/.test(code) ? null : copy.codeTooShort
}

/** The initial content of the mobile number field. */
export const phonePrefix = '234'

/** The error for a number that cannot be normalised to 234 and ten digits; null while nothing is typed. */
export function mobileProblem(typed: string): string | null {
  const text = typed.trim()
  return text === '' || text === phonePrefix ? null : phoneProblem(normalisePhone(text))
}

export type Registration = {
  firstName: string
  lastName: string
  phone: string
  username: string
  address: string
  email: string
  password: string
  agreed: boolean
}

export const emptyRegistration: Registration = {
  firstName: '',
  lastName: '',
  phone: phonePrefix,
  username: '',
  address: '',
  email: '',
  password: '',
  agreed: false,
}

/** What still disables the Register button: a valid email, phone and password, and the ticked terms. */
export function registrationMissing(form: Registration): string[] {
  const phoneReady = phoneProblem(normalisePhone(form.phone)) === null
  const emailReady = form.email.trim() !== '' && emailProblem(form.email) === null
  return [
    phoneReady ? '' : copy.mobileNumberMissing,
    emailReady ? '' : copy.fullEmailMissing,
    form.password === '' ? copy.aPasswordMissing : '',
    form.agreed ? '' : copy.termsMissing,
  ].filter(Boolean)
}

/** The errors of the two name fields. An error of both names together is shown at the last name. */
export function registrationNameErrors(form: Registration): { id: string; words: string }[] {
  const { firstName, lastName } = form
  const first = firstName.trim() === '' ? copy.firstNameEmpty : nameProblem(firstName)
  const own = lastName.trim() === '' ? copy.lastNameEmpty : nameProblem(lastName)
  const last = own ?? (first ? null : nameProblem(fullName(form)))
  return [
    { id: 'first-name', words: first ?? '' },
    { id: 'last-name', words: last ?? '' },
  ].filter(({ words }) => words !== '')
}

function fullName({ firstName, lastName }: Registration): string {
  return `${firstName.trim()} ${lastName.trim()}`.trim()
}

/** What the account's details still lack. */
export function detailsMissing({ name, phone }: { name: string; phone: string }): string[] {
  const phoneReady = phoneProblem(normalisePhone(phone)) === null
  return [name.trim() === '' ? copy.yourNameMissing : '', phoneReady ? '' : copy.mobileNumberMissing].filter(
    Boolean,
  )
}

/** What still disables the button of an invited person. */
export function acceptanceMissing(form: {
  name: string
  phone: string
  password: string
  agreed: boolean
}): string[] {
  return [
    ...detailsMissing(form),
    form.password === '' ? copy.aPasswordMissing : '',
    form.agreed ? '' : copy.termsMissing,
  ].filter(Boolean)
}

/** What still disables the Login button. */
export function loginMissing(email: string, password: string): string[] {
  const emailReady = email.trim() !== '' && emailProblem(email) === null
  return [emailReady ? '' : copy.yourEmailMissing, password === '' ? copy.yourPasswordMissing : ''].filter(
    Boolean,
  )
}

/** The request body of a registration, from the typed form. */
export function registrationBody(form: Registration, type: AccountType) {
  return {
    name: fullName(form),
    email: form.email.trim(),
    password: form.password,
    phone: normalisePhone(form.phone),
    username: form.username.trim(),
    location: form.address.trim(),
    source: 'web',
    type,
    branch: type === 'user' ? 'at_home_service' : 'private_practice',
  } as const
}
