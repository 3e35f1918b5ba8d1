import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../scripts/ports.ts'
import { criticalReport } from '../test/critical-calls.ts'
import { buildWorld } from '../test/world.ts'
import { findAlarms } from './alarms.ts'
import { codeLife } from './modules/accounts/policy.ts'

const world = await buildWorld({ broken: true })
const { sql, clock, parts } = world
const minutes = 60_000

beforeEach(async () => {
  await sql`delete from graphile_worker._private_jobs`
  await sql`delete from invariant_check`
  await sql`delete from money_case`
})

const alarms = async () =>
  (await findAlarms(parts.db, clock.now())).map(({ alarm, count, text }) => `${alarm} ${count}: ${text}`)
const noWorker = 'workers 0: no worker is alive'

test('a queue without a worker and jobs that have used up their tries are alarms', async () => {
  expect(await alarms()).toEqual([noWorker])
  const [workers] = await findAlarms(parts.db, clock.now())
  expect(workers?.after).toBe(120)
  await sql`select graphile_worker.add_job('mail-patient'), graphile_worker.add_job('send-refund')`
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`
  expect(await alarms()).toEqual([
    noWorker,
    'given-up jobs 2: jobs have used up their tries and wait for an operator: 2',
  ])
})

test('mail that does not leave is an alarm before the codes in it expire and their mails are dropped', async () => {
  await sql`select graphile_worker.add_job('mail-code')`
  await sql`update graphile_worker._private_jobs set attempts = 5, run_at = now() + interval '2 minutes',
    created_at = now() - ${codeLife / 1000 / 2 + 1} * interval '1 s'`
  expect(await alarms()).toEqual([
    noWorker,
    'mail 1: mail does not leave: 1 in the queue, the oldest for 5 minutes',
  ])
})

test('broken invariants are an alarm, and so are those that no worker checks', async () => {
  const at = clock.now()
  await sql`insert into invariant_check (name, breaches, checked_at) values ('INV-01 sums', 2, ${at}), ('INV-02 well', 0, ${at})`
  expect(await alarms()).toEqual([noWorker, 'invariant 1: broken invariants: INV-01 sums'])
  await sql`update invariant_check set breaches = 0, checked_at = ${new Date(at.getTime() - 21 * minutes)}`
  expect(await alarms()).toEqual([
    noWorker,
    'unchecked invariants 2: invariants have not been checked for 20 minutes: 2',
  ])
})

test('open cases are an alarm, with their kinds', async () => {
  const at = clock.now()
  await sql`insert into money_case (kind, subject, opened_at, due_at) values
    ('dispute', 'a', ${at}, ${new Date(at.getTime() - minutes)}), ('dispute', 'b', ${at}, null), ('held_money', 'c', ${at}, null)`
  await sql`insert into money_case (kind, subject, opened_at, closed_at, close_note) values ('dispute', 'd', ${at}, ${at}, 'done')`
  expect(await alarms()).toEqual([
    noWorker,
    'cases 3: cases wait for a decision: 2 dispute (1 overdue), 1 held_money',
  ])
})

test('an overdue critical call is an alarm, without a word about the patient or the result', async () => {
  await criticalReport(world)
  expect((await alarms()).filter((one) => one.startsWith('critical'))).toEqual([])
  clock.moveOn(31 * minutes)
  expect((await alarms()).filter((one) => one.startsWith('critical'))).toEqual([
    'critical calls 1: labs have reached no one about critical results in time: 1 immediate',
  ])
})

test('a web process posts alarms while no worker is alive', { timeout: 60_000 }, async () => {
  await sql`insert into money_case (kind, subject, opened_at) values ('orphan_webhook', 'x', ${clock.now()})`
  const posted = Promise.withResolvers<Record<string, unknown>>()
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      response.end()
      if (body.includes('"cases"')) posted.resolve(JSON.parse(body))
    })
  })
  const hook = await freePort()
  receiver.listen(hook, '127.0.0.1')
  await once(receiver, 'listening')
  onTestFinished(() => void receiver.close())
  const env = {
    DATABASE_URL: world.url,
    DEMO: 'on',
    DEMO_HISTORY: 'off',
    ROLE: 'web',
    PORT: String(await freePort()),
    ALERT_WEBHOOK_URL: `http://127.0.0.1:${hook}/hook`,
    LOG_LEVEL: 'silent',
    PATH: process.env.PATH,
  }
  const words = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts')]
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  expect(await posted.promise).toMatchObject({ alarm: 'cases', state: 'holds', count: 1 })
})
