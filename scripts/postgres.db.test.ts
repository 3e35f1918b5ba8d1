import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLogins } from './postgres-logins.ts'

const isRoot = process.getuid?.() === 0
let home: string
let started: ChildProcess[]

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'labalaba-postgres-'))
  started = []
})

afterEach(async () => {
  for (const child of started) await end(child, 'SIGTERM')
  rmSync(home, { recursive: true, force: true })
})

test('data survives a restart', async () => {
  const first = await start(home)
  await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n')
  await end(first.child, 'SIGTERM')
  const second = await start(home)
  expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
})

test('it is a released version of PostgreSQL, whatever the version of its package', async () => {
  const { url } = await start(home)
  const [row] = (await query(url, 'SELECT version() AS version')) as { version: string }[]
  expect(row?.version).toMatch(/^PostgreSQL \d+\.\d+ on /)
})

test('it requires the password in the data folder', async () => {
  const { url } = await start(home)
  const wrong = new URL(url)
  wrong.password = 'guess'
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
})

test('after a kill -9 of its starter the server ends, and the next start has all committed data', async () => {
  const first = await start(home)
  await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n')
  const server = serverPid(home)
  await end(first.child, 'SIGKILL')
  const second = await start(home)
  expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  expect(isAlive(server)).toBe(false)
})

test('after a kill -9 without a restart, the server ends by itself', async () => {
  const { child } = await start(home)
  const server = serverPid(home)
  await end(child, 'SIGKILL')
  await expect.poll(() => isAlive(server), { timeout: 15_000 }).toBe(false)
})

test('after a kill -9 of the server itself the next start recovers', async () => {
  const first = await start(home)
  await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n')
  process.kill(serverPid(home), 'SIGKILL')
  await once(first.child, 'exit')
  expect(first.output()).toContain('died')
  const second = await start(home)
  expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
})

test('a stale pid that now belongs to another process is no obstacle, and that process survives', async () => {
  const first = await start(home)
  const pidFile = join(home, 'data/postgres/postmaster.pid')
  const left = readFileSync(pidFile, 'utf8')
  await end(first.child, 'SIGTERM')
  const stranger = spawn('sleep', ['60'])
  started.push(stranger)
  writeFileSync(pidFile, left.replace(/^\d+/, String(stranger.pid)))
  const second = await start(home)
  expect(await query(second.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  expect(isAlive(stranger.pid ?? 0)).toBe(true)
})

test('a second start on one data folder is refused with the process that uses it, and the first continues', async () => {
  const first = await start(home)
  const second = launch(home)
  const [code] = await once(second.child, 'exit')
  expect(code).toBe(1)
  expect(second.output()).toContain(`is in use by another Labalaba (process ${first.child.pid})`)
  expect(await query(first.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
})

test('of two that create a data folder at the same moment one starts and the other is refused', async () => {
  const both = [launch(home), launch(home)]
  const codes = both.map(async ({ child }) => (await once(child, 'exit'))[0])
  expect(await Promise.race(codes)).toBe(1)
  await expect
    .poll(() => both.filter(({ output }) => output().includes('postgres://')).length, { timeout: 20_000 })
    .toBe(1)
})

test('it works in a home directory that other users cannot read', async () => {
  chmodSync(home, 0o700)
  mkdirSync(join(home, 'closed'), { mode: 0o700 })
  const { url } = await start(join(home, 'closed'))
  expect(await query(url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
})

test.runIf(isRoot)('root without user namespaces can start it too, in such a home directory', async () => {
  const tools = join(home, 'tools')
  mkdirSync(tools)
  writeFileSync(join(tools, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  chmodSync(home, 0o700)
  const { url } = await start(home, { PATH: `${tools}:${process.env.PATH}` })
  expect(await query(url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
})

test('an interrupted first start is repeated', async () => {
  mkdirSync(join(home, 'data/postgres.half/base'), { recursive: true })
  writeFileSync(join(home, 'data/postgres.half/PG_VERSION'), '18\n')
  const { url } = await start(home)
  expect(await query(url, 'SELECT current_database() AS name')).toEqual([{ name: 'labalaba' }])
})

test('a folder of an earlier version gets separate logins for site and worker, and keeps them', async () => {
  const { url } = await start(home)
  const data = join(home, 'data')
  const logins = await openLogins(url, data)
  for (const [login, role] of [
    [logins.owner, 'postgres'],
    [logins.application, 'labalaba_application'],
    [logins.worker, 'labalaba_worker'],
  ] as const)
    expect(await query(login, 'SELECT current_user AS role')).toEqual([{ role }])
  expect(await openLogins(url, data)).toEqual(logins)
  for (const login of ['application', 'worker'])
    expect(statSync(join(data, `postgres.${login}.password`)).mode & 0o777).toBe(0o600)
  // A copy of the database alone has no passwords of these two.
  rmSync(join(data, 'postgres.application.password'))
  const again = await openLogins(url, data)
  expect(again.application).not.toBe(logins.application)
  expect(await query(again.application, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  await expect(query(logins.application, 'SELECT 1')).rejects.toThrow('password authentication failed')
})

const program = `
  import { takeDataFolder } from '${import.meta.dirname}/data-folder.ts'
  import { startPostgres } from '${import.meta.dirname}/postgres.ts'
  const folder = takeDataFolder(process.argv[1])
  const postgres = await startPostgres({ folder })
  postgres.died.then((why) => { console.log('died', why); process.exit(1) })
  process.once('SIGTERM', () => postgres.stop().then(() => process.exit(0)))
  console.log(postgres.url)
`

function launch(place: string, env: NodeJS.ProcessEnv = {}) {
  const words = [
    '--input-type=module',
    '--disable-warning=ExperimentalWarning',
    '-e',
    program,
    join(place, 'data'),
  ]
  const child = spawn(process.execPath, words, { env: { ...process.env, ...env } })
  started.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  return { child, output: () => text }
}

async function start(place: string, env?: NodeJS.ProcessEnv) {
  const { child, output } = launch(place, env)
  const url = () => output().match(/postgres:\/\/\S+/)?.[0]
  await expect.poll(() => url() ?? child.exitCode, { timeout: 20_000 }).not.toBeNull()
  const found = url()
  if (!found) throw new Error(output())
  return { child, output, url: found }
}

async function query(url: string, text: string): Promise<unknown[]> {
  const sql = postgres(url, { max: 1, onnotice() {} })
  try {
    return [...(await sql.unsafe(text))]
  } finally {
    await sql.end()
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

function serverPid(place: string): number {
  return Number.parseInt(readFileSync(join(place, 'data/postgres/postmaster.pid'), 'utf8'), 10)
}

/** A zombie, which no one has yet asked for its end, is not alive. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''
  } catch {
    return false
  }
}
