import { readSite } from '@labalaba/contract'
import type { FastifyInstance } from 'fastify'
import { type ExpectedBackups, exposeAlarms } from './alarms.ts'
import type { Db } from './db.ts'
import type { Clock } from './infra/clock.ts'
import type { Secret } from './infra/config/secret.ts'
import type { UnsafeOverride } from './infra/config/unsafe-settings.ts'
import type { Migration } from './infra/db/migrations.ts'
import { exposePool, type PoolUse } from './infra/db/pool.ts'
import { exposeLag, onlyMain, type Readers } from './infra/db/readers.ts'
import { openRewriter } from './infra/file-rewriting/rewriter.ts'
import type { Files } from './infra/files/store/files.ts'
import { Callers } from './infra/http/callers.ts'
import { DomainError } from './infra/http/domain-error.ts'
import { closeConnectionsWhileDraining, type Drain } from './infra/http/drain.ts'
import { openFastify } from './infra/http/fastify.ts'
import { type Server, serve } from './infra/http/http.ts'
import { exposeLimiters, openLimiters, watchLoad } from './infra/http/limiters.ts'
import { serveOpenApi } from './infra/http/openapi.ts'
import { serveHealth, serveMetrics } from './infra/http/operations.ts'
import { servePages, serveSecurityTxt } from './infra/http/pages.ts'
import type { UseLimits } from './infra/http/use-limits.ts'
import { serveMailbox } from './infra/mail/mailbox.ts'
import type { Messenger } from './infra/mail/messenger.ts'
import type { Log } from './infra/observability/log.ts'
import type { Peers } from './infra/observability/process-peers.ts'
import { openQueueReading } from './infra/queue/readings.ts'
import { exposeProduct } from './metrics.ts'
import {
  accountRoutes,
  type Hasher,
  noteChange,
  type OnAccountDeleted,
  openIdentify,
} from './modules/accounts/index.ts'
import { catalogueRoutes, forgetOrderSets } from './modules/catalogue/index.ts'
import { checkoutRoutes } from './modules/checkout/index.ts'
import { endConsentsOf } from './modules/consents/index.ts'
import { forgetPhotosOf, visitRoutes } from './modules/home-visits/index.ts'
import { labIntegrationRoutes } from './modules/lab-integration/index.ts'
import { forgetFavourites, labRoutes } from './modules/labs/index.ts'
import { ledgerRoutes } from './modules/ledger/index.ts'
import { licenceRoutes, withdrawLicences } from './modules/licences/index.ts'
import { forgetNoticeChoices, noticeRoutes } from './modules/notifications/index.ts'
import { orderViewRoutes } from './modules/order-view/index.ts'
import { forgetDraft, forgetPeople, orderRoutes } from './modules/orders/index.ts'
import { partnerRoutes } from './modules/partners/index.ts'
import {
  closeOrders,
  openChecks,
  type Paystack,
  paymentRoutes,
  receiptRoutes,
  webhookRoutes,
} from './modules/payments/index.ts'
import { resultAccessRoutes, revokeSharesOf } from './modules/result-access/index.ts'
import { resultRoutes } from './modules/results/index.ts'
import { schedulingRoutes } from './modules/scheduling/index.ts'
import { specimenCancellationRoutes } from './modules/specimen-cancellation/index.ts'
import { specimenRoutes } from './modules/specimens/index.ts'
import { worklistRoutes } from './modules/worklist/index.ts'

/** The dependencies and settings of the program. Built once per process; tests pass other parts. */
export type Parts = {
  readonly db: Db
  readonly clock: Clock
  readonly secret: Secret
  readonly log: Log
  readonly files: Files
  readonly hasher: Hasher
  readonly paystack: Paystack | null
  readonly publicUrl: string
  readonly demo: boolean
  readonly mailConfigured: boolean
  readonly messenger: Messenger
  readonly trustProxy: boolean
  /** Whether requests continue the trace that their `traceparent` names; not by default. */
  readonly trustTraceparent?: boolean
  readonly ratePerAddress: number
  /** Most concurrent connections of one network address if no proxy is trusted. Unlimited if undefined. */
  readonly connectionsPerAddress?: number
  readonly hashesPerAddress: number
  /** How many calls a process works on concurrently. */
  readonly callsAtOnce: number
  /** Request limits for one account, one address and one payment. */
  readonly useLimits: UseLimits
  /** A few database connections reserved for Paystack webhooks, health, metrics, alarms and the heartbeat. */
  readonly reserve?: Db
  /** Whose absence is an alarm; none by default. */
  readonly expectedBackups?: ExpectedBackups
  /** The databases for calls that only read; the main one by default. */
  readonly readers?: Readers
  /** How far the replica is behind, in seconds; shown in the metrics. */
  readonly replicaLag?: () => number
  /** Shown in the metrics. */
  readonly connections?: PoolUse
  readonly metricsToken: string | null
  /** The other processes of the port, whose metrics are shown too. */
  readonly peers?: Peers
  /** Says when this process is about to stop. Only tests have none. */
  readonly drain?: Drain
  /** Shown in the details of /readyz. */
  readonly unsafeSettings?: UnsafeOverride | null
  /** The settings of logins that can alter history; also shown in the details of /readyz. */
  readonly overHistory?: readonly string[]
  /** Whether browsers may store pages, to open them without a network. */
  readonly offline?: boolean
  /** The migrations of this version; tests pass those of others. */
  readonly migrations?: readonly Migration[]
}

