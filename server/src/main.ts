import type { FastifyListenOptions } from 'fastify'
import { demoEmails, demoPassword } from '../../demo/accounts.ts'
import { type DemoDependencies, loadDemo } from '../../demo/load.ts'
import { loadReference } from '../../reference/load.ts'
import { type ExpectedBackups, findAlarms } from './alarms.ts'
import { buildApp, type Parts } from './app.ts'
import type { Db } from './db.ts'
import { beginningOf, playHistory } from './demo-history.ts'
import { endAtOnce } from './end-at-once.ts'
import { type Clock, systemClock } from './infra/clock.ts'
import { type Config, ConfigError, type Environment, readConfig } from './infra/config/config.ts'
import { openSecret, secretFrom } from './infra/config/secret.ts'
import { isEmbedded } from './infra/db/copy/embedded.ts'
import { OtherLayout } from './infra/db/layout.ts'
import { listMigrations, type Migration } from './infra/db/migrations.ts'
import { refuseUnfitPoolers } from './infra/db/pooler.ts'
import { prepareDatabase } from './infra/db/prepare-database.ts'
import { openReaders } from './infra/db/readers.ts'
import { DatabaseRestored, startHeartbeat } from './infra/db/restore/heartbeat.ts'
import { openConfiguredFiles, requireFiles } from './infra/files/store/configured-files.ts'
import type { Files } from './infra/files/store/files.ts'
import { mostConnections } from './infra/http/connections.ts'
import { Drain, drainAndClose } from './infra/http/drain.ts'
import { PagesMissing, refuseWithoutPages } from './infra/http/pages.ts'
import { type Mailer, mailboxMailer, smtpMailer, waitingMailer } from './infra/mail/mail.ts'
import { type Messenger, mailboxMessenger, noMessenger } from './infra/mail/messenger.ts'
import { storeLoggedAlarms, watchAlarms } from './infra/observability/alarm-watch.ts'
import { openAlarmWebhook } from './infra/observability/alarm-webhook.ts'
import { type Log, openLog } from './infra/observability/log.ts'
import { LoggedAlarms } from './infra/observability/logged-alarms.ts'
import { ChildPeers, ParentPeers } from './infra/observability/process-peers.ts'
import { startTracing } from './infra/observability/tracing.ts'
import type { Worker } from './infra/queue/workers.ts'
import { termiiMessenger } from './infra/sms/termii.ts'
import { version } from './infra/version.ts'
import { openHasher } from './modules/accounts/index.ts'
import { openConfiguredPaystack, openPaystack } from './modules/payments/index.ts'
import { findLoginsOverHistory, openPools, type Pools } from './pools.ts'
import { besideWord, readyWord, startWebProcesses } from './web-processes.ts'
import { refuseMixture } from './whose-data.ts'
import { startWork, type WorkerParts } from './worker.ts'
import { buildWorkerServer } from './worker-server.ts'

export type Running = {
  /** Stops the program. A web process drains first, for as long as `DRAIN_SECONDS` says if `drainSeconds` is not given. */
  close(drainSeconds?: number): Promise<void>
  readonly lines: readonly string[]
}

/**
 * Starts the program in the given environment: sets up an empty database, loads what every install needs, listens and starts
 * the worker. With `beside`, another process has prepared everything and this one only listens. Throws ConfigError if the
 * settings are wrong or do not fit the database, PagesMissing if it would serve a site without its pages, OtherLayout if this
 * version cannot run on the tables, and DatabaseRestored if the database was restored to an earlier state. Only tests and trials pass another clock or other migrations.
 */
