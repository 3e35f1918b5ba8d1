import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../scripts/ports.ts'
import { cloneDatabase } from '../test/database.ts'

const { url } = await cloneDatabase()

const metricsToken = 'a-token-of-these-tests'

/** The server without the scripts, with three processes on one port. */
async function start() {
  const port = await freePort()
  const env = {
    DATABASE_URL: url,
    PORT: String(port),
    WEB_CONCURRENCY: '3',
    ROLE: 'web',
    DATABASE_POOL: '3',
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'silent',
    PATH: process.env.PATH,
    METRICS_TOKEN: metricsToken,
  }
  const words = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts')]
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  return { child, pid: child.pid ?? 0, site: `http://127.0.0.1:${port}` }
}

async function ask(address: string): Promise<string> {
  const headers = { connection: 'close', authorization: `Bearer ${metricsToken}` }
  const reply = await fetch(address, { headers })
  return `${reply.status} ${await reply.text()}`
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.skipIf(process.platform !== 'linux')(
  'three processes share one port, a lost one is replaced, and they end together',
  { timeout: 120_000 },
  async () => {
    const { child, pid, site } = await start()
    const [first = 0, second = 0] = childrenOf(pid)
    expect([first, second].every(isAlive)).toBe(true)
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask(`${site}/readyz`)))
    expect(new Set(answers.map((answer) => answer.slice(0, 3)))).toEqual(new Set(['200']))
    // Whichever process answers, it shows the requests of all, each under its number, and the database's counts once.
    const pages = await Promise.all(Array.from({ length: 8 }, () => ask(`${site}/metrics`)))
    for (const page of pages) {
      const counts = [...page.matchAll(/_count\{(?=[^}]*process=)[^}]*readyz[^}]*\} (\d+)/g)]
      expect(counts.reduce((sum, [, n]) => sum + Number(n), 0)).toBe(60)
      expect(
        [...page.matchAll(/^labalaba_build_info\{.*process="(\d)"\} 1$/gm)].map(([, n]) => n).toSorted(),
      ).toEqual(['1', '2', '3'])
      expect(page.match(/^labalaba_workers_alive /gm)).toHaveLength(1)
      expect(page.match(/^# TYPE labalaba_build_info /gm)).toHaveLength(1)
    }

    process.kill(first, 'SIGKILL')
    const replaced = () => childrenOf(pid).length === 2 && !childrenOf(pid).includes(first)
    await expect.poll(replaced, { timeout: 45_000 }).toBe(true)
    const ready = async () =>
      (await ask(`${site}/metrics`)).match(/^labalaba_ready\{process="\d"\} 1$/gm)?.toSorted()
    const each = ['1', '2', '3'].map((number) => `labalaba_ready{process="${number}"} 1`)
    await expect.poll(ready, { timeout: 45_000 }).toEqual(each)

    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(isAlive(second)).toBe(false)
  },
)

test.skipIf(process.platform !== 'linux')(
  'when the first process is killed outright the others end too',
  { timeout: 120_000 },
  async () => {
    const { child, pid } = await start()
    const others = childrenOf(pid)
    child.kill('SIGKILL')
    await expect.poll(() => others.some(isAlive), { timeout: 15_000 }).toBe(false)
  },
)
