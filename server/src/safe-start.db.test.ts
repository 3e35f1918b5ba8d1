import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../scripts/ports.ts'
import { cloneDatabase } from '../test/database.ts'

const { sql, url, applicationUrl, workerUrl } = await cloneDatabase()

const token = '7d1f0c9a5e3b8264af90c1d7e8b35f62'

/** Starts the server with a public address and no SECRET_KEY. Returns once it is ready or has ended. */
async function start(settings: Record<string, string>, ...flags: string[]) {
  const port = await freePort()
  const env = {
    DATABASE_URL: url,
    PORT: String(port),
    ROLE: 'web',
    LOG_LEVEL: 'warn',
    PATH: process.env.PATH,
    PUBLIC_URL: 'https://labalaba.example',
    METRICS_TOKEN: token,
    ...settings,
  }
  const words = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts'), ...flags]
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const code = await Promise.race([
    once(child, 'message').then(() => null),
    once(child, 'close').then(([code]) => Number(code)),
  ])
  const ended = async () => {
    if (child.exitCode === null) await once(child, 'close')
    return child.exitCode
  }
  return { code, ended, output: () => output, site: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 }
}

test('a real install does not start with unsafe settings, and lists them', { timeout: 60_000 }, async () => {
  const { code, output } = await start({ PUBLIC_URL: 'http://labalaba.example' })
  expect(code).toBe(1)
  expect(output()).toMatch(
    /^The settings are not right:\n- SECRET_KEY is missing.*\n- PUBLIC_URL must be .*\n$/,
  )
})

test('it starts if the check is allowed, and the reason is in the log and in /readyz', {
  timeout: 60_000,
}, async () => {
  const { code, output, site } = await start({
    UNSAFE_SETTINGS: 'missing-secret-key: a rehearsal of the move',
  })
  expect(code).toBeNull()
  const lines = () =>
    output()
      .split('\n')
      .filter((line) => line.includes('"reason"'))
  await expect.poll(lines).toHaveLength(1)
  expect(JSON.parse(lines()[0] ?? '')).toMatchObject({
    level: 40,
    checks: ['missing-secret-key'],
    reason: 'a rehearsal of the move',
  })
  const ready = await fetch(`${site}/readyz`, { headers: { authorization: `Bearer ${token}` } })
  expect(await ready.text()).toContain('missing-secret-key (a rehearsal of the move)')
})

/** An install on this machine only, whose details of /readyz need a token. */
const local = { PUBLIC_URL: '', LOG_LEVEL: 'warn', ROLE: 'all' }

async function warningsOf(site: string): Promise<string> {
  const reply = await fetch(`${site}/readyz`, { headers: { authorization: `Bearer ${token}` } })
  expect(reply.status).toBe(200)
  return (await reply.text()).replaceAll('"', '')
}

test('an install whose login owns the tables starts as before, with a warning that only triggers protect history', {
  timeout: 60_000,
}, async () => {
  const { code, output, site } = await start(local)
  expect(code).toBeNull()
  expect(await warningsOf(site)).toContain('the login of DATABASE_URL can alter history')
  expect(output()).toContain('can alter history: see Database roles')
})

test('an install with logins for the owner, the site and the worker has no such warning, and its web processes have only the site’s login', {
  timeout: 120_000,
}, async () => {
  const { code, output, site, pid } = await start({
    ...local,
    WEB_CONCURRENCY: '2',
    DATABASE_POOL: '3',
    DATABASE_OWNER_URL: url,
    DATABASE_URL: applicationUrl,
    DATABASE_WORKER_URL: workerUrl,
  })
  expect(code, output()).toBeNull()
  expect(await warningsOf(site)).not.toContain('alter history')
  expect(output()).not.toContain('alter history')
  const [beside] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
  const environment = readFileSync(`/proc/${beside}/environ`, 'utf8')
  expect(environment).toContain(`DATABASE_URL=${applicationUrl}`)
  expect(environment).not.toContain('DATABASE_OWNER_URL')
  expect(environment).not.toContain('DATABASE_WORKER_URL')
  const users = await sql`select distinct usename as name from pg_stat_activity
    where datname = current_database() and usename like 'labalaba%' order by 1`
  expect(users.map(({ name }) => name)).toEqual(['labalaba_application', 'labalaba_worker'])
})

test('the site starts without the owner, and so does a worker', { timeout: 120_000 }, async () => {
  const web = await start({ ...local, ROLE: 'web', DATABASE_URL: applicationUrl })
  expect(web.code, web.output()).toBeNull()
  const worker = await start({ ...local, ROLE: 'worker', DATABASE_URL: workerUrl })
  expect(worker.code, worker.output()).toBeNull()
  expect(`${web.output()}${worker.output()}`).not.toContain('alter history')
})

/** A receiver of alarms. It answers none of them, as a broken one. */
async function openReceiver() {
  const got: { alarm?: string; state?: string; text?: string }[] = []
  const server = createServer((request) => void text(request).then((body) => got.push(JSON.parse(body))))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}

test('a process ends when its database turns out to be an earlier one, and the next start names the command', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'labalaba-seen-'))
  onTestFinished(async () => {
    rmSync(folder, { recursive: true, force: true })
    await sql`delete from database_incarnation`
  })
  const receiver = await openReceiver()
  const running = await start({
    ...{ ...local, ROLE: 'web', DATA_DIR: folder },
    ALERT_WEBHOOK_URL: receiver.url,
  })
  expect(running.code, running.output()).toBeNull()
  // As a copy of the disks from ten minutes ago.
  await sql`update database_incarnation set heartbeat_at = heartbeat_at - interval '10 minutes'`
  expect(await running.ended()).toBe(1)
  expect(running.output()).toContain('"alarm":"restore"')
  await expect
    .poll(() => receiver.got.filter(({ alarm }) => alarm === 'restore'))
    .toEqual([expect.objectContaining({ state: 'holds', text: expect.stringContaining('after-restore') })])
  const next = await start({ ...local, ROLE: 'worker', DATA_DIR: folder })
  expect(next.code).toBe(1)
  expect(next.output()).toMatch(/^The database was restored to an earlier state: .*after-restore.*\n$/m)
  expect(next.output()).not.toContain('    at ')
})

test('what a web process beside the first one logs is stored, so that the first one posts it', {
  timeout: 60_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'labalaba-beside-'))
  onTestFinished(async () => {
    rmSync(folder, { recursive: true, force: true })
    await sql`delete from database_incarnation`
  })
  const settings = {
    ...{ ...local, ROLE: 'web', DATA_DIR: folder, DATABASE_URL: applicationUrl },
    ALERT_WEBHOOK_URL: 'http://127.0.0.1:9/hook',
  }
  const first = await start(settings)
  expect(first.code, first.output()).toBeNull()
  process.kill(first.pid, 'SIGKILL')
  await first.ended()
  // A failover has lost half a minute.
  await sql`update database_incarnation set heartbeat_at = heartbeat_at - interval '30 seconds'`
  const beside = await start(settings, '--beside')
  expect(beside.code, beside.output()).toBeNull()
  expect(beside.output()).toContain('"alarm":"database lost"')
  const stored = async () =>
    await sql`select name, count, logged, posted_at from alarm where name = 'database lost'`
  await expect
    .poll(stored, { timeout: 15_000 })
    .toEqual([{ name: 'database lost', count: 1, logged: true, posted_at: null }])
})
