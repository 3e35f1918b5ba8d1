import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { addBooking, listOrders } from '@labalaba/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { openPool } from '../../src/infra/db/pool.ts'
import type { Tables } from '../../src/tables.ts'
import { ada } from '../cast.ts'
import { bearerOf } from '../contract/wire.ts'
import { buildWorld, type Caller, callerOf, signingKey } from '../world.ts'

/** A site that works on two calls at once, with as many connections to the database. */
const world = await buildWorld()
const pool = openPool<Tables>(world.parts.databaseUrl, 2)
const reserve = openPool<Tables>(world.parts.databaseUrl, 2)
const parts = { ...world.parts, db: pool.db, reserve: reserve.db, connections: pool.connections }
const app = await buildApp({ ...parts, callsAtOnce: 2 })
const site = await app.listen({ host: '127.0.0.1', port: 0 })
let bearer: string
let asAda: Caller
beforeAll(async () => {
  bearer = await bearerOf(world, ada)
  asAda = callerOf(site, bearer)
})
afterAll(async () => {
  await app.close()
  await Promise.all([pool.close(), reserve.close()])
})

/** Locks the orders until the returned function is called. */
async function holdOrders(): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  const endAll = Promise.withResolvers<void>()
  const holding = world.sql.begin(async (tx) => {
    await tx`lock table lab_order in access exclusive mode`
    held.resolve()
    await endAll.promise
  })
  await held.promise
  return async () => {
    endAll.resolve()
    await holding
  }
}

async function waitingForOrders(): Promise<number> {
  const [row] = await world.sql<{ count: number }[]>`select count(*)::int from pg_stat_activity
    where datname = current_database() and application_name = 'labalaba' and wait_event_type = 'Lock'`
  return row?.count ?? 0
}

const ask = () => fetch(`${site}${listOrders.path}`, { headers: { authorization: bearer } })

async function paystackSays(): Promise<number> {
  const body = JSON.stringify({ event: 'charge.success', data: { reference: 'nobody-knows-it' } })
  const signature = createHmac('sha512', signingKey).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-paystack-signature': signature }
  return (await fetch(`${site}/v0/webhooks/paystack`, { method: 'POST', headers, body })).status
}

test('while all permits are taken, further calls are refused as busy, and webhooks and health checks are answered', async () => {
  const endAll = await holdOrders()
  const first = [ask(), ask()]
  await expect.poll(waitingForOrders).toBe(2)

  expect(await paystackSays()).toBe(200)
  for (const path of ['/healthz', '/readyz', '/metrics', '/v0/openapi.json'])
    expect([path, (await fetch(site + path)).status]).toEqual([path, 200])

  const more = Array.from({ length: 9 }, ask)
  const refused = await Promise.race(more)
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toEqual({
    status: 503,
    code: 'busy',
    data: null,
    message: 'We are very busy just now. Please try again in a moment.',
  })
  await endAll()
  const statuses = (await Promise.all([...first, ...more])).map(({ status }) => status)
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])

  expect((await asAda(listOrders)).httpStatus).toBe(200)
  const metrics = await (await fetch(`${site}/metrics`)).text()
  expect(metrics).toMatch(/labalaba_calls_refused_total\{lane="usual"\} [1-9]/)
  expect(metrics).toMatch(/labalaba_calls\{lane="usual",state="working"\} 0/)
  expect(metrics).toMatch(/labalaba_database_connections\{state="used"\} 0/)
})

test('while calls use every connection, Paystack, health and metrics have their own', async () => {
  const taken = await Promise.all([pool.connections.connect(), pool.connections.connect()])
  expect(await paystackSays()).toBe(200)
  for (const path of ['/readyz', '/metrics'])
    expect([path, (await fetch(site + path)).status]).toEqual([path, 200])
  for (const connection of taken) connection.release()
})

test('a slow body takes no permit, and neither does the call that waits for it', async () => {
  const { hostname, port } = new URL(site)
  const head = `POST ${addBooking.path} HTTP/1.1\r\nhost: x\r\nauthorization: ${bearer}\r\n`
  const slow = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      socket.write(`${head}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{"name":`)
      return socket
    }),
  )
  expect((await asAda(listOrders)).httpStatus).toBe(200)
  for (const socket of slow) socket.destroy()
})

test('missing headers, missing bodies, idle connections and idle transactions all time out', async () => {
  const { server } = app
  expect(server.headersTimeout).toBe(10_000)
  expect([server.requestTimeout, server.timeout, server.keepAliveTimeout]).toEqual([30_000, 40_000, 5_000])
  expect(server.maxConnections).toBe(2_000)
  const { rows } = await pool.connections.query(`select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as standing`)
  expect(rows).toEqual([{ statement: '5s', lock: '2s', standing: '30s' }])
})
