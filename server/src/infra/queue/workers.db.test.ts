import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import type { Tables } from '../../tables.ts'
import { openPool } from '../db/pool.ts'
import { openLog } from '../observability/log.ts'
import { addJob, type Jobs } from './jobs.ts'
import { scheduledJob, startWorker } from './workers.ts'

const { db, sql, url } = await cloneDatabase()
const logged: string[] = []
const log = openLog('debug', { write: (line) => void logged.push(line) })

async function work(jobs: Jobs): Promise<() => Promise<void>> {
  const worker = await startWorker({ databaseUrl: url, db, log, jobs })
  let stopped = false
  async function stop(): Promise<void> {
    if (!stopped) await worker.stop()
    stopped = true
  }
  onTestFinished(stop)
  return stop
}

const add = (name: string, payload: object, options = {}) =>
  db.transaction().execute((tx) => addJob(tx, name, payload, options))

test('a job is done once, with its payload', async () => {
  const done: unknown[] = []
  await work({ greet: async (payload) => void done.push(payload) })
  await add('greet', { whom: 7 })
  await expect.poll(() => done, { timeout: 15_000 }).toEqual([{ whom: 7 }])
  await pause(200)
  expect(done).toHaveLength(1)
})

test('a job queued in a transaction that fails is never done', async () => {
  const done: unknown[] = []
  await work({ 'never-mind': async () => void done.push(1), marker: async () => void done.push('marker') })
  const failing = db.transaction().execute(async (tx) => {
    await addJob(tx, 'never-mind', {})
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  await add('marker', {})
  await expect.poll(() => done, { timeout: 15_000 }).toEqual(['marker'])
})

test('two jobs with one key are one', async () => {
  await add('keyed', { n: 1 }, { key: 'same' })
  await add('keyed', { n: 2 }, { key: 'same' })
  const done: unknown[] = []
  await work({ keyed: async (payload) => void done.push(payload) })
  await expect.poll(() => done.length, { timeout: 15_000 }).toBe(1)
  await pause(200)
  expect(done).toEqual([{ n: 2 }])
})

test('jobs of slow series leave a place to others, and run one after another', async () => {
  const gate = Promise.withResolvers<void>()
  const done: number[] = []
  let running = 0
  let most = 0
  await work({
    slow: async ({ n }) => {
      running += 1
      most = Math.max(most, running)
      await gate.promise
      running -= 1
      done.push(Number(n))
    },
    quick: async () => gate.resolve(),
  })
  for (let n = 0; n < 12; n += 1) await add('slow', { n }, { series: `series ${n % 3}` })
  await add('quick', {})
  await expect.poll(() => done.length, { timeout: 15_000 }).toBe(12)
  expect(most).toBeLessThanOrEqual(3)
})

test('a job that fails is tried again later, and the log says why without its payload', async () => {
  let tries = 0
  await work({
    stumble: async () => {
      tries += 1
      if (tries === 1) throw new Error('a stone on the way')
    },
  })
  await add('stumble', { typed: 'Mama Obi' })
  await expect.poll(() => tries, { timeout: 15_000 }).toBe(2)
  const line = logged.find((one) => one.includes('a stone on the way'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ job: 'stumble', attempt: 1 })
  expect(logged.join('')).not.toContain('Mama Obi')
})

test('a mail that failed is tried again within a quarter of an hour, for four days; other jobs wait for longer', async () => {
  await add('mail-letter', {})
  await add('send-money', {})
  await sql`update graphile_worker._private_jobs job set attempts = 9 from graphile_worker._private_tasks task
    where task.id = job.task_id and task.identifier in ('mail-letter', 'send-money')`
  const fail = async () => {
    throw new Error('the server is down')
  }
  await work({ 'mail-letter': fail, 'send-money': fail })
  const failed = () => sql`
    select task_identifier as kind, max_attempts, priority, run_at > now() + interval '15 minutes' as is_late
    from graphile_worker.jobs where attempts = 10 and locked_at is null order by 1`
  await expect.poll(failed).toEqual([
    { kind: 'mail-letter', max_attempts: 400, priority: 10, is_late: false },
    { kind: 'send-money', max_attempts: 25, priority: 0, is_late: true },
  ])
})

test('a mail that has used up its tries stays for an operator', async () => {
  await add('mail-unreadable', {})
  await sql`update graphile_worker._private_jobs job set attempts = max_attempts from graphile_worker._private_tasks task
    where task.id = job.task_id and task.identifier = 'mail-unreadable'`
  await add('mail-note', {})
  await sql`update graphile_worker._private_jobs job set attempts = 1 from graphile_worker._private_tasks task
    where task.id = job.task_id and task.identifier = 'mail-note'`
  await work({ 'something-else': async () => {} })
  const most = (kind: string) =>
    sql`select max_attempts from graphile_worker.jobs where task_identifier = ${kind}`
  await expect.poll(() => most('mail-note')).toEqual([{ max_attempts: 400 }])
  expect(await most('mail-unreadable')).toEqual([{ max_attempts: 25 }])
})

test('a kind of job without a handler waits untouched', async () => {
  await add('for-others', {})
  await work({ ours: async () => {} })
  await pause(300)
  const [job] = await sql<{ attempts: number; locked_by: string | null }[]>`
    select attempts, locked_by from graphile_worker.jobs where task_identifier = 'for-others'`
  expect(job).toEqual({ attempts: 0, locked_by: null })
})

/** Locks a waiting job for a worker, as if it had taken the job this long ago. */
async function lock(task: string, worker: string, secondsAgo: number): Promise<void> {
  await sql`update graphile_worker._private_jobs job
    set locked_by = ${worker}, locked_at = now() - make_interval(secs => ${secondsAgo}), attempts = 1
    from graphile_worker._private_tasks task where task.id = job.task_id and task.identifier = ${task}`
}

test('the job of a dead worker is released to others, and that of a live worker is not', async () => {
  await add('left-behind', {})
  await add('in-good-hands', {})
  await lock('left-behind', 'worker-dead', 25)
  await lock('in-good-hands', 'worker-alive', 25)
  await sql`insert into job_worker (id, alive_until) values ('worker-alive', now() + interval '1 minute'),
    ('worker-dead', now() - interval '1 second')`
  const done: string[] = []
  await work({
    'left-behind': async () => void done.push('left-behind'),
    'in-good-hands': async () => void done.push('in-good-hands'),
  })
  await expect.poll(() => done, { timeout: 15_000 }).toEqual(['left-behind'])
  await pause(300)
  expect(done).toEqual(['left-behind'])
})

test('a long job is not released to others while its worker lives', {
  timeout: 40_000,
}, async () => {
  await add('slow', {})
  let begun = 0
  const end = Promise.withResolvers<void>()
  const slow = async () => {
    begun += 1
    await end.promise
  }
  await work({ slow })
  await expect.poll(() => begun, { timeout: 15_000 }).toBe(1)
  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour' where locked_at is not null`
  await work({ slow })
  await pause(7000)
  end.resolve()
  expect(begun).toBe(1)
})

test('a worker writes that it is alive while it works, and deletes that when it stops', async () => {
  const stop = await work({ anything: async () => {} })
  const alive = async () =>
    (await sql`select 1 from job_worker where alive_until > now() and id <> 'worker-alive'`).length
  await expect.poll(alive, { timeout: 15_000 }).toBeGreaterThan(0)
  await stop()
  expect(await alive()).toBe(0)
})

test('a worker that stops during a job leaves none locked', async () => {
  await add('long', {})
  const begun = Promise.withResolvers<void>()
  const stop = await work({
    long: async () => {
      begun.resolve()
      await pause(700)
      throw new Error('not in time')
    },
  })
  await begun.promise
  await stop()
  const left = await sql<{ locked_by: string | null; last_error: string | null }[]>`
    select locked_by, last_error from graphile_worker.jobs where task_identifier = 'long'`
  expect(left).toEqual([{ locked_by: null, last_error: 'not in time' }])
})

test('a worker stops although the database does not answer, so that the rest of its process can drain', async () => {
  const lost = openPool<Tables>(url, 1)
  const worker = await startWorker({ databaseUrl: url, db: lost.db, log, jobs: { anything: async () => {} } })
  await lost.close()
  await worker.stop()
  expect(logged.join('')).toContain('could not release its jobs')
})

test('the last failure of a job is an error, and the ones before it are warnings', async () => {
  logged.length = 0
  await add('hopeless', {}, { attempts: 2 })
  await work({ hopeless: async () => Promise.reject(new Error('hopeless')) })
  const levels = () =>
    logged
      .map((line) => JSON.parse(line))
      .filter(({ job }) => job === 'hopeless')
      .map(({ level, attempt }) => [level, attempt])
  await expect.poll(levels, { timeout: 15_000 }).toEqual([
    [40, 1],
    [50, 2],
  ])
})

test('a scheduled job that goes on failing for one reason is logged once, and when it is over', async () => {
  logged.length = 0
  const reasons = ['away', 'away', 'away', 'full', null, null]
  let turns = 0
  const stop = scheduledJob(0.001, log, 'a broom', async () => {
    const reason = reasons[turns]
    turns += 1
    if (reason) throw new Error(reason)
  })
  await expect.poll(() => turns).toBeGreaterThan(6)
  stop()
  const said = logged
    .map((line) => JSON.parse(line))
    .map(({ level, times, err }) => [level, times, err?.message])
  expect(said).toEqual([
    [50, 1, 'away'],
    [50, 4, 'full'],
    [30, 4, undefined],
  ])
})

test('a scheduled job that fails is logged and runs again, until it is stopped', async () => {
  let turns = 0
  const stop = scheduledJob(0.01, log, 'a broom', async () => {
    turns += 1
    if (turns === 1) throw new Error('the broom broke')
  })
  await expect.poll(() => turns).toBeGreaterThan(2)
  stop()
  await pause(50)
  const before = turns
  await pause(100)
  expect(turns).toBe(before)
  expect(logged.join('')).toContain('the broom broke')
})

test('a queue that stops because the end of a job could not be stored is opened again, with its jobs', {
  timeout: 40_000,
}, async () => {
  const tries: string[] = []
  const cut = async () => {
    // The very table in which the job's end is written down is gone for a moment.
    await sql`alter table graphile_worker._private_jobs rename to jobs_away`
    await pause(300)
  }
  await work({
    cutting: async () => {
      tries.push('cutting')
      if (tries.length === 1) await cut()
    },
    after: async () => void tries.push('after'),
  })
  await add('cutting', {})
  await expect.poll(() => logged.join(''), { timeout: 15_000 }).toContain('the queue has ended by itself')
  await sql`alter table graphile_worker.jobs_away rename to _private_jobs`
  await add('after', {})
  await expect.poll(() => tries.toSorted(), { timeout: 30_000 }).toEqual(['after', 'cutting', 'cutting'])
})
