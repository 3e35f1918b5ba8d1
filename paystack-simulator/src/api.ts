import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from './context.ts'
import { disputeRoutes } from './dispute/disputes.ts'
import { bankRoutes, refundRoutes } from './refund/refunds.ts'
import { balances } from './transaction/balance.ts'
import { transactionRoutes } from './transaction/transaction-routes.ts'
import { granted, PaystackError, readJson, refused } from './wire-format.ts'

/** Paystack's API: a bearer key on every call (S-01), one envelope for every answer (S-02). */
export function paystackApi(api: FastifyInstance, context: Context, closing: AbortSignal): void {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => readJson(body),
  )
  cutWhenOffline(api, context)
  api.addHook('onRequest', async (request) => {
    if (!holdsKey(request.headers.authorization, context.settings.secretKey)) {
      throw new PaystackError(401, 'Invalid key')
    }
  })
  apiFaults(api, context, closing)
  api.setErrorHandler(answerError)
  transactionRoutes(api, context)
  refundRoutes(api, context)
  bankRoutes(api)
  disputeRoutes(api, context)
  api.get('/balance', () => granted('Balances retrieved', balances(context)))
}

function holdsKey(header: string | undefined, key: string): boolean {
  const given = Buffer.from(header ?? '')
  const wanted = Buffer.from(`Bearer ${key}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function answerError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof PaystackError) {
    reply.code(error.status).send(refused(error.message, error.detail))
  } else if (error.statusCode !== undefined && error.statusCode < 500) {
    reply
      .code(error.statusCode)
      .send(refused(error.message, { type: 'validation_error', code: 'invalid_params' }))
  } else {
    console.error(error)
    reply.code(500).send(refused('An error occurred', { type: 'api_error', code: 'unknown' }))
  }
}

/** What happens to the answer of a request whose work is done and committed. */
type Fate = 'lost' | 'broken' | 'page' | 'cut short'

const drops = 10

/** While Paystack is offline, every connection is cut without an answer (F-12). */
export function cutWhenOffline(part: FastifyInstance, context: Context): void {
  part.addHook('onRequest', async (request, reply) => {
    if (context.faults.now().offline) return cut(request, reply)
  })
}

/**
 * The faults of the API (section 1.22, S-19); none by default. The difficult ones happen after the commit: the payment
 * exists, but the caller does not learn it.
 */
function apiFaults(api: FastifyInstance, context: Context, closing: AbortSignal): void {
  const { noise, settings } = context
  const fates = new WeakMap<FastifyRequest, Fate>()

  api.addHook('preHandler', async (request, reply) => {
    const faults = context.faults.now().api
    if (faults.latencyMs > 0) await quietPause(faults.latencyMs, closing)
    if (noise.roll() < faults.dropBeforeCommit) return cut(request, reply)
    if (noise.roll() < faults.tooMany) return tooMany(context, reply)
    if (noise.roll() < faults.serverError) {
      if (noise.roll() < 0.5) return serverError(context, reply)
      fates.set(request, 'broken')
    }
    if (noise.roll() < faults.htmlPage) fates.set(request, 'page')
    if (noise.roll() < faults.truncated) fates.set(request, 'cut short')
    if (noise.roll() < faults.timeoutAfterCommit) fates.set(request, 'lost')
  })

  api.addHook('onSend', async (request, reply, payload) => {
    const fate = fates.get(request)
    if (fate === 'broken') return breakAnswer(context, reply)
    if (fate === 'page') return pageInstead(reply)
    if (fate === 'lost') {
      await Promise.race([once(reply.raw, 'close'), quietPause(settings.timeoutHoldMs, closing)])
      request.raw.socket.destroy()
      return payload
    }
    const body = fate === 'cut short' ? halfOf(context, payload) : payload
    const { slowDripMs } = context.faults.now().api
    return slowDripMs > 0 && typeof body === 'string' ? drip(body, slowDripMs, closing) : body
  })
}

async function quietPause(ms: number, closing: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal: closing }).catch(() => undefined)
}

function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}

/** A good status line and a matching length, but JSON that ends in the middle. */
function halfOf({ noise }: Context, payload: unknown): unknown {
  if (typeof payload !== 'string') return payload
  return payload.slice(0, 1 + Math.floor((payload.length - 2) * noise.roll()))
}

/** The same bytes, a few at a time. */
function drip(body: string, ms: number, closing: AbortSignal): Readable {
  const bytes = Buffer.from(body)
  const size = Math.ceil(bytes.length / drops)
  async function* slowly() {
    for (let start = 0; start < bytes.length; start += size) {
      await quietPause(ms / drops, closing)
      yield bytes.subarray(start, start + size)
    }
  }
  return Readable.from(slowly())
}

function pageInstead(reply: FastifyReply): string {
  reply.code(200).type('text/html')
  return '<html><head><title>One moment</title></head><body><h1>Checking your browser</h1></body></html>'
}

/** The 429 comes with or without `Retry-After` (S-17). */
function tooMany({ noise }: Context, reply: FastifyReply): FastifyReply {
  if (noise.roll() < 0.5) reply.header('retry-after', '1')
  return reply.code(429).send(refused('Too many requests', { type: 'api_error', code: 'rate_limited' }))
}

function serverError(context: Context, reply: FastifyReply): FastifyReply {
  const body = breakAnswer(context, reply)
  return reply.send(body)
}

/** A 5xx is sometimes Paystack's JSON, and sometimes an HTML page of a proxy in front of it. */
function breakAnswer({ noise }: Context, reply: FastifyReply): string {
  const roll = noise.roll()
  if (roll < 0.5) {
    reply.code(500).type('application/json')
    return JSON.stringify(refused('An error occurred', { type: 'api_error', code: 'unknown' }))
  }
  reply.code(roll < 0.75 ? 502 : 504).type('text/html')
  return '<html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>'
}
