import { resultFile } from './test-results.ts'

/**
 * The command that runs all tests of one kind. Each test has a second try, because a busy machine may be slow once. Retried
 * tests are reported with their first failure, and counted if results are collected. Without this command, Vitest tries
 * once.
 */
export function vitestRun(project: 'rule' | 'db'): string[] {
  const results = resultFile(project)
  const counted = results ? ['--reporter=json', `--outputFile.json=${results}`] : []
  const told = ['--reporter=default', '--reporter=./scripts/second-try.ts']
  return ['vitest', 'run', '--project', project, '--retry=1', ...told, ...counted]
}
