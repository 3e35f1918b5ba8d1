import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { root } from './runtime.ts'

/** The results of a test run. */
export type Results = {
  readonly passed: number
  readonly failed: readonly Named[]
  /** Tests that passed only at their second try. */
  readonly flaky: readonly Named[]
  readonly skipped: number
}

/** A test, and the command that runs only this test. */
export type Named = { readonly name: string; readonly command: string }

/** The folder in which all runs of one `npm test` write their results: the check runs its tests in another process. */
const variable = 'LABALABA_TEST_RESULTS'

/** Creates the folder for results and passes it to child processes. */
export function openResults(): { close(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'labalaba-results-'))
  process.env[variable] = folder
  return { close: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The file for the JSON results of one run, if they are collected. */
export function resultFile(run: string): string | undefined {
  const folder = process.env[variable]
  return folder && join(folder, `${run}.json`)
}

/** Reads the results of a run; null if it ended before testing and wrote none. */
export function readResults(run: 'rule' | 'db' | 'journeys'): Results | null {
  try {
    const report: VitestReport | PlaywrightReport = JSON.parse(readFileSync(resultFile(run) ?? '', 'utf8'))
    return 'stats' in report ? resultsOfJourneys(report) : resultsOfVitest(report, run)
  } catch {
    return null
  }
}

type VitestReport = {
  numPassedTests: number
  numPendingTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/** The results of Vitest. A file that cannot be loaded, or fails outside its tests, counts as one failure. */
export function resultsOfVitest(report: VitestReport, project: string): Results {
  const failed: Named[] = []
  const flaky: Named[] = []
  for (const { name: path, status, assertionResults } of report.testResults) {
    const file = relative(root, path)
    const command = `npx vitest run --project ${project} ${file}`
    const wrong = assertionResults.filter((one) => one.failureMessages.length > 0)
    for (const { fullName, status: outcome } of wrong) {
      const named = { name: `${file} > ${fullName}`, command: `${command} -t ${quoted(literal(fullName))}` }
      // A passed test with a failure message failed at its first try.
      if (outcome === 'passed') flaky.push(named)
      else failed.push(named)
    }
    if (status === 'failed' && !wrong.some((one) => one.status === 'failed'))
      failed.push({ name: file, command })
  }
  return { passed: report.numPassedTests, failed, flaky, skipped: report.numPendingTests }
}

type PlaywrightSuite = {
  specs?: { title: string; file: string; line: number; tests: { projectName: string; status: string }[] }[]
  suites?: PlaywrightSuite[]
}
type PlaywrightReport = {
  stats: { expected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}

/** The results of Playwright. */
export function resultsOfJourneys({ stats, suites }: PlaywrightReport): Results {
  const specs = suites.flatMap(specsIn)
  const withStatus = (wanted: string): Named[] =>
    specs.flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ projectName }) => ({
          name: `e2e/${file}:${line} [${projectName}] > ${title}`,
          command: `npx playwright test e2e/${file}:${line} --project=${projectName}`,
        })),
    )
  return {
    passed: stats.expected + stats.flaky,
    failed: withStatus('unexpected'),
    flaky: withStatus('flaky'),
    skipped: stats.skipped,
  }
}

function specsIn({ specs = [], suites = [] }: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> {
  return [...specs, ...suites.flatMap(specsIn)]
}

/** Escapes a name, because Vitest reads names as patterns. */
function literal(name: string): string {
  return name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Quotes a text for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/**
 * The command that runs all tests of one kind. Each test has a second try, because a busy machine may be slow once. Retried
 * tests are reported with their first failure, and counted if results are collected. Without this command, Vitest tries
 * once.
 */
export function vitestRun(project: 'rule' | 'db'): string[] {
  const results = resultFile(project)
  const counted = results ? ['--reporter=json', `--outputFile.json=${results}`] : []
  const reporters = ['--reporter=default', '--reporter=./scripts/second-try.ts']
  return ['vitest', 'run', '--project', project, '--retry=1', ...reporters, ...counted]
}
