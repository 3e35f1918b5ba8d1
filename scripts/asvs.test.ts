import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './runtime.ts'

// Columns are as wide as the longest cell.
const page = readFileSync(join(root, 'docs/asvs.md'), 'utf8').replace(/ +/g, ' ')
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| (.+?) \| (.+?) \| (.+?) \|$/gm)].map(
  ([, number = '', level = '', words = '', status = '', shown = '']) => ({
    number,
    level,
    words,
    status,
    shown,
  }),
)
const filesIn = (text: string) => [...text.matchAll(/`([\w./-]*\.[a-z]+)`/g)].map(([, file = '']) => file)

test('the page of ASVS 5.0.0 has each requirement of levels 1 and 2 once', () => {
  expect(rows).toHaveLength(253)
  expect(new Set(rows.map(({ number }) => number)).size).toBe(253)
  expect(rows.filter(({ level }) => level === '1')).toHaveLength(70)
})

test('each requirement is met, open or not applicable, and the introduction counts them', () => {
  const count = (status: string) => rows.filter((row) => row.status === status).length
  const counts = [count('met'), count('open'), count('not applicable')]
  expect(page).toContain(`${counts[0]} are met, ${counts[1]} are open, ${counts[2]} do not apply`)
  expect(counts.reduce((sum, one) => sum + one)).toBe(rows.length)
})

test('a met requirement names a file as evidence, and every named file exists', () => {
  for (const { number, status, shown } of rows) {
    if (status === 'met' && !/^(this page|TypeScript|Node’s|Node's)/.test(shown))
      expect(filesIn(shown), number).not.toEqual([])
    for (const file of filesIn(shown).filter((name) => name !== '.git'))
      expect(existsSync(join(root, file)), `${number}: ${file}`).toBe(true)
  }
})

test('no source of the web sets HTML from text', () => {
  const files = globSync('web/src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(100)
  for (const file of files)
    expect(readFileSync(join(root, file), 'utf8'), file).not.toMatch(
      /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|eval\(|new Function\(/i,
    )
})
