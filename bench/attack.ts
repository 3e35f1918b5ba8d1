import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startSimulator } from '../paystack-simulator/src/index.ts'
import { runOpenly } from '../scripts/steps.ts'
import { buildWeb } from '../scripts/web-build.ts'
import { cases } from './attack/cases.ts'
import { type Honest, openHonest } from './attack/honest.ts'
import { openMeans, settingsOfTarget } from './attack/means.ts'
import { type Outcome, problemsOf, tableOf } from './attack/outcomes.ts'
import { type Attack, attacks, type Means } from './attack/scenes.ts'
import { type Host, startWeb } from './load/host.ts'
import { openScene } from './load/scene.ts'
import { copyDatabase } from './load/scene-repository.ts'
import { openScale } from './scale/folder.ts'
import { isSizeName } from './scale/sizes.ts'

/**
 * The attack suite. First the tests of every case as one group, then the product behind a proxy, under slow clients and
 * floods, while honest users read, sign in and book: `npm run attack -- --seconds 30 --only "idle" --no-tests`. Exits with
 * 1 if a test fails, or if honest users get fewer than 99 of 100 answers or wait too long.
 */
const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '30k' },
    seconds: { type: 'string', default: '30' },
    only: { type: 'string', default: '' },
    tests: { type: 'boolean', default: true },
    scenes: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const seconds = Number(values.seconds)
/** Seconds between two attacks, in which the rest of the first one ends. */
const rest = 3
const closing: (() => Promise<void>)[] = []

try {
  const held = !values.tests || (await runTests())
  const stood = !values.scenes || (await runScenes())
  process.exitCode = held && stood ? 0 : 1
} finally {
  for (const close of closing.reverse()) await close()
}

async function runTests(): Promise<boolean> {
  for (const { name, tests } of cases) console.log(`${name}: ${tests.length} files`)
  const files = [...new Set(cases.flatMap(({ tests }) => tests))]
  return await runOpenly({ name: `the tests of ${cases.length} cases`, command: ['vitest', 'run', ...files] })
}

async function runScenes(): Promise<boolean> {
  const { web, honest, means } = await openTarget()
  // The first answers are slow, because the code is compiled then.
  await honest.come(Math.min(8, seconds))
  const outcomes: Outcome[] = []
  for (const attack of attacks.filter(({ name }) => name.includes(values.only))) {
    outcomes.push(await endure(web, attack, honest, means))
    console.log(tableOf(outcomes.slice(-1)).split('\n').at(-1))
    await pause(rest * 1000)
  }
  console.log(`\n${tableOf(outcomes)}`)
  const problems = outcomes.flatMap(problemsOf)
  console.log(problems.length === 0 ? 'well' : problems.join('\n'))
  return problems.length === 0
}

/** The product with its database and the Paystack simulator, honest users and an attacker. */
async function openTarget(): Promise<{ web: Host; honest: Honest; means: Means }> {
  await buildWeb()
  const scale = await openScale(isSizeName(values.size) ? values.size : '30k', 7)
  closing.push(() => scale.close())
  const copy = await copyDatabase(scale.url, 'bench_attack')
  closing.push(() => copy.drop())
  const scene = await openScene(copy.url)
  const dataDir = mkdtempSync(join(tmpdir(), 'labalaba-attack-'))
  closing.push(async () => rmSync(dataDir, { recursive: true, force: true }))
  const simulator = await startSimulator({ dataDir, webhookUrl: 'http://127.0.0.1:9/', seed: '7' })
  closing.push(() => simulator.close())
  const web = await startWeb(copy.url, settingsOfTarget(simulator.url))
  closing.push(() => web.stop())
  const honest = await openHonest(web.url, scene)
  return { web, honest, means: await openMeans(web.url, scene, simulator.url) }
}

async function endure(web: Host, { name, begin }: Attack, honest: Honest, means: Means): Promise<Outcome> {
  const sum: Record<string, number> = {}
  const stop = await begin({ url: web.url, sum }, means)
  await pause(1000)
  const met = await honest.come(seconds)
  const memory = web.memory()
  await stop()
  return { name, met, sum, memory }
}
