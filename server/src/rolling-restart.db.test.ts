import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../scripts/ports.ts'
import { openBalancer } from '../test/balancer.ts'
import { cloneDatabase } from '../test/database.ts'
import { openSession } from './modules/accounts/sessions.ts'

const { db, url } = await cloneDatabase()

/** Starts a web process without the scripts, and resolves when it serves. */
async function start(port: number, settings: Record<string, string>): Promise<ChildProcess> {
  const env = {
    DATABASE_URL: url,
    PORT: String(port),
    ROLE: 'web',
    DATABASE_POOL: '3',
    RATE_PER_ADDRESS: '1000000',
    LOG_LEVEL: 'silent',
    PATH: process.env.PATH,
    ...settings,
  }
  const words = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts')]
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}

/** The bearer token of a new account. */
async function signedIn(): Promise<string> {
  const about = {
    email: 'ada@restart.example',
    name: 'Ada',
    type: 'user',
    state: 'active',
    phone: '',
  } as const
  const empty = { password_hash: '', username: '', address: '', source: '', branch: '' }
  const agreed = { terms_version: '1', privacy_version: '1', consented_at: new Date() }
  return await db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('account')
      .values({ ...about, ...empty, ...agreed })
      .returning('id')
      .executeTakeFirstOrThrow()
    return (await openSession(tx, id, new Date())).token
  })
}

test('two web processes are restarted one after the other under load, and no request fails', {
  timeout: 240_000,
}, async () => {
  const [one, two] = [await freePort(), await freePort()]
  const settings = { DRAIN_SECONDS: '8' }
  const running = new Map([
    [one, await start(one, settings)],
    [two, await start(two, settings)],
  ])
  const balancer = await openBalancer([one, two])
  onTestFinished(() => balancer.close())
  const headers = { authorization: `Bearer ${await signedIn()}` }
  const outcomes = new Map<string, number>()
  let loads = true
  const load = async (path: string) => {
    while (loads) {
      const outcome = await fetch(`http://127.0.0.1:${balancer.port}${path}`, { headers }).then(
        async (reply) => `${reply.status} ${(await reply.text()).length > 0}`,
        (error: Error) => error.message,
      )
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
  }
  const loaders = ['/v0/site', '/v0/tests?q=blood', '/v0/purposes', '/v0/tests?q=sugar'].map(load)
  for (const [port, child] of running) {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    await start(port, settings)
    await expect.poll(() => balancer.isReady(port)).toBe(true)
  }
  loads = false
  await Promise.all(loaders)
  expect([...outcomes.keys()]).toEqual(['200 true'])
})

test('after SIGTERM every process of a port says that it is not ready, and still answers', {
  timeout: 60_000,
}, async () => {
  const port = await freePort()
  const child = await start(port, { WEB_CONCURRENCY: '2', DRAIN_SECONDS: '300' })
  const site = `http://127.0.0.1:${port}`
  const ask = async (path: string) => {
    const reply = await fetch(`${site}${path}`)
    await reply.text()
    return `${reply.status} ${reply.headers.get('connection')}`
  }
  expect(await ask('/readyz')).toBe('200 keep-alive')
  child.kill('SIGTERM')
  // Each answer ends its connection, so these reach both processes.
  const answers = async () => new Set(await Promise.all(Array.from({ length: 20 }, () => ask('/readyz'))))
  await expect.poll(answers).toEqual(new Set(['503 close']))
  expect(await ask('/v0/site')).toBe('200 close')
  expect(await ask('/healthz')).toBe('200 close')
})