export async function main(
  env: Environment,
  beside = false,
  clock: Clock = systemClock,
  migrations: readonly Migration[] = listMigrations(),
): Promise<Running> {
  const config = readConfig(env)
  const isWeb = config.role !== 'worker'
  if (isWeb) refuseWithoutPages()
  const logged = new LoggedAlarms()
  const log = openLog(config.logLevel, undefined, config.alertWebhookUrl ? logged : undefined)
  log.info({ version, node: process.versions.node, role: config.role }, 'Labalaba starts')
  const stopTracing = config.tracing && (await startTracing(config.tracing, log, config.role))
  if (config.unsafeSettings) log.warn(config.unsafeSettings, 'unsafe settings are allowed by UNSAFE_SETTINGS')
  if (!beside) await refuseUnfitPoolers(config)
  // A newer version has loaded what belongs to its tables; this one must not replace it.
  const isNewer = !beside && (await prepareDatabase(config, migrations, (line) => log.info(line))).isNewer
  if (isNewer) log.warn('a newer version has changed the tables, and this version runs on them')
  const works = !beside && config.role !== 'web'
  const pools = openPools(config, works, log)
  const { db } = pools.main
  // The first process of each machine posts; it needs no worker.
  const post = config.alertWebhookUrl && !beside ? openAlarmWebhook(config.alertWebhookUrl) : null
  const heartbeat = await refuseMixture(db, config.demo)
    .then(() =>
      startHeartbeat(pools.reserve.db, {
        ...{ dataDir: config.dataDir, log },
        onRestored: endAtOnce({ log, post, site: config.publicUrl, closePools: pools.close }),
      }),
    )
    .catch(async (error) => {
      await pools.close()
      throw error
    })
  const files = await openFilesAtStart(config, pools, log, beside).catch(async (error) => {
    heartbeat.stop()
    await pools.close()
    throw error
  })
  const hasher = openHasher()
  const secret = await openSecret(db, config.secretKey)
  const hasPast = config.demo && config.demoHistory && config.role === 'all' && config.simulatorUrl !== null
  const since = hasPast ? beginningOf(clock.now()) : clock.now()
  const demo = !beside && !isNewer && (await loadAll(config, db, { clock, hasher, since }))
  const overHistory = config.demo ? [] : await findLoginsOverHistory(pools)
  if (overHistory.length > 0 && !beside)
    log.warn(
      { logins: overHistory },
      'these logins can alter history: see Database roles in docs/operations/install.md',
    )
  const mailer = chooseMailer(config, db)
  if (!mailer.configured) log.warn('SMTP_URL is not set: mail waits in the queue')
  const paystack = openConfiguredPaystack(config, log, db)
  const messenger = chooseMessenger(config, db, log)
  const opened = { db, clock, secret, log, files, hasher, paystack, mailer, messenger }
  const backups = expectedBackups(config)
  const parts = { ...partsOf(config, opened, pools), overHistory, migrations, expectedBackups: backups }
  const workersDb = pools.worker.db
  const workerParts = {
    ...parts,
    db: workersDb,
    mailer: chooseMailer(config, workersDb),
    messenger: chooseMessenger(config, workersDb, log),
  }

  const drain = new Drain()
  const readers =
    pools.replica &&
    openReaders({ main: db, replica: pools.replica.db, longestLag: config.databaseReadLag, log })
  const peers = beside ? new ChildPeers(process) : new ParentPeers()
  const served = { ...parts, peers, drain, reserve: pools.reserve.db, connections: pools.main.connections }
  let worker: Worker | null = null
  const app = isWeb
    ? await buildApp({ ...served, ...(readers && { readers, replicaLag: readers.lag }) })
    : config.workerPort !== null
      ? await buildWorkerServer(served, () => worker?.isWorking() ?? false)
      : null
  const others = isWeb && !beside ? config.webConcurrency - 1 : 0
  await app?.listen(listenOptions(config))
  worker = !works
    ? null
    : demo && hasPast
      ? await workBesideHistory(parts, workerParts, config)
      : await startWork(workerParts)
  const alarms = { db: pools.reserve.db, clock, log, logged }
  const stopAlarms = post
    ? watchAlarms({
        ...{ ...alarms, site: config.publicUrl, post },
        find: () => findAlarms(pools.reserve.db, clock.now(), backups),
      })
    : config.alertWebhookUrl
      ? storeLoggedAlarms(alarms)
      : null
  const webProcesses =
    others > 0 && peers instanceof ParentPeers
      ? await startWebProcesses(others, env, { log, peers, drainSeconds: config.drainSeconds })
      : null
  return {
    lines: [...where(config), ...(demo ? whoMaySignIn() : [])],
    async close(drainSeconds = config.drainSeconds) {
      stopAlarms?.()
      await Promise.all([
        webProcesses?.stop(),
        app && drainAndClose(app, drain, isWeb ? drainSeconds : 0),
        worker?.stop(),
      ])
      readers?.stop()
      heartbeat.stop()
      await pools.close()
      await stopTracing?.()
    },
  }
}

function expectedBackups({ databaseUrl, dataDir, copies, drill }: Config): ExpectedBackups {
  return { copies: copies.kept > 0 && isEmbedded(databaseUrl, dataDir), drillDays: drill.days }
}

/**
 * Plays the past of a demonstration while the site is already open, and starts the worker. Scheduled jobs start after that.
 * The played payments use a Paystack client with its own rate limit, so they do not delay those of users.
 */
