import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import { noPgBouncer, startPgBouncer } from '../../../test/pgbouncer.ts'
import { openLog } from '../observability/log.ts'
import { startWorker } from '../queue/workers.ts'
import { timeLimits } from './hosts.ts'
import { openPool, type Pool } from './pool.ts'
import { refuseAnyPooler, refuseUnfitPooler, refuseUnfitPoolers } from './pooler.ts'

type Nothing = Record<never, never>

beforeEach(({ skip }) => {
  if (noPgBouncer !== null) skip(noPgBouncer)
})

const { db: direct, sql: asked, url, applicationUrl } = await cloneDatabase()

/** PgBouncer refuses the time limits of a connection unless it is set up to ignore them. */
const ignored = timeLimits.join(',')

const problemsOf = (error: unknown) => String(Object(error).problems)

function open(databaseUrl: string, count: number): Pool<Nothing> {
  const pool = openPool<Nothing>(databaseUrl, count)
  onTestFinished(() => pool.close())
  return pool
}

/** Gives the login of the site the limits of each statement, as the error about missing limits says. */
async function limitLogin(): Promise<void> {
  const login = new URL(applicationUrl).username
  const database = new URL(applicationUrl).pathname.slice(1)
  for (const name of timeLimits)
    await asked.unsafe(`alter role ${login} in database ${database} set ${name} = '9s'`)
}

test('many callers share few connections through PgBouncer in transaction mode, and every transaction is whole', async () => {
  const address = await startPgBouncer(url, { poolMode: 'transaction', shared: 3 })
  const { db } = open(`${address}?pool_mode=transaction`, 20)
  await asked`create table noted (client int, step int, transaction text)`
  await Promise.all(
    Array.from({ length: 40 }, async (_, client) => {
      for (let round = 0; round < 5; round += 1) {
        await db.transaction().execute(async (tx) => {
          for (const step of [1, 2])
            await sql`insert into noted values (${client}, ${step}, pg_current_xact_id()::text)`.execute(tx)
        })
        const { rows } = await sql<{ client: number }>`select ${client}::int as client`.execute(db)
        expect(rows).toEqual([{ client }])
      }
    }),
  )
  const [kept] = await asked<{ done: number; odd: number }[]>`
      select count(*)::int as done, count(*) filter (where steps <> '{1,2}')::int as odd
      from (select array_agg(step order by step) as steps from noted group by transaction, client) one`
  expect(kept).toEqual({ done: 200, odd: 0 })
})

test('the queue works through PgBouncer in transaction mode', async () => {
  const address = await startPgBouncer(url, { poolMode: 'transaction', shared: 3 })
  const done: unknown[] = []
  const worker = await startWorker({
    databaseUrl: `${address}?pool_mode=transaction`,
    db: direct,
    log: openLog('silent'),
    jobs: { note: async ({ number }) => void done.push(number) },
  })
  onTestFinished(() => worker.stop())
  for (let number = 0; number < 20; number += 1)
    await asked`select graphile_worker.add_job('note', ${asked.json({ number })}::json)`
  await expect.poll(() => done.length, { timeout: 30_000 }).toBe(20)
  expect(new Set(done).size).toBe(20)
})

test('a pooler that the address does not mention is refused, with what to add', async () => {
  const refusing = await startPgBouncer(url, { poolMode: 'transaction' })
  const ignoring = await startPgBouncer(url, { poolMode: 'transaction', ignored })
  for (const address of [refusing, ignoring])
    await expect(refuseUnfitPooler('DATABASE_URL', address).catch(problemsOf)).resolves.toContain(
      'add pool_mode=transaction to DATABASE_URL',
    )
  const strict = await startPgBouncer(url, { poolMode: 'session' })
  await expect(refuseUnfitPooler('DATABASE_URL', strict).catch(problemsOf)).resolves.toContain(
    'add pool_mode=transaction to DATABASE_URL',
  )
})

test('a pooler before the replica is refused too, and a replica that is down is not', async () => {
  const others = { databaseUrl: url, databaseWorkerUrl: null, databaseOwnerUrl: null }
  const ignoring = await startPgBouncer(url, { poolMode: 'transaction', ignored })
  await expect(
    refuseUnfitPoolers({ ...others, databaseReadUrl: ignoring }).catch(problemsOf),
  ).resolves.toContain('add pool_mode=transaction to DATABASE_READ_URL')
  await refuseUnfitPoolers({ ...others, databaseReadUrl: 'postgres://nobody:x@127.0.0.1:1/none' })
})

test('a pooler in statement mode is refused', async () => {
  const address = await startPgBouncer(url, { poolMode: 'statement', ignored })
  await expect(refuseUnfitPooler('DATABASE_URL', address).catch(problemsOf)).resolves.toContain(
    'statement mode',
  )
})

test('through a pooler, a login without time limits is refused, and one with them is not', async () => {
  const without = await startPgBouncer(url, { poolMode: 'transaction' })
  const problems = await refuseUnfitPooler('DATABASE_URL', `${without}?pool_mode=transaction`).catch(
    problemsOf,
  )
  expect(problems).toContain(`set statement_timeout = '5s';`)
  expect(problems).toContain(`set lock_timeout = '2s';`)
  await limitLogin()
  const limited = await startPgBouncer(applicationUrl, { poolMode: 'transaction' })
  await refuseUnfitPooler('DATABASE_URL', `${limited}?pool_mode=transaction`)
})

test('the login of the owner may not go through a pooler in transaction mode', async () => {
  const address = await startPgBouncer(url, { poolMode: 'transaction', ignored })
  for (const one of [address, `${address}?pool_mode=transaction`])
    await expect(refuseAnyPooler('DATABASE_OWNER_URL', one).catch(problemsOf)).resolves.toContain(
      'a connection of its own',
    )
})

test('PostgreSQL itself, and a pooler that keeps sessions and their limits, are used as they are', async () => {
  await refuseUnfitPooler('DATABASE_URL', url)
  await refuseAnyPooler('DATABASE_OWNER_URL', url)
  const address = await startPgBouncer(url, { poolMode: 'session', ignored })
  await refuseUnfitPooler('DATABASE_URL', address)
})
