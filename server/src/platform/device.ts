import { hashToken, newToken } from './session.ts'

const days400 = 400 * 24 * 60 * 60

/**
 * The cookie by which a browser is known again. Its token is random, opens nothing by itself, is read by no script, and is
 * kept on the server as a hash only.
 */
export type Device = { readonly token: string; readonly hash: Buffer }

/** The device of a request's `cookie` header; null where it has none. */
export function readDevice(header: string | undefined): Device | null {
  const [, token] = header?.match(/(?:^|;\s*)device=([\w-]{43})(?:;|$)/) ?? []
  return token ? { token, hash: hashToken(token) } : null
}

/** A device for a browser that has none yet. */
export function newDevice(): Device {
  const token = newToken()
  return { token, hash: hashToken(token) }
}

/** The `set-cookie` header that lets a browser keep its device for 400 days, the longest that browsers allow. */
export function deviceCookie({ token }: Device, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : ''
  return `device=${token}; Path=/v0; Max-Age=${days400}; HttpOnly; SameSite=Strict${secure}`
}
