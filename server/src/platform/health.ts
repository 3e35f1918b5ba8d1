import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db.ts'
import { listMigrations } from './migrate.ts'

export type HealthNeeds = {
  readonly db: Db
  readonly mailConfigured: boolean
  readonly paymentsConfigured: boolean
}

/** Serves /healthz (the process is up) and /readyz (the database answers and is of this version). */
export function serveHealth(
  fastify: FastifyInstance,
  { db, mailConfigured, paymentsConfigured }: HealthNeeds,
): void {
  const open = { config: { rateLimit: false } }
  const wanted = listMigrations().length
  fastify.get('/healthz', open, async () => ({ status: 'ok' }))
  fastify.get('/readyz', open, async (request, reply) => {
    try {
      const { rows } = await sql<{ count: number }>`select count(*) from migration`.execute(db)
      const migrated = rows[0]?.count === wanted
      const warnings = [
        ...(mailConfigured ? [] : ['mail is not set up; it waits in the queue']),
        ...(paymentsConfigured ? [] : ['payments are not set up']),
      ]
      return await reply
        .status(migrated ? 200 : 503)
        .send({ status: migrated ? 'ready' : 'not migrated', warnings })
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer')
      return await reply.status(503).send({ status: 'database unreachable' })
    }
  })
}
