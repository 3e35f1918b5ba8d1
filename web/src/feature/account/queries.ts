import {
  type AccountType,
  acceptInvitation,
  type Challenge,
  completeProfile,
  createAccount,
  deleteAccount,
  forgotPassword,
  mailLoginLink,
  normalisePhone,
  openLoginLink,
  type Profile,
  passSecondFactor,
  type ReplyOf,
  readInvitation,
  resendCode,
  signIn,
  signOut,
  updatePassword,
  verifyAccount,
  verifyCode,
} from '@labalaba/contract'
import { ApiFailure, type Credentials, call, isOffline } from '../../lib/api.ts'
import { clearCart } from '../../lib/cart.ts'
import { forgetDeparture } from '../../lib/checkout.ts'
import { forgetDraft } from '../../lib/draft.ts'
import { restoreCart, saveDraftNow } from '../../lib/draft-keeper.ts'
import { forgetStore, ordersStore } from '../../lib/kept-store.ts'
import {
  clearPendingEmail,
  currentProfile,
  endSession,
  loseSession,
  savePendingEmail,
  saveProfile,
  saveSession,
} from '../../lib/session.ts'
import { tellTabsOfLeaving } from '../../lib/session-tabs.ts'
import { type MailLink, type Registration, registrationBody } from './policy.ts'

/**
 * What was typed in this tab for an address that waits for its code, until it is confirmed or the page is loaded anew. Stored
 * nowhere: it answers for a person whose browser drops cookies, who would have to type it again.
 */
let justTyped: Credentials | null = null

/** What a right password leads to: a session that has started, a second factor, or a code by mail. */
export type Entered =
  | { readonly next: 'session' }
  | { readonly next: 'second_factor'; readonly challenge: Challenge }
  | { readonly next: 'confirm_email'; readonly profile: Profile }

/** Signs in and keeps the session, where the password is enough for one. */
export async function enter(credentials: Credentials): Promise<Entered> {
  const { data } = await call(signIn, { credentials })
  const entered = begin(data)
  if (entered.next === 'confirm_email') justTyped = { ...credentials, email: entered.profile.email }
  return entered
}

/** Signs in with a mailed link, and keeps the session where no second factor is asked for. */
export async function enterByLink({ email, code }: MailLink): Promise<Entered> {
  const { data } = await call(openLoginLink, { body: { email, token: code } })
  return begin(data)
}

function begin(data: ReplyOf<typeof signIn>): Entered {
  if (data.challenge) return { next: 'second_factor', challenge: data.challenge }
  if (data.details.status === 'unverified' || data.authid === null) {
    savePendingEmail(data.details.email)
    return { next: 'confirm_email', profile: data.details }
  }
  startSession({ authid: data.authid, details: data.details })
  return { next: 'session' }
}

/** A session that may start, and the recovery codes of a new authenticator app. */
export type Entry = ReplyOf<typeof passSecondFactor>

/** Answers a challenge. The session does not start by it: recovery codes may have to be read first. */
export async function passFactor(challenge: string, code: string): Promise<Entry> {
  const { data } = await call(passSecondFactor, { body: { challenge, code } })
  return data
}

/** Keeps a session. */
export function startSession({ authid, details }: Pick<Entry, 'authid' | 'details'>): void {
  saveSession(authid, details)
  // What was begun on another device is in the cart here too; without a network the cart asks again.
  restoreCart().catch(() => undefined)
}

export type Invitation = ReplyOf<typeof readInvitation>

/** What an invitation is for. */
export async function openInvitation(token: string): Promise<Invitation> {
  const { data } = await call(readInvitation, { body: { token } })
  return data
}

type Acceptance = { readonly name: string; readonly phone: string; readonly password: string }

/** Makes the account of whoever was invited. What they log in with next is the second factor. */
export async function accept(token: string, { name, phone, password }: Acceptance): Promise<Challenge> {
  const body = { token, name: name.trim(), phone: normalisePhone(phone), password }
  const { data } = await call(acceptInvitation, { body })
  return data.challenge
}

/** Leaves nothing of whoever was signed in on this device. */
function forgetOwner(): void {
  justTyped = null
  clearCart()
  forgetDraft()
  forgetDeparture()
  clearPendingEmail()
  forgetStore(ordersStore)
  endSession()
}

