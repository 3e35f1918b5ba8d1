import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { version } from '../server/src/infra/version.ts'
import { root } from './runtime.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const headings = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)

test('the top of the changelog is this version, or what becomes it', () => {
  const [top = ''] = headings
  if (top === '[Unreleased]') expect(read('CHANGELOG.md')).toContain(`This becomes ${version}.\n`)
  else expect(top).toMatch(new RegExp(`^\\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}$`))
})

test('each version of the changelog stands once, with its date, and says what it needs', () => {
  const released = headings.filter((heading) => heading !== '[Unreleased]')
  for (const heading of released) expect(heading).toMatch(/^\[\d+\.\d+\.\d+(-[\w.]+)?\] - \d{4}-\d{2}-\d{2}$/)
  const versions = released.map((heading) => heading.slice(1, heading.indexOf(']')))
  expect(new Set(versions).size).toBe(versions.length)
  const upgrade = read('docs/operations/upgrade.md')
  for (const one of [version, ...versions]) expect(upgrade).toContain(`\n#### ${one}\n`)
})

test('every package of the repository has the version of the product', () => {
  const { workspaces, version: own } = JSON.parse(read('package.json'))
  const versions = workspaces.map((name: string) => JSON.parse(read(`${name}/package.json`)).version)
  expect([own, ...versions]).toEqual([version, ...workspaces.map(() => version)])
})
