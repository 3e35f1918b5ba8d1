import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../scripts/ports.ts'
import { cloneDatabase } from '../test/database.ts'

const { url } = await cloneDatabase()

const token = '7d1f0c9a5e3b8264af90c1d7e8b35f62'

/** Starts the server by itself with a public address and no SECRET_KEY. Answers once it is ready or has ended. */
async function start(settings: Record<string, string>) {
  const port = await freePort()
  const env = {
    ...{ DATABASE_URL: url, PORT: String(port), ROLE: 'web', LOG_LEVEL: 'warn', PATH: process.env.PATH },
    ...{ PUBLIC_URL: 'https://labalaba.example', METRICS_TOKEN: token },
    ...settings,
  }
  const words = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts')]
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
  return { code, output: () => output, site: `http://127.0.0.1:${port}` }
}

test('a real install does not start with unsafe settings, and lists them', { timeout: 60_000 }, async () => {
  const { code, output } = await start({ PUBLIC_URL: 'http://labalaba.example' })
  expect(code).toBe(1)
  expect(output()).toMatch(
    /^The settings are not right:\n- SECRET_KEY is missing.*\n- PUBLIC_URL must be .*\n$/,
  )
})

test('it starts where the check is allowed, and the reason stands in the log and in /readyz', {
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
    ...{ level: 40, checks: ['missing-secret-key'], reason: 'a rehearsal of the move' },
  })
  const ready = await fetch(`${site}/readyz`, { headers: { authorization: `Bearer ${token}` } })
  expect(await ready.text()).toContain('missing-secret-key (a rehearsal of the move)')
})
