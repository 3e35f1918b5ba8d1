import type { Pagination } from '@labalaba/contract'
import * as copy from '../copy/components.ts'
import * as shared from '../copy/shared.ts'
import { takePrefetched } from './prefetch.ts'
import { currentToken, loseSession } from './session.ts'

/** A call that failed. `status` is 0 if no response came; `code` is then `offline` or `timeout`. */
export class ApiFailure extends Error {
  override name = 'ApiFailure'
  readonly status: number
  readonly code: string
  /** The refused fields, each with a code or a message. */
  readonly fields: Readonly<Record<string, string>> | undefined
  /** Data that the server sent along, such as the current prices. */
  readonly data: unknown
  constructor(
    status: number,
    code: string,
    message: string,
    more: { fields?: Record<string, string>; data?: unknown } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.fields = more.fields
    this.data = more.data
  }
}

export type Envelope = {
  message?: string
  data?: unknown
  pagination?: Pagination
  code?: string
  error?: string
  fields?: Record<string, string>
}

const patience = 30_000

/**
 * Requests a public address without a session, for a page that must stay light: the contract's schemas are not loaded
 * for it, so the caller checks the response. Throws ApiFailure as `call` does.
 */
export async function fetchPublic(path: string): Promise<unknown> {
  const answer = await send(path, { headers: { accept: 'application/json' } }, undefined)
  const envelope = await readEnvelope(answer)
  if (!answer.ok) throw refused(answer.status, envelope)
  return envelope.data
}

/**
 * Sends a request and gives up after thirty seconds. Uses a prefetched response if there is one. An abort by the caller
 * is rethrown unchanged.
 */
export async function send(
  url: string,
  request: RequestInit,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const ahead = request.method === 'GET' ? takePrefetched(url) : undefined
  const stop = ahead?.stop ?? new AbortController()
  const timer = setTimeout(() => stop.abort('timeout'), patience)
  const abort = () => stop.abort()
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  try {
    return await (ahead?.answer ?? fetch(url, { ...request, signal: stop.signal, cache: 'no-store' }))
  } catch (cause) {
    if (signal?.aborted) throw cause
    const code = stop.signal.reason === 'timeout' ? 'timeout' : 'offline'
    throw new ApiFailure(0, code, shared.unexpected)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/**
 * The envelope of a response. Throws if a successful response is unreadable; an unreadable error gives an empty
 * envelope.
 */
export async function readEnvelope(answer: Response): Promise<Envelope> {
  try {
    const body: unknown = await answer.json()
    return typeof body === 'object' && body !== null ? (body as Envelope) : {}
  } catch {
    if (answer.ok) throw new ApiFailure(answer.status, 'unreadable', shared.unexpected)
    return {}
  }
}

/**
 * The failure for a refused request. Ends the session if the server no longer knows its token. A late response to the
 * token of an earlier session ends no session.
 */
export function refused(status: number, envelope: Envelope, token: string | null = null): ApiFailure {
  const isOver = envelope.error === 'Expired token' || envelope.message === 'Invalid token.'
  if (isOver && token === currentToken()) loseSession()
  const { fields, data } = envelope
  const message = wordsOf(data) ?? envelope.message ?? copy.unknownError
  return new ApiFailure(status, envelope.code ?? 'unknown', message, { ...(fields ? { fields } : {}), data })
}

function wordsOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { message } = data as { message?: unknown }
  return typeof message === 'string' ? message : undefined
}
