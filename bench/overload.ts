import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildWeb } from '../scripts/web-build.ts'
import { type Arrived, arrive, stretchCount } from './load/arrive.ts'
import { drive, type LoadRequest, nothingDriven, openCallers } from './load/drive.ts'
import { type Host, paystackKey, startWeb } from './load/host.ts'
import { measures, sourceOf } from './load/measures.ts'
import { openScene, type Scene } from './load/scene.ts'
import { copyDatabase } from './load/scene-repository.ts'
import { openScale } from './scale/folder.ts'
import { randomFrom } from './scale/random.ts'
import { isSizeName } from './scale/sizes.ts'

/**
 * Overload: finds the rate that the web process sustains, then sends four times as many calls, whether or not they are
 * answered: `npm run overload -- --minutes 10`. Fails if one in a hundred accepted calls waits for a second, if memory
 * grows, if there are answers other than 200 and 503 with Retry-After, or if Paystack's webhooks are not accepted.
 */
const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '30k' },
    minutes: { type: 'string', default: '0.5' },
    times: { type: 'string', default: '4' },
    seed: { type: 'string', default: '7' },
  },
})
const size = isSizeName(values.size) ? values.size : '30k'
const seconds = Number(values.minutes) * 60
const closing: (() => Promise<void>)[] = []

try {
  await buildWeb()
  const scale = await openScale(size, Number(values.seed))
  closing.push(() => scale.close())
  const copy = await copyDatabase(scale.url, 'bench_overload')
  closing.push(() => copy.drop())
  const scene = await openScene(copy.url)
  const web = await startWeb(copy.url)
  closing.push(() => web.stop())
  const sustained = await sustainedBy(web, scene)
  console.log(`sustained: ${sustained.toFixed(0)} a second with 16 who each wait for their answer`)
  process.exitCode = (await overload(web, scene, sustained * Number(values.times))) ? 0 : 1
} finally {
  for (const close of closing.reverse()) await close()
}

/** The mix of real use: mostly lists and searches, some order pages, one booking in ten. */
function mixed(scene: Scene, stream: string): () => LoadRequest {
  const shares = {
    'lab list': 3,
    'lab search': 2,
    'lab detail': 2,
    'test search': 1,
    'order page': 1,
    booking: 1,
  }
  const sources = measures.flatMap((measure) => {
    const share = Object.entries(shares).find(([name]) => name === measure.name)?.[1] ?? 0
    const source = sourceOf(measure, scene)
    return Array.from({ length: share }, () => source)
  })
  const random = randomFrom(3, stream)
  return () => random.pick(sources)()
}

async function sustainedBy(web: Host, scene: Scene): Promise<number> {
  const callers = openCallers(web.url, 16)
  await drive(callers, 5, mixed(scene, 'warm'), nothingDriven())
  const sum = nothingDriven()
  await drive(callers, 8, mixed(scene, 'sustained'), sum)
  await callers.pool.close()
  return sum.answered / sum.seconds
}

async function overload(web: Host, scene: Scene, perSecond: number): Promise<boolean> {
  console.log(`arriving: ${perSecond.toFixed(0)} a second for ${seconds} s`)
  const watch = watchMemory(web)
  const stopWebhooks = sendWebhooks(web)
  const arrived = await arrive(web.url, { perSecond, seconds }, mixed(scene, 'overload'))
  const memory = watch()
  const webhooks = await stopWebhooks()
  report(arrived, memory)
  console.log(
    `webhooks: ${webhooks.answered} of ${webhooks.sent} answered with 200, the slowest in ${webhooks.slowest.toFixed(0)} ms`,
  )
  return isWell(arrived, memory) && webhooks.answered === webhooks.sent
}

/** Records the memory at intervals. The returned function gives the values in megabytes. */
function watchMemory(web: Host): () => number[] {
  const noted: number[] = []
  const noting = setInterval(() => noted.push(web.memory()), (seconds * 1000) / stretchCount)
  return () => {
    clearInterval(noting)
    return noted
  }
}

/** Sends a Paystack webhook four times a second. The returned function gives how many were accepted. */
function sendWebhooks({ url }: Host): () => Promise<{ sent: number; answered: number; slowest: number }> {
  const webhooks = { sent: 0, answered: 0, slowest: 0 }
  let isOn = true
  const sending = (async () => {
    while (isOn) {
      const body = JSON.stringify({ event: 'charge.success', data: { reference: `bench-${webhooks.sent}` } })
      const signature = createHmac('sha512', paystackKey).update(body).digest('hex')
      const headers = { 'content-type': 'application/json', 'x-paystack-signature': signature }
      const began = performance.now()
      const reply = await fetch(`${url}/v0/webhooks/paystack`, { method: 'POST', headers, body })
      await reply.arrayBuffer()
      webhooks.sent += 1
      if (reply.status === 200) webhooks.answered += 1
      webhooks.slowest = Math.max(webhooks.slowest, performance.now() - began)
      await pause(250)
    }
  })()
  return async () => {
    isOn = false
    await sending
    return webhooks
  }
}

function report({ count, answered, refused, others, stretches }: Arrived, memory: readonly number[]): void {
  const times = (of: typeof answered) =>
    [50, 95, 99].map((percent) => `p${percent} ${(of.percentile(percent) / 1000).toFixed(0)} ms`).join(', ')
  console.log(`arrived ${count}, ${(count / seconds).toFixed(0)} a second`)
  console.log(
    `accepted ${answered.count}, ${(answered.count / seconds).toFixed(0)} a second: ${times(answered)}`,
  )
  console.log(`p99 from stretch to stretch: ${stretches.map(slowest).join(' ')}`)
  console.log(`refused with Retry-After: ${refused.count}, ${times(refused)}`)
  console.log(`anything else: ${JSON.stringify(others)}`)
  console.log(`memory in MB: ${memory.map((one) => one.toFixed(0)).join(' ')}`)
}

/** The 99th percentile in milliseconds, or a dash if there were no answers. */
function slowest(of: Arrived['answered']): string {
  return of.count === 0 ? '–' : (of.percentile(99) / 1000).toFixed(0)
}

function isWell({ answered, others }: Arrived, memory: readonly number[]): boolean {
  const third = stretchCount / 3
  const [first, last] = [memory.slice(third, 2 * third), memory.slice(-third)].map(middle)
  const faults = [
    ...(answered.percentile(99) / 1000 < 1000 ? [] : ['one of a hundred that it accepts waits for a second']),
    ...(Object.keys(others).length === 0 ? [] : ['something else than 200 and 503 was answered']),
    ...((last ?? 0) <= 1.1 * (first ?? 0) ? [] : ['memory grows from the second third to the last']),
  ]
  console.log(faults.length === 0 ? 'well' : faults.join('; '))
  return faults.length === 0
}

function middle(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN
}
