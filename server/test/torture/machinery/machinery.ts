import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeDataFolder } from '../../../../scripts/data-folder.ts'
import { freePort } from '../../../../scripts/ports.ts'
import { openBalancer } from '../../balancer.ts'
import { setClocks } from './clock.ts'
import type { Database, DatabaseOptions } from './database.ts'
import { openDisk } from './disk.ts'
import { openPostOffice } from './post-office.ts'
import { type ProcessName, planProcesses, processNames } from './processes.ts'
import { paystackKey, settingsFor } from './settings.ts'

/** What can be killed. */
export const mortals = [...processNames, 'database'] as const
export type Mortal = (typeof mortals)[number]

/** The product, its database, its mail server and the Paystack simulator, each in a process that can be killed. */
export type Machinery = Awaited<ReturnType<typeof openMachinery>>

export type Wanted = {
  readonly seed: number
  /** What programs need of the machine. */
  readonly surroundings: Readonly<Record<string, string>>
  /** Whether the data are to lie on a disk that can be filled. */
  readonly smallDisk: boolean
  readonly openDatabase: (options: DatabaseOptions) => Promise<Database>
  /** Whether two web processes serve the site, behind a balancer. */
  readonly twoServers: boolean
}

/** Starts everything on a new data folder, with two workers so that they get in each other's way. */
export async function openMachinery({ seed, surroundings, smallDisk, openDatabase, twoServers }: Wanted) {
  const path = mkdtempSync(join(tmpdir(), 'labalaba-torture-'))
  const clocks = setClocks(path)
  const disk = openDisk(path, smallDisk)
  const folder = takeDataFolder(disk.path)
  const names: readonly ProcessName[] = twoServers ? [...processNames, 'second server'] : processNames
  const [server, second] = [await freePort(), await freePort()]
  const balancer = twoServers ? await openBalancer([server, second]) : null
  const site = `http://127.0.0.1:${balancer?.port ?? server}`
  const ports = { server, second, simulator: await freePort(), mail: await freePort() }
  const database = await openDatabase({ folder, small: disk.whyNot === null })
  const mail = await openPostOffice(ports.mail)
  const simulator = `http://127.0.0.1:${ports.simulator}`
  const settings = settingsFor({ data: disk.path, simulator: path }, { ...ports, site }, database, seed)
  const processes = planProcesses({
    surroundings,
    clocks: clocks.files,
    logs: path,
    settings,
    answersAt: {
      server: `http://127.0.0.1:${server}/healthz`,
      'second server': `http://127.0.0.1:${second}/healthz`,
      simulator: `${simulator}/_control/faults`,
    },
  })
  for (const name of names) await processes.start(name)
  /** The simulator’s control API; null if it does not answer. */
  const control = (method: string, at: string, body?: object) =>
    call(`${simulator}/_control${at}`, method, {}, body).catch(() => null)
  const tellTime = () => control('PUT', '/clock', { aheadMs: clocks.aheadMs() })
  return {
    site,
    mail,
    disk,
    database,
    path,
    control,
    databaseUrl: database.url,
    /** The settings of the web process, for commands. */
    settings: settings.server,
    alarms: processes.alarms,
    freeze: processes.freeze,
    replace: processes.replace,
    /** Whether the balancer sends requests to a web process. */
    isReady: (name: 'server' | 'second server') => balancer?.isReady(name === 'server' ? server : second),
    skew: clocks.skew,
    start: (name: Mortal) => (name === 'database' ? database.start() : processes.start(name)),
    kill: (name: Mortal) => (name === 'database' ? database.kill() : processes.kill(name)),
    /** Starts what is not running. */
    async startAll(): Promise<void> {
      await database.start()
      for (const name of names) if (!processes.isRunning(name)) await processes.start(name)
      await tellTime()
    },
    /** The merchant’s calls to Paystack’s own API, outside our site; null if it does not answer. */
    merchant: (method: string, at: string, body?: object) =>
      call(`${simulator}${at}`, method, { authorization: `Bearer ${paystackKey}` }, body).catch(() => null),
    /** The time of the servers. */
    now: () => new Date(Date.now() + clocks.aheadMs()),
    /** Moves the clock of the servers and the simulator on. */
    async moveClock(milliseconds: number): Promise<void> {
      clocks.moveOn(milliseconds)
      await tellTime()
    },
    /** Ends everything. The files for examining a trial are stored at `keep`. */
    async close(keep: boolean): Promise<void> {
      for (const name of names) await processes.kill(name)
      await balancer?.close()
      await mail.shut()
      await database.stop()
      folder.release()
      if (keep) disk.keep()
      disk.close()
      if (!keep) rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

async function call(
  address: string,
  method: string,
  head: Readonly<Record<string, string>>,
  body?: object,
): Promise<unknown> {
  const reply = await fetch(address, {
    method,
    signal: AbortSignal.timeout(10_000),
    headers: { ...head, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${reply.status} to ${method} ${address}`)
  return JSON.parse((await reply.text()) || 'null')
}
