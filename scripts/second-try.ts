import type { Reporter, TestCase } from 'vitest/node'

/** Reports every test that passed only at its second try, with its first error, so that no retry goes unnoticed. */
// biome-ignore lint/style/noDefaultExport: Vitest takes a reporter as the default export of its file
export default class SecondTries implements Reporter {
  readonly #found: TestCase[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#found.push(test)
  }

  onTestRunEnd(): void {
    for (const test of this.#found) {
      const { errors = [] } = test.result()
      console.log(
        `\nwarning: flaky, passed at the second try: ${test.module.relativeModuleId} > ${test.fullName}`,
      )
      for (const { stack, message } of errors) console.log(stack ?? message)
    }
  }
}
