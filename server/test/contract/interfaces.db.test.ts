import { createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import { addBooking, brand, readOrder } from '@labalaba/contract'
import { beforeAll, expect, test } from 'vitest'
import { buildApp, type Parts } from '../../src/app.ts'
import { listMigrations } from '../../src/infra/db/migrations.ts'
import { openPool } from '../../src/infra/db/pool.ts'
import { builtPages } from '../../src/infra/http/pages.ts'
import { version } from '../../src/infra/version.ts'
import type { Tables } from '../../src/tables.ts'
import { ada } from '../cast.ts'
import { madeUpMigration } from '../made-up-migration.ts'
import { book, bookingForm, buildWorld, type Caller, signingKey, until } from '../world.ts'
import { endpoints, envelope, send } from './wire.ts'

const world = await buildWorld()
let asAda: Caller

beforeAll(async () => {
  await world.work()
  asAda = await world.as(ada)
})

const get = (path: string, headers: Record<string, string> = {}) => send(world, 'GET', path, { headers })

test('/healthz answers while the process is up, and /readyz while the database is ready', async () => {
  expect(JSON.parse((await get('/healthz')).text)).toEqual({ status: 'ok' })
  const ready = await get('/readyz')
  expect([ready.status, JSON.parse(ready.text)]).toEqual([200, { status: 'ready', version, warnings: [] }])
})

test('/readyz is 503 while a migration is missing, and warns of missing settings', async () => {
  const more = madeUpMigration(1, '-- phase: expand\n')
  const migrations = [...listMigrations(), more]
  const behind = await askOf({ migrations }, '/readyz')
  expect([behind.statusCode, behind.json().status]).toEqual([503, 'not migrated'])
  await world.sql`update migration set name = 'x-' || name where name like '0001%'`
  await world.sql`insert into migration (name, hash) values ('9999-later.sql', '')`
  expect((await get('/readyz')).status).toBe(503)
  await world.sql`delete from migration where name like '9999%'`
  await world.sql`update migration set name = substr(name, 3) where name like 'x-%'`
  const bare = await buildApp({ ...world.parts, paystack: null, mailConfigured: false })
  expect((await bare.inject('/readyz')).json().warnings).toHaveLength(2)
  await bare.close()
})

test('in a demonstration without a token, /metrics and the details of /readyz are for this machine only, without a proxy', async () => {
  const own = await get('/metrics')
  expect(own.text).toContain('http_request_duration_seconds_bucket')
  expect(own.headers.get('content-type')).toContain('text/plain')
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
    expect((await get('/metrics', { [name]: '127.0.0.1' })).status).toBe(404)
    const ready = await get('/readyz', { [name]: '127.0.0.1' })
    expect([ready.status, JSON.parse(ready.text)]).toEqual([200, { status: 'ready' }])
  }
})

const token = 'a-token-of-these-tests'
const wrongTokens = [undefined, 'Bearer a-token-of-these-test', 'Bearer null', token]

/** Asks an app that serves under other settings, as this machine. */
async function askOf(changes: Partial<Parts>, url: string, authorization?: string) {
  const app = await buildApp({ ...world.parts, ...changes })
  try {
    return await app.inject({ url, headers: authorization ? { authorization } : {} })
  } finally {
    await app.close()
  }
}

test('/metrics with a token answers only requests that have it', async () => {
  for (const demo of [true, false]) {
    const changes = { demo, metricsToken: token }
    expect((await askOf(changes, '/metrics', `Bearer ${token}`)).statusCode).toBe(200)
    for (const wrong of wrongTokens) expect((await askOf(changes, '/metrics', wrong)).statusCode).toBe(404)
  }
})

test('a real install without a token shows nothing, not even to this machine', async () => {
  const changes = { demo: false, metricsToken: null }
  for (const authorization of [undefined, 'Bearer null', 'Bearer ']) {
    expect((await askOf(changes, '/metrics', authorization)).statusCode).toBe(404)
    expect((await askOf(changes, '/readyz', authorization)).json()).toEqual({ status: 'ready' })
  }
})

