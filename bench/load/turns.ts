import { isDeepStrictEqual } from 'node:util'
import { openConnections } from '../../server/src/infra/db/connections.ts'
import { placeUnpaid } from '../settle-repository.ts'
import { type Callers, type Driven, drive, type LoadRequest, nothingDriven, openCallers } from './drive.ts'
import type { Host } from './host.ts'
import { type Measure, sourceOf } from './measures.ts'
import type { Scene } from './scene.ts'

/** The two servers that are compared, on the data of one size. */
export type Pair = {
  readonly size: string
  readonly scene: Scene
  readonly ours: Host
  readonly bare: Host
  readonly second: Host
}

/** One side's figures for a measure at a number of connections. Times in milliseconds. */
export type Side = {
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly errors: Readonly<Record<string, number>>
  readonly kilobytes: number
  /** Processor time of the server per answer. */
  readonly cpuMs: number
}

export type Result = {
  readonly measure: string
  readonly size: string
  readonly connections: number
  readonly ours: Side
  readonly bare: Side | null
}

type Runner = {
  readonly host: Host
  readonly callers: Callers
  readonly next: () => LoadRequest | null
  readonly sum: Driven
  cpu: number
}

/**
 * Seconds of a turn. With four sides, a side's connections rest for at most six turns; the product keeps them open for five
 * seconds.
 */
const turn = 0.5
/** Turns of settling, which are counted by orders and not by time. */
const rounds = 4
/** Seconds of warming up: compiled code needs thousands of calls to reach its final speed. */
const warmingUp = 4

/** Measures both sides of every size in turns; the first turns only warm up. */
export async function measureInTurns(
  measure: Measure,
  pairs: readonly Pair[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Result[]> {
  const sides = pairs.map((pair) => ({
    pair,
    ours: runner(pair.ours, connections, sourceOf(measure, pair.scene)),
    bare: measure.alone ? null : runner(pair.bare, connections, sourceOf(measure, pair.scene)),
  }))
  const all = sides.flatMap(({ ours, bare }) => (bare ? [ours, bare] : [ours]))
  for (let round = -warmingUp / turn; round < seconds / turn; round += 1)
    // The side that went first goes last in the next round.
    for (const one of round % 2 ? all.toReversed() : all)
      await run(one, turn, round < 0 ? nothingDriven() : one.sum)
  for (const one of all) await one.callers.pool.close()
  return sides.map(({ pair: { size }, ours, bare }) => ({
    measure: measure.name,
    size,
    connections,
    ours: figuresOf(ours),
    bare: bare && figuresOf(bare),
  }))
}

function runner(host: Host, connections: number, next: () => LoadRequest | null): Runner {
  return { host, callers: openCallers(host.url, connections), next, sum: nothingDriven(), cpu: 0 }
}

async function run(one: Runner, seconds: number, sum: Driven): Promise<void> {
  const before = one.host.cpu()
  await drive(one.callers, seconds, one.next, sum)
  if (sum === one.sum) one.cpu += one.host.cpu() - before
}

function figuresOf({ sum: { times, answered, seconds, errors, bytes }, cpu }: Runner): Side {
  const at = (percent: number) => times.percentile(percent) / 1000
  return {
    perSecond: answered / seconds,
    p50: at(50),
    p95: at(95),
    p99: at(99),
    errors,
    kilobytes: bytes / Math.max(1, answered) / 1024,
    cpuMs: (cpu * 1000) / Math.max(1, answered),
  }
}

const settledARound = 300
/** The most seconds for settling one round. */
const longestSettling = 60

/**
 * Settling is not an endpoint of the product, so the reference server hosts both sides; one of them calls the product's own
 * function.
 */
export async function settleInTurns(pairs: readonly Pair[], connections: number): Promise<Result[]> {
  const results: Result[] = []
  for (const pair of pairs) {
    const { size, scene, second, bare } = pair
    const pool = openConnections(scene.databaseUrl, { connections: 2 })
    let waiting: object[] = []
    const sides = [
      runner(second, connections, () => settling('/settle/ours', waiting.pop())),
      runner(bare, connections, () => settling('/settle/bare', waiting.pop())),
    ]
    for (let round = 0; round <= rounds; round += 1)
      for (const side of sides) {
        waiting = await placeUnpaid(pool, settledARound)
        await run(side, longestSettling, round === 0 ? nothingDriven() : side.sum)
      }
    await pool.end()
    for (const { callers } of sides) await callers.pool.close()
    const [ours = null, plain = null] = sides.map(figuresOf)
    if (ours) results.push({ measure: 'settle', size, connections, ours, bare: plain })
  }
  return results
}

function settling(path: string, unpaid: object | undefined): LoadRequest | null {
  if (!unpaid) return null
  const headers = { 'content-type': 'application/json' }
  return { method: 'POST', path, headers, body: JSON.stringify(unpaid) }
}

/** Throws if the reference server returns other rows than the product: the comparison would be invalid. */
export async function compareAnswers(measure: Measure, { scene, ours, bare }: Pair): Promise<void> {
  const next = sourceOf(measure, scene)
  for (let count = 0; count < (measure.same ? 20 : 1); count += 1) {
    const request = next()
    // The product first: it counts market summaries at the first request.
    const mine = await answer(ours, request)
    // A write is sent with a new sequence, because the same booking is made only once.
    const theirs = measure.alone
      ? null
      : await answer(bare, measure.same ? request : sourceOf(measure, scene)())
    if (measure.same && !isDeepStrictEqual(mine, theirs))
      throw new Error(`${measure.name} answers differ for ${request.path}:\n${short(mine)}\n${short(theirs)}`)
  }
}

function short(what: unknown): string {
  return (JSON.stringify(what) ?? '').slice(0, 2000)
}

async function answer({ url }: Host, request: LoadRequest): Promise<unknown> {
  const { method, headers, body = null } = request
  const reply = await fetch(url + request.path, { method, headers, body })
  if (reply.status !== 200)
    throw new Error(`${request.path} was answered with ${reply.status}: ${await reply.text()}`)
  return (await reply.json()).data
}
