import type { FastifyInstance } from 'fastify'
import { exposeAlarms } from './alarms.ts'
import type { Parts } from './app.ts'
import { exposePool } from './infra/db/pool.ts'
import { DomainError } from './infra/http/domain-error.ts'
import { closeConnectionsWhileDraining } from './infra/http/drain.ts'
import { openFastify } from './infra/http/fastify.ts'
import { serveHealth, serveMetrics } from './infra/http/operations.ts'
import { openQueueReading } from './infra/queue/readings.ts'
import { exposeProduct } from './metrics.ts'

/**
 * Builds the HTTP server of a process that is only a worker: /healthz, /readyz and /metrics. It is ready while its queue runs.
 * It does not listen yet.
 */
export async function buildWorkerServer(parts: Parts, isWorking: () => boolean): Promise<FastifyInstance> {
  const db = parts.reserve ?? parts.db
  const fastify = await openFastify({
    loggerInstance: parts.log,
    trustProxy: parts.trustProxy,
    ratePerAddress: parts.ratePerAddress,
    connectionsPerAddress: parts.connectionsPerAddress,
  })
  if (parts.drain) closeConnectionsWhileDraining(fastify, parts.drain)
  const queue = openQueueReading(db)
  const metrics = serveMetrics(fastify, parts)
  const paymentsConfigured = parts.paystack !== null
  serveHealth(fastify, metrics.process, { ...parts, db, queue, isWorking, paymentsConfigured })
  exposeProduct(metrics, { db, clock: parts.clock, queue, paystack: parts.paystack })
  exposeAlarms(metrics.database, { ...parts, db })
  if (parts.connections) exposePool(metrics.process, parts.connections)
  fastify.setNotFoundHandler(() => {
    throw new DomainError('not_found')
  })
  return fastify
}
