import { readConfig } from '../server/src/platform/config.ts'
import { type DataFolder, DataFolderTaken, takeDataFolder } from './data-folder.ts'
import { type House, loadEnvFile, readHouse } from './house.ts'
import { patiently } from './patiently.ts'
import { checkPort, PortTaken } from './ports.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { type Simulator, startSimulator } from './simulator.ts'
import { buildWeb } from './web-build.ts'

/** What runs by now; it is ended from the one that uses to the one that is used. */
const running: {
  server?: { close(): Promise<void> }
  simulator?: Simulator
  postgres?: Postgres
  folder?: DataFolder
} = {}
const building = new AbortController()
let stoppingSince: number | undefined

process.on('SIGINT', stopOnSignal).on('SIGTERM', stopOnSignal)
// The launcher is gone without a word, so it was killed: do as if we had been. The children notice.
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
  readConfig({ ...house.env, DATABASE_URL: house.env.DATABASE_URL ?? 'postgres://localhost' })
  if (house.ownPostgres || house.simulatorPort) {
    running.folder = await patiently(() => takeDataFolder(house.dataDir))
  }
  await checkPorts(house)
  const [databaseUrl, { main }] = await Promise.all([
    startDatabase(house),
    import('../server/src/main.ts'),
    startStandIn(house),
    house.web && build(),
  ])
  if (stoppingSince !== undefined) return
  const server = await main({ ...house.env, DATABASE_URL: databaseUrl })
  running.server = server
  console.log([`Labalaba is ready: ${house.publicUrl}`, ...server.lines].join('\n'))
}

async function checkPorts({ web, host, port, simulatorPort }: House): Promise<void> {
  if (web) await patiently(() => checkPort('PORT', host, port))
  if (simulatorPort) await patiently(() => checkPort('SIMULATOR_PORT', '127.0.0.1', simulatorPort))
}

async function startDatabase(house: House): Promise<string | undefined> {
  if (!house.ownPostgres || !running.folder) return house.env.DATABASE_URL
  const postgres = await startPostgres({ folder: running.folder })
  running.postgres = postgres
  void postgres.died.then(async (log) => {
    console.error(`PostgreSQL has ended by itself, so Labalaba stops too. The end of its log:\n${log}`)
    await stop()
    process.exit(1)
  })
  return postgres.url
}

async function startStandIn(house: House): Promise<void> {
  if (house.simulatorPort) running.simulator = await startSimulator(house, house.simulatorPort)
}

async function build(): Promise<void> {
  const slow = setTimeout(() => console.log('Building the pages. This takes some seconds, once.'), 300)
  await buildWeb(building.signal).finally(() => clearTimeout(slow))
}

/** A problem that we foresaw is told in its own words; anything else is a fault, told with its place. */
function tellProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const foreseen =
    error instanceof DataFolderTaken || error instanceof PortTaken || error.name === 'ConfigError'
  return foreseen ? error.message : (error.stack ?? error.message)
}

/** Ctrl-C in a terminal reaches us up to three times at once, so only a later signal counts as a second. */
function stopOnSignal(): void {
  if (stoppingSince !== undefined) {
    if (performance.now() - stoppingSince > 1_000) process.exit(1)
    return
  }
  void stop().then(() => process.exit(0))
}

async function stop(): Promise<void> {
  stoppingSince ??= performance.now()
  setTimeout(() => process.exit(1), 19_000).unref()
  building.abort()
  const { server, simulator, postgres, folder } = running
  for (const close of [() => server?.close(), () => simulator?.stop(), () => postgres?.stop()]) {
    await Promise.resolve(close()).catch((error) => console.error(error))
  }
  folder?.release()
}
