import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../scripts/ports.ts'
import { ada } from '../test/cast.ts'
import { openPostOffice } from '../test/smtp.ts'
import { pay } from '../test/stages.ts'
import { book, bookingForm, buildWorld } from '../test/world.ts'
import { buildApp } from './app.ts'
import { smtpMailer } from './infra/mail/mail.ts'
import { exposeMail } from './infra/mail/metrics.ts'
import { version } from './infra/version.ts'

const world = await buildWorld({ broken: true })
const { sql } = world

/** The metrics and the warnings of the site, newly read. */
async function ask(path: '/metrics' | '/readyz'): Promise<string> {
  const app = await buildApp(world.parts)
  try {
    return (await app.inject(path)).body
  } finally {
    await app.close()
  }
}

test('the metrics count orders, payments, refunds and cases by state, and calls to Paystack', async () => {
  const asAda = await world.as(ada)
  const { payment } = await book(asAda)
  await book(asAda, bookingForm({ email: 'second@cast.example' }))
  await pay(world, payment)
  const { now } = world.clock
  const past = new Date(now().getTime() - 1000)
  await sql`insert into money_case (kind, subject, opened_at, due_at) values ('dispute', 'late', ${past}, ${past}),
    ('dispute', 'soon', ${past}, ${new Date(now().getTime() + 3_600_000)}), ('held_money', 'without a time', ${past}, null)`
  const metrics = await ask('/metrics')
  for (const line of [
    'labalaba_orders{state="awaiting_payment"} 1',
    'labalaba_orders{state="scheduled"} 1',
    'labalaba_payments{state="settled"} 1',
    'labalaba_payments{state="started"} 1',
    'labalaba_payments_held 0',
    'labalaba_ready 1',
    'labalaba_paystack_budget_limit_calls_per_second 10000',
    'labalaba_paystack_calls_refused_total{why="crowded"} 0',
    'labalaba_alarms_logged_total{alarm="audit"} 0',
    'labalaba_alarm_holds{alarm="workers"} 1',
    'labalaba_alarm_holds{alarm="cases"} 1',
    'labalaba_cases{kind="dispute",state="open"} 1',
    'labalaba_cases{kind="dispute",state="overdue"} 1',
    'labalaba_cases{kind="held_money",state="open"} 1',
  ])
    expect(metrics).toContain(`${line}\n`)
  expect(metrics).toMatch(
    /labalaba_paystack_call_duration_seconds_count\{method="POST",route="\/transaction\/initialize",outcome="yes"\} 2/,
  )
  const { node } = process.versions
  expect(metrics).toMatch(
    new RegExp(`labalaba_build_info\\{version="${version}",node="${node}",migrations="\\d+"\\} 1`),
  )
  expect(metrics).toMatch(/labalaba_jobs\{kind="mail-patient",state="due"\} 1/)
  world.clock.moveOn(25 * 3_600_000)
  expect(await ask('/metrics')).not.toContain('labalaba_orders{')
})

test('/readyz warns of a queue without a worker, of jobs and mail that wait, and stays ready', async () => {
  await sql`delete from graphile_worker._private_jobs`
  const warnings = async () => JSON.parse(await ask('/readyz'))
  expect(await warnings()).toEqual({ status: 'ready', version, warnings: ['no worker is alive'] })
  await sql`insert into job_worker (id, alive_until) values ('one', now() + interval '1 hour')`
  await sql`select graphile_worker.add_job('mail-patient'), graphile_worker.add_job('send-refund')`
  expect(await warnings()).toEqual({ status: 'ready', version, warnings: [] })
  await sql`update graphile_worker._private_jobs set run_at = now() - interval '1210 seconds'`
  expect(await warnings()).toEqual({
    status: 'ready',
    version,
    warnings: [
      'jobs wait in the queue: 1, the oldest for 20 minutes',
      'mail does not leave: 1 in the queue, the oldest for 20 minutes',
    ],
  })
  await sql`delete from graphile_worker._private_jobs`
})

test('the metrics count mails that were sent and that failed', async () => {
  const registry = new Registry()
  exposeMail(registry)
  const count = async (outcome: string) =>
    Number((await registry.metrics()).match(new RegExp(`outcome="${outcome}"\\} (\\d+)`))?.[1])
  const mail = { to: 'ada@cast.example', subject: 's', text: 't', html: 'h', messageId: 'm', attachments: [] }
  const [sent, failed] = [await count('sent'), await count('failed')]
  const office = await openPostOffice()
  await smtpMailer(office.url, 'no-reply@labalaba.example').send(mail)
  await expect(smtpMailer('smtp://127.0.0.1:9', 'no-reply@labalaba.example').send(mail)).rejects.toThrow()
  expect([await count('sent'), await count('failed')]).toEqual([sent + 1, failed + 1])
})

test('a worker serves health, readiness and metrics on its own port, and nothing else', {
  timeout: 60_000,
}, async () => {
  const port = await freePort()
  const token = 'a-token-of-these-tests'
  const env = {
    DATABASE_URL: world.url,
    DEMO: 'on',
    DEMO_HISTORY: 'off',
    ROLE: 'worker',
    WORKER_PORT: String(port),
    METRICS_TOKEN: token,
    LOG_LEVEL: 'silent',
    PATH: process.env.PATH,
  }
  const words = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts')]
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  const get = async (path: string, authorization = '') => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization } })
    return `${reply.status} ${await reply.text()}`
  }
  expect(await get('/healthz')).toBe('200 {"status":"ok"}')
  expect(await get('/readyz')).toBe('200 {"status":"ready"}')
  expect(await get('/metrics')).toMatch(/^404 /)
  expect(await get('/v0/site')).toMatch(/^404 /)
  const metrics = await get('/metrics', `Bearer ${token}`)
  expect(metrics).toMatch(/^200 /)
  expect(metrics).toMatch(/^labalaba_workers_alive [1-9]/m)
  expect(metrics).toMatch(/^labalaba_mail_sends_total\{outcome="sent"\} 0$/m)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})
