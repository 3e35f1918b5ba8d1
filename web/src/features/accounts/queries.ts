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
import { forgetDraft } from '../../lib/draft.ts'
import { restoreCart, saveDraftNow } from '../../lib/draft-sync.ts'
import { forgetStore, ordersStore } from '../../lib/offline-store.ts'
import { forgetDeparture } from '../../lib/payment-departure.ts'
import {
  clearPendingEmail,
  currentProfile,
  endSession,
  loseSession,
  savePendingEmail,
  saveProfile,
  saveSession,
  tellTabsOfSignOut,
} from '../../lib/session.ts'
import { type MailLink, type Registration, registrationBody } from './policy.ts'

/**
 * The credentials typed in this tab for an address that waits for its code, until it is confirmed or the page reloads. Held
 * in memory only: without them, a user whose browser drops cookies would have to type the password again.
 */
let justTyped: Credentials | null = null

/** The result of a right password: a started session, a second factor, or a code by mail. */
export type Entered =
  | { readonly next: 'session' }
  | { readonly next: 'second_factor'; readonly challenge: Challenge }
  | { readonly next: 'confirm_email'; readonly profile: Profile }

/** Logs in, and stores the session if the password alone is enough. */
export async function enter(credentials: Credentials): Promise<Entered> {
  const { data } = await call(signIn, { credentials })
  const entered = begin(data)
  if (entered.next === 'confirm_email') justTyped = { ...credentials, email: entered.profile.email }
  return entered
}

/** Logs in with a mailed link, and stores the session if no second factor is needed. */
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

/** A session that can start, and the recovery codes of a new authenticator app. */
export type Entry = ReplyOf<typeof passSecondFactor>

/** Sends the second factor. Does not start the session: the user may have to read recovery codes first. */
export async function passFactor(challenge: string, code: string): Promise<Entry> {
  const { data } = await call(passSecondFactor, { body: { challenge, code } })
  return data
}

/** Stores a session. */
export function startSession({ authid, details }: Pick<Entry, 'authid' | 'details'>): void {
  saveSession(authid, details)
  // Restores the cart that was begun on another device. Without a network the cart page tries again.
  restoreCart().catch(() => undefined)
}

export type Invitation = ReplyOf<typeof readInvitation>

/** Reads the details of an invitation. */
export async function openInvitation(token: string): Promise<Invitation> {
  const { data } = await call(readInvitation, { body: { token } })
  return data
}

type Acceptance = { readonly name: string; readonly phone: string; readonly password: string }

/** Creates the account of an invited person. Returns the second factor that completes their login. */
export async function accept(token: string, { name, phone, password }: Acceptance): Promise<Challenge> {
  const body = { token, name: name.trim(), phone: normalisePhone(phone), password }
  const { data } = await call(acceptInvitation, { body })
  return data.challenge
}

/** Removes all data of the signed-in account from this device. */
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
 * Logs out. The token is removed from this device even without a network. The server is notified in the background; if it
 * cannot be reached, it ends the session itself after 58 minutes. Other tabs of this browser log out too, unless `alone`:
 * then another tab has started this logout.
 */
export function leave({ alone = false } = {}): void {
  const account = currentProfile()?.email
  if (account && !alone) tellTabsOfSignOut(account)
  saveDraftNow()
  const signingOut = call(signOut)
  forgetOwner()
  signingOut.catch(() => undefined)
}

/** How certain a deletion is: confirmed by the server, or inferred because the session is invalid after a lost response. */
export type Erased = 'surely' | 'it seems'

let unanswered = false

/**
 * Deletes the signed-in account and removes its data from this device. If an earlier try got no response and the session is
 * now invalid, that try probably succeeded; this cannot be checked.
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
  if (account) tellTabsOfSignOut(account)
  forgetOwner()
  return erased
}

/** Registers an account, and remembers the address that now waits for a code. */
export async function register(form: Registration, type: AccountType): Promise<void> {
  const body = registrationBody(form, type)
  await call(createAccount, { body })
  savePendingEmail(body.email)
  justTyped = { email: body.email, password: body.password }
}

/**
 * Confirms an address with the five digits or the code of the mail's link. In a browser that the server does not know as
 * the one that registered, this also needs the password of the registration: the one typed on this page, else it throws
 * `password_needed`. Returns whether a new password must be chosen now, with a code that has been mailed.
 */
export async function confirm(
  email: string,
  code: string,
  password: string | null,
): Promise<{ choosesPassword: boolean }> {
  const send = (given: string | null) =>
    call(verifyAccount, { body: { email, code, ...(given !== null && { password: given }) } })
  const { data } = await send(password).catch((failure: unknown) => {
    const needsPassword = failure instanceof ApiFailure && failure.code === 'password_needed'
    if (!needsPassword || password !== null || justTyped?.email !== email) throw failure
    return send(justTyped.password)
  })
  justTyped = null
  const choosesPassword = data.next === 'choose_password'
  if (choosesPassword) savePendingEmail(email)
  else clearPendingEmail()
  return { choosesPassword }
}

/** Sets the name and the mobile number if the account has none; existing values are not sent. */
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

/** The server's message after a request for a mail: that it was sent, or how long to wait for another. */
type Mailed = { readonly words: string }

/** Mails another confirmation code. */
export async function sendCodeAgain(email: string): Promise<Mailed> {
  const { message } = await call(resendCode, { body: { email } })
  return { words: message }
}

/** Mails a code for a new password, and remembers the address. */
export async function startReset(email: string): Promise<Mailed> {
  const { message } = await call(forgotPassword, { body: { email } })
  savePendingEmail(email)
  return { words: message }
}

/** Mails a login link. */
export async function sendLoginLink(email: string): Promise<Mailed> {
  const { message } = await call(mailLoginLink, { body: { email } })
  return { words: message }
}

/** The email and code that the server has accepted. After a lost response the code may already be used. */
let checked = ''

/**
 * Checks the code before it sets the new password, so that a mistyped code is reported first. It is safe to call this again
 * with the same values.
 */
export async function finishReset(email: string, code: string, password: string): Promise<void> {
  const attempt = `${email} ${code}`
  if (checked !== attempt) await call(verifyCode, { body: { email, code } })
  checked = attempt
  try {
    await call(updatePassword, { body: { email, code, password } })
  } catch (failure) {
    if (!isOffline(failure)) checked = ''
    throw failure
  }
  checked = ''
  clearPendingEmail()
}
