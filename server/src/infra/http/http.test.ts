import type { IncomingMessage } from 'node:http'
import { endpoint } from '@labalaba/contract'
import { Kysely } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { dialectOf } from '../db/pool.ts'
import { onlyMain } from '../db/readers.ts'
import { openLog } from '../observability/log.ts'
import { Callers } from './callers.ts'
import { type Caller, type ConcurrencyLimiter, openConcurrencyLimiter } from './concurrency-limiter.ts'
import { DomainError } from './domain-error.ts'
import { openFastify } from './fastify.ts'
import { type Actor, type Server, serve } from './http.ts'

const common = { summary: '', access: 'public', reply: z.object({}), refusals: [] } as const
const cheap = endpoint('POST /v0/cheap', { ...common })
const dear = endpoint('POST /v0/dear', { ...common, costly: true })
const end = endpoint('DELETE /v0/end', { ...common })
/** No call of these tests uses a database. */
const readers = onlyMain(new Kysely({ dialect: dialectOf(new pg.Pool()) }))

async function open(hashesPerAddress: number) {
  const fastify = await openFastify({
    trustProxy: true,
    ratePerAddress: 1_000_000,
    loggerInstance: openLog('silent'),
  })
  const identify = () => Promise.reject(new Error('no one signs in here'))
  const server: Server = { fastify, identify, endpoints: [], readers, hashesPerAddress }
  for (const one of [cheap, dear, end]) serve(server, one, async () => ({ data: {} }))
  return fastify
}

test('costly calls have their own limit by address, and answer how long to wait', async () => {
  const fastify = await open(2)
  const ask = async (url: string, address: string) =>
    await fastify.inject({ method: 'POST', url, headers: { 'x-forwarded-for': address } })
  for (const status of [200, 200, 429, 429])
    expect((await ask('/v0/dear', '41.58.0.1')).statusCode).toBe(status)
  const refused = await ask('/v0/dear', '41.58.0.1')
  expect(refused.json()).toMatchObject({ status: 429, code: 'too_many', data: null })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ask('/v0/dear', '41.58.0.2')).statusCode).toBe(200)
  expect((await ask('/v0/cheap', '41.58.0.1')).statusCode).toBe(200)
  await fastify.close()
})

test('calls that hash a password wait for each other, and delay no other calls', async () => {
  const hashing = Promise.withResolvers<Record<string, never>>()
  const limiter = () => openConcurrencyLimiter({ atOnce: 1, waiting: 0, longestWait: 60_000 })
  const fastify = await openFastify({
    trustProxy: false,
    ratePerAddress: 1_000_000,
    loggerInstance: openLog('silent'),
  })
  const identify = () => Promise.reject(new Error('no one signs in here'))
  const limiters = { usual: limiter(), costly: limiter() }
  const server: Server = { fastify, identify, endpoints: [], readers, hashesPerAddress: 1000, limiters }
  serve(server, cheap, async () => ({ data: {} }))
  serve(server, dear, async () => ({ data: await hashing.promise }))
  const ask = (url: string) => fastify.inject({ method: 'POST', url })
  // It is sent while the client waits for it.
  const first = ask('/v0/dear').then((reply) => reply)
  const second = await ask('/v0/dear')
  expect([second.statusCode, second.json().code]).toEqual([503, 'busy'])
  expect((await ask('/v0/cheap')).statusCode).toBe(200)
  hashing.resolve({})
  expect((await first).statusCode).toBe(200)
  await fastify.close()
})

test('a call that waits outside counts as its account, also if the account was not known when it came', async () => {
  const seen: (Caller | undefined)[] = []
  const limiter: ConcurrencyLimiter = {
    async run(work, call = {}) {
      seen.push(call.caller)
      const done = await work()
      seen.push(call.caller)
      return done
    },
    use: () => ({ working: 0, waiting: 0, refused: 0 }),
  }
  const fastify = await openFastify({
    trustProxy: false,
    ratePerAddress: 1_000_000,
    loggerInstance: openLog('silent'),
  })
  const actor = { accountId: 7, type: 'user' } as Actor
  const limiters = { usual: limiter, costly: limiter }
  const known = {
    fastify,
    identify: async () => actor,
    endpoints: [],
    readers,
    hashesPerAddress: 1,
    limiters,
  }
  const own = endpoint('POST /v0/own', { ...common, access: 'account' })
  serve({ ...known, callers: new Callers() }, own, async () => ({ data: {} }))
  const headers = { authorization: 'Bearer a-token-of-an-account' }
  expect((await fastify.inject({ method: 'POST', url: '/v0/own', headers })).statusCode).toBe(200)
  expect(seen.map((caller) => caller?.account)).toEqual([null, 7])
  await fastify.close()
})

