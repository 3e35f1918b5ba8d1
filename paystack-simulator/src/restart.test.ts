import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { startSimulator } from './simulator.ts'
import { callerOf, emptyFolder, record, startMerchant, until } from './test-bench.ts'

// Each of these starts whole processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

type Run = { child: ChildProcess; url: string; output: () => string }

async function run(env: Record<string, string>): Promise<Run> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env.PATH, SIMULATOR_PORT: '0', SIMULATOR_RETRY_SCALE: '3600', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  running.push(child)
  let output = ''
  const keep = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  await until(() => output.includes('seed') || child.exitCode !== null)
  const url = /Paystack simulator is ready: (http:\/\/localhost:\d+)\n/.exec(output)?.[1] ?? ''
  return { child, url, output: () => output }
}

async function end({ child }: Run, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
  return child.exitCode
}

test('after kill -9 and on another port everything is still there, and owed webhooks are delivered', async () => {
  const dataDir = emptyFolder()
  const merchant = await startMerchant()
  const dead = { DATA_DIR: dataDir, WEBHOOK_URL: 'http://127.0.0.1:9/closed' }
  const first = await run(dead)
  await callerOf(first.url).initialize('survives-a-crash')
  await callerOf(first.url).control('POST', '/transactions/survives-a-crash/succeed')
  await callerOf(first.url).control('PUT', '/faults', { api: { latencyMs: 1 } })
  const before = await callerOf(first.url).verify('survives-a-crash')
  await end(first, 'SIGKILL')

  const second = await run({ DATA_DIR: dataDir, WEBHOOK_URL: merchant.url })
  const paystack = callerOf(second.url)
  expect(second.url).not.toBe(first.url)
  // The warning comes on the other stream, so it may arrive after the ready line.
  await until(() => second.output().includes('faults set in an earlier run'))
  expect(await paystack.verify('survives-a-crash')).toEqual(before)
  const again = await paystack.initialize('survives-a-crash')
  expect([again.status, again.json.code]).toEqual([400, 'duplicate_reference'])
  await until(() => merchant.arrivals.length === 1)
  expect(record(merchant.arrivals[0]?.event)).toMatchObject({
    event: 'charge.success',
    data: { reference: 'survives-a-crash' },
  })
  const { list } = (await paystack.control('GET', '/transactions')).json
  expect(list).toMatchObject([{ authorizationUrl: expect.stringContaining(second.url) }])
  expect(await end(second, 'SIGTERM')).toBe(0)
  await merchant.close()
})

test('refunds in progress continue after a restart', async () => {
  const dataDir = emptyFolder()
  const settings = { dataDir, webhookUrl: 'http://127.0.0.1:9/closed', seed: '7' }
  const first = await startSimulator({ ...settings, refundStepMs: 100 })
  const { initialize, control, call } = callerOf(first.url)
  await initialize('refund-over-restart')
  await control('POST', '/transactions/refund-over-restart/succeed', { webhook: false })
  await call('POST', '/refund', { transaction: 'refund-over-restart' })
  await first.close()
  const second = await startSimulator({ ...settings, refundStepMs: 10 })
  await until(async () => (await callerOf(second.url).verify('refund-over-restart')).status === 'reversed')
  await second.close()
})

test('it ends when its standard input closes', async () => {
  const started = await run({ DATA_DIR: emptyFolder(), SIMULATOR_WATCH_STDIN: '1' })
  const ended = once(started.child, 'exit')
  started.child.stdin?.end()
  expect((await ended)[0]).toBe(0)
})

test('invalid settings stop the start and are all named', async () => {
  const { child, output } = await run({
    DATA_DIR: emptyFolder(),
    SIMULATOR_PORT: 'x',
    SIMULATOR_SECRET_KEY: 'pk_test_x',
    WEBHOOK_URL: 'here',
  })
  expect(child.exitCode).toBe(1)
  // Its last output may still be in transit when it has ended.
  for (const name of ['SIMULATOR_PORT', 'SIMULATOR_SECRET_KEY', 'WEBHOOK_URL'])
    await until(() => output().includes(name))
})

test('a second simulator on the same folder is refused with a clear message', async () => {
  const dataDir = emptyFolder()
  const options = { dataDir, webhookUrl: 'http://127.0.0.1:9/closed' }
  const first = await startSimulator(options)
  await expect(startSimulator(options)).rejects.toThrow(/in use by another Paystack simulator/)
  await first.close()
})
