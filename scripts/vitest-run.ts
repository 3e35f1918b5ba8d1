import { resultFile } from './test-results.ts'

/**
 * The command that runs all tests of one kind. A machine that is busy with other work may be late once, so each test has
 * a second try; what needs it is named with its first failure, and counted where anybody counts. Run by itself, Vitest
 * tries once.
 */
export function vitestRun(project: 'rule' | 'db'): string[] {
  const results = resultFile(project)
  const counted = results ? ['--reporter=json', `--outputFile.json=${results}`] : []
  const told = ['--reporter=default', '--reporter=./scripts/second-try.ts']
  return ['vitest', 'run', '--project', project, '--retry=1', ...told, ...counted]
}
