import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import type { Tables } from '../../tables.ts'
import { openPool } from '../db/pool.ts'
import { RecipientRefused } from '../mail/recipient-refused.ts'
import { addJob } from './jobs.ts'
import { exposeQueue } from './metrics.ts'
import { type QueueReading, readQueue, troublesOf } from './readings.ts'

const { db, sql, applicationUrl } = await cloneDatabase()

/** Adds a job and sets what time would have made of it. */
async function add(kind: string, { attempts = 0, age = 0, dueIn = 0, locked = false }): Promise<void> {
  await db.transaction().execute((tx) => addJob(tx, kind, {}, { key: `${kind} ${attempts} ${age}` }))
  await sql`update graphile_worker._private_jobs set attempts = ${attempts},
      created_at = now() - make_interval(secs => ${age}), run_at = now() + make_interval(secs => ${dueIn}),
      locked_at = case when ${locked} then now() end, locked_by = case when ${locked} then 'a worker' end
    where key = ${`${kind} ${attempts} ${age}`}`
}

test('the site’s login reads what waits, by kind, and for how long', async () => {
  await add('send-money', { dueIn: -600, age: 700 })
  await add('send-money', { dueIn: -100, age: 100 })
  await add('mail-letter', { attempts: 3, age: 2000, dueIn: 300 })
  await add('mail-letter', { attempts: 1, age: 50, dueIn: -50, locked: true })
  await add('mail-planned', { dueIn: 3000, age: 4000 })
  await add('unreadable', { attempts: 25, age: 90_000, dueIn: 60 })
  await sql`insert into job_worker (id, alive_until) values ('alive', now() + interval '1 hour'), ('dead', now() - interval '1 s')`
  const site = openPool<Tables>(applicationUrl, 2)
  onTestFinished(() => site.close())
  const reading = await readQueue(site.db)
  const none = {
    due: 0,
    running: 0,
    retrying: 0,
    refused: 0,
    later: 0,
    givenUp: 0,
    oldestSeconds: expect.any(Number),
  }
  expect(reading).toEqual({
    workersAlive: 1,
    kinds: [
      { ...none, kind: 'mail-letter', running: 1, retrying: 1 },
      { ...none, kind: 'mail-planned', later: 1 },
      { ...none, kind: 'send-money', due: 2 },
      { ...none, kind: 'unreadable', givenUp: 1 },
    ],
  })
  const ages = reading.kinds.map(({ oldestSeconds }) => Math.floor(oldestSeconds / 500))
  expect(ages).toEqual([4, 0, 1, 0])

  const registry = new Registry()
  exposeQueue(registry, async () => reading)
  const text = await registry.metrics()
  expect(text).toContain('labalaba_jobs{kind="mail-letter",state="retrying"} 1')
  expect(text).toContain('labalaba_jobs{kind="unreadable",state="given_up"} 1')
  expect(text).toContain('labalaba_workers_alive 1')
  expect(text).toMatch(/labalaba_mail_oldest_waiting_seconds 20\d\d/)
  expect(text).toMatch(/labalaba_job_oldest_due_seconds\{kind="send-money"\} 6\d\d/)
})

test('a mail whose recipient is refused does not count as waiting, once a later mail has left', async () => {
  await sql`delete from graphile_worker._private_jobs`
  await add('mail-letter', { attempts: 3, age: 2000, dueIn: 300 })
  await sql`update graphile_worker._private_jobs set last_error = ${new RecipientRefused(550).message}`
  const read = async () => (await readQueue(db)).kinds[0]
  expect(await read()).toMatchObject({ retrying: 1, refused: 0, oldestSeconds: expect.closeTo(2000, -2) })
  await sql`insert into notice (key, sent_at) values ('earlier', now() - interval '1 hour')`
  expect(await read()).toMatchObject({ retrying: 1, refused: 0 })
  await sql`insert into notice (key, sent_at) values ('later', now())`
  expect(await read()).toMatchObject({ retrying: 0, refused: 1, oldestSeconds: 0 })
})

const kind = (name: string, numbers: Partial<QueueReading['kinds'][number]>) => ({
  ...{ kind: name, due: 0, running: 0, retrying: 0, refused: 0, later: 0, givenUp: 0, oldestSeconds: 0 },
  ...numbers,
})

test('no worker, waiting jobs and mail, and jobs without tries left are troubles, each of its own', () => {
  const alarms = (reading: QueueReading) => troublesOf(reading).map(({ alarm, count }) => `${alarm} ${count}`)
  const busy = [kind('mail-letter', { retrying: 3, oldestSeconds: 299 }), kind('send-money', { due: 9 })]
  expect(alarms({ workersAlive: 1, kinds: busy })).toEqual([])
  expect(alarms({ workersAlive: 0, kinds: [] })).toEqual(['workers 0'])
  const stuck = [
    kind('mail-letter', { retrying: 3, oldestSeconds: 401 }),
    kind('mail-note', { due: 2, oldestSeconds: 100 }),
    kind('send-money', { due: 1, givenUp: 2, oldestSeconds: 301 }),
  ]
  expect(alarms({ workersAlive: 1, kinds: stuck })).toEqual(['queue 1', 'mail 5', 'given-up jobs 2'])
  expect(troublesOf({ workersAlive: 1, kinds: stuck })[1]?.text).toBe(
    'mail does not leave: 5 in the queue, the oldest for 6 minutes',
  )
})
