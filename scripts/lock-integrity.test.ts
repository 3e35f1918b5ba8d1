import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findIntegrityProblems, withoutIntegrity } from './lock-integrity.ts'
import { root } from './runtime.ts'

const integrity = `sha512-${'A'.repeat(86)}==`
/** One package for each explained group, so that none is out of date. */
const explained = Object.fromEntries(
  withoutIntegrity.map(({ start }) => [
    `node_modules/${start}any`,
    { version: '1.0.0', dev: true, optional: true },
  ]),
)

const problemsOf = (packages: object) => findIntegrityProblems({ ...explained, ...packages })

test('the lock file has a hash for every package, except for the explained ones', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  expect(findIntegrityProblems(lock.packages)).toEqual([])
})

test('a package from the registry needs a SHA-512', () => {
  expect(problemsOf({ 'node_modules/a': { version: '1.0.0', integrity } })).toEqual([])
  expect(problemsOf({ 'node_modules/a': { version: '1.0.0' } })).toEqual([
    'node_modules/a has no integrity, so npm would install whatever it is given.',
  ])
  expect(
    problemsOf({ 'node_modules/a/node_modules/b': { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' } }),
  ).toEqual(['node_modules/a/node_modules/b has no SHA-512 as integrity.'])
})

test('our own packages and links to them need none', () => {
  const own = {
    '': { version: '0.1.0' },
    server: { version: '0.1.0' },
    'node_modules/@labalaba/server': { link: true },
  }
  expect(problemsOf(own)).toEqual([])
})

test('a package from elsewhere than the registry is refused', () => {
  for (const resolved of [
    'git+ssh://git@github.com/a/a.git#1',
    'https://files.example/a.tgz',
    'file:../a.tgz',
  ])
    expect(problemsOf({ 'node_modules/a': { resolved, integrity } })).toEqual([
      'node_modules/a does not come from the npm registry.',
    ])
  const resolved = 'https://registry.npmjs.org/a/-/a-1.0.0.tgz'
  expect(problemsOf({ 'node_modules/a': { resolved, integrity } })).toEqual([])
})

test('an explained package without a hash is a tool, and never part of the product', () => {
  const [first] = withoutIntegrity
  const name = `node_modules/${first?.start}other`
  expect(problemsOf({ [name]: { dev: true, optional: true } })).toEqual([])
  expect(problemsOf({ [name]: { optional: true } })).toHaveLength(1)
  expect(problemsOf({ [name]: { dev: true } })).toHaveLength(1)
})

test('an explanation that no package needs any more is a problem', () => {
  expect(findIntegrityProblems({})).toHaveLength(withoutIntegrity.length)
})
