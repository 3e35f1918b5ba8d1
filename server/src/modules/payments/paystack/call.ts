import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import { openBreaker } from '../../../infra/breaker.ts'
import { withoutPermit } from '../../../infra/http/concurrency-limiter.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { Log } from '../../../infra/observability/log.ts'
import { inSpan } from '../../../infra/observability/tracing.ts'
import { type Budget, localBudget, longestPause } from './budget.ts'
import { openCallQueue, type Urgency } from './call-queue.ts'
import { countPaystackCall, countRefusedCall } from './metrics.ts'

/**
 * The outcome of a call to Paystack: yes with a value, no with its code, or nothing reliable. After `unknown`, the caller
 * must look the reference up; it never means that nothing happened. It has `retryAfter`, in seconds, if too many calls were
 * waiting and none was made, or if Paystack answered that there were too many.
 */
export type Outcome<T> =
  | { readonly kind: 'yes'; readonly value: T }
  | { readonly kind: 'no'; readonly code: string; readonly message: string; readonly status: number }
  | { readonly kind: 'unknown'; readonly why: string; readonly retryAfter?: number }

/** Converts `data` and `meta` to what we need; null if something that we rely on is missing. */
type Reader<T> = (data: unknown, meta: unknown) => T | null

/** Makes one call: method, path, urgency, reader and body. */
export type Call = <T>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  urgency: Urgency,
  read: Reader<T>,
  body?: object,
) => Promise<Outcome<T>>

/** Our limits for calls to Paystack, which publishes none. Load tests and trials lift these. */
export type Limits = {
  /** Calls per second. */
  readonly perSecond: number
  /** How many calls may go out together after a quiet time. */
  readonly burst: number
  /** How long calls stop after five in a row without response, in milliseconds. */
  readonly restMs: number
}

export const usualLimits: Limits = { perSecond: 5, burst: 10, restMs: 10_000 }

/** The longest wait in our own queue, all tries together, in milliseconds. */
const longestWait = 8000
/**
 * The time limit of a call, all tries together, in seconds. Waiting in our own queue does not count, or a long queue would
 * look like a Paystack that does not respond. Only refunds take longer; with the wait, they end within half a minute.
 */
const patience = 15
const patienceForRefunds = 22
const tries = 4
const firstPause = 200
/** With less time left than this, in milliseconds, no further try is made. */
const tooShort = 50

/**
 * Opens the only way to the Paystack at `url`. Reads without response are tried three times more, with growing random
 * pauses. Calls that change something are sent once, because only a look-up can tell their outcome. A user's request gives
 * its place in the concurrency limiter to others while it waits; if too many wait so, or it would wait too long for the
 * `budget`, no call is made. Without a budget, this process has one of its own.
 */
export function openCall(
  url: string,
  key: string,
  log: Log,
  { perSecond, burst, restMs }: Limits,
  budget: Budget = localBudget({ perSecond, burst }),
): Call {
  const queue = openCallQueue(budget, burst)
  const breaker = openBreaker(restMs, (tripped) =>
    log.warn(
      { provider: 'paystack' },
      tripped ? 'does not answer: asked no more for a while' : 'answers again',
    ),
  )

  let slowedAt = Number.NEGATIVE_INFINITY

  /** The reason not to call now, after waiting for the budget for at most `longest` milliseconds. */
  async function obstacle(urgency: Urgency, longest: number): Promise<Outcome<never> | null> {
    if (breaker.isOpen()) return resting()
    const turn = await queue.take(urgency, longest)
    if (!turn.may) return crowded(turn.retryAfterMs)
    return breaker.allow() ? null : resting()
  }

  async function once<T>(request: Request, read: Reader<T>): Promise<Outcome<T>> {
    const sentAt = performance.now()
    const outcome = await ask(log, request, read)
    const retryAfter = outcome.kind === 'unknown' ? outcome.retryAfter : undefined
    breaker.record(outcome.kind !== 'unknown' || retryAfter !== undefined)
    if (retryAfter !== undefined) await slowDown(retryAfter * 1000, sentAt)
    return outcome
  }

  async function slowDown(pauseMs: number, sentAt: number): Promise<void> {
    if (sentAt >= slowedAt)
      log.warn({ provider: 'paystack', pauseMs }, 'answers that we call too often: fewer calls for a while')
    slowedAt = performance.now()
    await budget.slowDown({ pauseMs, sentMsAgo: slowedAt - sentAt })
  }

  async function withRetries<T>(request: Request, urgency: Urgency, read: Reader<T>): Promise<Outcome<T>> {
    let left = request.seconds * 1000
    let waitLeft = longestWait
    for (let turn = 1; ; turn += 1) {
      const began = performance.now()
      const refusal = await obstacle(urgency, waitLeft)
      if (refusal) return refusal
      const sentAt = performance.now()
      const outcome = await once({ ...request, seconds: left / 1000 }, read)
      const rest = firstPause * 2 ** (turn - 1) * (0.5 + Math.random())
      waitLeft -= sentAt - began
      left -= performance.now() - sentAt + rest
      if (turn === tries || !isWorthRetry(request, outcome) || left < tooShort) return outcome
      await pause(rest)
    }
  }

  return async (method, path, urgency, read, body) => {
    const seconds = method === 'POST' && path.startsWith('/refund') ? patienceForRefunds : patience
    const request = { method, url: `${url}${path}`, route: routeOf(path), key, seconds, body }
    try {
      return await withoutPermit(() => withRetries(request, urgency, read))
    } catch (error) {
      if (error instanceof DomainError) return crowded(longestWait)
      throw error
    }
  }
}

