import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '../scripts/ports.ts'
import { root } from '../scripts/runtime.ts'
import { buildWeb } from '../scripts/web-build.ts'
import { type Arrived, arrive } from './load/arrive.ts'
import { liftedUse, paystackKey } from './load/host.ts'
import { measures, sourceOf } from './load/measures.ts'
import { openScene, type Scene } from './load/scene.ts'
import { openScale } from './scale/folder.ts'
import { limitMemory } from './small/machine.ts'
import { memoryOfAll } from './small/memory.ts'

/**
 * The product with its own database on one processor and 1 GB of memory: `npm run small -- --seconds 120`. Bookings by link
 * arrive at a fixed rate, with as many reads. Fails if it needs more memory than it may, if a process is killed for memory,
 * or if a call is not answered.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    'per-second': { type: 'string', default: '20' },
  },
})
const seconds = Number(values.seconds)
const perSecond = Number(values['per-second'])
/** Megabytes for all processes together: at the end of the load, and a minute after it. */
const most = { end: 700, calm: 500 }
const calmAfter = 60
const gigabyte = 2 ** 30

const limit = limitMemory(gigabyte)
if (!limit) console.log('This account may not limit memory: only what is used is measured.')
const base = join(root, 'data/small')
let product: ChildProcess | undefined

try {
  await buildWeb()
  const scene = await prepare()
  const url = await start()
  console.log(`after the start: ${memory()} MB`)
  const arrived = await load(url, scene)
  const end = memory()
  await pause(calmAfter * 1000)
  const calm = memory()
  process.exitCode = report(arrived, { end, calm }) ? 0 : 1
} finally {
  await stop()
  limit?.remove()
  rmSync(base, { recursive: true, force: true })
}

/** Fills a folder with the data of 30,000 offers, and signs accounts in. */
async function prepare(): Promise<Scene> {
  rmSync(base, { recursive: true, force: true })
  const scale = await openScale('30k', 7, base)
  try {
    return await openScene(scale.url)
  } finally {
    await scale.close()
  }
}

/** Starts everything as `npm start` does, on the first processor alone; we use the others. */
async function start(): Promise<string> {
  const port = await freePort()
  const command = ['taskset', '-c', '0', process.execPath, 'scripts/launch.mjs', 'scripts/run.ts']
  const [program = '', ...words] = [...(limit?.words ?? []), ...command]
  product = spawn(program, words, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME },
      ...liftedUse,
      ...{ RATE_PER_ADDRESS: '1000000', HASHES_PER_ADDRESS: '1000000' },
      ...{ DEMO: 'off', DATA_DIR: join(base, 'scale-30k'), HOST: '127.0.0.1', PORT: String(port) },
      ...{ PAYSTACK_URL: 'http://127.0.0.1:9', PAYSTACK_SECRET_KEY: paystackKey, DRAIN_SECONDS: '0' },
    },
  })
  const { stdout } = product
  if (!stdout) throw new Error('the output of the product cannot be read')
  for await (const part of stdout) {
    if (String(part).includes('Labalaba is ready')) break
  }
  return `http://127.0.0.1:${port}`
}

async function load(url: string, scene: Scene): Promise<Arrived> {
  const wanted = ['booking', 'lab list', 'lab detail', 'test search', 'order page']
  const sources = measures
    .filter(({ name }) => wanted.includes(name))
    .map((measure) => ({ name: measure.name, next: sourceOf(measure, scene) }))
  const booking = sources.find(({ name }) => name === 'booking')
  const reads = sources.filter(({ name }) => name !== 'booking')
  let count = 0
  const next = () => {
    count += 1
    const source = count % 2 ? booking : reads[(count / 2) % reads.length]
    if (!source) throw new Error('a kind of call is gone')
    return source.next()
  }
  return await arrive(url, { perSecond: 2 * perSecond, seconds }, next)
}

function memory(): number {
  return Math.round(product?.pid ? memoryOfAll(product.pid) : Number.NaN)
}

function report({ count, answered, refused, others }: Arrived, { end, calm }: typeof most): boolean {
  const killed = limit?.killed() ?? 0
  const p = (percent: number) => (answered.percentile(percent) / 1000).toFixed(0)
  console.log(`${count} calls in ${seconds} s, half of them bookings: ${answered.count} answered`)
  console.log(`times: p50 ${p(50)} ms, p95 ${p(95)} ms, p99 ${p(99)} ms`)
  console.log(`refused ${refused.count}, others ${JSON.stringify(others)}, killed for memory ${killed}`)
  console.log(`memory: ${end} MB at the end (at most ${most.end}), ${calm} MB after (at most ${most.calm})`)
  return answered.count === count && killed === 0 && end <= most.end && calm <= most.calm
}

async function stop(): Promise<void> {
  if (!product || product.exitCode !== null || product.signalCode !== null) return
  const gone = once(product, 'exit')
  product.stdout?.resume()
  product.kill('SIGTERM')
  await gone
}
