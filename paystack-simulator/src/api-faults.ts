import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from './context.ts'
import { refused } from './envelope.ts'

/** What will happen to the answer of a request whose work is done and kept. */
type Fate = 'lost' | 'broken'

/**
 * The faults of the API (section 1.22, S-19), none unless asked for. The awkward ones come after the commit: the
 * payment was made, and the caller is not told so.
 */
export function apiFaults(api: FastifyInstance, context: Context, closing: AbortSignal): void {
  const { noise, settings } = context
  const fates = new WeakMap<FastifyRequest, Fate>()

  api.addHook('preHandler', async (request, reply) => {
    const faults = context.faults.now().api
    if (faults.latencyMs > 0) await quietPause(faults.latencyMs, closing)
    if (noise.roll() < faults.tooMany) return tooMany(context, reply)
    if (noise.roll() < faults.serverError) {
      if (noise.roll() < 0.5) return serverError(context, reply)
      fates.set(request, 'broken')
    }
    if (noise.roll() < faults.timeoutAfterCommit) fates.set(request, 'lost')
  })

  api.addHook('onSend', async (request, reply, payload) => {
    const fate = fates.get(request)
    if (fate === 'broken') return breakAnswer(context, reply)
    if (fate !== 'lost') return payload
    await Promise.race([once(reply.raw, 'close'), quietPause(settings.timeoutHoldMs, closing)])
    request.raw.socket.destroy()
    return payload
  })
}

async function quietPause(ms: number, closing: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal: closing }).catch(() => undefined)
}

/** 429 comes with and without `Retry-After` (S-17). */
function tooMany({ noise }: Context, reply: FastifyReply): FastifyReply {
  if (noise.roll() < 0.5) reply.header('retry-after', '1')
  return reply.code(429).send(refused('Too many requests', { type: 'api_error', code: 'rate_limited' }))
}

function serverError(context: Context, reply: FastifyReply): FastifyReply {
  const body = breakAnswer(context, reply)
  return reply.send(body)
}

/** A 5xx is sometimes JSON of Paystack's, and sometimes a page from something in front of it. */
function breakAnswer({ noise }: Context, reply: FastifyReply): string {
  const roll = noise.roll()
  if (roll < 0.5) {
    reply.code(500).type('application/json')
    return JSON.stringify(refused('An error occurred', { type: 'api_error', code: 'unknown' }))
  }
  reply.code(roll < 0.75 ? 502 : 504).type('text/html')
  return '<html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>'
}
