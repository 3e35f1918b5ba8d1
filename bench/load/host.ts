import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/house.ts'
import { nodeFlags } from '../../scripts/node-flags.mjs'
import { freePort } from '../../scripts/ports.ts'

/** A server in a process of its own. */
export type Host = {
  readonly url: string
  /** Seconds of processor that it has used so far; NaN where the machine does not tell. */
  cpu(): number
  /** The most memory that it has held, in megabytes; NaN where the machine does not tell. */
  peak(): number
  /** The memory that it holds now, in megabytes; NaN where the machine does not tell. */
  memory(): number
  stop(): Promise<void>
}

const main = join(import.meta.dirname, '../../server/src/main.ts')
const bare = join(import.meta.dirname, '../bare/main.ts')

/** What Paystack signs with. */
export const paystackKey = 'sk_test_bench'

/** The product's web process as it runs in earnest, without its worker. Limits of calls from one address are lifted. */
export async function startWeb(databaseUrl: string, settings: Record<string, string> = {}): Promise<Host> {
  return await start(main, {
    ...{ DATABASE_URL: databaseUrl, ROLE: 'web', DEMO: 'off', HOST: '127.0.0.1' },
    ...{ PAYSTACK_URL: 'http://127.0.0.1:9', PAYSTACK_SECRET_KEY: paystackKey },
    ...{ RATE_PER_ADDRESS: '1000000', HASHES_PER_ADDRESS: '1000000' },
    ...liftedUse,
    ...sizeOfPool(),
    ...settings,
  })
}

/** The few accounts of a bench stand for many. */
const liftedUse = {
  ...{ OPEN_ORDERS_PER_ACCOUNT: '1000000', OPEN_ORDERS_PER_DOCTOR: '1000000', BOOKINGS_PER_HOUR: '1000000' },
  ...{ BOOKINGS_PER_HOUR_OF_DOCTOR: '1000000', CHECKS_PER_ADDRESS: '1000000', CHECKS_PER_PAYMENT: '1000000' },
  MAILS_PER_NETWORK: '1000000',
  ...{
    VISIT_HOLDS_OF_NEWCOMER: '1000000',
    VISIT_HOLDS_PER_NETWORK: '1000000',
    CONNECTIONS_PER_ADDRESS: '1000000',
  },
}

/** What this run was asked to try: `DATABASE_POOL=24 npm run bench`. */
function sizeOfPool(): Record<string, string> {
  const { DATABASE_POOL, CALLS_AT_ONCE } = process.env
  return { ...(DATABASE_POOL && { DATABASE_POOL }), ...(CALLS_AT_ONCE && { CALLS_AT_ONCE }) }
}

/** The bare server, with as many connections to the database. */
export async function startBare(databaseUrl: string): Promise<Host> {
  return await start(bare, { DATABASE_URL: databaseUrl, ...sizeOfPool() })
}

/** What `npm start` keeps from the second start on. */
const compiled = join(root, 'node_modules/.cache/labalaba-compiled')

/** The bare server runs as Node is, the product as `npm start` runs it. */
async function start(program: string, settings: Record<string, string>): Promise<Host> {
  const port = await freePort()
  const isOurs = program === main
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...settings, PORT: String(port) }
  const words = ['--disable-warning=ExperimentalWarning', ...(isOurs ? nodeFlags : []), program]
  const child = spawn(process.execPath, words, {
    env: { ...(isOurs && { NODE_COMPILE_CACHE: compiled }), ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await ready(child, program)
  return {
    url: `http://127.0.0.1:${port}`,
    cpu: () => cpuOf(child.pid),
    peak: () => memoryOf(child.pid, 'VmHWM'),
    memory: () => memoryOf(child.pid, 'VmRSS'),
    stop: () => end(child),
  }
}

function ready(child: ChildProcess, program: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}; its words are above`)))
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const killing = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await gone
  clearTimeout(killing)
}

/** Linux counts in hundredths of a second. */
const ticks = 100

function cpuOf(pid: number | undefined): number {
  const after = read(`/proc/${pid}/stat`)?.split(') ')[1]?.split(' ')
  return after ? (Number(after[11]) + Number(after[12])) / ticks : Number.NaN
}

function memoryOf(pid: number | undefined, which: 'VmHWM' | 'VmRSS'): number {
  const [, kilobytes] = read(`/proc/${pid}/status`)?.match(new RegExp(`${which}:\\s+(\\d+) kB`)) ?? []
  return kilobytes ? Number(kilobytes) / 1024 : Number.NaN
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
