import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { DomainError } from '../http/domain-error.ts'
import { mayReadOperations, type OperationsAccess } from '../http/operations-access.ts'

/**
 * Serves /metrics for Prometheus to requests with the metrics token; in a demonstration without a token, to this machine.
 */
export function serveMetrics(fastify: FastifyInstance, access: OperationsAccess): Registry {
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
    if (!mayReadOperations(request, access)) throw new DomainError('not_found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  return registry
}
