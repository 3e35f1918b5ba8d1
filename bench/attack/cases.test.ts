import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHistogram } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { root } from '../../scripts/runtime.ts'
import { cases } from './cases.ts'
import { type Outcome, problemsOf, tableOf } from './outcomes.ts'

test('every case of the suite has tests, and their files exist', () => {
  for (const { name, tests } of cases) {
    expect(tests, name).not.toEqual([])
    for (const file of tests) {
      expect(file).toMatch(/\.test\.ts$/)
      expect(existsSync(join(root, file)), file).toBe(true)
    }
  }
  expect(cases.map(({ name }) => name[0]).slice(0, 8)).toEqual([...'12345678'])
})

test('docs/security.md has the same cases and tests', () => {
  // Columns are as wide as the longest cell.
  const page = readFileSync(join(root, 'docs/security.md'), 'utf8').replace(/ +/g, ' ')
  for (const { name, tests } of cases)
    expect(page).toContain(`| ${name} | ${tests.map((file) => `\`${file}\``).join(', ')} |`)
})

function met(well: number, sent: number, milliseconds: number) {
  const times = createHistogram({ figures: 3 })
  for (let count = 0; count < sent; count += 1) times.record(milliseconds * 1000)
  return { times, well, sent, others: well < sent ? { '503 busy': sent - well } : {} }
}

test('an attack is withstood if 99 of 100 calls are answered, and 95 of 100 in time', () => {
  const outcome = (met_: Outcome['met']): Outcome => ({
    name: 'a flood',
    met: met_,
    sum: { 200: 3 },
    memory: 90,
  })
  const fine = { reads: met(99, 100, 900), 'sign-in': met(100, 100, 1_900), booking: met(10, 10, 1_900) }
  expect(problemsOf(outcome(fine))).toEqual([])
  const poor = { ...fine, reads: met(98, 100, 1_100), booking: met(0, 0, 1) }
  expect(problemsOf(outcome(poor))).toEqual([
    'a flood: 98.0 % of reads were answered well (2 × 503 busy)',
    expect.stringContaining('a flood: the 95th percentile of reads is 1'),
    'a flood: 0.0 % of booking were answered well ()',
  ])
  expect(
    tableOf([outcome(fine)])
      .split('\n')
      .at(-1),
  ).toMatch(/^\| a flood +\| 99\.0 % +\| 9\d\d +\|/)
})