test('/readyz tells a stranger ready or not ready, and the details to requests with the token', async () => {
  const changes: Partial<Parts> = {
    demo: false,
    metricsToken: token,
    mailConfigured: false,
    unsafeSettings: { checks: ['plain-smtp', 'plain-http'], reason: 'a rehearsal' },
  }
  for (const wrong of wrongTokens)
    expect((await askOf(changes, '/readyz', wrong)).json()).toEqual({ status: 'ready' })
  expect((await askOf(changes, '/readyz', `Bearer ${token}`)).json()).toEqual({
    status: 'ready',
    version,
    warnings: [
      'mail is not set up; it waits in the queue',
      'unsafe settings are allowed: plain-smtp, plain-http (a rehearsal)',
    ],
  })

  await world.sql`insert into migration (name, hash) values ('9999-later.sql', '')`
  const strange = await askOf(changes, '/readyz')
  expect([strange.statusCode, strange.json()]).toEqual([503, { status: 'not ready' }])
  const known = await askOf(changes, '/readyz', `Bearer ${token}`)
  expect([known.statusCode, known.json().status]).toEqual([503, 'database of another version'])
  await world.sql`delete from migration where name like '9999%'`

  const away = openPool<Tables>('postgres://nowhere:p@127.0.0.1:1/none', 1)
  const lost = await askOf({ ...changes, db: away.db }, '/readyz')
  expect([lost.statusCode, lost.json()]).toEqual([503, { status: 'not ready' }])
  await away.close()
})

test('/.well-known/security.txt names where to report a problem, for a year from now', async () => {
  const { status, headers, text } = await get('/.well-known/security.txt')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const fields = new Map(
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/s) as [string, string]),
  )
  expect([...fields.keys()]).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical', 'Policy'])
  expect(fields.get('Contact')).toBe(`mailto:${brand.supportEmail}?subject=security`)
  expect(fields.get('Canonical')).toBe(`${world.publicUrl}/.well-known/security.txt`)
  const days = (Date.parse(fields.get('Expires') ?? '') - world.clock.now().getTime()) / 86_400_000
  expect(days).toBeGreaterThan(363)
  expect(days).toBeLessThan(365)
  const policy = fields.get('Policy') ?? ''
  expect(policy.startsWith(`${world.publicUrl}/`)).toBe(true)
  if (existsSync(builtPages)) expect((await get(policy.slice(world.publicUrl.length))).status).toBe(200)
})

test('/v0/openapi.json is OpenAPI 3.1 and has every call of the contract', async () => {
  const document = JSON.parse((await get('/v0/openapi.json')).text)
  expect(document.openapi).toBe('3.1.0')
  expect(document.servers).toEqual([{ url: world.publicUrl }])
  const listed = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(Object(operations)).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const wanted = [...endpoints.values()].map(
    ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
  )
  expect(listed.toSorted()).toEqual([...wanted, 'POST /v0/webhooks/paystack'].toSorted())
  for (const operation of Object.values(document.paths).flatMap((one) => Object.values(Object(one)))) {
    const { summary, responses, security = [] } = Object(operation)
    expect(summary).toMatch(/\.$/)
    const isFile = !Object.hasOwn(responses[200].content, 'application/json')
    const files = /^(text\/csv|application\/pdf|application\/fhir\+json|image\/jpeg)$/
    if (isFile) expect(Object.keys(responses[200].content).join()).toMatch(files)
    else
      expect(responses).toHaveProperty(['200', 'content', 'application/json', 'schema', 'properties', 'data'])
    const schemes = ['account', 'basic', 'labSystem']
    expect(security.flatMap(Object.keys).every((name: string) => schemes.includes(name))).toBe(true)
  }
  const refs = JSON.stringify(document).match(/"\$ref":"[^"]*"/g) ?? []
  expect(new Set(refs)).toEqual(new Set(['"$ref":"#/components/schemas/Error"']))
  expect(document.components.schemas.Error.type).toBe('object')
  const names = Object.values(document.paths).flatMap((one) =>
    Object.values(Object(one)).map((operation) => Object(operation).operationId),
  )
  expect(names.toSorted()).toEqual([...endpoints.keys(), 'receivePaystackEvent'].toSorted())
})

test('/dev/mailbox.json is a bare array, newest first, and `to` filters it', async () => {
  for (const email of ['first@wire.example', 'second@wire.example', 'first@wire.example']) {
    const { order, payment } = await book(asAda, bookingForm({ email }))
    await world.control('POST', `/transactions/${payment}/succeed`)
    await until('the order is scheduled', async () => {
      const { data } = await asAda(readOrder, { params: { reference: order } })
      return (
        data.state === 'scheduled' && (await world.mailTo(email)).some(({ text }) => text.includes(order))
      )
    })
  }
  const all = JSON.parse((await get('/dev/mailbox.json')).text)
  expect(Array.isArray(all)).toBe(true)
  for (const mail of all)
    expect(Object.keys(mail).toSorted()).toEqual(['at', 'html', 'subject', 'text', 'to'])
  const times = all.map((mail: { at: string }) => mail.at)
  expect(times).toEqual(times.toSorted().reverse())
  const chosen = JSON.parse((await get('/dev/mailbox.json?to=FIRST@wire.example')).text)
  expect(chosen.map((mail: { to: string }) => mail.to)).toEqual(['first@wire.example', 'first@wire.example'])
  const last = JSON.parse((await get('/dev/mailbox.json?to=second@wire.example&to=first@wire.example')).text)
  expect(last).toEqual(chosen)
  const page = await get('/dev/mailbox')
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.text).not.toMatch(/<script|style="|onclick/)
})