/**
 * Signs out. The token is gone from this device whatever the network does; the server is told in the
 * background, and forgets the session by itself after 58 minutes if it cannot be reached. The other tabs of this
 * browser follow, unless one of them has asked for it: then `alone`.
 */
export function leave({ alone = false } = {}): void {
  const account = currentProfile()?.email
  if (account && !alone) tellTabsOfLeaving(account)
  saveDraftNow()
  const told = call(signOut)
  forgetOwner()
  told.catch(() => undefined)
}

/** How surely an account is gone: the server has said so, or it knows our session no more after an answer was lost. */
export type Erased = 'surely' | 'it seems'

let unanswered = false

/**
 * Deletes the account that is signed in, and forgets its owner on this device. Where an earlier try had no answer and
 * the session is over now, it seems to have been done then: nobody can ask.
 */
export async function eraseAccount(password: string): Promise<Erased> {
  const account = currentProfile()?.email
  let erased: Erased = 'surely'
  try {
    await call(deleteAccount, { body: { password }, tellsFirst: unanswered })
  } catch (failure) {
    const { code = '' } = failure instanceof ApiFailure ? failure : {}
    if (!unanswered || code !== 'invalid_token') {
      if (code === 'session_expired') loseSession()
      unanswered ||= isOffline(failure)
      throw failure
    }
    erased = 'it seems'
  }
  unanswered = false
  if (account) tellTabsOfLeaving(account)
  forgetOwner()
  return erased
}

/** Registers, and remembers which address now waits for a code. */
export async function register(form: Registration, type: AccountType): Promise<void> {
  const body = registrationBody(form, type)
  await call(createAccount, { body })
  savePendingEmail(body.email)
  justTyped = { email: body.email, password: body.password }
}

/**
 * Confirms an address with the five digits or the code of the mail's link. In a browser that the server does not know as the
 * one that registered, this needs the password of the registration: the one that was typed on this page just now, else
 * `password_needed` is thrown. Answers whether a new password has to be chosen now, with a code that has been mailed.
 */
export async function confirm(
  email: string,
  code: string,
  password: string | null,
): Promise<{ choosesPassword: boolean }> {
  const send = (given: string | null) =>
    call(verifyAccount, { body: { email, code, ...(given !== null && { password: given }) } })
  const { data } = await send(password).catch((failure: unknown) => {
    const isAsked = failure instanceof ApiFailure && failure.code === 'password_needed'
    if (!isAsked || password !== null || justTyped?.email !== email) throw failure
    return send(justTyped.password)
  })
  justTyped = null
  const choosesPassword = data.next === 'choose_password'
  if (choosesPassword) savePendingEmail(email)
  else clearPendingEmail()
  return { choosesPassword }
}

/** Sets the name and the mobile number where the account has none; what it has is left out. */
export async function complete(
  profile: Profile,
  { name, phone }: { name: string; phone: string },
): Promise<void> {
  const body = {
    ...(profile.name === '' && { name: name.trim() }),
    ...(profile.phone === '' && { phone: normalisePhone(phone) }),
  }
  const { data } = await call(completeProfile, { body })
  saveProfile(data)
}

/** What to say to somebody who asked for a mail: that one is on its way, or how long to wait for another. */
type Mailed = { readonly words: string }

/** Mails a new code. */
export async function sendCodeAgain(email: string): Promise<Mailed> {
  const { message } = await call(resendCode, { body: { email } })
  return { words: message }
}

/** Mails a code for a new password, and remembers for which address. */
export async function startReset(email: string): Promise<Mailed> {
  const { message } = await call(forgotPassword, { body: { email } })
  savePendingEmail(email)
  return { words: message }
}

/** Mails a link that signs in. */
export async function sendLoginLink(email: string): Promise<Mailed> {
  const { message } = await call(mailLoginLink, { body: { email } })
  return { words: message }
}

/** The code that the server called right, and for whom; after a lost answer it may be used up. */
let checked = ''

/**
 * Checks the code first, so that a mistyped one does not cost a password; then sets the new password. Trying the same
 * again is safe.
 */
export async function finishReset(email: string, code: string, password: string): Promise<void> {
  const known = `${email} ${code}`
  if (checked !== known) await call(verifyCode, { body: { email, code } })
  checked = known
  try {
    await call(updatePassword, { body: { email, code, password } })
  } catch (failure) {
    if (!isOffline(failure)) checked = ''
    throw failure
  }
  checked = ''
  clearPendingEmail()
}
