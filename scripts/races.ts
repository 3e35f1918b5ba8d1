import { readFileSync } from 'node:fs'
import { beforeAll, type RunnerTestSuite } from 'vitest'

/** Signs of a test file with concurrent attempts. */
const signs = /Promise\.all(Settled)?\(\s*Array\.from|allSettled|contender|racer/

/** A race that fails once is a failure: tests of such a file are not retried. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads what a hook needs from its pattern
beforeAll(({}, file) => {
  if (signs.test(readFileSync(file.file.filepath, 'utf8'))) tryOnce(file)
})

function tryOnce({ tasks }: Readonly<Pick<RunnerTestSuite, 'tasks'>>): void {
  for (const task of tasks) {
    task.retry = 0
    if (task.type === 'suite') tryOnce(task)
  }
}