/** Builds the whole HTTP server with the routes of every module. It does not listen yet. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { db, clock, paystack } = parts
  const fastify = await openFastify({
    loggerInstance: parts.log,
    trustProxy: parts.trustProxy,
    ratePerAddress: parts.ratePerAddress,
    connectionsPerAddress: parts.connectionsPerAddress,
    trustTraceparent: parts.trustTraceparent,
  })
  if (parts.drain) closeConnectionsWhileDraining(fastify, parts.drain)
  const rewriter = openRewriter()
  fastify.addHook('onClose', () => rewriter.close())
  const limiters = openLimiters(parts.callsAtOnce)
  const server: Server = {
    fastify,
    endpoints: [],
    readers: parts.readers ?? onlyMain(db),
    noteChange: (tokenHash) => noteChange(db, tokenHash),
    identify: openIdentify(db, clock),
    hashesPerAddress: parts.hashesPerAddress,
    limiters,
    callers: new Callers(),
  }

  accountRoutes(server, { ...parts, onAccountDeleted })
  labRoutes(server, parts)
  catalogueRoutes(server, parts)
  orderRoutes(server, parts)
  orderViewRoutes(server, parts)
  schedulingRoutes(server, { db, clock })
  worklistRoutes(server, parts)
  specimenRoutes(server, { db, clock })
  visitRoutes(server, { ...parts, rewriter })
  specimenCancellationRoutes(server, { db, clock })
  checkoutRoutes(server, parts)
  paymentRoutes(server, parts)
  receiptRoutes(server, { db, clock })
  resultRoutes(server, { ...parts, rewriter })
  resultAccessRoutes(server, parts)
  labIntegrationRoutes(server, parts)
  ledgerRoutes(server, { db, clock })
  partnerRoutes(server, parts)
  licenceRoutes(server, { ...parts, rewriter })
  noticeRoutes(server, parts)
  serve(server, readSite, async () => ({ data: { demo: parts.demo, paymentsConfigured: paystack !== null } }))

  serveOpenApi(fastify, server.endpoints, parts.publicUrl)
  const reserve = parts.reserve ?? db
  await webhookRoutes(fastify, { ...parts, db: reserve })
  const queue = openQueueReading(reserve)
  const metrics = serveMetrics(fastify, parts)
  serveHealth(fastify, metrics.process, {
    ...parts,
    db: reserve,
    queue,
    paymentsConfigured: paystack !== null,
  })
  serveSecurityTxt(fastify, parts)
  exposeProduct(metrics, { db: reserve, clock, queue, paystack })
  exposeAlarms(metrics.database, { ...parts, db: reserve })
  exposeLimiters(metrics.process, limiters)
  if (parts.connections) exposePool(metrics.process, parts.connections)
  if (parts.replicaLag) exposeLag(metrics.process, parts.replicaLag)
  const stopWatching = watchLoad(limiters, parts.log)
  fastify.addHook('onClose', async () => stopWatching())
  if (parts.demo) serveMailbox(fastify, db)
  const checkReturning = openChecks(parts)
  await servePages(fastify, {
    demo: parts.demo,
    publicUrl: parts.publicUrl,
    offline: parts.offline ?? true,
    onReturn(reference, address) {
      checkReturning({ reference, address }).catch((error) => {
        if (!(error instanceof DomainError))
          parts.log.warn({ err: error }, 'a returning payer was not checked')
      })
    },
  })
  fastify.setNotFoundHandler(() => {
    throw new DomainError('not_found')
  })
  return fastify
}

/** What the modules above accounts do when an account is deleted; each of them may refuse. */
const onAccountDeleted: OnAccountDeleted = async (tx, accountId, at) => {
  await closeOrders(tx, accountId, at)
  await forgetDraft(tx, accountId)
  await forgetPeople(tx, accountId, at)
  await forgetFavourites(tx, accountId)
  // Locks consents before the audit chains of orders, in the same order as a doctor's read, so the two cannot deadlock.
  await endConsentsOf(tx, accountId, at)
  await revokeSharesOf(tx, accountId, at)
  await forgetOrderSets(tx, accountId)
  await forgetNoticeChoices(tx, accountId)
  await forgetPhotosOf(tx, accountId, at)
  await withdrawLicences(tx, accountId, at)
}
