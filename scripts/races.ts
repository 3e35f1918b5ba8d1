import { readFileSync } from 'node:fs'
import { beforeAll, type RunnerTestSuite } from 'vitest'

/** How a file looks in which many want one thing at once. */
const signs = /Promise\.all(Settled)?\(\s*Array\.from|allSettled|contender|racer/

/** A race that was lost once is lost: no test of such a file is tried again. */
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
