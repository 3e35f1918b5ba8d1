import { type AccountType, emailPattern, nameProblem, normalisePhone, phoneProblem } from '@labalaba/contract'

/** What a mail's link carries behind the hash, which is never sent to a server. */
export type MailLink = { email: string; code: string }

/** Reads `#email=…&code=…`; null when either is missing. */
export function readMailLink(hash: string): MailLink | null {
  const parts = new URLSearchParams(hash.replace(/^#/, ''))
  const [email, code] = [parts.get('email') ?? '', parts.get('code') ?? '']
  return email !== '' && code !== '' ? { email, code } : null
}

/** Reads `#token=…` of an invitation; null where there is none that could be one. */
export function readInvitationToken(hash: string): string | null {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? ''
  return /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null
}

/** The account type in an address, or null for anything else. */
export function accountTypeIn(text: string | undefined): AccountType | null {
  return text === 'user' || text === 'doctor' ? text : null
}

/** The words for an address that cannot be one, or null. An empty one is missing, not wrong. */
export function emailProblem(email: string): string | null {
  return email.trim() === '' || emailPattern.test(email.trim()) ? null : 'Invalid email format'
}

/** The words for a code that is too short, or null. */
export function codeProblem(code: string): string | null {
  return /^\d{5}$/.test(code) ? null : 'otp must be 5 digits'
}

/** What the mobile number field holds before anybody has typed. */
export const phonePrefix = '234'

/** The words for a number that cannot be rewritten to 234 and ten digits; null while nothing was typed. */
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

/** What still keeps the Register button off: email, phone, password filled and right, and the terms ticked. */
export function registrationMissing(form: Registration): string[] {
  const phoneReady = phoneProblem(normalisePhone(form.phone)) === null
  const emailReady = form.email.trim() !== '' && emailProblem(form.email) === null
  return [
    phoneReady ? '' : 'a full mobile number',
    emailReady ? '' : 'a full email',
    form.password === '' ? 'a password' : '',
    form.agreed ? '' : 'your agreement to the terms',
  ].filter(Boolean)
}

/** The errors of the two name fields. What is wrong only with both together is shown at the last name. */
export function registrationNameErrors(form: Registration): { id: string; words: string }[] {
  const { firstName, lastName } = form
  const first = firstName.trim() === '' ? 'Enter your first name' : nameProblem(firstName)
  const own = lastName.trim() === '' ? 'Enter your last name' : nameProblem(lastName)
  const last = own ?? (first ? null : nameProblem(fullName(form)))
  return [
    { id: 'first-name', words: first ?? '' },
    { id: 'last-name', words: last ?? '' },
  ].filter(({ words }) => words !== '')
}

function fullName({ firstName, lastName }: Registration): string {
  return `${firstName.trim()} ${lastName.trim()}`.trim()
}

/** What the account still lacks. */
export function detailsMissing({ name, phone }: { name: string; phone: string }): string[] {
  const phoneReady = phoneProblem(normalisePhone(phone)) === null
  return [name.trim() === '' ? 'your name' : '', phoneReady ? '' : 'a full mobile number'].filter(Boolean)
}

/** What still keeps an invited person from going on. */
export function acceptanceMissing(form: {
  name: string
  phone: string
  password: string
  agreed: boolean
}): string[] {
  return [
    ...detailsMissing(form),
    form.password === '' ? 'a password' : '',
    form.agreed ? '' : 'your agreement to the terms',
  ].filter(Boolean)
}

/** What still keeps the Login button off. */
export function loginMissing(email: string, password: string): string[] {
  const emailReady = email.trim() !== '' && emailProblem(email) === null
  return [emailReady ? '' : 'your email', password === '' ? 'your password' : ''].filter(Boolean)
}

/** The names and the contract's other fields, from what was typed. */
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