/** No call was made. Those who were refused together come back apart from each other, and not sooner than a call could go. */
function crowded(retryAfterMs: number): Outcome<never> {
  countRefusedCall('crowded')
  return {
    kind: 'unknown',
    why: 'crowded',
    retryAfter: Math.ceil((Math.max(retryAfterMs, 1000) / 1000) * (1 + Math.random())),
  }
}

/** No call was made, as Paystack does not answer. */
function resting(): Outcome<never> {
  countRefusedCall('resting')
  return { kind: 'unknown', why: 'resting' }
}

function isWorthRetry({ method }: Request, outcome: Outcome<unknown>): boolean {
  return method === 'GET' && outcome.kind === 'unknown'
}

/** The name of a path in the log, without references. */
function routeOf(path: string): string {
  return path
    .replace(/\?.*/, '')
    .split('/')
    .slice(0, 3)
    .join('/')
    .replace(/\d{5,}$/, ':id')
}

type Request = {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  readonly route: string
  readonly key: string
  /** The longest wait, in seconds. */
  readonly seconds: number
  readonly body: object | undefined
}

/** Makes one call, once, and logs its outcome, never its content. */
async function ask<T>(log: Log, request: Request, read: Reader<T>): Promise<Outcome<T>> {
  const began = performance.now()
  const outcome = await sendInSpan(request, read)
  const ms = Math.round(performance.now() - began)
  countPaystackCall(request, outcome.kind, ms)
  const why = outcome.kind === 'yes' ? undefined : outcome.kind === 'no' ? outcome.code : outcome.why
  log.info(
    { provider: 'paystack', method: request.method, route: request.route, ms, outcome: outcome.kind, why },
    'asked',
  )
  return outcome
}

/** Sends a call in a span that has the route and the outcome, and nothing of what was sent or answered. */
async function sendInSpan<T>(request: Request, read: Reader<T>): Promise<Outcome<T>> {
  const { method, route } = request
  const attributes = { 'http.request.method': method, 'url.template': route, 'labalaba.provider': 'paystack' }
  return await inSpan({ name: `${method} Paystack ${route}`, kind: 'client', attributes }, async (span) => {
    const outcome = await send(request, read)
    span?.setAttribute('labalaba.outcome', outcome.kind)
    if (outcome.kind === 'no') span?.setAttribute('http.response.status_code', outcome.status)
    if (outcome.kind === 'unknown') span?.setAttribute('error.type', outcome.why)
    return outcome
  })
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
    if (response.status === 429) return await tooMany(response)
    return interpret(response.status, JSON.parse(await limitedText(response)), read)
  } catch (error) {
    return { kind: 'unknown', why: error instanceof Error ? error.name : 'failed' }
  }
}

/** The pause if Paystack names none, in seconds. */
const usualPause = 1

async function tooMany(response: Response): Promise<Outcome<never>> {
  await response.body?.cancel()
  return {
    kind: 'unknown',
    why: 'status 429',
    retryAfter: readRetryAfter(response.headers.get('retry-after'), Date.now()),
  }
}

/** The seconds of a Retry-After header, which has a number or a date: at least one, and at most a minute. */
export function readRetryAfter(header: string | null, now: number): number {
  const seconds = /^\d+$/.test(header ?? '') ? Number(header) : (Date.parse(header ?? '') - now) / 1000
  return Number.isNaN(seconds) ? usualPause : Math.min(Math.max(Math.ceil(seconds), usualPause), longestPause)
}

const largestAnswer = 1024 * 1024

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

/** Only a clear yes or a clear no counts; a 5xx or a response of another shape is `unknown`. */
function interpret<T>(status: number, body: unknown, read: Reader<T>): Outcome<T> {
  const envelope = typeof body === 'object' && body !== null ? body : {}
  if (status >= 200 && status < 300 && 'status' in envelope && envelope.status === true) {
    const data = 'data' in envelope ? envelope.data : undefined
    const value = read(data, 'meta' in envelope ? envelope.meta : undefined)
    return value === null ? { kind: 'unknown', why: 'unreadable' } : { kind: 'yes', value }
  }
  if (!plainNo.has(status)) return { kind: 'unknown', why: `status ${status}` }
  const { data: error } = failure.safeParse(envelope)
  return {
    kind: 'no',
    status,
    code: (error?.code ?? error?.message) || `status ${status}`,
    message: (error?.message ?? error?.code) || `status ${status}`,
  }
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
