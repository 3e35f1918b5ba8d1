import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './runtime.ts'
import { resultsOfJourneys, resultsOfVitest } from './test-results.ts'

const outcome = (fullName: string, status: string, ...failureMessages: string[]) => ({
  fullName,
  status,
  failureMessages,
})

test('a failed test of Vitest is listed with a command that runs only it, whatever its name contains', () => {
  const name = join(root, 'server/test/slots.db.test.ts')
  const assertionResults = [
    outcome("the patient's ₦7,000 (in full?)", 'failed', 'AssertionError'),
    outcome('late once', 'passed', 'Timeout'),
    outcome('well', 'passed'),
  ]
  const report = {
    numPassedTests: 2,
    numPendingTests: 1,
    testResults: [{ name, status: 'failed', assertionResults }],
  }
  expect(resultsOfVitest(report, 'db')).toEqual({
    passed: 2,
    skipped: 1,
    failed: [
      {
        name: "server/test/slots.db.test.ts > the patient's ₦7,000 (in full?)",
        command:
          "npx vitest run --project db server/test/slots.db.test.ts -t 'the patient'\\''s ₦7,000 \\(in full\\?\\)'",
      },
    ],
    flaky: [
      {
        name: 'server/test/slots.db.test.ts > late once',
        command: "npx vitest run --project db server/test/slots.db.test.ts -t 'late once'",
      },
    ],
  })
})

test('a file that fails outside its tests is listed by itself', () => {
  const testResults = [
    { name: join(root, 'contract/src/money.test.ts'), status: 'failed', assertionResults: [] },
  ]
  expect(resultsOfVitest({ numPassedTests: 0, numPendingTests: 0, testResults }, 'rule').failed).toEqual([
    {
      name: 'contract/src/money.test.ts',
      command: 'npx vitest run --project rule contract/src/money.test.ts',
    },
  ])
})

test('a failed journey is listed with its line and its screen size, in any suite', () => {
  const spec = (line: number, status: string) => ({
    title: 'the pages read completely',
    file: 'site.spec.ts',
    line,
    tests: [
      { projectName: 'phone', status },
      { projectName: 'desktop', status: 'expected' },
    ],
  })
  const suites = [{ specs: [spec(12, 'unexpected')], suites: [{ specs: [spec(40, 'flaky')] }] }]
  const { failed, flaky, passed } = resultsOfJourneys({
    stats: { expected: 2, flaky: 1, skipped: 0 },
    suites,
  })
  expect(passed).toBe(3)
  expect(failed).toEqual([
    {
      name: 'e2e/site.spec.ts:12 [phone] > the pages read completely',
      command: 'npx playwright test e2e/site.spec.ts:12 --project=phone',
    },
  ])
  expect(flaky.map(({ command }) => command)).toEqual([
    'npx playwright test e2e/site.spec.ts:40 --project=phone',
  ])
})
