import { hashToken, newToken } from './session.ts'

const days400 = 400 * 24 * 60 * 60

/**
 * The cookie by which a browser is known again. Its token is random, opens nothing by itself, is read by no script, and is
 * kept on the server as a hash only.
 */
export type Device = { readonly token: string; readonly hash: Buffer }

/** What the cookie is called. Over https no other host may set one of this name, and no page without TLS. */
const names = { secure: '__Host-device', plain: 'device' } as const

/** The device of a request's `cookie` header; null where it has none. One that came over https goes before another. */
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

/** The `set-cookie` header that lets a browser keep its device for 400 days, the longest that browsers allow. */
export function deviceCookie({ token }: Device, isSecure: boolean): string {
  const guards = `Max-Age=${days400}; HttpOnly; SameSite=Strict`
  return isSecure
    ? `${names.secure}=${token}; Path=/; ${guards}; Secure`
    : `${names.plain}=${token}; Path=/v0; ${guards}`
}
