import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { takeDataFolder } from '../../../../scripts/data-folder.ts'
import { freePort } from '../../../../scripts/ports.ts'
import { startPostgres } from '../../../../scripts/postgres.ts'
import { cloneDatabase } from '../../../test/database.ts'
import { openSql } from '../../../test/sql.ts'
import { mostPrepared } from './connection.ts'
import { openPool, type Pool } from './pool.ts'

type Nothing = Record<never, never>

const connections = 6
const { db, sql: asked, url } = await cloneDatabase(connections)

/** Ends the product’s connections to the database: all, or the one of a process. */
async function cut(pid?: number): Promise<void> {
  await asked`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
    and application_name = 'labalaba' and (${pid ?? null}::int is null or pid = ${pid ?? null})`
}

async function pidOf(on: Kysely<never>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on)
  return rows[0]?.pid ?? 0
}

/** A pool for this test only. */
function open(databaseUrl: string, count: number, onLost?: (error: Error) => void): Pool<Nothing> {
  const pool = openPool<Nothing>(databaseUrl, count, onLost)
  let closing: Promise<void> | null = null
  const close = () => (closing ??= pool.close())
  onTestFinished(close)
  return { ...pool, close }
}

/** Unhandled rejections from now on; a process without a listener would end. */
function uncaught(): unknown[] {
  const found: unknown[] = []
  const note = (error: unknown) => void found.push(error)
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
  onTestFinished(() => {
    process.off('uncaughtException', note)
    process.off('unhandledRejection', note)
  })
  return found
}

const codeOf = (error: unknown) => String(Object(error).code)

test('connections that are cut during many transactions fail only those transactions', async () => {
  const found = uncaught()
  await asked`create table noted (client int, step int, transaction text)`
  let goesOn = true
  const failures: unknown[] = []
  let done = 0
  const client = async (number: number) => {
    while (goesOn) {
      const trying = db.transaction().execute(async (tx) => {
        for (const step of [1, 2]) {
          await sql`insert into noted values (${number}, ${step}, pg_current_xact_id()::text)`.execute(tx)
          await pause(number % 3)
        }
      })
      await trying.then(
        () => (done += 1),
        (error: unknown) => failures.push(error),
      )
      await sql`select ${number}::int as number`.execute(db).catch((error: unknown) => failures.push(error))
    }
  }
  const clients = Promise.all(Array.from({ length: 50 }, (_, number) => client(number)))
  for (let time = 0; time < 12; time += 1) {
    await pause(60)
    await cut()
  }
  goesOn = false
  await clients
  expect(found).toEqual([])
  expect(new Set(failures.map(codeOf))).toEqual(new Set(['CONNECTION_LOST']))
  // Every reported commit is complete, and nothing else exists: no transaction continued outside, or in another’s.
  const [kept] = await asked<{ rows: number; done: number; odd: number }[]>`
    select sum(count)::int as rows, count(*)::int as done, count(*) filter (where steps <> '{1,2}')::int as odd
    from (select transaction, count(*), array_agg(step order by step) as steps from noted group by transaction, client) one`
  expect(kept?.odd).toBe(0)
  expect(kept?.rows).toBe(2 * (kept?.done ?? 0))
  expect(kept?.done).toBeGreaterThanOrEqual(done)
  expect(done).toBeGreaterThan(0)
}, 60_000)

