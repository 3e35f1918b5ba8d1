import { addFavourite, endpoint, listLabs, removeFavourite } from '@labalaba/contract'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import type { Db } from '../src/db.ts'
import { systemClock } from '../src/infra/clock.ts'
import { secretFrom } from '../src/infra/config/secret.ts'
import { openPool } from '../src/infra/db/pool.ts'
import { openReaders } from '../src/infra/db/readers.ts'
import { readCluster } from '../src/infra/db/restore/incarnation.ts'
import { openFastify } from '../src/infra/http/fastify.ts'
import { type Server, serve } from '../src/infra/http/http.ts'
import { openLog } from '../src/infra/observability/log.ts'
import { accountNamed, noteChange, openHasher, openIdentify } from '../src/modules/accounts/index.ts'
import { openSession } from '../src/modules/accounts/sessions.ts'
import { labRoutes } from '../src/modules/labs/index.ts'
import type { Tables } from '../src/tables.ts'
import { callerOf } from './caller.ts'
import { ada, bringOnCast, chidi, yaba } from './cast.ts'
import { openReplicatedDatabase } from './replica.ts'

const { main: mainServer, replica: replicaServer, startReplica } = await openReplicatedDatabase()
const log = openLog('silent')
const main = openPool<Tables>(mainServer.url, 10)
const replica = openPool<Tables>(replicaServer.url, 10)
afterAll(() => Promise.all([main.close(), replica.close()]))

/** Readers for this test only, once the replica has caught up. */
async function open(longestLag: number) {
  const readers = openReaders({ main: main.db, replica: replica.db, longestLag, log })
  onTestFinished(() => readers.stop())
  await expect.poll(() => readers.lag(), { timeout: 30_000 }).toBeLessThan(1)
  return readers
}

type Reads = Awaited<ReturnType<typeof open>>

const isReplica = async (use: () => Db): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(use())
  return rows[0]?.is ?? false
}

/** Stops the replica from showing further changes, until the end of the test. */
async function pauseReplica(): Promise<void> {
  await sql`select pg_wal_replay_pause()`.execute(replica.db)
  onTestFinished(async () => void (await sql`select pg_wal_replay_resume()`.execute(replica.db)))
  const state = async () => {
    const { rows } = await sql<{ is: string }>`select pg_get_wal_replay_pause_state() as is`.execute(
      replica.db,
    )
    return rows[0]?.is
  }
  // The state changes with the next record.
  await expect.poll(() => change().then(state), { timeout: 30_000 }).toBe('paused')
}

/** Changes something in the main database. */
async function change(): Promise<void> {
  await sql`create table if not exists noted (at timestamptz)`.execute(main.db)
  await sql`insert into noted values (now())`.execute(main.db)
}

const whatAnswers = endpoint('GET /v0/what', {
  summary: '',
  access: 'public',
  reply: z.object({ replica: z.boolean() }),
  refusals: [],
})
const changeIt = endpoint('POST /v0/what', {
  summary: '',
  access: 'public',
  reply: z.object({ replica: z.boolean() }),
  refusals: [],
})

/** A site with labs and their favourites, of which lists are read with these readers. */
async function openSite(readers: Reads) {
  const hasher = openHasher({ atOnce: 2, waiting: 100 }, { memoryCost: 256, timeCost: 1, parallelism: 1 })
  const fastify = await openFastify({ trustProxy: false, ratePerAddress: 1_000_000, loggerInstance: log })
  const clock = systemClock
  const server: Server = {
    ...{ fastify, readers, endpoints: [], hashesPerAddress: 1_000_000 },
    identify: openIdentify(main.db, clock),
    noteChange: (tokenHash) => noteChange(main.db, tokenHash),
  }
  const secret = secretFrom('a secret of the tests, with more than 32 characters')
  labRoutes(server, { db: main.db, clock, secret, hasher })
  for (const call of [whatAnswers, changeIt])
    serve(server, call, async ({ reader }) => ({ data: { replica: await isReplica(() => reader) } }))
  if (!(await accountNamed(main.db, ada.email))) await bringOnCast(main.db, clock, hasher)
  const address = await fastify.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => fastify.close())
  return {
    nobody: callerOf(address),
    async as({ email }: { readonly email: string }) {
      const account = await accountNamed(main.db, email)
      const { token } = await main.db
        .transaction()
        .execute((tx) => openSession(tx, account?.id ?? 0, clock.now()))
      return callerOf(address, `Bearer ${token}`)
    },
  }
}

test('a call that reads is answered by the replica, and one that may change something by the main database', async () => {
  const { nobody } = await openSite(await open(60))
  await expect.poll(async () => (await nobody(whatAnswers)).data?.replica, { timeout: 30_000 }).toBe(true)
  expect((await nobody(changeIt)).data?.replica).toBe(false)
})

