import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { Refusal } from './refusal.ts'

/** Serves /metrics for Prometheus: to this machine, or to whoever has the token. */
export function serveMetrics(fastify: FastifyInstance, token: string | null): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long answers took, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  fastify.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: String(reply.statusCode),
    }
    seconds.observe(labels, reply.elapsedTime / 1000)
  })
  fastify.get('/metrics', { config: { rateLimit: false } }, async (request, reply) => {
    if (!mayRead(request, token)) throw new Refusal('not_found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  return registry
}

function mayRead(request: FastifyRequest, token: string | null): boolean {
  const given = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  if (token !== null && given.length === wanted.length && timingSafeEqual(given, wanted)) return true
  return token === null && isOfThisMachine(request)
}

/** A proxy of this machine stands for the whole world, and says that it forwards. */
function isOfThisMachine(request: FastifyRequest): boolean {
  const forwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => request.headers[name])
  const address = request.socket.remoteAddress ?? ''
  return !forwarded && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(address)
}