test.each(['before its first statement', 'between two statements'])(
  'a transaction whose connection is cut %s fails as a whole, and the next request is served',
  async (when) => {
    const found = uncaught()
    const table = when === 'between two statements' ? 'kept_between' : 'kept_before'
    await asked.unsafe(`create table ${table} (id int)`)
    const failing = db.transaction().execute(async (tx) => {
      if (when === 'between two statements') await sql`insert into ${sql.table(table)} values (1)`.execute(tx)
      await cut()
      await pause(50)
      // New requests have opened connections again.
      await Promise.all(Array.from({ length: connections - 1 }, () => sql`select 2`.execute(db)))
      const late = await Promise.allSettled([
        sql`insert into ${sql.table(table)} values (2)`.execute(tx),
        sql`insert into ${sql.table(table)} values (3)`.execute(tx),
      ])
      expect(late.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
      await sql`insert into ${sql.table(table)} values (4)`.execute(tx)
    })
    await expect(failing).rejects.toMatchObject({ code: 'CONNECTION_LOST' })
    await sql`select 1`.execute(db)
    expect(await asked.unsafe(`select * from ${table}`)).toHaveLength(0)
    expect(found).toEqual([])
  },
)

test('a connection cut during a commit is reported as lost, since the outcome is unknown', async () => {
  const found = uncaught()
  await asked.unsafe(`create table slow (id int);
    create function wait() returns trigger language plpgsql as $$ begin perform pg_sleep(2); return null; end $$;
    create constraint trigger waits after insert on slow deferrable initially deferred
      for each row execute function wait()`)
  const failing = db.transaction().execute(async (tx) => {
    const pid = await pidOf(tx as never)
    await sql`insert into slow values (1)`.execute(tx)
    setTimeout(() => void cut(pid), 200)
  })
  await expect(failing).rejects.toMatchObject({ code: 'CONNECTION_LOST' })
  expect(await asked`select * from slow`).toHaveLength(0)
  await sql`select 1`.execute(db)
  expect(found).toEqual([])
})

test('idle connections that are cut are reported once, and no query fails', async () => {
  const found = uncaught()
  const told: Error[] = []
  const pool = open(url, 3, (error) => told.push(error))
  const sleepers = () => Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.05)`.execute(pool.db)))
  await sleepers()
  await cut()
  await expect.poll(() => told.length).toBe(1)
  await expect.poll(() => pool.connections.totalCount).toBe(0)
  await sleepers()
  expect(told).toHaveLength(1)
  expect(found).toEqual([])
})

test('an error in a transaction is reported, not the failed rollback after it', async () => {
  const failing = db.transaction().execute(async () => {
    await cut()
    await pause(50)
    throw new Error('the first trouble')
  })
  await expect(failing).rejects.toThrow('the first trouble')
})

test('an error at commit is reported as it is, and its connection stays in use', async () => {
  const pool = open(url, 1)
  await asked`create table parent (id int primary key)`
  await asked`create table child (of int references parent deferrable initially deferred)`
  const pid = await pidOf(pool.db as never)
  const failing = pool.db.transaction().execute(async (tx) => {
    await sql`insert into child values (${7})`.execute(tx)
  })
  await expect(failing).rejects.toMatchObject({ code: '23503', constraint: 'child_of_fkey' })
  expect(await pidOf(pool.db as never)).toBe(pid)
})

test('a statement sent after its transaction has ended is refused, and never runs outside it', async () => {
  await asked`create table strays (id int)`
  let stray: Promise<unknown> = Promise.resolve()
  const failing = db.transaction().execute(async (tx) => {
    stray = (async () => {
      await sql`insert into strays values (1)`.execute(tx)
      // The rollback is in progress by now.
      await sql`insert into strays values (2)`.execute(tx)
    })().catch((error: unknown) => error)
    throw new Error('meanwhile')
  })
  await expect(failing).rejects.toThrow('meanwhile')
  expect(await stray).toBeInstanceOf(Error)
  expect(await asked`select * from strays`).toHaveLength(0)
})

test('a transaction that continued after an error does not count as committed', async () => {
  const failing = db.transaction().execute(async (tx) => {
    await sql`select 1 / 0`.execute(tx).catch(() => {})
  })
  await expect(failing).rejects.toThrow()
})

/** A network path between product and database that can become silent or close. */
async function openTunnel() {
  const { hostname, port } = new URL(url)
  const pairs: [Socket, Socket][] = []
  let silent = false
  const server = createServer((near) => {
    near.on('error', () => {})
    if (silent) return
    const far = connect(Number(port), hostname)
    far.on('error', () => {})
    pairs.push([near, far])
    near.pipe(far).pipe(near)
  })
  const own = await freePort()
  await new Promise<void>((done) => server.listen(own, '127.0.0.1', done))
  const close = () => {
    for (const socket of pairs.flat()) socket.destroy()
    server.close()
  }
  onTestFinished(close)
  const host = `127.0.0.1:${own}`
  return {
    host,
    address: Object.assign(new URL(url), { host }).href,
    served: () => pairs.length,
    close,
    fallSilent() {
      silent = true
      for (const [near, far] of pairs) near.unpipe(far) && far.unpipe(near)
    },
  }
}

test('a statement without an answer fails within the limit, its connection is discarded, and other statements run', async () => {
  const { address, fallSilent } = await openTunnel()
  const pool = open(`${address}?statement_timeout=500`, 2)
  await sql`select 1`.execute(pool.db)
  fallSilent()
  const failing = pool.db.transaction().execute((tx) => sql`select 1`.execute(tx))
  await expect(failing).rejects.toMatchObject({ code: 'CONNECTION_SILENT' })
  expect(pool.connections.totalCount).toBe(0)
}, 60_000)

test('a direct user of a connection, such as the queue, leaves none that is silent', async () => {
  const { address, fallSilent } = await openTunnel()
  const { connections: own } = open(`${address}?statement_timeout=500`, 2)
  const client = await own.connect()
  fallSilent()
  await expect(client.query('select 1')).rejects.toMatchObject({ code: 'CONNECTION_SILENT' })
  client.release()
  await expect.poll(() => own.totalCount).toBe(0)
}, 60_000)

test('a connection returned twice, as the queue does with a lost one, is used once', async () => {
  const { connections: own } = open(url, 1)
  const giveBack = await new Promise<(error?: Error) => void>((resolve, reject) =>
    own.connect((error, _client, release) => (error ? reject(error) : resolve(release))),
  )
  giveBack(new Error('lost'))
  const client = await own.connect()
  expect(() => giveBack()).not.toThrow()
  expect(own.idleCount).toBe(0)
  client.release()
})

test('a database that accepts a connection and sends nothing is abandoned', async () => {
  const { address, fallSilent } = await openTunnel()
  fallSilent()
  await expect(sql`select 1`.execute(open(address, 1).db)).rejects.toMatchObject({
    code: 'CONNECTION_TIMEOUT',
  })
}, 60_000)

test('a wait for a connection beyond the limit is an error', async () => {
  const pool = open(`${url}?statement_timeout=20000`, 1)
  const long = sql`select pg_sleep(12)`.execute(pool.db)
  await expect(sql`select 1`.execute(pool.db)).rejects.toMatchObject({ code: 'CONNECTION_BUSY' })
  await long
}, 60_000)

/** A read-only server of its own, with the same role and database as the other. */
async function startReader(role: string, name: string): Promise<URL> {
  const path = mkdtempSync(join(tmpdir(), 'labalaba-reader-'))
  const folder = takeDataFolder(path)
  const server = await startPostgres({ folder, throwaway: true })
  onTestFinished(async () => {
    await server.stop()
    folder.release()
    rmSync(path, { recursive: true, force: true })
  })
  const own = openSql(server.url, 1)
  await own.unsafe(`create role ${role} login superuser password 'x'`)
  await own.unsafe(`create database ${name}`)
  await own.unsafe(`alter database ${name} set default_transaction_read_only = on`)
  await own.end()
  return new URL(server.url)
}

test('of several hosts the first writable one is used, and the next one when it fails', async () => {
  const role = `writer_${Date.now()}`
  await asked.unsafe(`create role ${role} login superuser password 'x'`)
  const name = new URL(url).pathname.slice(1)
  const reader = await startReader(role, name)
  const [first, second] = [await openTunnel(), await openTunnel()]
  const hosts = [`127.0.0.1:${await freePort()}`, reader.host, first.host, second.host]
  const pool = open(`postgres://${role}:x@${hosts}/${name}`, 2)
  const writable = async () => {
    const { rows } = await sql<{ no: string }>`select current_setting('transaction_read_only') as no`.execute(
      pool.db,
    )
    return rows[0]?.no === 'off'
  }
  expect(await writable()).toBe(true)
  expect([first.served(), second.served()]).toEqual([1, 0])
  first.close()
  await expect.poll(() => pool.connections.totalCount).toBe(0)
  expect(await writable()).toBe(true)
  expect(second.served()).toBe(1)
  const any = open(`postgres://${role}:x@${reader.host},${second.host}/${name}?target_session_attrs=any`, 1)
  await expect(sql`create table refused (id int)`.execute(any.db)).rejects.toMatchObject({
    code: 'CONNECTION_LOST',
  })
  await pool.close()
  await any.close()
}, 60_000)

