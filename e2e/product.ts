import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { LogLine } from '../scripts/product-log.ts'
import { root } from '../scripts/runtime.ts'

/** Checks every invariant of a running product, as an operator does; returns the broken ones. */
export async function readBreaches(dataDir: string): Promise<string> {
  const env = { ...process.env, ...settings, DATA_DIR: dataDir }
  const words = ['--disable-warning=ExperimentalWarning', 'scripts/labalaba.ts', 'invariants']
  const child = spawn(process.execPath, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const [code] = await once(child, 'close')
  return code === 0 ? '' : output
}

/**
 * A running product: the addresses of its site and of the Paystack simulator, and the password of its demo
 * accounts.
 */
export type Product = {
  readonly url: string
  readonly simulatorUrl: string
  readonly dataDir: string
  readonly demoPassword: string
}

/**
 * The settings of a bare install without a demo history, because the journeys begin without orders. The
 * tester’s own environment must not change them.
 */
const settings = {
  ...{ HOST: '', PORT: '0', SIMULATOR_PORT: '0', PUBLIC_URL: '', DATABASE_URL: '', DEMO: '', ROLE: '' },
  ...{ DATABASE_OWNER_URL: '', DATABASE_WORKER_URL: '', DEMO_HISTORY: 'off' },
  ...{ SMTP_URL: '', PAYSTACK_SECRET_KEY: '', PAYSTACK_URL: '', SECRET_KEY: '', LOG_LEVEL: 'warn' },
  // The few accounts of the journeys book for many people, and from one address.
  ...{ OPEN_ORDERS_PER_ACCOUNT: '10000', OPEN_ORDERS_PER_DOCTOR: '10000', BOOKINGS_PER_HOUR: '10000' },
  ...{ BOOKINGS_PER_HOUR_OF_DOCTOR: '10000', CHECKS_PER_ADDRESS: '10000', CHECKS_PER_PAYMENT: '10000' },
  MAILS_PER_NETWORK: '10000',
  ...{ VISIT_HOLDS_OF_NEWCOMER: '10000', VISIT_HOLDS_PER_NETWORK: '10000', CONNECTIONS_PER_ADDRESS: '10000' },
}

/**
 * Starts the product as `npm start` does, on a new data folder and free ports; returns how to stop it.
 * `onLine` gets every line that it writes.
 */
export async function startProduct(
  onLine: (line: LogLine) => void = () => undefined,
): Promise<Product & { stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'labalaba-e2e-'))
  // It ends by itself when the channel closes, however this process ends.
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/run.ts'], {
    cwd: root,
    env: { ...process.env, ...settings, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const stop = async () => {
    await end(child)
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    return { ...readLines(await firstLines(child, onLine)), dataDir, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const lastLine = 'Demo account: doctor@'

/** The product’s output until it is ready. Later output is shown, because it may explain a failure. */
async function firstLines(child: ChildProcess, onLine: (line: LogLine) => void): Promise<string> {
  const lines: string[] = []
  const everything = Promise.withResolvers<void>()
  let isReady = false
  for (const stream of ['stdout', 'stderr'] as const) {
    const input = child[stream]
    if (!input) throw new Error('The product has no output to read.')
    createInterface({ input }).on('line', (text) => {
      onLine({ stream, text })
      if (isReady || stream === 'stderr') process[stream].write(`${text}\n`)
      if (isReady) return
      lines.push(text)
      isReady = text.includes(lastLine)
      if (isReady) everything.resolve()
    })
  }
  child.once('exit', (code) => {
    if (code !== 0) onLine({ stream: 'stderr', text: `The product ended with ${code}.` })
    everything.reject(new Error(`The product did not start. It said:\n${lines.join('\n')}`))
  })
  await everything.promise
  return lines.join('\n')
}

function readLines(output: string) {
  const find = (pattern: RegExp) => {
    const [, found] = output.match(pattern) ?? []
    if (!found) throw new Error(`The product did not say ${pattern}. It said:\n${output}`)
    return found
  }
  return {
    url: find(/is ready: (\S+)/),
    simulatorUrl: find(/Paystack simulator: (\S+)\/_control/),
    demoPassword: find(/Demo account: .*password (\S+)/),
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const killing = setTimeout(() => child.kill('SIGKILL'), 25_000)
  await gone
  clearTimeout(killing)
}
