import { setTimeout as pause } from 'node:timers/promises'
import { type Config, readConfig } from '../server/src/infra/config/config.ts'
import { type DataFolder, DataFolderTaken, takeDataFolder } from './data-folder.ts'
import { startOwnDatabase } from './own-database.ts'
import { checkPort, PortTaken } from './ports.ts'
import type { Postgres } from './postgres.ts'
import { openLogins } from './postgres-logins.ts'
import { type Environment, type House, loadEnvFile, readHouse } from './runtime.ts'
import { type Simulator, startSimulator } from './simulator.ts'
import { buildWeb, refuseOtherPages } from './web-build.ts'

/** The running parts; each is ended before the parts that it uses. */
const running: {
  server?: { close(): Promise<void> }
  simulator?: Simulator
  copies?: { stop(): Promise<void> }
  postgres?: Postgres
  folder?: DataFolder
} = {}
const building = new AbortController()
let stoppingSince: number | undefined
let drainSeconds = 0

process.on('SIGINT', stopOnSignal).on('SIGTERM', stopOnSignal)
// The launcher ended without a signal, so it was killed: end immediately too. The child processes notice.
process.on('disconnect', () => process.exit(1))
process.channel?.unref()

try {
  await start()
} catch (error) {
  if (stoppingSince === undefined) {
    console.error(tellProblem(error))
    await stop()
    process.exit(1)
  }
}

async function start(): Promise<void> {
  loadEnvFile()
  const house = await readHouse(process.env)
  const config = readConfig({
    ...house.env,
    ...(house.ownPostgres && { DATABASE_URL: 'postgres://localhost' }),
  })
  drainSeconds = config.drainSeconds
  if (house.ownPostgres || house.simulatorPort) {
    running.folder = await retryBriefly(() => takeDataFolder(house.dataDir))
  }
  await checkPorts(house)
  const { workerPort } = config
  if (!house.web && workerPort !== null)
    await retryBriefly(() => checkPort('WORKER_PORT', house.host, workerPort))
  const [database, { main }] = await Promise.all([
    // The simulator writes into the data folder, which the database may have replaced.
    startDatabase(house).then(async (settings) => {
      await startStandIn(house)
      return settings
    }),
    import('../server/src/main.ts'),
    house.web && build(),
  ])
  if (stoppingSince !== undefined) return
  const server = await main({ ...house.env, ...database })
  running.server = server
  if (running.postgres && running.folder && config.copies.kept > 0)
    running.copies = await startCopies(running.postgres.url, running.folder.path, config)
  console.log([`Labalaba is ready: ${house.publicUrl}`, ...server.lines].join('\n'))
}

async function checkPorts({ web, host, port, simulatorPort }: House): Promise<void> {
  if (web) await retryBriefly(() => checkPort('PORT', host, port))
  if (simulatorPort) await retryBriefly(() => checkPort('SIMULATOR_PORT', '127.0.0.1', simulatorPort))
}

/** Retries for two seconds what may fail while an earlier Labalaba is shutting down, then throws the last error. */
async function retryBriefly<T>(attempt: () => T | Promise<T>): Promise<T> {
  const until = performance.now() + 2_000
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() > until) throw error
      await pause(100)
    }
  }
}

/** Starts our own database and returns the settings of its logins; none if the environment configures a database. */
async function startDatabase(house: House): Promise<Environment> {
  if (!house.ownPostgres || !running.folder) return {}
  const { folder, postgres, aside } = await startOwnDatabase(running.folder, house.env.DEMO === 'on')
  Object.assign(running, { folder, postgres })
  if (aside)
    console.log(
      `Another version of Labalaba made the demonstration in ${folder.path}: it is now in ${aside}, and a new one begins.`,
    )
  void postgres.died.then(async (log) => {
    console.error(`PostgreSQL has ended by itself, so Labalaba stops too. The end of its log:\n${log}`)
    await stop()
    process.exit(1)
  })
  const { owner, application, worker } = await openLogins(postgres.url, folder.path)
  return { DATABASE_OWNER_URL: owner, DATABASE_URL: application, DATABASE_WORKER_URL: worker }
}

/** Copies our own database every night. */
async function startCopies(ownerUrl: string, dataDir: string, { copies, logLevel }: Config) {
  const { openNightlyCopies } = await import('../server/src/infra/db/copy/nightly.ts')
  return openNightlyCopies({ ownerUrl, dataDir, ...copies }, logLevel)
}

async function startStandIn(house: House): Promise<void> {
  if (house.simulatorPort) running.simulator = await startSimulator(house, house.simulatorPort)
}

async function build(): Promise<void> {
  if (process.env.NODE_ENV === 'production') return refuseOtherPages()
  const slow = setTimeout(() => console.log('Building the pages. This takes some seconds, once.'), 300)
  await buildWeb(building.signal).finally(() => clearTimeout(slow))
}

/** An expected problem is reported by its message; any other error with its stack. */
function tellProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const foreseen =
    error instanceof DataFolderTaken ||
    error instanceof PortTaken ||
    ['ConfigError', 'OtherPages', 'PagesMissing', 'OtherLayout', 'DatabaseRestored'].includes(error.name)
  return foreseen ? error.message : (error.stack ?? error.message)
}

/** Ctrl-C in a terminal may reach us up to three times, so only a later signal counts as a second one. */
function stopOnSignal(): void {
  if (stoppingSince !== undefined) {
    if (performance.now() - stoppingSince > 1_000) process.exit(1)
    return
  }
  void stop().then(() => process.exit(0))
}

async function stop(): Promise<void> {
  stoppingSince ??= performance.now()
  setTimeout(() => process.exit(1), 19_000 + drainSeconds * 1000).unref()
  building.abort()
  const { server, simulator, copies, postgres, folder } = running
  const closes = [
    () => server?.close(),
    () => copies?.stop(),
    () => simulator?.stop(),
    () => postgres?.stop(),
  ]
  for (const close of closes) {
    await Promise.resolve(close()).catch((error) => console.error(error))
  }
  folder?.release()
}
