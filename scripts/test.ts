import { runOpenly, type Step } from './steps.ts'
import { type Named, openResults, type Results, readResults, resultFile, vitestRun } from './test-results.ts'

/** `npm test`: the check, then the database tests, then the journeys in a browser, in random order. */
const results = openResults()
const seed = String(Math.floor(Math.random() * 1e9))
const parts = [
  { run: 'rule', name: 'check', command: ['node', 'scripts/check.ts'] },
  { run: 'db', name: 'database tests', command: vitestRun('db') },
  {
    run: 'journeys',
    name: 'journeys',
    command: ['playwright', 'test', '--shuffle', seed, '--reporter=list,json,./e2e/alarms.ts'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: resultFile('journeys') ?? '' },
  },
] as const satisfies readonly (Step & { run: string })[]

type Outcome = {
  readonly name: string
  readonly well: boolean
  readonly seconds: number
  readonly results: Results | null
}

const outcomes: Outcome[] = []
for (const { run, ...part } of parts) {
  const began = performance.now()
  const well = await runOpenly(part)
  const seconds = Math.round((performance.now() - began) / 1000)
  outcomes.push({ name: part.name, well, seconds, results: readResults(run) })
}
results.close()
console.log(`\n${summary(outcomes).join('\n')}`)
process.exitCode = outcomes.every(({ well }) => well) ? 0 : 1

/** The summary at the end: how each part went, how long it took, and what to run again. */
function summary(all: readonly Outcome[]): string[] {
  const lines = all.map(
    ({ name, well, seconds, results: found }) =>
      `${well ? '✓' : '✗'} ${name.padEnd(16)} ${minutes(seconds).padStart(8)}   ${counted(found)}`,
  )
  const named = (kind: 'failed' | 'flaky') => all.flatMap(({ results: found }) => found?.[kind] ?? [])
  const without = all.filter(({ well, results: found }) => !well && !found?.failed.length)
  return [
    ...lines,
    `  together         ${minutes(all.reduce((sum, { seconds }) => sum + seconds, 0)).padStart(8)}`,
    ...listed('Failed:', named('failed')),
    ...without.map(({ name }) => `\nFailed outside a test: ${name}. Its words above say why.`),
    ...listed('Passed at the second try only:', named('flaky')),
    `\nThe journeys ran in the order of the seed ${seed}: npx playwright test --shuffle ${seed}`,
  ]
}

function listed(title: string, tests: readonly Named[]): string[] {
  if (tests.length === 0) return []
  return [`\n${title}`, ...tests.flatMap(({ name, command }) => [`  ${name}`, `    ${command}`])]
}

function counted(found: Results | null): string {
  if (!found) return 'did not get as far as its tests'
  const { passed, failed, flaky, skipped } = found
  const again = flaky.length > 0 ? `, ${flaky.length} of them at the second try` : ''
  return `${passed} passed${again}, ${failed.length} failed${skipped ? `, ${skipped} skipped` : ''}`
}

function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`
}