async function workBesideHistory(
  parts: Parts,
  workerParts: WorkerParts,
  { paystack, simulatorUrl }: Config,
): Promise<Worker> {
  if (!paystack || simulatorUrl === null) return await startWork(workerParts)
  const own = openPaystack(paystack.url, paystack.secretKeys, parts.log, historyLimits)
  let isOver = false
  const played = playHistory({ ...parts, paystack: own, simulatorUrl }, () => isOver).catch((err: unknown) =>
    parts.log.warn({ err }, 'the past of the demonstration could not be played'),
  )
  const worker = await startWork(workerParts, played)
  return {
    isWorking: () => worker.isWorking(),
    async stop() {
      isOver = true
      await played
      await worker.stop()
    },
  }
}

const historyLimits = { perSecond: 100, burst: 100, restMs: 0 }

type Opened = Pick<
  WorkerParts,
  'db' | 'clock' | 'secret' | 'log' | 'files' | 'hasher' | 'paystack' | 'mailer' | 'messenger'
>

/** The parts of the program: the opened resources and the settings that the modules need. */
function partsOf(config: Config, opened: Opened, { workerUrl }: Pools): WorkerParts {
  return {
    ...opened,
    mailConfigured: opened.mailer.configured,
    demo: config.demo,
    publicUrl: config.publicUrl,
    databaseUrl: workerUrl,
    operatorMail: config.operatorMail,
    secretsBefore: config.secretKeysBefore.map(secretFrom),
    auditFolder: config.auditFolder,
    trustProxy: config.trustProxy,
    trustTraceparent: config.trustTraceparent,
    connectionsPerAddress: config.connectionsPerAddress,
    ratePerAddress: config.ratePerAddress,
    hashesPerAddress: config.hashesPerAddress,
    callsAtOnce: config.callsAtOnce,
    useLimits: config.useLimits,
    metricsToken: config.metricsToken,
    unsafeSettings: config.unsafeSettings,
    offline: config.offline,
  }
}

/**
 * The backlog lets the operating system queue connections that the process has not accepted yet. A client that it rejects
 * retries silently after 1, 3 and 7 seconds. Fastify's types lack `reusePort`; Node supports it and Fastify passes it on.
 */
function listenOptions({
  host,
  port,
  role,
  workerPort,
  webConcurrency,
}: Config): FastifyListenOptions & { reusePort: boolean } {
  if (role === 'worker') return { host, port: workerPort ?? 0, reusePort: false }
  return { host, port, backlog: mostConnections, reusePort: webConcurrency > 1 }
}

/** Opens the files, and tries whether new ones can be stored: once on each machine. */
async function openFilesAtStart(config: Config, pools: Pools, log: Log, beside: boolean): Promise<Files> {
  const { db } = pools.reserve
  const files = await openConfiguredFiles(config, db, log)
  if (!beside) await requireFiles(db, files, log)
  return files
}

/** Loads the reference data, and for a demonstration its invented labs. Returns whether those labs are loaded. */
async function loadAll(config: Config, db: Db, deps: DemoDependencies): Promise<boolean> {
  await loadReference(db)
  return config.demo && (await loadDemo(db, deps)) !== 'real_labs'
}

function whoMaySignIn(): string[] {
  return demoEmails.map((email) => `Demo account: ${email}, password ${demoPassword}`)
}

function chooseMailer(config: Config, db: Db): Mailer {
  if (config.smtpUrl) return smtpMailer(config.smtpUrl, config.mailFrom)
  return config.demo ? mailboxMailer(db) : waitingMailer
}

function chooseMessenger(config: Config, db: Db, log: Log): Messenger {
  if (config.termii) return termiiMessenger(config.termii, log)
  return config.demo ? mailboxMessenger(db) : noMessenger
}

function where(config: Config): string[] {
  if (!config.demo) return []
  return [
    ...(config.smtpUrl ? [] : [`Dev mailbox: ${config.publicUrl}/dev/mailbox`]),
    ...(config.simulatorUrl ? [`Paystack simulator: ${config.simulatorUrl}/_control/transactions`] : []),
  ]
}

/** Runs without the scripts that start a database, until a signal arrives or the parent process ends. */
async function runAlone(): Promise<void> {
  const running = await main(process.env, process.argv.includes(besideWord))
  let stopping = false
  const stop = (drainSeconds?: number) => {
    if (stopping) return
    stopping = true
    void running.close(drainSeconds).then(() => process.exit(0))
  }
  process.on('SIGTERM', () => stop()).on('SIGINT', () => stop())
  // The parent process was killed, so this one does not drain, or no longer.
  process.on('disconnect', () => (stopping ? process.exit(1) : stop(0)))
  process.send?.(readyWord)
}

if (import.meta.main) {
  runAlone().catch((error: unknown) => {
    const foreseen = [ConfigError, PagesMissing, OtherLayout, DatabaseRestored].some(
      (kind) => error instanceof kind,
    )
    console.error(foreseen && error instanceof Error ? error.message : error)
    process.exit(1)
  })
}
