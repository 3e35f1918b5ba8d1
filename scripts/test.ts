import { runOpenly, type Step } from './steps.ts'
import { type Counts, openResults, readCounts, resultFile } from './test-counts.ts'
import { vitestRun } from './vitest-run.ts'

/** `npm test`: the check, then what needs a database, then the journeys in a browser. */
const results = openResults()
const parts: Step[] = [
  { name: 'check', command: ['node', 'scripts/check.ts'] },
  { name: 'database tests', command: vitestRun('db') },
  {
    name: 'journeys',
    command: ['playwright', 'test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: resultFile('journeys') ?? '' },
  },
]
const unwell: string[] = []
for (const part of parts) if (!(await runOpenly(part))) unwell.push(part.name)

const counts = ['rule', 'db', 'journeys'].map(readCounts)
results.close()
const sum = (what: keyof Counts) => counts.reduce((total, count) => total + count[what], 0)
const skipped = sum('skipped') ? `, ${sum('skipped')} skipped` : ''
const again = sum('again') ? `, ${sum('again')} of them at the second try: see "flaky" above` : ''
console.log(
  unwell.length > 0 ? `\nNot passed: ${unwell.join(', ')}. What is wrong is told above.` : '\nAll is well.',
)
console.log(`${sum('passed')} passed${again}, ${sum('failed')} failed${skipped}`)
process.exitCode = unwell.length > 0 ? 1 : 0
