import { lagosDate } from '@labalaba/contract'
import { currentProfile, sealKey } from './session.ts'
import { readJson, tabShelf, writeJson } from './store.ts'

/** Data that can be read only with the key of the tab that wrote it, and only on its day. */
export type Sealed = {
  readonly day: string
  readonly iv: Uint8Array<ArrayBuffer>
  readonly sealed: ArrayBuffer
}

function isSealed(found: unknown): found is Sealed {
  return typeof found === 'object' && found !== null && 'sealed' in found && 'iv' in found && 'day' in found
}

function storedKey(): Uint8Array<ArrayBuffer> | null {
  const stored = readJson(tabShelf(), sealKey)
  return Array.isArray(stored) && stored.length === 32 ? Uint8Array.from(stored as number[]) : null
}

/** The key of this tab, created if `make` is true; it ends with the tab and with signing out. */
async function tabKey(make: boolean): Promise<CryptoKey | null> {
  if (!globalThis.crypto?.subtle) return null
  const key = storedKey()
  if (!key && !make) return null
  const raw = key ?? crypto.getRandomValues(new Uint8Array(32))
  if (!key && !writeJson(tabShelf(), sealKey, [...raw])) return null
  return await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** The name under which a tab stores its sealed data: a hash of its key, so each tab has its own. Null without a key. */
export async function sealName(): Promise<string | null> {
  const raw = storedKey()
  if (!raw || !globalThis.crypto?.subtle) return null
  const mark = new Uint8Array(await crypto.subtle.digest('SHA-256', raw)).slice(0, 8)
  return Array.from(mark, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Seals an account's data until the end of a day. Null if the browser cannot, or if the account is no longer signed in:
 * a response that comes after signing out creates no new key.
 */
export async function seal(owner: string, day: string, what: unknown): Promise<Sealed | null> {
  if (currentProfile()?.email !== owner) return null
  const key = await tabKey(true)
  if (!key) return null
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify(what))
  return { day, iv, sealed: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text) }
}

/** The data that this tab sealed today, or null. */
export async function unseal(found: unknown, now: Date): Promise<unknown> {
  const key = await tabKey(false)
  if (!isSealed(found) || !key || found.day !== lagosDate(now)) return null
  const { iv, sealed } = found
  const open = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed).catch(() => null)
  return open && JSON.parse(new TextDecoder().decode(open))
}
