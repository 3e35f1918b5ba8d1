import { timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Db } from '../../db.ts'
import type { UnsafeOverride } from '../config/unsafe-settings.ts'
import { type AppliedMigration, appliedQuery, judgeLayout } from '../db/layout.ts'
import { listMigrations, type Migration } from '../db/migrations.ts'
import type { Log } from '../observability/log.ts'
import type { Peers } from '../observability/process-peers.ts'
import { metricsReader, type Registries } from '../observability/read-metrics.ts'
import { type QueueReading, troublesOf } from '../queue/readings.ts'
import { version } from '../version.ts'
import { DomainError } from './domain-error.ts'
import type { Drain } from './drain.ts'
import { isLoopback } from './loopback.ts'

type OperationsAccess = {
  readonly metricsToken: string | null
  readonly demo: boolean
}

/**
 * Whether a request may read data for operations: the metrics and the details of /readyz. It needs the metrics token as
 * bearer token. A demonstration without a token shows them to this machine.
 */
function mayReadOperations(request: FastifyRequest, { metricsToken, demo }: OperationsAccess): boolean {
  if (metricsToken === null) return demo && isFromThisMachine(request)
  const given = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${metricsToken}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** A proxy on this machine forwards requests of others, and says so in a header. */
function isFromThisMachine(request: FastifyRequest): boolean {
  const forwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => request.headers[name])
  return !forwarded && isLoopback(request.socket.remoteAddress ?? '')
}

type HealthDependencies = OperationsAccess & {
  readonly db: Db
  readonly mailConfigured: boolean
  readonly paymentsConfigured: boolean
  readonly unsafeSettings?: UnsafeOverride | null
  /** The settings whose logins can alter history. */
  readonly overHistory?: readonly string[]
  /** The migrations of this version; tests pass those of others. */
  readonly migrations?: readonly Migration[]
  readonly drain?: Drain
  /** Reads the queue, for the warnings. */
  readonly queue: () => Promise<QueueReading>
  /** Whether the queue runs, if the process is only a worker. */
  readonly isWorking?: () => boolean
}

/**
 * Serves /healthz (the process is up) and /readyz (the database responds, this version can run on its tables, and the process
 * is not about to stop; 200 or 503). The reason for not being ready, the version and warnings are only shown to callers who
 * may read the metrics. The registry gets `labalaba_ready`.
 */
export function serveHealth(fastify: FastifyInstance, registry: Registry, deps: HealthDependencies): void {
  const open = { config: { rateLimit: false } }
  const { migrations = listMigrations() } = deps
  const database = { isAway: false }
  fastify.get('/healthz', open, async () => ({ status: 'ok' }))
  fastify.get('/readyz', open, async (request, reply) => {
    const status = await readStatus(request.log, { ...deps, migrations, database })
    reply.status(status === 'ready' ? 200 : 503)
    return mayReadOperations(request, deps)
      ? {
          status,
          version,
          warnings: [...warningsOf(deps), ...(await queueWarnings(request, { ...deps, database }))],
        }
      : { status: status === 'ready' ? 'ready' : 'not ready' }
  })
  exposeReady(registry, async () => {
    const late = sleep(longestLook, 'late', { ref: false })
    const status = await Promise.race([readStatus(fastify.log, { ...deps, migrations, database }), late])
    return status === 'ready'
  })
}

/** How long a look for the metrics may take, in milliseconds; less than a metric may. */
const longestLook = 2_000

function exposeReady(registry: Registry, isReady: () => Promise<boolean>): void {
  new Gauge({
    name: 'labalaba_ready',
    help: 'Whether this process is ready, as /readyz says: 1 or 0.',
    registers: [registry],
    async collect() {
      this.set((await isReady()) ? 1 : 0)
    },
  })
}

/** Whether the last look at the database failed. Probes come every few seconds, and an outage is one line of the log. */
type SeenDatabase = { readonly database: { isAway: boolean } }

async function readStatus(
  log: Pick<Log, 'warn'>,
  {
    db,
    drain,
    isWorking,
    migrations,
    database,
  }: HealthDependencies & SeenDatabase & { readonly migrations: readonly Migration[] },
): Promise<string> {
  if (drain?.isDraining) return 'draining'
  try {
    const { rows } = await sql.raw<AppliedMigration>(appliedQuery).execute(db)
    database.isAway = false
    const { kind } = judgeLayout(rows, migrations)
    if (kind === 'other') return 'database of another version'
    if (kind !== 'own' && kind !== 'newer') return 'not migrated'
    return (isWorking?.() ?? true) ? 'ready' : 'queue stopped'
  } catch (error) {
    if (!database.isAway) log.warn({ err: error }, 'the database does not answer')
    database.isAway = true
    return 'database unreachable'
  }
}

async function queueWarnings(
  request: FastifyRequest,
  { queue, database }: HealthDependencies & SeenDatabase,
): Promise<string[]> {
  try {
    return troublesOf(await queue()).map(({ text }) => text)
  } catch (error) {
    if (!database.isAway) request.log.warn({ err: error }, 'the queue cannot be read')
    return ['the queue cannot be read']
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

/**
 * Serves /metrics for Prometheus to requests with the metrics token; in a demonstration without a token, to this machine. A
 * metric that cannot be read in time is left out. Those of the other processes on the port are shown too.
 */
export function serveMetrics(
  fastify: FastifyInstance,
  { peers, ...access }: OperationsAccess & { readonly peers?: Peers },
): Registries {
  const registries: Registries = { process: new Registry(), database: new Registry() }
  const { process: registry } = registries
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
  const read = metricsReader(registries, peers)
  fastify.get('/metrics', { config: { rateLimit: false } }, async (request, reply) => {
    if (!mayReadOperations(request, access)) throw new DomainError('not_found')
    return reply.type(registry.contentType).send(await read())
  })
  return registries
}
