import { beforeAll, describe, expect, test } from 'vitest'
import { openAccountServer, registration } from '../../../test/account-server.ts'

const server = await openAccountServer()
const email = 'ada@mail.example'
const bodies: Record<string, object> = {
  '/v0/createAccount': registration('body@mail.example'),
  '/v0/resendcode': { email },
  '/v0/verifyaccount': { email, code: '12345' },
  '/v0/forgotpassword': { email },
  '/v0/verifycode': { email, code: '12345' },
  '/v0/updatepassword': { email, code: '12345', password: 'brand new lentils 5' },
  '/v0/session/link': { email },
  '/v0/session/link/opening': { email, token: 'nobody-was-mailed-this-one' },
}

beforeAll(() => server.confirmed(email))

test('every call of the account is served', () => {
  const served = server.server.endpoints.map(({ method, path, access }) => `${method} ${path} ${access}`)
  expect(served).toEqual([
    'POST /v0/createAccount public',
    'POST /v0/resendcode public',
    'POST /v0/verifyaccount public',
    'POST /v0/forgotpassword public',
    'POST /v0/verifycode public',
    'POST /v0/updatepassword public',
    'POST /v0/ basic',
    'POST /v0/session/link public',
    'POST /v0/session/link/opening public',
    'POST /v0/session/second-factor public',
    'POST /v0/session/confirmation account',
    'DELETE /v0/session account',
    'GET /v0/account account',
    'PUT /v0/account account',
    'POST /v0/account/deletion account',
    'GET /v0/account/devices account',
    'DELETE /v0/account/devices/:device account',
    'DELETE /v0/account/devices account',
    'GET /v0/account/second-factor account',
    'POST /v0/account/second-factor account',
    'POST /v0/account/second-factor/confirmation account',
    'DELETE /v0/account/second-factor account',
    'GET /v0/account/passkeys account',
    'POST /v0/account/passkeys/challenge account',
    'POST /v0/account/passkeys account',
    'DELETE /v0/account/passkeys/:passkey account',
    'POST /v0/session/passkey/challenge public',
    'POST /v0/session/passkey public',
    'POST /v0/session/confirmation/passkey/challenge account',
    'POST /v0/session/confirmation/passkey account',
  ])
})

describe.each(Object.entries(bodies))('%s', (path, body) => {
  test('answers in the envelope in success and failure, and is not to be stored', async () => {
    const answer = await server.call('POST', path, body)
    expect(answer).toMatchObject({ status: expect.any(Number), message: expect.any(String) })
    expect([200, 400, 410]).toContain(answer.status)
    expect(answer).toHaveProperty('data')
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test.each([
    ['nothing', undefined],
    ['a list', []],
    ['an unknown field', { ...body, admin: true }],
    ['numbers instead of text', Object.fromEntries(Object.keys(body).map((key) => [key, 12345]))],
    ['null instead of text', Object.fromEntries(Object.keys(body).map((key) => [key, null]))],
    ['objects instead of text', Object.fromEntries(Object.keys(body).map((key) => [key, { $ne: '' }]))],
    [
      'text that is far too long',
      Object.fromEntries(Object.keys(body).map((key) => [key, 'x'.repeat(5000)])),
    ],
  ])('refuses %s as invalid', async (_, wrong) => {
    const answer = await server.call('POST', path, wrong)
    expect(answer).toMatchObject({ status: 400, code: 'invalid', fields: expect.any(Object), data: null })
  })

  test('refuses what is not JSON, another type, and a NUL', async () => {
    const send = (payload: string, type = 'application/json') =>
      server.fastify.inject({ method: 'POST', url: path, payload, headers: { 'content-type': type } })
    expect((await send('{"email":')).json()).toMatchObject({ status: 400, code: 'not_json' })
    expect((await send('email=a', 'application/x-www-form-urlencoded')).json()).toMatchObject({ status: 415 })
    expect((await send('{"email":"a\\u0000@mail.example"}')).json()).toMatchObject({
      status: 400,
      code: 'invalid',
    })
    expect((await send(`{"email":"${'x'.repeat(70_000)}"}`)).json()).toMatchObject({
      status: 413,
      code: 'too_large',
    })
  })
})

test('an answer lists only what the contract lists: no id, no hash, no address', async () => {
  const { data } = await server.signIn(email)
  expect(Object.keys(data).sort()).toEqual(['authid', 'challenge', 'details', 'expiresAt'])
  const shown = await server.profile(data.authid ?? '')
  expect(Object.keys(shown.data).sort()).toEqual(['email', 'name', 'phone', 'status', 'type', 'username'])
})

test('no call of this file causes a server error', () => {
  expect(server.logged.filter((line) => line.includes('"level":50'))).toEqual([])
})