test('with a replica, a call that has done its work is answered so, although its session cannot note that', async () => {
  const logged: string[] = []
  const fastify = await openFastify({
    trustProxy: false,
    ratePerAddress: 1_000_000,
    loggerInstance: openLog('warn', { write: (line) => void logged.push(line) }),
  })
  let noted = 0
  const server: Server = {
    ...{ fastify, endpoints: [], hashesPerAddress: 1, readers: { ...readers, hasReplica: true } },
    identify: async () => ({ accountId: 7, type: 'user' }) as Actor,
    noteChange: async () => {
      noted += 1
      throw new Error('the database has failed over')
    },
  }
  const own = { ...common, access: 'account', refusals: ['busy'] } as const
  serve(server, endpoint('POST /v0/refund', own), async () => ({ data: {} }))
  serve(server, endpoint('POST /v0/booking', own), async () => {
    throw new DomainError('busy')
  })
  const post = (url: string) =>
    fastify.inject({ method: 'POST', url, headers: { authorization: 'Bearer a-token-of-an-account' } })
  expect((await post('/v0/refund')).statusCode).toBe(200)
  expect(logged.join('')).toContain('could not be noted')
  // A refused call may have changed something, such as a booking that is placed while its payment must wait.
  expect((await post('/v0/booking')).json()).toMatchObject({ code: 'busy' })
  expect(noted).toBe(2)
  await fastify.close()
})

test('a waiting call whose client has hung up is not run', async () => {
  const work = Promise.withResolvers<Record<string, never>>()
  const limiter = openConcurrencyLimiter({ atOnce: 1, waiting: 2, longestWait: 60_000 })
  const fastify = await openFastify({
    trustProxy: false,
    ratePerAddress: 1_000_000,
    loggerInstance: openLog('silent'),
  })
  const identify = () => Promise.reject(new Error('no one signs in here'))
  const limiters = { usual: limiter, costly: limiter }
  let begun = 0
  serve({ fastify, identify, endpoints: [], readers, hashesPerAddress: 1000, limiters }, cheap, async () => {
    begun += 1
    return { data: await work.promise }
  })
  const site = await fastify.listen({ host: '127.0.0.1', port: 0 })
  const first = fetch(`${site}/v0/cheap`, { method: 'POST' })
  await expect.poll(() => limiter.use().working).toBe(1)
  const closed = new Promise<void>((resolve) => {
    fastify.server.once('request', ({ socket }: IncomingMessage) => socket.once('close', () => resolve()))
  })
  const hangUp = new AbortController()
  const second = fetch(`${site}/v0/cheap`, { method: 'POST', signal: hangUp.signal }).catch(() => null)
  await expect.poll(() => limiter.use().waiting).toBe(1)
  hangUp.abort()
  await Promise.all([second, closed])
  work.resolve({})
  expect((await first).status).toBe(200)
  await expect.poll(() => limiter.use()).toEqual({ working: 0, waiting: 0, refused: 1 })
  expect(begun).toBe(1)
  await fastify.close()
})

test('a call without a body accepts an empty one, and no other', async () => {
  const fastify = await open(1000)
  const headers = { 'content-type': 'application/json' }
  for (const [method, url] of [
    ['POST', '/v0/cheap'],
    ['DELETE', '/v0/end'],
  ] as const) {
    expect((await fastify.inject({ method, url })).statusCode).toBe(200)
    for (const payload of ['', '{}'])
      expect((await fastify.inject({ method, url, headers, payload })).statusCode).toBe(200)
    for (const payload of ['{"email":"a@b.example"}', '[]', '"x"', 'null', '0']) {
      const answer = await fastify.inject({ method, url, headers, payload })
      expect([payload, answer.statusCode, answer.json().code]).toEqual([payload, 400, 'invalid'])
    }
  }
  await fastify.close()
})
