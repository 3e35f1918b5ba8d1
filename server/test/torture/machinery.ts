import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeDataFolder } from '../../../scripts/data-folder.ts'
import { freePort } from '../../../scripts/ports.ts'
import { startPostgres } from '../../../scripts/postgres.ts'
import { openPostOffice } from './post-office.ts'
import { planProcesses, processNames } from './processes.ts'

/** What can be killed. */
export const mortals = [...processNames, 'database'] as const
export type Mortal = (typeof mortals)[number]

/** The product, its database, its mail server and the Paystack simulator, each in a process that can be killed. */
export type Machinery = Awaited<ReturnType<typeof openMachinery>>

/**
 * Starts everything on a new data folder, with two workers so that they get in each other's way. `surroundings` is what
 * programs need of the machine.
 */
export async function openMachinery(seed: number, surroundings: Readonly<Record<string, string>>) {
  const path = mkdtempSync(join(tmpdir(), 'labalaba-torture-'))
  const folder = takeDataFolder(path)
  const clockFile = join(path, 'clock')
  writeFileSync(clockFile, '0')
  const ports = { site: await freePort(), simulator: await freePort(), mail: await freePort() }
  const database = await openDatabase(path, (port) => startPostgres({ folder, ...(port && { port }) }))
  const mail = await openPostOffice(ports.mail)
  const [site, simulator] = [`http://127.0.0.1:${ports.site}`, `http://127.0.0.1:${ports.simulator}`]
  const processes = planProcesses({
    ...{ surroundings, clockFile, settings: settingsFor(path, ports, database.url, seed) },
    answersAt: { server: `${site}/healthz`, simulator: `${simulator}/_control/faults` },
  })
  for (const name of processNames) await processes.start(name)
  let ahead = 0
  return {
    ...{ site, mail, said: processes.said, databaseUrl: database.url },
    start: (name: Mortal) => (name === 'database' ? database.start() : processes.start(name)),
    kill: (name: Mortal) => (name === 'database' ? database.kill() : processes.kill(name)),
    /** Starts what is not running. */
    async startAll(): Promise<void> {
      for (const name of processNames) if (!processes.isRunning(name)) await processes.start(name)
    },
    /** The time of the servers. */
    now: () => new Date(Date.now() + ahead),
    /** Moves the clock of the servers and the simulator on. */
    async moveClock(milliseconds: number): Promise<void> {
      ahead += milliseconds
      writeFileSync(clockFile, String(ahead))
      await control(simulator, 'PUT', '/clock', { aheadMs: ahead }).catch(() => null)
    },
    /** The simulator's control side; null where it does not answer. */
    control: (method: string, path: string, body?: object) =>
      control(simulator, method, path, body).catch(() => null),
    async close(): Promise<void> {
      for (const name of processNames) await processes.kill(name)
      await mail.shut()
      await database.stop()
      folder.release()
      rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

type Ports = Readonly<Record<'site' | 'simulator' | 'mail', number>>

function settingsFor(path: string, ports: Ports, databaseUrl: string, seed: number) {
  const site = `http://127.0.0.1:${ports.site}`
  return {
    server: {
      ...{
        DATABASE_URL: databaseUrl,
        DATA_DIR: path,
        PORT: String(ports.site),
        PUBLIC_URL: site,
        DEMO: 'on',
      },
      ...{ PAYSTACK_URL: `http://127.0.0.1:${ports.simulator}`, PAYSTACK_SECRET_KEY: 'sk_test_simulator' },
      ...{ SMTP_URL: `smtp://127.0.0.1:${ports.mail}`, MAIL_FROM: 'Labalaba <no-reply@labalaba.example>' },
      // No limit but the product's own: these few stand for many.
      ...{ RATE_PER_ADDRESS: '1000000', HASHES_PER_ADDRESS: '1000000', PAYSTACK_PER_SECOND: '1000' },
      LOG_LEVEL: 'error',
    },
    simulator: {
      ...{ SIMULATOR_PORT: String(ports.simulator), DATA_DIR: path, PUBLIC_URL: site },
      ...{ SIMULATOR_SEED: String(seed), SIMULATOR_RETRY_SCALE: '600', SIMULATOR_REFUND_STEP_MS: '200' },
      SIMULATOR_TIMEOUT_HOLD_MS: '1000',
    },
  }
}

/** A PostgreSQL that can be killed and comes up again at the same address. */
async function openDatabase(path: string, launch: (port?: number) => ReturnType<typeof startPostgres>) {
  let running = await launch()
  const { url, port } = running
  return {
    url,
    async start(): Promise<void> {
      running = await launch(port)
    },
    async kill(): Promise<void> {
      const pid = Number(readFileSync(join(path, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
      process.kill(pid, 'SIGKILL')
      await running.died
    },
    stop: () => running.stop(),
  }
}

async function control(simulator: string, method: string, path: string, body?: object): Promise<unknown> {
  const reply = await fetch(`${simulator}/_control${path}`, {
    method,
    signal: AbortSignal.timeout(10_000),
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`the simulator answered ${reply.status} to ${method} ${path}`)
  return JSON.parse((await reply.text()) || 'null')
}
