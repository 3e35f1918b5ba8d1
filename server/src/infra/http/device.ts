import { hashToken, newToken } from './session.ts'

const days400 = 400 * 24 * 60 * 60

/**
 * The cookie that identifies a browser. Its token is random, grants no access by itself, is readable by no script, and is
 * stored on the server only as a hash.
 */
export type Device = { readonly token: string; readonly hash: Buffer }

/** The names of the cookie. Over https, no other host and no page without TLS can set one of this name. */
const names = { secure: '__Host-device', plain: 'device' } as const

/** The device in a request's `cookie` header; null if there is none. A cookie set over https has precedence. */
export function readDevice(header: string | undefined): Device | null {
  const token = tokenOf(names.secure, header) ?? tokenOf(names.plain, header)
  return token ? { token, hash: hashToken(token) } : null
}

function tokenOf(name: string, header: string | undefined): string | undefined {
  const cookies = header?.split(/;\s*/) ?? []
  const value = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1)
  return value && /^[\w-]{43}$/.test(value) ? value : undefined
}

/** A device for a browser that has none yet. */
export function newDevice(): Device {
  const token = newToken()
  return { token, hash: hashToken(token) }
}

/** The `set-cookie` header with which a browser keeps its device for 400 days, the longest that browsers allow. */
export function deviceCookie({ token }: Device, isSecure: boolean): string {
  const guards = `Max-Age=${days400}; HttpOnly; SameSite=Strict`
  return isSecure
    ? `${names.secure}=${token}; Path=/; ${guards}; Secure`
    : `${names.plain}=${token}; Path=/v0; ${guards}`
}
