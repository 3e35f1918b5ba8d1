import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../db.ts'
import type { UnsafeOverride } from '../config/unsafe-settings.ts'
import { listMigrations } from '../db/migrate.ts'
import { mayReadOperations, type OperationsAccess } from './operations-access.ts'

export type HealthDependencies = OperationsAccess & {
  readonly db: Db
  readonly mailConfigured: boolean
  readonly paymentsConfigured: boolean
  readonly unsafeSettings?: UnsafeOverride | null
  /** The settings whose logins can alter history. */
  readonly overHistory?: readonly string[]
}

/**
 * Serves /healthz (the process is up) and /readyz (the database responds and is of this version; 200 or 503). The reason
 * for not being ready, and warnings, are only shown to callers who may read the metrics.
 */
export function serveHealth(fastify: FastifyInstance, deps: HealthDependencies): void {
  const open = { config: { rateLimit: false } }
  const wanted = listMigrations().length
  fastify.get('/healthz', open, async () => ({ status: 'ok' }))
  fastify.get('/readyz', open, async (request, reply) => {
    const status = await readStatus(request, deps.db, wanted)
    reply.status(status === 'ready' ? 200 : 503)
    return mayReadOperations(request, deps)
      ? { status, warnings: warningsOf(deps) }
      : { status: status === 'ready' ? 'ready' : 'not ready' }
  })
}

async function readStatus(request: FastifyRequest, db: Db, wanted: number): Promise<string> {
  try {
    const { rows } = await sql<{ count: number }>`select count(*) from migration`.execute(db)
    return rows[0]?.count === wanted ? 'ready' : 'not migrated'
  } catch (error) {
    request.log.warn({ err: error }, 'the database does not answer')
    return 'database unreachable'
  }
}

function warningsOf(deps: HealthDependencies): string[] {
  const { mailConfigured, paymentsConfigured, unsafeSettings, overHistory = [] } = deps
  return [
    ...(mailConfigured ? [] : ['mail is not set up; it waits in the queue']),
    ...(paymentsConfigured ? [] : ['payments are not set up']),
    ...(unsafeSettings
      ? [`unsafe settings are allowed: ${unsafeSettings.checks.join(', ')} (${unsafeSettings.reason})`]
      : []),
    ...(overHistory.length > 0
      ? [`the login of ${overHistory.join(' and ')} can alter history, which triggers alone protect`]
      : []),
  ]
}
