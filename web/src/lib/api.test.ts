import { endpoint } from '@labalaba/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ApiFailure, address, call, failureWords, isOffline } from './api.ts'
import { currentToken, onSessionLost, saveSession } from './session.ts'
import { freshBrowser, siteAnswering } from './test-browser.ts'

const reply = z.object({ name: z.string() })
const readThing = endpoint('GET /v0/things/:reference', {
  summary: '',
  access: 'account',
  params: z.object({ reference: z.string() }),
  reply,
})
const makeThing = endpoint('POST /v0/things', {
  summary: '',
  access: 'public',
  body: z.object({ name: z.string() }),
  reply,
})
const enter = endpoint('POST /v0/', { summary: '', access: 'basic', reply })

const ada = { status: 'active', name: 'Ada', email: 'a@b.co', phone: '', username: '', type: 'user' } as const
let seen: { url: string; authorization: string | undefined; body: string }[] = []
let next: { status: number; body: string } = { status: 200, body: '{}' }
let site: { close: () => Promise<void> }

beforeEach(async () => {
  freshBrowser()
  seen = []
  next = { status: 200, body: JSON.stringify({ status: 200, message: 'ok', data: { name: 'one' } }) }
  site = await siteAnswering((request, body, response) => {
    seen.push({ url: request.url ?? '', authorization: request.headers.authorization, body })
    response.writeHead(next.status, { 'content-type': 'application/json' }).end(next.body)
  })
})
afterEach(() => site.close())

async function failureOf(promise: Promise<unknown>): Promise<ApiFailure> {
  const thrown = await promise.then(
    () => null,
    (failure: unknown) => failure,
  )
  if (!(thrown instanceof ApiFailure)) throw new Error('no ApiFailure was thrown')
  return thrown
}

it('sends the token and returns the data', async () => {
  saveSession('t0ken', ada)
  const { data, status } = await call(readThing, { params: { reference: 'a/b c' } })
  expect([data, status]).toEqual([{ name: 'one' }, 200])
  expect(seen).toEqual([{ url: '/v0/things/a%2Fb%20c', authorization: 'Bearer t0ken', body: '' }])
})

it('sends JSON, and no token if there is none', async () => {
  await call(makeThing, { body: { name: 'Ọmọ' } })
  expect(seen[0]).toEqual({ url: '/v0/things', authorization: undefined, body: '{"name":"Ọmọ"}' })
})

it('signs in with Basic, with any letter in the password', async () => {
  await call(enter, { credentials: { email: 'a@b.co', password: 'ẹ₦:x' } })
  const sent = Buffer.from(seen[0]?.authorization?.slice(6) ?? '', 'base64').toString()
  expect(sent).toBe('a@b.co:ẹ₦:x')
})

it('does not send an account call without a valid session', async () => {
  let lost = 0
  const stop = onSessionLost(() => {
    lost += 1
  })
  const failure = await failureOf(call(readThing, { params: { reference: 'x' } }))
  stop()
  expect([failure.message, failure.status, lost, seen.length]).toEqual(['Session expired', 401, 1, 0])
})

it.each([{ error: 'Expired token', message: 'Please sign in' }, { message: 'Invalid token.' }])(
  'ends the session when the server answers %o',
  async (refusal) => {
    saveSession('t0ken', ada)
    next = { status: 401, body: JSON.stringify({ status: 401, ...refusal }) }
    await failureOf(call(readThing, { params: { reference: 'x' } }))
    expect(currentToken()).toBeNull()
  },
)

it('ends no session when a late answer belongs to the token of an earlier user', async () => {
  saveSession('t0ken', ada)
  next = { status: 401, body: JSON.stringify({ status: 401, message: 'Invalid token.' }) }
  const late = failureOf(call(readThing, { params: { reference: 'x' } }))
  saveSession('of the next one', ada)
  await late
  expect(currentToken()).toBe('of the next one')
})

it('keeps the session on a wrong password', async () => {
  saveSession('t0ken', ada)
  next = {
    status: 401,
    body: JSON.stringify({ status: 401, code: 'wrong_credentials', message: 'Not right.' }),
  }
  const failure = await failureOf(call(enter, { credentials: { email: 'a@b.co', password: 'x' } }))
  expect([failure.code, failureWords(failure), currentToken()]).toEqual([
    'wrong_credentials',
    'Not right.',
    't0ken',
  ])
})

it('passes on the code, the fields and the data of a refusal', async () => {
  const fields = { name: 'taken' }
  next = {
    status: 409,
    body: JSON.stringify({ status: 409, code: 'price_changed', message: 'Look.', fields, data: { now: 1 } }),
  }
  const failure = await failureOf(call(makeThing, { body: { name: 'x' } }))
  expect([failure.status, failure.code, failure.fields, failure.data]).toEqual([
    409,
    'price_changed',
    fields,
    { now: 1 },
  ])
})

it('prefers the message inside the data, and says Unknown error without one', async () => {
  next = { status: 400, body: JSON.stringify({ message: 'outer', data: { message: 'inner' } }) }
  expect((await failureOf(call(makeThing, { body: { name: 'x' } }))).message).toBe('inner')
  next = { status: 502, body: '<html>' }
  expect((await failureOf(call(makeThing, { body: { name: 'x' } }))).message).toBe('Unknown error')
})

it('distinguishes a lost network from every answer', async () => {
  await site.close()
  globalThis.fetch = () => Promise.reject(new TypeError('fetch failed'))
  const failure = await failureOf(call(makeThing, { body: { name: 'x' } }))
  expect([failure.code, failure.status, failure.message]).toEqual([
    'offline',
    0,
    'An unexpected error occurred',
  ])
  expect([isOffline(failure), failureWords(new Error('boom'))]).toEqual([
    true,
    'An unexpected error occurred',
  ])
})

it('omits empty parts of the query', () => {
  expect(address('/v0/labs', { query: { page: 2, limit: 15, q: '' } })).toBe('/v0/labs?page=2&limit=15')
})
