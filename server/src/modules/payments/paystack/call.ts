import * as z from 'zod/mini'
import type { Log } from '../../../infra/observability/log.ts'

/**
 * The outcome of a call to Paystack: yes with a value, no with its code, or nothing reliable. After `unknown`, the caller
 * must look the reference up; it never means that nothing happened.
 */
export type Outcome<T> =
  | { readonly kind: 'yes'; readonly value: T }
  | { readonly kind: 'no'; readonly code: string; readonly message: string; readonly status: number }
  | { readonly kind: 'unknown'; readonly why: string }

export type Request = {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  /** Its name in the log: the path without references. */
  readonly route: string
  readonly key: string
  /** The longest wait, in seconds. */
  readonly seconds: number
  readonly body: object | undefined
}

/** Converts `data` and `meta` to what we need; null if something that we rely on is missing. */
export type Reader<T> = (data: unknown, meta: unknown) => T | null

const largestAnswer = 1024 * 1024

/** Makes one call, once, and logs its outcome, never its content. */
export async function ask<T>(log: Log, request: Request, read: Reader<T>): Promise<Outcome<T>> {
  const began = performance.now()
  const outcome = await send(request, read)
  const ms = Math.round(performance.now() - began)
  const why = outcome.kind === 'yes' ? undefined : outcome.kind === 'no' ? outcome.code : outcome.why
  log.info(
    { provider: 'paystack', method: request.method, route: request.route, ms, outcome: outcome.kind, why },
    'asked',
  )
  return outcome
}

/**
 * Uploads a file to an address that Paystack has signed. It sends no key: the address suffices, and is never logged.
 * Returns false unless the upload certainly succeeded.
 */
export async function putFile(
  log: Log,
  signedUrl: string,
  { bytes, type, seconds }: { readonly bytes: Uint8Array; readonly type: string; readonly seconds: number },
): Promise<boolean> {
  const began = performance.now()
  let status = 0
  try {
    const response = await fetch(signedUrl, {
      method: 'PUT',
      redirect: 'error',
      signal: AbortSignal.timeout(seconds * 1000),
      headers: { 'content-type': type },
      body: Buffer.from(bytes),
    })
    status = response.status
    await response.body?.cancel()
  } catch {
    status = 0
  }
  const ms = Math.round(performance.now() - began)
  log.info({ provider: 'paystack', method: 'PUT', route: '/upload', ms, status }, 'file put')
  return status >= 200 && status < 300
}

async function send<T>(request: Request, read: Reader<T>): Promise<Outcome<T>> {
  const { method, url, key, seconds, body } = request
  try {
    const response = await fetch(url, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(Math.ceil(seconds * 1000)),
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return interpret(response.status, JSON.parse(await limitedText(response)), read)
  } catch (error) {
    return { kind: 'unknown', why: error instanceof Error ? error.name : 'failed' }
  }
}

async function limitedText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > largestAnswer) throw new RangeError('answer too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const plainNo = new Set([400, 401, 403, 404, 422])
const failure = z.object({ message: z.optional(z.string()), code: z.nullish(z.string()) })

/** Only a clear yes or a clear no counts; a 5xx, a 429 or a response of another shape is `unknown`. */
function interpret<T>(status: number, body: unknown, read: Reader<T>): Outcome<T> {
  const envelope = typeof body === 'object' && body !== null ? body : {}
  if (status >= 200 && status < 300 && 'status' in envelope && envelope.status === true) {
    const data = 'data' in envelope ? envelope.data : undefined
    const value = read(data, 'meta' in envelope ? envelope.meta : undefined)
    return value === null ? { kind: 'unknown', why: 'unreadable' } : { kind: 'yes', value }
  }
  if (!plainNo.has(status)) return { kind: 'unknown', why: `status ${status}` }
  const said = failure.safeParse(envelope)
  return {
    kind: 'no',
    status,
    code: (said.success && (said.data.code ?? said.data.message)) || `status ${status}`,
    message: (said.success && (said.data.message ?? said.data.code)) || `status ${status}`,
  }
}
