import * as contract from '@labalaba/contract'
import { expect, test } from 'vitest'
import { ada, castPassword } from '../cast.ts'
import { seconds } from '../clock.ts'
import { buildWorld } from '../world.ts'
import { bearerOf, codeFrom, envelope, send, strangers } from './wire.ts'

const world = await buildWorld()
await world.work()
let people = 0

const json = { 'content-type': 'application/json' }
const password = 'Okro soup at nine 47'
const post = async (call: string, body: object, cookie = '') => {
  const headers = { ...json, ...(cookie && { cookie }) }
  const raw = await send(world, 'POST', `/v0/${call}`, { body: JSON.stringify(body), headers })
  return { raw, ...envelope(raw) }
}

/** What a browser sends back of an answer's cookie. */
const cookieOf = ({ raw }: { raw: { headers: Headers } }) =>
  raw.headers.get('set-cookie')?.split(';')[0] ?? ''

function registration(changes: object = {}) {
  people += 1
  return {
    email: `person-${people}@wire.example`,
    password,
    phone: '2348031234567',
    username: 'ngozi',
    location: '12 Herbert Macaulay Way, Yaba',
    source: 'web',
    type: 'user',
    name: 'Ngozi Ade',
    branch: 'at_home_service',
    ...changes,
  }
}

async function signIn(email: string, with_ = password, body?: string) {
  const authorization = `Basic ${Buffer.from(`${email}:${with_}`).toString('base64')}`
  const raw = await send(world, 'POST', '/v0/', {
    headers: { authorization, ...(body !== undefined && json) },
    ...(body !== undefined && { body }),
  })
  return { raw, ...envelope(raw) }
}

test('createAccount, verifyaccount and the sign-in lead to a profile and a token', async () => {
  const form = registration()
  const made = await post('createAccount', form)
  expect(made).toMatchObject({
    status: 200,
    message: 'signup successful, an email verification has been sent to your email',
    data: {},
  })
  const early = await signIn(form.email)
  expect(early.raw.status).toBe(200)
  expect(early.data).toMatchObject({ details: { status: 'unverified' }, authid: null })

  const confirmation = { email: form.email, code: (await codeFrom(world, form.email)).digits }
  expect(await post('verifyaccount', confirmation)).toMatchObject({ status: 403, code: 'password_needed' })
  expect(await post('verifyaccount', confirmation, cookieOf(made))).toMatchObject({ status: 200 })
  const { status, data } = await signIn(form.email)
  expect(status).toBe(200)
  expect(data).toEqual({
    details: {
      status: 'active',
      name: form.name,
      email: form.email,
      phone: form.phone,
      username: form.username,
      type: 'user',
    },
    authid: expect.stringMatching(/^[\w-]{43}$/),
    expiresAt: expect.any(String),
    challenge: null,
  })
  expect(strangers(contract.signIn.reply, data)).toEqual([])
})

test('the sign-in takes an empty body, with or without a content type, and sends no WWW-Authenticate', async () => {
  for (const body of [undefined, '', '{}'])
    expect((await signIn(ada.email, castPassword, body)).status).toBe(200)
  const { raw, status, code, message } = await signIn(ada.email, 'wrong')
  expect([status, code]).toEqual([401, 'wrong_credentials'])
  expect(message).not.toMatch(/token/i)
  expect(raw.headers.get('www-authenticate')).toBeNull()
})

test('a sign-in without Basic, or with a malformed one, gets the same refusal', async () => {
  for (const authorization of [
    '',
    'Basic',
    'Basic !!!',
    'Basic bm9jb2xvbg==',
    'Bearer abcdefghijkl',
    'Basic Og==',
  ]) {
    const raw = await send(world, 'POST', '/v0/', { headers: authorization ? { authorization } : {} })
    expect([raw.status, envelope(raw).code]).toEqual([401, 'wrong_credentials'])
  }
})

test('resendcode gives the same answer for an unconfirmed, a confirmed and an unknown address', async () => {
  const { email } = registration()
  await post('createAccount', registration({ email }))
  // The mail of the registration counts too, and one is sent a minute.
  world.clock.moveOn(61 * seconds)
  const answers = []
  for (const one of [email, ada.email, 'nobody@wire.example'])
    answers.push((await post('resendcode', { email: one })).raw.text)
  expect(new Set(answers).size).toBe(1)
  expect(JSON.parse(answers[0] ?? '')).toEqual({
    status: 200,
    message: 'an otp has been sent to your email',
    data: {},
  })
})

