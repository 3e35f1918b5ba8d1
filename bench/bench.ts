import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { root } from '../scripts/runtime.ts'
import { buildWeb } from '../scripts/web-build.ts'
import { type Host, startBare, startWeb } from './load/host.ts'
import { measures } from './load/measures.ts'
import { openScene } from './load/scene.ts'
import { copyDatabase } from './load/scene-repository.ts'
import { growthOf, growthTable, tableOf } from './load/tables.ts'
import { compareAnswers, measureInTurns, type Pair, type Result, settleInTurns } from './load/turns.ts'
import { openScale } from './scale/folder.ts'
import { isSizeName, type SizeName } from './scale/sizes.ts'

/**
 * Speed under load. Each measure alternates with a bare server in one run: `npm run bench -- --size 30k,1m --only booking
 * --seconds 8 --connections 1,16,64`. The data is created the first time and stored in `data/scale-…`.
 */
const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '30k,1m' },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '1,16,64' },
    seed: { type: 'string', default: '7' },
  },
})
const sizes = values.size.split(',').filter(isSizeName)
const levels = values.connections.split(',').map(Number)
const seconds = Number(values.seconds)
/** Seconds of rest after the load. The product releases memory at its first or second check, ten seconds apart. */
const rest = 25
const closing: (() => Promise<void>)[] = []

try {
  await buildWeb()
  const pairs: Pair[] = []
  for (const size of sizes) pairs.push(await openPair(size))
  const results = await measureAll(pairs)
  const memory = await heldByAll(pairs)
  results.push(...(await settleAll(pairs)))
  console.log(`\n${tableOf(results)}`)
  for (const { size, ours, bare } of memory)
    console.log(`memory, ${size}: ${memoryInWords(ours)}; bare ${memoryInWords(bare)}`)
  const growth = growthOf(results)
  if (growth.length > 0) console.log(`growth from ${sizes.at(0)} to ${sizes.at(-1)}\n${growthTable(growth)}`)
  keep({ results, growth, memory })
} finally {
  for (const close of closing.reverse()) await close()
}

/** Memory in megabytes: at the end of the load, at the peak, and after a rest. */
type Held = { readonly end: number; readonly peak: number; readonly calm: number }

async function heldBy(host: Host): Promise<Held> {
  const end = host.memory()
  await pause(rest * 1000)
  return { end, peak: host.peak(), calm: host.memory() }
}

async function heldByAll(pairs: readonly Pair[]): Promise<{ size: string; ours: Held; bare: Held }[]> {
  return await Promise.all(
    pairs.map(async ({ size, ...pair }) => {
      const [ours, bare] = await Promise.all([heldBy(pair.ours), heldBy(pair.bare)])
      return { size, ours, bare }
    }),
  )
}

function memoryInWords({ end, peak, calm }: Held): string {
  return `${calm.toFixed(0)} MB ${rest} s after the load, ${end.toFixed(0)} at its end, ${peak.toFixed(0)} at most`
}

async function openPair(size: SizeName): Promise<Pair> {
  const scale = await openScale(size, Number(values.seed))
  closing.push(() => scale.close())
  const copy = await copyDatabase(scale.url, 'bench_run')
  closing.push(() => copy.drop())
  const scene = await openScene(copy.url)
  // Measures as from the second start on, because the first compiles everything.
  await (await startWeb(copy.url)).stop()
  const [ours, bare, second] = [
    await startWeb(copy.url),
    await startBare(copy.url),
    await startBare(copy.url),
  ]
  for (const host of [ours, bare, second]) closing.push(() => host.stop())
  return { size, scene, ours, bare, second }
}

async function measureAll(pairs: readonly Pair[]): Promise<Result[]> {
  const results: Result[] = []
  for (const measure of measures.filter(({ name }) => isAsked(name))) {
    for (const pair of pairs) await compareAnswers(measure, pair)
    for (const connections of levels.filter((level) => level <= (measure.upTo ?? level)))
      results.push(...shown(await measureInTurns(measure, pairs, { connections, seconds })))
  }
  return results
}

async function settleAll(pairs: readonly Pair[]): Promise<Result[]> {
  const results: Result[] = []
  if (!isAsked('settle')) return results
  for (const connections of levels) results.push(...shown(await settleInTurns(pairs, connections)))
  return results
}

function shown(results: Result[]): Result[] {
  console.log(tableOf(results).split('\n').slice(1).join('\n'))
  return results
}

function isAsked(name: string): boolean {
  return values.only.split(',').some((word) => name.includes(word))
}

function keep(found: object): void {
  const folder = join(root, 'bench/results')
  mkdirSync(folder, { recursive: true })
  const machine = {
    processor: cpus()[0]?.model,
    processors: cpus().length,
    load: loadavg(),
    node: process.version,
  }
  const at = new Date().toISOString()
  const path = join(folder, `bench-${at.slice(0, 19).replaceAll(':', '')}.json`)
  writeFileSync(path, `${JSON.stringify({ at, machine, options: values, ...found }, null, 2)}\n`)
  console.log(`kept in ${path}`)
}
