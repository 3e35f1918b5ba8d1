import type { Profile } from '@labalaba/contract'
import { readJson, signal, tabShelf, writeJson } from './store.ts'

const tokenKey = '_tr_js'
const expiryKey = '_tr_js_exp'
const profileKey = '_tr_js_profile'
const pendingEmailKey = '_tr_js_email'
/** Storage key of the key that seals orders and a phlebotomist's round. Without it they can no longer be read. */
export const sealKey = '_seal'

/** How long a session lasts after the token is saved, in milliseconds: 58 minutes. */
const sessionLength = 58 * 60 * 1000

const changed = signal()

/** The stored end of a session in milliseconds since 1970, or null if there is none or it is not a number. */
function endOf(expiry: string | null): number | null {
  const at = expiry === null || expiry.trim() === '' ? Number.NaN : Number(expiry)
  return Number.isNaN(at) ? null : at
}

/** True if `now` is before the expiry, or no end is known. */
export function expiryAllows(expiry: string | null, now: number): boolean {
  const at = endOf(expiry)
  return at === null || now < at
}

/** The bearer token while its session is valid, else null. */
export function currentToken(now = Date.now()): string | null {
  const token = tabShelf().getItem(tokenKey)
  return token && expiryAllows(tabShelf().getItem(expiryKey), now) ? token : null
}

/** When the session ends, in milliseconds since 1970, or null if no end is known. */
export const sessionEndsAt = (): number | null => endOf(tabShelf().getItem(expiryKey))

/** True if there is a token but it has expired. */
export function sessionIsOver(now = Date.now()): boolean {
  return tabShelf().getItem(tokenKey) !== null && currentToken(now) === null
}

/** Stores the token for 58 minutes with the account's own profile, and calls every listener. */
export function saveSession(token: string, profile: Profile, now = Date.now()): void {
  const shelf = tabShelf()
  shelf.setItem(tokenKey, token)
  shelf.setItem(expiryKey, String(now + sessionLength))
  writeJson(shelf, profileKey, profile)
  ranOut = false
  changed.tell()
}

/** Stores the profile that the server returned, and calls every listener. The session continues unchanged. */
export function saveProfile(profile: Profile): void {
  writeJson(tabShelf(), profileKey, profile)
  changed.tell()
}

/** Forgets the token, its expiry, the profile and the seal key. Calling it twice is harmless. */
export function endSession(): void {
  const shelf = tabShelf()
  for (const key of [tokenKey, expiryKey, profileKey, sealKey]) shelf.removeItem(key)
  ranOut = false
  changed.tell()
}

let seen: { text: string | null; profile: Profile | null } = { text: null, profile: null }

/** The signed-in account's own profile, or null. Returns the same object until it changes. */
export function currentProfile(): Profile | null {
  const text = tabShelf().getItem(profileKey)
  if (text !== seen.text) {
    const found = readJson(tabShelf(), profileKey)
    seen = { text, profile: typeof found === 'object' && found !== null ? (found as Profile) : null }
  }
  return seen.profile
}

/** Remembers the address that waits for a code, so that the code screen survives a reload. */
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

/** Calls `listener` whenever the session starts or ends in this tab. Returns a function that stops it. */
export const onSessionChange = changed.subscribe

const lost = signal()
let ranOut = false

/** True after a session ended without the user signing out, until the next one begins. */
export function sessionRanOut(): boolean {
  return ranOut
}

/** Calls `listener` when a session ended without the user signing out: it expired, or the server refused it. */
export const onSessionLost = lost.subscribe

/** Ends the session and calls the listeners that lead the user back to the sign-in page. */
export function loseSession(): void {
  endSession()
  ranOut = true
  lost.tell()
}

const tabsChannel = 'session'

/** Tells the other tabs of this browser that this account signs out here. */
export function tellTabsOfSignOut(email: string): void {
  if (!('BroadcastChannel' in globalThis)) return
  const tabs = new BroadcastChannel(tabsChannel)
  tabs.postMessage(email)
  tabs.close()
}

/** Calls `listener` with the account that signed out in another tab. Returns a function that stops it. */
export function onLeftInOtherTab(listener: (email: string) => void): () => void {
  if (!('BroadcastChannel' in globalThis)) return () => undefined
  const tabs = new BroadcastChannel(tabsChannel)
  tabs.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') listener(data)
  }
  return () => tabs.close()
}
