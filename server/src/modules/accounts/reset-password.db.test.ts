import { beforeEach, describe, expect, test } from 'vitest'
import { goodPassword, openAccountServer, type Reply } from '../../../test/account-server.ts'
import { days, minutes } from '../../../test/clock.ts'

const server = await openAccountServer()
const { sql, clock, post } = server
const newPassword = 'brand new lentils 5'
const wrongCode = { status: 400, code: 'wrong_code' }

beforeEach(() => clock.pass(90 * days))

const forgot = (email: string) => post('forgotpassword', { email })
const check = (email: string, code: string) => post('verifycode', { email, code })
const update = (email: string, code: string, password = newPassword) =>
  post('updatepassword', { email, code, password })

async function codeFor(email: string) {
  await forgot(email)
  return await server.codeOf(email, 'reset_password')
}

describe('a new password', () => {
  test('is set with the code, which checking does not use up; all sessions end, none begins, and the owner gets a mail', async () => {
    const email = 'ada@mail.example'
    await server.confirmed(email)
    const tokens = [await server.tokenOf(email), await server.tokenOf(email)]
    const { digits } = await codeFor(email)
    expect(await check(email, digits)).toMatchObject({ status: 200 })
    expect(await check(email, digits)).toMatchObject({ status: 200 })
    const jobs = (await server.jobs()).length
    expect(await update(email, digits)).toMatchObject({
      status: 200,
      message: 'password reset successfully',
      data: {},
    })
    for (const token of tokens)
      expect(await server.profile(token)).toMatchObject({ status: 401, message: 'Invalid token.' })
    expect((await server.jobs()).slice(jobs)).toMatchObject([
      {
        name: 'mail-password-changed',
        payload: { accountId: expect.any(Number), noticeKey: expect.any(String) },
      },
      { name: 'drop-phones', payload: { accountId: expect.any(Number), at: expect.any(String) } },
      { name: 'stop-shares', payload: { accountId: expect.any(Number), at: expect.any(String) } },
    ])
    expect(await server.signIn(email, goodPassword)).toMatchObject({ status: 401 })
    expect(await server.signIn(email, newPassword)).toMatchObject({ status: 200 })
    expect(await update(email, digits, 'and another one 66')).toMatchObject(wrongCode)
  })

  test('is set with the link of the mail as well', async () => {
    await server.confirmed('link@mail.example')
    const { token } = await codeFor('link@mail.example')
    expect(await check('link@mail.example', token)).toMatchObject({ status: 200 })
    expect(await update('link@mail.example', token)).toMatchObject({ status: 200 })
    expect(await update('link@mail.example', token, 'and another one 66')).toMatchObject(wrongCode)
  })

  test('is accepted when the same request is repeated, because its answer may be lost; nothing is done twice', async () => {
    const email = 'again@mail.example'
    await server.confirmed(email)
    const { digits, token } = await codeFor(email)
    expect(await update(email, digits)).toMatchObject({ status: 200 })
    const session = await server.tokenOf(email, newPassword)
    const jobs = (await server.jobs()).length
    for (const code of [digits, token]) expect(await update(email, code)).toMatchObject({ status: 200 })
    expect(await server.jobs()).toHaveLength(jobs)
    expect(await server.profile(session)).toMatchObject({ status: 200 })
    expect(await check(email, digits)).toMatchObject(wrongCode)
    expect(await update(email, digits, 'and another one 66')).toMatchObject(wrongCode)
    expect(await update(email, 'x'.repeat(22))).toMatchObject(wrongCode)
    clock.pass(11 * minutes)
    expect(await update(email, token)).toMatchObject(wrongCode)
  })

  test('is refused when repeated after another has replaced it', async () => {
    const email = 'replaced@mail.example'
    await server.confirmed(email)
    const first = await codeFor(email)
    await update(email, first.token)
    clock.pass(2 * minutes)
    const second = await codeFor(email)
    await update(email, second.token, 'and another one 66')
    expect(await update(email, first.token)).toMatchObject(wrongCode)
    expect(await server.signIn(email, 'and another one 66')).toMatchObject({ status: 200 })
  })

  test('that is weak is refused and leaves the code', async () => {
    await server.confirmed('weak@mail.example')
    const { digits } = await codeFor('weak@mail.example')
    for (const password of ['short', 'password1', 'Labalaba2026'])
      expect(await update('weak@mail.example', digits, password)).toMatchObject({
        status: 400,
        code: 'weak_password',
      })
    expect(await update('weak@mail.example', digits)).toMatchObject({ status: 200 })
  })

  test('is set once by ten concurrent requests with one code', async () => {
    await server.confirmed('race@mail.example')
    const { digits } = await codeFor('race@mail.example')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => update('race@mail.example', digits, `${newPassword} ${i}`)),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(9)
  })

  test('also confirms an address that was not confirmed, as the code came by mail', async () => {
    await server.register('never@mail.example')
    const { digits } = await codeFor('never@mail.example')
    await update('never@mail.example', digits)
    expect(await server.signIn('never@mail.example', newPassword)).toMatchObject({
      data: { details: { status: 'active' } },
    })
  })

  test('lets the owner sign in at once, despite a wait after failed sign-ins', async () => {
    await server.confirmed('locked@mail.example')
    for (let i = 0; i < 10; i++) await server.signIn('locked@mail.example', 'a wrong password')
    expect(await server.signIn('locked@mail.example')).toMatchObject({ status: 429 })
    await update('locked@mail.example', (await codeFor('locked@mail.example')).digits)
    expect(await server.signIn('locked@mail.example', newPassword)).toMatchObject({ status: 200 })
  })

  test('ends the session of a concurrent sign-in with the old one', async () => {
    await server.confirmed('moment@mail.example')
    const { digits } = await codeFor('moment@mail.example')
    const signingIn = Array.from({ length: 10 }, () => server.signIn('moment@mail.example'))
    await Promise.all([...signingIn, update('moment@mail.example', digits)])
    const [live] =
      await sql`select count(*) from session join account on account.id = account_id where email = 'moment@mail.example' and ended_at is null`
    expect(live?.count).toBe(0)
  })

  test('cannot be set for a suspended account', async () => {
    await server.confirmed('out@mail.example')
    await sql`update account set state = 'suspended' where email = 'out@mail.example'`
    await forgot('out@mail.example')
    await expect(server.codeOf('out@mail.example', 'reset_password')).rejects.toThrow('no live code')
  })
})

test('a request for a code is answered alike for known, unknown and suspended accounts, also beyond the limit', async () => {
  const emails = ['ada@mail.example', 'nobody@mail.example', 'out@mail.example']
  const bodyOf = ({ headers: _, ...body }: Reply) => body
  for (const email of emails)
    expect(bodyOf(await forgot(email))).toEqual({
      status: 200,
      message: 'an otp has been sent to your email',
      data: {},
    })
  for (const email of emails)
    expect(bodyOf(await forgot(email))).toEqual({
      status: 200,
      message: 'use the newest mail that we sent you, or ask for another in 60 seconds',
      data: { retryAfter: 60 },
    })
  const jobs = (await server.jobs()).slice(-6)
  expect(new Set(jobs.map((job) => job.name))).toEqual(new Set(['mail-code']))
})

test('checking and setting at an unknown address are refused like a wrong code', async () => {
  expect(await check('nobody@mail.example', '12345')).toMatchObject(wrongCode)
  expect(await update('nobody@mail.example', '12345')).toMatchObject(wrongCode)
  clock.pass(1 * minutes)
  expect(await update('nobody@mail.example', 'x'.repeat(22))).toMatchObject(wrongCode)
})
