import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '../observability/log.ts'
import { DomainError } from './domain-error.ts'
import { openFastify } from './fastify.ts'

const logged: string[] = []
let fastify: FastifyInstance

async function open(trustProxy: boolean, ratePerAddress: number): Promise<FastifyInstance> {
  const loggerInstance = openLog('debug', { write: (line) => void logged.push(line) })
  const opened = await openFastify({ trustProxy, ratePerAddress, loggerInstance })
  opened.get('/v0/things/:id', async (request) => ({ ip: request.ip }))
  opened.post('/v0/things', async ({ body }) => ({ body: body ?? null }))
  opened.get('/page', async (_, reply) => reply.type('text/html').send('<p>Hello'))
  opened.get('/v0/bug', async () => {
    throw new Error('the password was agbalumo')
  })
  opened.get('/v0/database/:code', async (request) => {
    const { code } = Object(request.params)
    throw Object.assign(new Error('relation "account" at /srv/x.ts'), { code, severity: 'ERROR' })
  })
  opened.setNotFoundHandler(() => {
    throw new DomainError('not_found')
  })
  return opened
}

beforeAll(async () => {
  fastify = await open(false, 1_000_000)
  await fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => fastify.close())

const json = { 'content-type': 'application/json' }
const post = (payload: string | Buffer, headers: Record<string, string> = json) =>
  fastify.inject({ method: 'POST', url: '/v0/things', payload, headers })

test.each([
  ['a good answer', 'GET', '/v0/things/1'],
  ['a page', 'GET', '/page'],
  ['an unknown address', 'GET', '/nothing/here'],
  ['an unknown method', 'OPTIONS', '/v0/things'],
  ['a bug', 'GET', '/v0/bug'],
  ['a busy database', 'GET', '/v0/database/57014'],
  ['an address that cannot be decoded', 'GET', '/v0/things/%FF'],
  ['an address with a NUL', 'GET', '/v0/things/%00'],
] as const)('%s carries every security header', async (_, method, url) => {
  const { headers } = await fastify.inject({ method, url })
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'permissions-policy': expect.stringContaining('microphone=()'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['content-security-policy']).not.toContain('unsafe')
  expect(headers['x-powered-by']).toBeUndefined()
  if (url.startsWith('/v0')) expect(headers['cache-control']).toBe('no-store')
})

test('other sites can neither read an answer nor call with our methods', async () => {
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
  for (const method of ['OPTIONS', 'GET'] as const) {
    const answer = await fastify.inject({ method, url: '/v0/things/1', headers })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})

test.each([
  ['a form', 'application/x-www-form-urlencoded'],
  ['plain text', 'text/plain'],
  ['XML', 'application/xml'],
  ['multipart data', 'multipart/form-data; boundary=x'],
])('%s is refused by its content type', async (_, type) => {
  const answer = await post('a=1', { 'content-type': type })
  expect([answer.statusCode, answer.json().code]).toEqual([415, 'wrong_content_type'])
})

test.each([
  ['{', 'not_json'],
  ['nonsense', 'not_json'],
  ['{"a":1}}', 'not_json'],
  ['{"__proto__":{"admin":true}}', 'not_json'],
  ['{"constructor":{"prototype":{"admin":true}}}', 'not_json'],
  ['{"a":"\\u0000"}', 'invalid'],
  ['{"a":"\\ud800"}', 'invalid'],
  ['{"a":"\\uDC00x"}', 'invalid'],
  ['{"\\udfff":1}', 'invalid'],
])('the body %s is refused', async (payload, code) => {
  const answer = await post(payload)
  expect([answer.statusCode, answer.json().code]).toEqual([400, code])
})

test('whole characters, escaped or not, are accepted', async () => {
  const answer = await post('{"a":"\\ud83e\\udd8b Ọ̀sun 🦋 \\\\ud800"}')
  expect(answer.json()).toEqual({ body: { a: '🦋 Ọ̀sun 🦋 \\ud800' } })
})

test('an empty body is no body', async () => {
  expect((await post('')).json()).toEqual({ body: null })
  expect((await post(' \n')).json()).toEqual({ body: null })
})

test('a body of more than 64 KB is refused', async () => {
  const answer = await post(`"${'x'.repeat(64 * 1024)}"`)
  expect([answer.statusCode, answer.json().code]).toEqual([413, 'too_large'])
})

test('a bug is answered with a number; its message and stack are only in the log', async () => {
  const { statusCode, body, headers } = await fastify.inject('/v0/bug')
  expect(statusCode).toBe(500)
  expect(JSON.parse(body)).toMatchObject({ status: 500, code: 'server_error', data: null })
  expect(body).toContain(String(headers['x-request-id']))
  expect(body).not.toMatch(/agbalumo|\.ts|Error/)
})

test.each([
  ['57P01', 503, 'busy'],
  ['57014', 503, 'busy'],
  ['40P01', 503, 'busy'],
  ['53300', 503, 'busy'],
  ['CONNECTION_LOST', 503, 'busy'],
  ['CONNECTION_SILENT', 503, 'busy'],
  ['CONNECTION_TIMEOUT', 503, 'busy'],
  ['CONNECTION_BUSY', 503, 'busy'],
  ['CONNECTION_STALE', 503, 'busy'],
  ['ECONNREFUSED', 503, 'busy'],
  ['ETIMEDOUT', 503, 'busy'],
  ['EHOSTUNREACH', 503, 'busy'],
  ['23505', 500, 'server_error'],
])('a database that fails with %s is answered %d', async (code, status, word) => {
  const answer = await fastify.inject(`/v0/database/${code}`)
  expect([answer.statusCode, answer.json().code]).toEqual([status, word])
  expect(answer.headers['retry-after']).toBe(status === 503 ? '2' : undefined)
  expect(answer.body).not.toMatch(/relation|\/srv/)
})

test('a refusal is logged as information, and as a warning with the reason where an error of ours hides behind it', async () => {
  const levels = async (path: string) => {
    logged.length = 0
    await fastify.inject(path)
    return logged.map((line) => JSON.parse(line)).map(({ level, msg, err }) => [level, msg, err?.reason])
  }
  expect(await levels('/v0/nowhere')).toEqual([
    [30, 'refused', undefined],
    [30, 'answered', undefined],
  ])
  expect(await levels('/v0/database/57014')).toEqual([
    [40, 'refused', '57014'],
    [30, 'answered', undefined],
  ])
  expect(await levels('/v0/bug')).toEqual([
    [50, 'failed', undefined],
    [30, 'answered', undefined],
  ])
})

test('the log has the code of a database error and not its message', async () => {
  logged.length = 0
  await fastify.inject('/v0/database/23505')
  expect(logged.join('')).toContain('23505')
  expect(logged.join('')).not.toMatch(/relation \\"|account|srv/)
})

/** The whole answer on a connection on which this was sent. */
function answerTo(sent: string): Promise<string> {
  const address = fastify.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(sent))
    socket.setEncoding('utf8').on('data', (part) => {
      text += part
    })
    socket.on('close', () => resolve(text)).on('error', () => {})
  })
}