test('createAccount gives the same answer for a taken address', async () => {
  const first = await post('createAccount', registration())
  const again = await post('createAccount', registration({ email: ada.email }))
  expect(again.raw.text).toBe(first.raw.text)
})

test('forgotpassword, verifycode and updatepassword set another password, and every session ends', async () => {
  const form = registration()
  await post('createAccount', form)
  await post('verifyaccount', { email: form.email, code: (await codeFrom(world, form.email)).token })
  const before = await signIn(form.email)
  const authorization = `Bearer ${Reflect.get(Object(before.data), 'authid')}`
  expect(await post('forgotpassword', { email: form.email })).toMatchObject({ status: 200 })
  const { digits } = await codeFrom(world, form.email, 2)
  expect(await post('verifycode', { email: form.email, code: digits })).toMatchObject({ status: 200 })
  const next = 'Moin moin at ten 58'
  const changed = await post('updatepassword', { email: form.email, password: next, code: digits })
  expect(changed).toMatchObject({ status: 200, message: 'password reset successfully' })
  const replay = await send(world, 'GET', '/v0/account', { headers: { authorization } })
  expect([replay.status, envelope(replay).message]).toEqual([401, 'Invalid token.'])
  expect((await signIn(form.email)).status).toBe(401)
  expect((await signIn(form.email, next)).status).toBe(200)
})

test.each([
  ['verifyaccount', { code: '12345' }],
  ['verifycode', { code: '12345' }],
  ['updatepassword', { code: '12345', password }],
])('%s gives the same answer for a wrong code and for an unknown address', async (call, body) => {
  const form = registration()
  await post('createAccount', form)
  const { digits } = await codeFrom(world, form.email)
  const code = digits === body.code ? '54321' : body.code
  const known = await post(call, { ...body, code, email: form.email })
  const unknown = await post(call, { ...body, code, email: 'nobody@wire.example' })
  expect([known.status, known.code]).toEqual([400, 'wrong_code'])
  expect(unknown.raw.text).toBe(known.raw.text)
})

test.each([
  ['1234', 'otp must be 5 digits'],
  ['123456', 'otp must be 5 digits'],
  ['1234a', 'otp must be 5 digits'],
])('the code %s is refused with the message of the specification', async (code, words) => {
  const { status, fields } = await post('verifyaccount', { email: 'a@wire.example', code })
  expect([status, fields?.code]).toEqual([400, words])
})

test('an invalid address is refused as an invalid email format', async () => {
  for (const call of ['resendcode', 'forgotpassword']) {
    const { status, code, fields } = await post(call, { email: 'not an address' })
    expect([status, code, fields?.email]).toEqual([400, 'invalid', 'Invalid email format'])
  }
})

test.each([
  ['0803111', 'phone number must start with 234'],
  ['23480312345', 'phone number must be 13 digits'],
])('the phone %s is refused with the message of the specification', async (phone, words) => {
  const { status, message } = await post('createAccount', registration({ phone }))
  expect([status, message]).toEqual([400, words])
})

test('a wrong, a missing, an ended and an expired token are refused with the exact messages', async () => {
  const authorization = await bearerOf(world, ada)
  const profile = (headers: Record<string, string>) => send(world, 'GET', '/v0/account', { headers })
  for (const headers of [
    {},
    { authorization: 'Bearer wrong-token-of-nobody' },
    { authorization: 'Basic YTpi' },
  ])
    expect(envelope(await profile(headers as Record<string, string>))).toEqual({
      status: 401,
      message: 'Invalid token.',
      code: 'invalid_token',
      data: null,
    })
  const good = envelope(await profile({ authorization }))
  expect(strangers(contract.myProfile.reply, good.data)).toEqual([])
  world.clock.moveOn(58 * 60 * 1000)
  expect(envelope(await profile({ authorization }))).toMatchObject({
    status: 401,
    error: 'Expired token',
    code: 'session_expired',
  })
  const fresh = await bearerOf(world, ada)
  expect(fresh).not.toBe(authorization)
  const out = await send(world, 'DELETE', '/v0/session', { headers: { authorization: fresh } })
  expect(out.status).toBe(200)
  expect(envelope(await profile({ authorization: fresh }))).toMatchObject({
    status: 401,
    message: 'Invalid token.',
  })
})

test('an account cannot raise its own rights', async () => {
  for (const extra of [{ status: 'active' }, { role: 'operator' }, { id: 1 }, { type: 'operator' }])
    expect((await post('createAccount', registration(extra))).status).toBe(400)
})
