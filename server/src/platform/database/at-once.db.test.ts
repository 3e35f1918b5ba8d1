import { connect, createServer } from 'node:net'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import { openPool, type Pool } from '../pool.ts'
import { allAtOnce, atOnce } from './at-once.ts'

const { sql: asked, url } = await cloneDatabase(4)
await asked`create table noted (id int primary key)`

type Nothing = Record<never, never>

function open(address: string = url): Pool<Nothing> {
  const pool = openPool<Nothing>(address, 2)
  onTestFinished(() => pool.close())
  return pool
}

/** A pool whose connections are listened to: `sendings` counts how often something was sent. */
async function openOverheard(): Promise<Pool<Nothing> & { readonly sendings: () => number }> {
  const { hostname, port } = new URL(url)
  let count = 0
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) socket.on('error', () => {})
    near.on('data', () => {
      count += 1
    })
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const address = server.address()
  const own = typeof address === 'object' ? address?.port : 0
  const pool = open(Object.assign(new URL(url), { host: `127.0.0.1:${own}` }).href)
  return { ...pool, sendings: () => count }
}

const countOf = async (db: Pool<Nothing>['db']) => {
  const { rows } = await sql<{ count: number }>`select count(*) from noted`.execute(db)
  return rows[0]?.count
}
const note = (db: Pool<Nothing>['db'], id: number) => sql`insert into noted values (${id})`.execute(db)

test('what is asked at once in a transaction is sent at once with its beginning, and done in that order', async () => {
  const { db, sendings } = await openOverheard()
  await sql`select 1`.execute(db)
  const before = sendings()
  const counts = await db.transaction().execute(async (tx) => {
    await allAtOnce(tx, (tx) => [countOf(tx), countOf(tx)])
    expect(sendings() - before).toBe(1)
    const [first, , second] = await allAtOnce(tx, (tx) => [countOf(tx), note(tx, 1), countOf(tx)])
    expect(sendings() - before).toBe(2)
    return [first, second]
  })
  expect(counts).toEqual([0, 1])
  expect(sendings() - before).toBe(3)
})

test('a change beside what a transaction begins with waits until it has begun, and what follows sees it', async () => {
  const { db, sendings } = await openOverheard()
  await sql`select 1`.execute(db)
  const before = sendings()
  const counts = await db.transaction().execute(async (tx) => {
    const [first = 0, , second] = await allAtOnce(tx, (tx) => [countOf(tx), note(tx, 5), countOf(tx)])
    return second === first + 1
  })
  expect(counts).toBe(true)
  expect(sendings() - before).toBe(3)
})

test('a transaction that begins with a change waits until it has begun', async () => {
  const { db, sendings } = await openOverheard()
  await sql`select 1`.execute(db)
  const before = sendings()
  await db.transaction().execute((tx) => note(tx, 10))
  expect(sendings() - before).toBe(3)
})

test('where one is refused by the database, those behind it are for the same reason, those before it are told, and nothing is kept', async () => {
  const { db } = open()
  await asked`insert into noted values (20)`
  const told: unknown[] = []
  const failing = db.transaction().execute(async (tx) => {
    const answers = await atOnce(tx, (tx) => [note(tx, 21), note(tx, 20), note(tx, 22)])
    for (const answer of answers)
      try {
        told.push(answer().rows.length)
      } catch (error) {
        told.push(Object(error).code)
      }
    answers[1]()
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(told).toEqual([0, '23505', '23505'])
  expect(await asked`select * from noted where id > 20 and id < 30`).toHaveLength(0)
})

test('what the database refuses and nobody asks for is told by what follows, and by the end', async () => {
  const { db } = open()
  await asked`insert into noted values (25)`
  const begin = (then: (tx: Pool<Nothing>['db']) => Promise<unknown>) =>
    db.transaction().execute(async (tx) => {
      await atOnce(tx, (tx) => [countOf(tx), note(tx, 25)])
      return await then(tx)
    })
  await expect(begin(countOf)).rejects.toMatchObject({ code: '23505' })
  await expect(begin(async () => 'kept')).rejects.toMatchObject({ code: '23505' })
})

test('a refusal that nobody asks for is no failure', async () => {
  const { db } = open()
  const kept = await db.transaction().execute(async (tx) => {
    const [good] = await atOnce(tx, (tx) => [note(tx, 30), Promise.reject(new Error('no longer wanted'))])
    return good().numAffectedRows
  })
  expect(kept).toBe(1n)
  expect(await asked`select * from noted where id = 30`).toHaveLength(1)
})

test('outside a transaction all of it goes over one connection, and no transaction can be begun there', async () => {
  const { db } = open()
  const pid = async (on: Pool<Nothing>['db']) =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on)).rows[0]?.pid
  const pids = await allAtOnce(db, (db) => [pid(db), pid(db), pid(db)])
  expect(new Set(pids).size).toBe(1)
  const nested = allAtOnce(db, (db) => [db.transaction().execute((tx) => note(tx, 40))])
  await expect(nested).rejects.toThrow()
  expect(await asked`select * from noted where id = 40`).toHaveLength(0)
})
