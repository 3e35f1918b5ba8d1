import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { name } from './name.ts'

/**
 * The specification's simple address pattern: something, an at sign, something with a dot. ASCII only: mail programs
 * convert other letters to ASCII, so two addresses that differ here could be one mailbox.
 */
export const emailPattern =
  /^(?!.*\.\.)[!#-'*+\-./\d=?A-Z^-~]+@[!#-'*+\-./\d=?A-Z^-~]+\.[!#-'*+\-/\d=?A-Z^-~]+$/

export const email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.regex(emailPattern, 'Invalid email format'))
const password = z.string().check(z.minLength(1), z.maxLength(128))
const line = (longest: number) => z.string().check(z.trim(), z.maxLength(longest), z.regex(/^[^\p{Cc}]*$/u))
/** As typed. `normalisePhone` and `phoneProblem` report errors in the specification's words. */
export const phone = z.string().check(z.minLength(1), z.maxLength(30))

export const accountType = z.enum(['user', 'doctor'])
export type AccountType = z.infer<typeof accountType>

/** Five digits, or the single-use 128-bit token of the link in the same mail. */
const code = z.string().check(z.trim(), z.regex(/^(\d{5}|[A-Za-z0-9_-]{22,64})$/, 'otp must be 5 digits'))

export const profile = z.object({
  status: z.enum(['unverified', 'active', 'suspended']),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  username: z.string(),
  type: z.enum(['user', 'doctor', 'operator', 'lab', 'phlebotomist']),
})
export type Profile = z.infer<typeof profile>

/** The step between the right password and a session, for an account with a second factor. */
export const challenge = z.object({
  /** Valid for ten minutes and five codes. */
  token: z.string(),
  /** The key for an authenticator app if none is set up yet: as text, and as a URI for a QR code. */
  enrol: z.nullable(z.object({ key: z.string(), uri: z.string() })),
})
export type Challenge = z.infer<typeof challenge>

const nothing = z.object({})

/** The reply to a request for a mail, whether or not one is sent. */
const mailAsked = z.object({
  /** Seconds until another mail can be requested, if there were too many. The newest mail works until then. */
  retryAfter: z.optional(z.number()),
})

export const createAccount = endpoint('POST /v0/createAccount', {
  summary:
    'Registers an account and mails a code. Gives the same answer if the address already has an account.',
  access: 'public',
  costly: true,
  body: z.strictObject({
    email,
    password,
    phone,
    username: line(60),
    location: line(200),
    source: z.literal('web'),
    type: accountType,
    name,
    branch: z.enum(['at_home_service', 'private_practice']),
    consentVersion: z.optional(line(40)),
  }),
  reply: nothing,
  refusals: ['weak_password', 'too_many', 'busy'],
})

export const resendCode = endpoint('POST /v0/resendcode', {
  summary:
    'Mails a new code to an account that is not verified. Gives the same answer for an unknown address.',
  access: 'public',
  body: z.strictObject({ email }),
  reply: mailAsked,
})

export const verifyAccount = endpoint('POST /v0/verifyaccount', {
  summary:
    'Confirms the address with the code or the token of the mail. Without the cookie of the browser that registered, both also need the password of the registration.',
  access: 'public',
  costly: true,
  body: z.strictObject({ email, code, password: z.optional(password) }),
  reply: z.object({
    /**
     * Several registrations were waiting for this address, so none of their data is used. A mail leads to a new password.
     */
    next: z.optional(z.literal('choose_password')),
  }),
  refusals: ['wrong_code', 'code_link_only', 'password_needed', 'wrong_password', 'too_many', 'busy'],
})

export const forgotPassword = endpoint('POST /v0/forgotpassword', {
  summary: 'Mails a code for a new password. Gives the same answer for an unknown address.',
  access: 'public',
  body: z.strictObject({ email }),
  reply: mailAsked,
})