test('a session reads its own changes at once, while others may read older data from the replica', async () => {
  const readers = await open(600)
  const site = await openSite(readers)
  const [own, other] = [await site.as(ada), await site.as(chidi)]
  await expect.poll(() => readers.read(null, isReplica), { timeout: 30_000 }).toBe(true)
  const favourites = async (caller: typeof own) => {
    const { data } = await caller(listLabs, { query: { favourite: 'yes', page: '1', limit: '10' } })
    return data?.map(({ slug }) => slug)
  }
  // The session itself must have reached the replica before it stops.
  await expect.poll(() => favourites(own), { timeout: 30_000 }).toEqual([])
  await pauseReplica()
  expect((await own(addFavourite, { body: { labSlug: yaba.slug } })).httpStatus).toBe(200)
  expect(await favourites(own)).toEqual([yaba.slug])
  expect((await other(listLabs, { query: { page: '1', limit: '10' } })).httpStatus).toBe(200)
  expect(await readers.read(null, isReplica)).toBe(true)
  await own(removeFavourite, { body: { labSlug: yaba.slug } })
  expect(await favourites(own)).toEqual([])
})

test('a replica that is too far behind is not used until it has caught up', async () => {
  const readers = await open(1)
  await pauseReplica()
  await expect.poll(() => change().then(() => readers.read(null, isReplica)), { timeout: 30_000 }).toBe(false)
  await sql`select pg_wal_replay_resume()`.execute(replica.db)
  await expect.poll(() => readers.read(null, isReplica), { timeout: 30_000 }).toBe(true)
})

test('a replica of the state before a restore is not used, however far it is', async () => {
  const readers = await open(600)
  await pauseReplica()
  await sql`insert into database_incarnation (number, began_at, heartbeat_at) values (1, now(), now())`.execute(
    main.db,
  )
  await expect.poll(() => readers.read(null, isReplica), { timeout: 30_000 }).toBe(false)
  expect(readers.lag()).toBe(Number.POSITIVE_INFINITY)
})

test('a replica that was never good is in the log, with the reason', async () => {
  const nowhere = openPool<Tables>('postgres://nobody@127.0.0.1:1/none', 1)
  onTestFinished(() => nowhere.close())
  const reasons = async (replicaDb: Db) => {
    const lines: string[] = []
    const listening = openLog('warn', { write: (line: string) => void lines.push(JSON.parse(line).msg) })
    const readers = openReaders({ main: main.db, replica: replicaDb, longestLag: 1, log: listening })
    onTestFinished(() => readers.stop())
    await expect.poll(() => lines, { timeout: 30_000 }).toHaveLength(1)
    return lines
  }
  expect(await reasons(main.db)).toEqual([expect.stringContaining('does not follow this database')])
  expect(await reasons(nowhere.db)).toEqual([expect.stringContaining('cannot be compared')])
})

test('a server in recovery is refused as the main database, with what to do', async () => {
  await expect(readCluster(replica.db)).rejects.toThrow(
    /The settings are not right:\n- The database is in recovery.*pg_wal_replay_resume/,
  )
})

test('what the replica gives up is read again from the main database', async () => {
  const readers = await open(60)
  const giveUp = (code: string) => async (use: () => Db) => {
    if (use() === replica.db) throw Object.assign(new Error('canceled'), { code })
    return 'main'
  }
  for (const code of ['40001', '57014', '57P01', 'ECONNREFUSED']) {
    await expect.poll(() => readers.lag(), { timeout: 30_000 }).toBeLessThan(5)
    expect(await readers.read(null, giveUp(code))).toBe('main')
  }
  await expect.poll(() => readers.lag(), { timeout: 30_000 }).toBeLessThan(5)
  await expect(readers.read(null, giveUp('23505'))).rejects.toThrow('canceled')
})

test('a main database that gives up gets neither its own call again nor the calls of the replica', async () => {
  const readers = await open(60)
  let runs = 0
  const giveUp = async () => {
    runs += 1
    throw Object.assign(new Error('canceled'), { code: '57014' })
  }
  await expect(readers.read(null, giveUp)).rejects.toThrow('canceled')
  expect(runs).toBe(1)
  expect(await readers.read(null, isReplica)).toBe(true)
})

test('no call fails while the replica is gone, and it is used again when it is back', async () => {
  const readers = await open(60)
  const { nobody } = await openSite(readers)
  await replicaServer.stop()
  const answers = await Promise.all(Array.from({ length: 30 }, () => nobody(whatAnswers)))
  expect(answers.map(({ httpStatus, data }) => [httpStatus, data?.replica])).toEqual(
    answers.map(() => [200, false]),
  )
  await startReplica()
  await expect.poll(async () => (await nobody(whatAnswers)).data?.replica, { timeout: 60_000 }).toBe(true)
})
