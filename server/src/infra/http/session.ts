import { createHash, randomBytes } from 'node:crypto'

/** How long a session lasts, in milliseconds: 58 minutes, as the specification sets it. */
export const sessionLife = 58 * 60 * 1000

/** A new opaque token of 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The token of an Authorization header, or null if it has no Bearer token. */
export function bearerToken(header: string | undefined): string | null {
  return header?.match(/^Bearer ([A-Za-z0-9_-]{10,200})$/i)?.[1] ?? null
}

/** The email and password of an HTTP Basic header (RFC 7617), or null if it cannot be read. */
export function basicCredentials(header: string | undefined): { email: string; password: string } | null {
  const encoded = header?.match(/^Basic ([A-Za-z0-9+/=_-]{1,2000})$/i)?.[1]
  if (!encoded) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 1
    ? null
    : { email: text.slice(0, colon).trim().toLowerCase(), password: text.slice(colon + 1) }
}
