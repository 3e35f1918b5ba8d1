import type { BodySent, Endpoint, Pagination, ParamsOf, QuerySent, ReplyOf } from '@labalaba/contract'
import * as copy from '../copy/components.ts'
import * as shared from '../copy/shared.ts'
import { currentToken, loseSession } from './session.ts'
import { ApiFailure, readEnvelope, refused, send } from './transport.ts'

export { ApiFailure } from './transport.ts'

export type Credentials = { email: string; password: string }

type Given<Name extends string, Wanted> = [Wanted] extends [never]
  ? { [K in Name]?: never }
  : { [K in Name]: Wanted }

/** The input of a call: exactly the parts that its endpoint declares. */
export type Input<E extends Endpoint> = Given<'params', ParamsOf<E>> &
  ([QuerySent<E>] extends [never] ? { query?: never } : { query?: QuerySent<E> }) &
  Given<'body', BodySent<E>> &
  (E['access'] extends 'basic' ? { credentials: Credentials } : { credentials?: never }) & {
    signal?: AbortSignal
    /** The request completes even if the user leaves the page. */
    keepalive?: boolean
    /** An expired session is reported to the caller and not ended here, so the user is not redirected first. */
    tellsFirst?: boolean
  }

/** A successful response: its HTTP status, its data and, for a paged endpoint, the pagination. */
export type Answered<E extends Endpoint> = {
  status: number
  message: string
  data: ReplyOf<E>
  /** If the network did not respond and the data is the offline copy: when that copy was stored. */
  keptAt?: string | null
} & (E extends { paged: true } ? { pagination: Pagination } : { pagination?: never })

type Loose = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  credentials?: Credentials
  signal?: AbortSignal
  keepalive?: boolean
  tellsFirst?: boolean
}
/**
 * Calls an endpoint of the contract and returns its data. Throws ApiFailure for everything else. Without a valid
 * session an account call is not sent: it fails with 'Session expired'.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input]: Record<never, never> extends Input<E> ? [Input<E>?] : [Input<E>]
): Promise<Answered<E>> {
  const given: Loose = (input ?? {}) as Loose
  const token = currentToken()
  const answer = await send(address(endpoint.path, given), requestFor(endpoint, given, token), given.signal)
  const envelope = await readEnvelope(answer)
  if (!answer.ok) throw refused(answer.status, envelope, given.tellsFirst ? null : token)
  const { message = '', data, pagination } = envelope
  const keptAt = answer.headers.get('x-kept-at')
  return { status: answer.status, message, data, pagination, keptAt } as Answered<E>
}

/** The path with its parameters filled in and the query appended. */
export function address(path: string, given: Pick<Loose, 'params' | 'query'>): string {
  const filled = path.replace(/:([a-zA-Z]+)/g, (_, key: string) =>
    encodeURIComponent(String(given.params?.[key] ?? '')),
  )
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(given.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value))
  }
  return query.size > 0 ? `${filled}?${query}` : filled
}

/**
 * The request of a call, with the session's token. Throws without a valid session, unless the endpoint needs none.
 * `accept` is the type of the response.
 */
export function requestFor(
  endpoint: Endpoint,
  given: Pick<Loose, 'body' | 'credentials' | 'keepalive'>,
  token: string | null,
  accept = 'application/json',
): RequestInit {
  const headers: Record<string, string> = { accept }
  if (endpoint.access !== 'public' && endpoint.access !== 'basic' && token === null) {
    loseSession()
    throw new ApiFailure(401, 'session_expired', copy.sessionExpired)
  }
  if (endpoint.access === 'basic' && given.credentials) headers.authorization = basic(given.credentials)
  else if (token !== null) headers.authorization = `Bearer ${token}`
  if (given.body === undefined) return { method: endpoint.method, headers }
  headers['content-type'] = 'application/json'
  const { keepalive = false } = given
  return { method: endpoint.method, headers, body: JSON.stringify(given.body), keepalive }
}

function basic({ email, password }: Credentials): string {
  const bytes = new TextEncoder().encode(`${email}:${password}`)
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
}

/** The message to show for anything that was thrown. */
export function failureWords(thrown: unknown): string {
  return thrown instanceof ApiFailure ? thrown.message || copy.unknownError : shared.unexpected
}

/** True if no response came, so that the same call may be retried once the network is back. */
export function isOffline(thrown: unknown): boolean {
  return thrown instanceof ApiFailure && thrown.status === 0
}

/** True if the thing does not exist, its id is malformed, or the caller may not see it. */
export function isUnknown(thrown: unknown): boolean {
  return thrown instanceof ApiFailure && (thrown.status === 404 || thrown.status === 400)
}
