import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkSpecification } from './check-specification.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'labalaba-specification-'))
  plant('lab/rules.test.ts', tests)
  plant('docs/specification.md', rows(...sound))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function plant(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const tests = `
test('a lab opens at 8', () => {})
test('it\\'s "open" | closed', async ({ page }) => {
  await test.step('the door is tried', async () => {})
})
it.each([1, 2])('%d hours are hours', () => {})
test.each([
  ['a', 1],
])(
  'a table says %s', () => {})
for (const one of all) test(\`the \${one.name} opens\`, () => {})
test.skip('it rains', () => {})
test.describe('at night', () => {})
`

const sound = [
  '| S2-001 | 2 Screens | `/` opens | lab/rules.test.ts › a lab opens at 8 |',
  '| S2-002 | 2 Screens | open \\| closed | lab/rules.test.ts › it\'s "open" \\| closed<br>lab/rules.test.ts › the door is tried |',
  '| D-001 | Settled | hours | lab/rules.test.ts › %d hours are hours<br>lab/rules.test.ts › a table says %s |',
  `| S9-001 | 9 Constants | each | lab/rules.test.ts › the \${one.name} opens |`,
]

function rows(...lines: string[]): string {
  const head = '| id | where | statement | proof |\n| --- | --- | --- | --- |\n'
  return `# What was asked for\n\n${head}${lines.join('\n')}\n`
}

test('a table in which every row has its test is valid', () => {
  expect(checkSpecification(root, 4)).toEqual([])
})

const row = (id: string, proof: string) => `| ${id} | 2 Screens | a statement | ${proof} |`

test.each<[breach: string, line: string, found: RegExp]>([
  ['a row without a proof', row('S2-009', ''), /:9: S2-009 has no proof/],
  [
    'a file that is not there',
    row('S2-009', 'lab/gone.test.ts › it opens'),
    /lab\/gone\.test\.ts, which is not/,
  ],
  ['a file that holds no tests', row('S2-009', 'docs/specification.md › it opens'), /which is not there/],
  ['a test that is not there', row('S2-009', 'lab/rules.test.ts › a lab opens at 9'), /“a lab opens at 9”/],
  ['a part of a name', row('S2-009', 'lab/rules.test.ts › a lab opens'), /“a lab opens”/],
  ['a test that is skipped', row('S2-009', 'lab/rules.test.ts › it rains'), /“it rains”/],
  ['a group and no test', row('S2-009', 'lab/rules.test.ts › at night'), /“at night”/],
  ['a file and no test', row('S2-009', 'lab/rules.test.ts'), /names a test “”/],
  ['a number used twice', row('S2-001', 'lab/rules.test.ts › a lab opens at 8'), /S2-001 stands there twice/],
  ['a number of no section', row('2.1', 'lab/rules.test.ts › a lab opens at 8'), /2\.1 is no number/],
  ['no statement', '| S2-009 | 2 |  | lab/rules.test.ts › a lab opens at 8 |', /S2-009 says nothing/],
])('%s is found', (_, line, found) => {
  plant('docs/specification.md', rows(...sound, line))
  const wrong = checkSpecification(root, 4)
  expect(wrong).toHaveLength(1)
  expect(wrong[0]).toMatch(found)
})

test('a table with too few rows, or a missing table, is found', () => {
  expect(checkSpecification(root, 5)).toEqual([expect.stringMatching(/has 4 rows, and has to have 5/)])
  rmSync(join(root, 'docs'), { recursive: true })
  expect(checkSpecification(root)).toEqual(['docs/specification.md is not there'])
})
