import type { Profile } from '@labalaba/contract'
import { readJson, signal, tabShelf, writeJson } from './store.ts'

const tokenKey = '_tr_js'
const expiryKey = '_tr_js_exp'
const profileKey = '_tr_js_profile'
const pendingEmailKey = '_tr_js_email'
/** What is kept of orders and of a phlebotomist's round is sealed with this; without it nobody reads them any more. */
export const sealKey = '_seal'

/** How long a session lasts after the token is saved, in milliseconds: 58 minutes. */
const sessionLength = 58 * 60 * 1000

const changed = signal()

/** Valid with no expiry, with an expiry that is not a number, or before it; expired at or after it. */
export function expiryAllows(expiry: string | null, now: number): boolean {
  if (expiry === null || expiry.trim() === '') return true
  const at = Number(expiry)
  return Number.isNaN(at) || now < at
}

/** The bearer token while its session is valid, else null. */
export function currentToken(now = Date.now()): string | null {
  const token = tabShelf().getItem(tokenKey)
  return token && expiryAllows(tabShelf().getItem(expiryKey), now) ? token : null
}

/** When the session ends, in milliseconds since 1970, or null where no end is known. */
export function sessionEndsAt(): number | null {
  const expiry = tabShelf().getItem(expiryKey)
  const at = expiry === null || expiry.trim() === '' ? Number.NaN : Number(expiry)
  return Number.isNaN(at) ? null : at
}

/** True where a token is kept although its time has run out. */
export function sessionIsOver(now = Date.now()): boolean {
  return tabShelf().getItem(tokenKey) !== null && currentToken(now) === null
}

/** Keeps the token for 58 minutes, with the account's own profile, and tells every listener. */
export function saveSession(token: string, profile: Profile, now = Date.now()): void {
  const shelf = tabShelf()
  shelf.setItem(tokenKey, token)
  shelf.setItem(expiryKey, String(now + sessionLength))
  writeJson(shelf, profileKey, profile)
  ranOut = false
  changed.tell()
}

/** Keeps the profile that the server answered, and tells every listener. The session goes on as it was. */
export function saveProfile(profile: Profile): void {
  writeJson(tabShelf(), profileKey, profile)
  changed.tell()
}

/** Forgets token, expiry and profile. Doing it twice is harmless. */
export function endSession(): void {
  const shelf = tabShelf()
  for (const key of [tokenKey, expiryKey, profileKey, sealKey]) shelf.removeItem(key)
  ranOut = false
  changed.tell()
}

let seen: { text: string | null; profile: Profile | null } = { text: null, profile: null }

/** The signed-in account's own profile, or null. The same object comes back until it changes. */
export function currentProfile(): Profile | null {
  const text = tabShelf().getItem(profileKey)
  if (text !== seen.text) {
    const found = readJson(tabShelf(), profileKey)
    seen = { text, profile: typeof found === 'object' && found !== null ? (found as Profile) : null }
  }
  return seen.profile
}

/** Remembers which address waits for a code, so that a reload of the code screen still knows it. */
export function savePendingEmail(email: string): void {
  tabShelf().setItem(pendingEmailKey, email)
}

/** The address that waits for a code, or an empty string. */
export function pendingEmail(): string {
  return tabShelf().getItem(pendingEmailKey) ?? ''
}

/** Forgets the address that waited for a code. */
export function clearPendingEmail(): void {
  tabShelf().removeItem(pendingEmailKey)
}

/** Calls back whenever the session starts or ends in this tab; answers how to stop. */
export function onSessionChange(listener: () => void): () => void {
  return changed.subscribe(listener)
}

const lost = signal()
let ranOut = false

/** True after a session ended although nobody asked for it, until the next one begins. */
export function sessionRanOut(): boolean {
  return ranOut
}

/** Calls back when a session ended although nobody asked for it: its time ran out, or the server refused it. */
export function onSessionLost(listener: () => void): () => void {
  return lost.subscribe(listener)
}

/** Ends the session and tells those who lead the person back to the sign-in page. */
export function loseSession(): void {
  endSession()
  ranOut = true
  lost.tell()
}
