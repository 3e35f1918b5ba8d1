import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { alarmsIn, type LogLine, type Provoking, unexpected } from '../scripts/product-log.ts'
import { root } from '../scripts/runtime.ts'

/** The log of the product of the last run, a JSON line each. */
export const productLog = join(root, 'test-results/product.log')

/**
 * For a journey that provokes an alarm of the product on purpose: `test('…', provokes('words of its line'), …)`. Any other
 * alarm in the product's log fails the run.
 */
export function provokes(words: string) {
  return { annotation: { type: 'provokes', description: words } }
}

type Run = { readonly title: string; readonly from: Date; readonly until: Date }

/** Fails the run where the product raised an alarm, and names the journeys that ran at that time. */
// biome-ignore lint/style/noDefaultExport: Playwright takes a reporter as the default export of its file
export default class Alarms implements Reporter {
  readonly #runs: Run[] = []
  readonly #provoking: Provoking[] = []

  onTestEnd(test: TestCase, { startTime: from, duration }: TestResult): void {
    this.#runs.push({ title: test.titlePath().slice(2).join(' › '), from, until: new Date(+from + duration) })
    for (const { type, description: words } of test.annotations)
      if (type === 'provokes' && words) this.#provoking.push({ from, words })
  }

  async onEnd(): Promise<{ status: 'failed' } | undefined> {
    const alarms = unexpected(alarmsIn(readLog()), this.#provoking)
    for (const { at, text } of alarms) {
      const during = this.#runs.filter(({ from, until }) => at && from <= at && at <= until)
      console.log(`\nThe product raised an alarm: ${text}`)
      for (const { title } of during) console.log(`  while this ran: ${title}`)
    }
    return alarms.length > 0 ? { status: 'failed' } : undefined
  }

  printsToStdio(): boolean {
    return true
  }
}

/** A run in which the product did not start has failed already. */
function readLog(): LogLine[] {
  try {
    return readFileSync(productLog, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  } catch {
    return []
  }
}
