import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** How many tests passed, failed and were left out; of those that passed, how many only at their second try. */
export type Counts = { passed: number; failed: number; skipped: number; again: number }

/** Where the runs below one `npm test` leave their results: the check's rule tests are in a process of its own. */
const variable = 'LABALABA_TEST_RESULTS'

/** Makes the folder for results and tells the processes we start of it. */
export function openResults(): { close(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'labalaba-results-'))
  process.env[variable] = folder
  return { close: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The file in which one run is to leave its results as JSON, if anybody wants them. */
export function resultFile(run: string): string | undefined {
  const folder = process.env[variable]
  return folder && join(folder, `${run}.json`)
}

/** Reads what a run left. One that left nothing did not get as far as testing, which counts as a failure. */
export function readCounts(run: string): Counts {
  try {
    return countsOf(JSON.parse(readFileSync(resultFile(run) ?? '', 'utf8')))
  } catch {
    return { passed: 0, failed: 1, skipped: 0, again: 0 }
  }
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
  numPendingTests: number
  testResults: { assertionResults: { status: string; failureMessages: string[] }[] }[]
}
type PlaywrightReport = { stats: { expected: number; flaky: number; unexpected: number; skipped: number } }

function countsOf(report: VitestReport | PlaywrightReport): Counts {
  if ('stats' in report) {
    const { expected, flaky, unexpected, skipped } = report.stats
    return { passed: expected + flaky, failed: unexpected, skipped, again: flaky }
  }
  // A file that cannot even be loaded has no failed tests, only a failed suite.
  const failed = report.numFailedTests || report.numFailedTestSuites
  // What passed and yet has a failure to tell failed at its first try.
  const again = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0).length
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests, again }
}