test('TRACE does not exist, and echoes nothing', async () => {
  const answer = await answerTo(
    'TRACE /v0/things HTTP/1.1\r\nHost: a\r\nX-Told: echo\r\nConnection: close\r\n\r\n',
  )
  expect(answer).toMatch(/^HTTP\/1\.1 404 /)
  expect(answer).not.toMatch(/x-told|echo/i)
})

test.each([
  [
    'two content lengths',
    'POST /v0/things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    400,
    'invalid',
  ],
  ['bytes that are not HTTP', 'OH HELLO\r\n\r\n', 400, 'invalid'],
  [
    'headers of more than 16 KB',
    `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`,
    413,
    'too_large',
  ],
])('%s get the envelope too', async (_, sent, status, code) => {
  const answer = await answerTo(sent)
  expect(answer.split(' ')[1]).toBe(String(status))
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status, code, data: null })
})

test('a caller who hangs up before the answer gets none, and this is not counted as a failure', async () => {
  const went = (socket: Socket) => Object.defineProperty(socket, 'remoteAddress', { value: undefined })
  fastify.server.once('connection', went)
  logged.length = 0
  expect(await answerTo('GET /v0/things/1 HTTP/1.1\r\nhost: x\r\n\r\n')).toBe('')
  expect(logged.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)).toEqual([])
})

test('a caller over the rate limit gets the seconds to wait', async () => {
  const strict = await open(false, 2)
  const ask = (headers = {}) => strict.inject({ url: '/v0/things/1', headers })
  await ask()
  await ask({ 'x-forwarded-for': '41.58.0.1' })
  const answer = await ask({ 'x-forwarded-for': '41.58.0.2' })
  expect([answer.statusCode, answer.json().code]).toEqual([429, 'too_many'])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
})

test('behind our proxy a caller is identified by the address that the proxy saw, not by a forged one', async () => {
  const proxied = await open(true, 1_000_000)
  const headers = { 'x-forwarded-for': '127.0.0.1, 10.1.1.1, 41.58.0.9' }
  expect((await proxied.inject({ url: '/v0/things/1', headers })).json().ip).toBe('41.58.0.9')
  expect((await fastify.inject({ url: '/v0/things/1', headers })).json().ip).toBe('127.0.0.1')
})