test('a repeated statement is prepared once on a connection; lists of every length do not accumulate', async () => {
  const pool = open(url, 1)
  const prepared = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) from pg_prepared_statements`.execute(
      pool.db,
    )
    return rows[0]?.count ?? 0
  }
  for (let time = 0; time < 3; time += 1) await sql`select ${time}::int as one`.execute(pool.db)
  expect(await prepared()).toBe(1)
  let most = 0
  for (let length = 1; length < 1.5 * mostPrepared; length += 1) {
    const list = sql.join(Array.from({ length }, (_, n) => n))
    for (const _ of [1, 2]) await sql`select 1 where 1 in (${list})`.execute(pool.db)
    if (length % 50 === 0) most = Math.max(most, await prepared())
  }
  expect(most).toBeGreaterThan(100)
  expect(most).toBeLessThanOrEqual(mostPrepared)
}, 60_000)

test('a prepared statement outlives a change of its table', async () => {
  const pool = open(url, 1)
  await asked`create table growing (id int)`
  const read = (on: Kysely<Nothing>) => sql`select * from growing`.execute(on)
  for (let time = 0; time < 3; time += 1) await read(pool.db)
  await asked`alter table growing add column more int`
  await read(pool.db)
  await asked`alter table growing add column most int`
  await read(pool.db)
  await read(pool.db)
  await read(pool.db)
  await asked`alter table growing add column utmost int`
  await expect(pool.db.transaction().execute(read)).rejects.toMatchObject({ code: 'CONNECTION_STALE' })
  await pool.db.transaction().execute(read)
})

test('values are returned as the code expects them', async () => {
  const { rows } = await sql`select 9007199254740991::int8 as big, 12.50::numeric as amount, 7::int2 as small,
    1.5::float8 as float, true as yes, '2026-03-31'::date as day, '2026-03-31 23:30:00.125+01'::timestamptz as instant,
    'Ọmọ'::text as text, 'A@b.example'::citext as mail, '\\x00ff'::bytea as bytes, '{"a":[1]}'::jsonb as json,
    '[1]'::json as list, array[1, null]::int8[] as bigs, array['2026-03-31']::date[] as days,
    array['a,"b', null, 'NULL', '']::text[] as texts, array[[1, 2], [3, 4]] as matrix, array[1.5]::numeric[] as amounts,
    array[true, false] as answers, array['2026-03-31 22:30:00Z']::timestamptz[] as instants,
    '{}'::text[] as none, null::int8 as nothing, count(*) as count, sum(1::int8) as sum`.execute(db)
  expect(rows[0]).toEqual({
    big: 9_007_199_254_740_991,
    amount: 12.5,
    small: 7,
    float: 1.5,
    yes: true,
    day: '2026-03-31',
    instant: new Date('2026-03-31T22:30:00.125Z'),
    text: 'Ọmọ',
    mail: 'A@b.example',
    bytes: Buffer.from([0, 255]),
    json: { a: [1] },
    list: [1],
    bigs: [1, null],
    days: ['2026-03-31'],
    texts: ['a,"b', null, 'NULL', ''],
    matrix: [
      [1, 2],
      [3, 4],
    ],
    amounts: [1.5],
    answers: [true, false],
    instants: [new Date('2026-03-31T22:30:00Z')],
    none: [],
    nothing: null,
    count: 1,
    sum: 1,
  })
})

test.each(['9007199254740993::int8', '9007199254740993::numeric', 'array[9007199254740993]'])(
  'a whole number that would be rounded, %s, is refused',
  async (value) => {
    await expect(sql`select ${sql.raw(value)} as value`.execute(db)).rejects.toThrow(RangeError)
    await sql`select 1`.execute(db)
  },
)

test('values are accepted as the code passes them', async () => {
  await asked`create table taken (big int8, amount numeric, yes bool, day date, instant timestamptz, words text[],
    bigs int8[], bytes bytea, json jsonb, other jsonb, text text)`
  const at = new Date('2026-03-31T23:30:00.125Z')
  const given = {
    big: 9_007_199_254_740_991,
    amount: 12.5,
    yes: false,
    day: '2026-03-31',
    instant: at,
    words: ['a,"b\\', '', null],
    bigs: [1, 2],
    bytes: Buffer.from([0, 255]),
    json: { a: ['b'], at },
    other: sql`${JSON.stringify(['a'])}::text::jsonb`,
    text: 7,
  }
  await (db as unknown as Kysely<{ taken: typeof given }>).insertInto('taken').values(given).execute()
  const { rows } = await sql`select * from taken where instant = ${at} and big = any(${[1, given.big]})
    and ${at} - interval '1 minute' < instant and bytes = ${given.bytes} and yes = ${false}
    and ${12n} < big and coalesce(null, ${true})`.execute(db)
  expect(rows).toEqual([{ ...given, json: { a: ['b'], at: at.toISOString() }, other: ['a'], text: '7' }])
})

test('a parameter that is undefined is refused, and not sent as null', async () => {
  await expect(sql`select ${undefined}::int`.execute(db)).rejects.toThrow(TypeError)
})

test('the pool of connections runs a statement with parameters directly', async () => {
  const { rows } = await open(url, 1).connections.query('select $1::int + 1 as sum', [1])
  expect(rows).toEqual([{ sum: 2 }])
})

test('one connection runs several transactions with an isolation level, one after the other', async () => {
  const pool = open(url, 1)
  const read = (on: Kysely<Nothing>) => sql`select 1`.execute(on)
  await pool.db.connection().execute(async (one) => {
    for (let time = 0; time < 2; time += 1)
      await one.transaction().setIsolationLevel('repeatable read').execute(read)
  })
})
