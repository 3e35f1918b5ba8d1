import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFlags } from '../../scripts/node-flags.mjs'
import { freePort } from '../../scripts/ports.ts'
import { root } from '../../scripts/runtime.ts'

/** A server in a process of its own. */
export type Host = {
  readonly url: string
  /** Seconds of processor time used so far; NaN if the machine does not report it. */
  cpu(): number
  /** The peak memory, in megabytes; NaN if the machine does not report it. */
  peak(): number
  /** The current memory, in megabytes; NaN if the machine does not report it. */
  memory(): number
  stop(): Promise<void>
}

const main = join(import.meta.dirname, '../../server/src/main.ts')
const bare = join(import.meta.dirname, '../bare/main.ts')

/** The secret key with which Paystack signs. */
export const paystackKey = 'sk_test_bench'

/** The product's web process as in production, without its worker. Limits per address are lifted. */
export async function startWeb(databaseUrl: string, settings: Record<string, string> = {}): Promise<Host> {
  return await start(main, {
    DATABASE_URL: databaseUrl,
    ROLE: 'web',
    DEMO: 'off',
    HOST: '127.0.0.1',
    PAYSTACK_URL: 'http://127.0.0.1:9',
    PAYSTACK_SECRET_KEY: paystackKey,
    RATE_PER_ADDRESS: '1000000',
    HASHES_PER_ADDRESS: '1000000',
    ...liftedUse,
    ...sizeOfPool(),
    ...settings,
  })
}

/** The limits are lifted, because the few accounts of a benchmark represent many. */
export const liftedUse = {
  OPEN_ORDERS_PER_ACCOUNT: '1000000',
  OPEN_ORDERS_PER_DOCTOR: '1000000',
  BOOKINGS_PER_HOUR: '1000000',
  BOOKINGS_PER_HOUR_OF_DOCTOR: '1000000',
  CHECKS_PER_ADDRESS: '1000000',
  CHECKS_PER_PAYMENT: '1000000',
  MAILS_PER_NETWORK: '1000000',
  VISIT_HOLDS_OF_NEWCOMER: '1000000',
  VISIT_HOLDS_PER_NETWORK: '1000000',
  CONNECTIONS_PER_ADDRESS: '1000000',
}

/** Pool sizes to try in this run: `DATABASE_POOL=24 npm run bench`. */
function sizeOfPool(): Record<string, string> {
  const { DATABASE_POOL, CALLS_AT_ONCE } = process.env
  return { ...(DATABASE_POOL && { DATABASE_POOL }), ...(CALLS_AT_ONCE && { CALLS_AT_ONCE }) }
}

/** The reference server, with as many database connections. */
export async function startBare(databaseUrl: string): Promise<Host> {
  return await start(bare, { DATABASE_URL: databaseUrl, ...sizeOfPool() })
}

/** The compile cache that `npm start` uses from the second start on. */
const compiled = join(root, 'node_modules/.cache/labalaba-compiled')

/** The reference server runs on plain Node, the product as `npm start` runs it. */
async function start(program: string, settings: Record<string, string>): Promise<Host> {
  const port = await freePort()
  const isOurs = program === main
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    DRAIN_SECONDS: '0',
    ...settings,
    PORT: String(port),
  }
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

/** Linux counts processor time in hundredths of a second. */
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