test('calls of a demonstration do not exist in a real install', async () => {
  const app = await buildApp({ ...world.parts, demo: false })
  for (const url of ['/dev/mailbox.json', '/dev/mailbox', '/dev/mailbox.css', '/dev'])
    expect((await app.inject(url)).statusCode).toBe(404)
  expect((await app.inject('/v0/site')).json().data).toEqual({ demo: false, paymentsConfigured: true })
  await app.close()
})

test('without a payment provider a booking is refused, and so is a webhook', async () => {
  const app = await buildApp({ ...world.parts, paystack: null })
  const basic = Buffer.from(`${ada.email}:agbalumo-in-season`).toString('base64')
  const signedIn = await app.inject({
    method: 'POST',
    url: '/v0/',
    headers: { authorization: `Basic ${basic}` },
  })
  const headers = {
    authorization: `Bearer ${signedIn.json().data.authid}`,
    'content-type': 'application/json',
  }
  const refused = await app.inject({ method: 'POST', url: addBooking.path, headers, payload: bookingForm() })
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'payments_not_configured'])
  const hook = await app.inject({ method: 'POST', url: '/v0/webhooks/paystack', payload: '{}' })
  expect([hook.statusCode, hook.json().code]).toEqual([503, 'payments_not_configured'])
  await app.close()
})

test('the webhook takes any content type, up to 256 KB, and only signed bodies', async () => {
  const sign = (text: string) => createHmac('sha512', signingKey).update(text).digest('hex')
  const hook = (body: string, headers: Record<string, string>) =>
    send(world, 'POST', '/v0/webhooks/paystack', { body, headers })
  const body = '{"event":"nothing.we.know","data":{"reference":"a\\u0000b"}}'
  for (const type of ['application/json', 'text/plain', 'application/octet-stream'])
    expect((await hook(body, { 'content-type': type, 'x-paystack-signature': sign(body) })).status).toBe(200)
  const [kept] = await world.sql<{ times: number }[]>`
    select times from paystack_body join paystack_event on id = event_id where event = 'nothing.we.know'`
  expect(kept?.times).toBe(3)
  const unsigned = await hook(body, {})
  expect([unsigned.status, envelope(unsigned).code]).toEqual([401, 'wrong_signature'])
  const large = 'x'.repeat(256 * 1024 + 1)
  expect((await hook(large, { 'x-paystack-signature': sign(large) })).status).toBe(413)
})

test('no call changes anything by GET', async () => {
  for (const { method, path } of endpoints.values()) {
    if (method === 'GET') continue
    const raw = await get(path.replace(/:\w+/g, 'x'))
    expect([path, [200, 401, 404].includes(raw.status)]).toEqual([path, true])
    if (raw.status === 200)
      expect([...endpoints.values()]).toContainEqual(expect.objectContaining({ method: 'GET', path }))
  }
})

test('an unknown address under /v0 is answered 404 in the envelope', async () => {
  for (const path of ['/v0', '/v0/', '/v0/nothing', '/v0/labs', '/v0//orders', '/v0/orders/a/b'])
    expect(envelope(await get(path))).toMatchObject({ status: 404, code: 'not_found', data: null })
})

test.skipIf(!existsSync(`${builtPages}/app.html`))(
  'the page after a payment checks it by itself, and is not cached',
  async () => {
    const { order, payment } = await book(asAda)
    await world.control('POST', `/transactions/${payment}/succeed`, { webhook: false })
    const page = await get(`/payment/return?trxref=${payment}&reference=${payment}`)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    await until('the order is scheduled', async () => {
      return (await asAda(readOrder, { params: { reference: order } })).data.state === 'scheduled'
    })
    for (const path of ['/payment/return?reference=nobodys', '/payment/return', '/pay/abc', '/orders/LB-1'])
      expect([(await get(path)).status, (await get(path)).headers.get('cache-control')]).toEqual([
        200,
        'no-store',
      ])
    expect((await get('/no-such-page')).status).toBe(404)
  },
)