export const verifyCode = endpoint('POST /v0/verifycode', {
  summary: 'Checks a code for a new password without using it up; wrong tries count.',
  access: 'public',
  body: z.strictObject({ email, code }),
  reply: nothing,
  refusals: ['wrong_code', 'code_link_only'],
})

export const updatePassword = endpoint('POST /v0/updatepassword', {
  summary: 'Sets a new password with the code, ends every session and tells the owner by mail.',
  access: 'public',
  costly: true,
  body: z.strictObject({ email, password, code }),
  reply: nothing,
  refusals: ['wrong_code', 'code_link_only', 'weak_password', 'busy'],
})

/** The reply to a person who has proven who they are. */
const entry = z.object({
  details: profile,
  authid: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  challenge: z.nullable(challenge),
})

export const signIn = endpoint('POST /v0/', {
  summary:
    'Signs in with HTTP Basic. An account that is not verified gets a code by mail and no token; one with a second factor gets a challenge and no token.',
  access: 'basic',
  costly: true,
  reply: entry,
  refusals: ['wrong_credentials', 'suspended', 'use_login_link', 'busy'],
})

export const mailLoginLink = endpoint('POST /v0/session/link', {
  summary: 'Mails a link that signs in without the password. Gives the same answer for an unknown address.',
  access: 'public',
  body: z.strictObject({ email }),
  reply: mailAsked,
})

export const openLoginLink = endpoint('POST /v0/session/link/opening', {
  summary:
    'Signs in with the token of a mailed link. The link works once, for ten minutes. An account with a second factor gets a challenge and no token.',
  access: 'public',
  body: z.strictObject({ email, token: z.string().check(z.regex(/^[A-Za-z0-9_-]{22,64}$/)) }),
  reply: entry,
  refusals: ['login_link_ended'],
})

export const passSecondFactor = endpoint('POST /v0/session/second-factor', {
  summary:
    'Answers a challenge with the six digits of the authenticator app or with a recovery code, and signs in. The first correct code sets the app up. Its answer holds the recovery codes.',
  access: 'public',
  body: z.strictObject({
    challenge: z.string().check(z.regex(/^[A-Za-z0-9_-]{20,100}$/)),
    code: z.string().check(z.trim(), z.minLength(6), z.maxLength(20)),
  }),
  reply: z.object({
    details: profile,
    authid: z.string(),
    expiresAt: z.string(),
    /** Ten recovery codes for a lost phone, shown only now. */
    recoveryCodes: z.nullable(z.array(z.string())),
  }),
  refusals: ['wrong_factor_code', 'challenge_ended'],
})

export const signOut = endpoint('DELETE /v0/session', {
  summary: 'Ends the session.',
  access: 'account',
  reply: nothing,
})

export const myProfile = endpoint('GET /v0/account', {
  summary: 'The profile of the signed-in account.',
  access: 'account',
  reply: profile,
})

export const completeProfile = endpoint('PUT /v0/account', {
  summary: 'Sets the name, the phone or both, if the account has none. What it already has stays.',
  access: 'account',
  body: z.strictObject({ name: z.optional(name), phone: z.optional(phone) }),
  reply: profile,
  refusals: ['wrong_state'],
})

export const confirmSession = endpoint('POST /v0/session/confirmation', {
  summary:
    'Gives the password again within a session, for calls that need a recent password. Wrong passwords here count apart from sign-ins.',
  access: 'account',
  costly: true,
  body: z.strictObject({ password }),
  reply: nothing,
  refusals: ['wrong_password', 'too_many', 'busy'],
})

export const deleteAccount = endpoint('POST /v0/account/deletion', {
  summary:
    "Deletes the signed-in account. Ends its sessions, cancels its unpaid orders and removes the owner's personal details from the account. Paid orders are kept without the account.",
  access: 'account',
  costly: true,
  body: z.strictObject({ password }),
  reply: nothing,
  refusals: ['wrong_password', 'order_unfinished', 'money_open', 'too_many', 'busy'],
})
