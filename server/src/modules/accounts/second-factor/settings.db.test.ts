import type { Challenge } from '@labalaba/contract'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import {
  basic,
  goodPassword,
  openAccountServer,
  type Reply,
  registration,
} from '../../../../test/account-server.ts'
import { days, minutes, seconds } from '../../../../test/clock.ts'
import { resetFactorByEmail } from './settings.ts'

const server = await openAccountServer()
const { sql, clock, call, post, openBrowser } = server
const bearer = (token: string) => `Bearer ${token}`
const path = '/v0/account/second-factor'
const start = (token: string) =>
  call<{ enrol: { key: string; uri: string } }>('POST', path, undefined, bearer(token))
const confirm = (token: string, code: string) =>
  call<{ recoveryCodes: string[] }>('POST', `${path}/confirmation`, { code }, bearer(token))
const end = (token: string) => call('DELETE', path, undefined, bearer(token))
const status = async (token: string) => (await call('GET', path, undefined, bearer(token))).data

type Entry = { authid: string | null; challenge: Challenge | null }
const logIn = (email: string, password = goodPassword) =>
  openBrowser().call<Entry>('POST', '/v0/', undefined, basic(email, password))
const newPassword = async (email: string) => {
  await post('forgotpassword', { email })
  const { digits: code } = await server.codeOf(email, 'reset_password')
  expect((await post('updatepassword', { email, code, password: 'brand new lentils 5' })).status).toBe(200)
}
const answer = (challenge: string, code: string) =>
  openBrowser().post<Entry>('session/second-factor', { challenge, code })

const digits = (key: string) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: clock.now().getTime() })

const begun = async (email: string) => {
  await server.confirmed(email)
  const token = await server.tokenOf(email)
  const { data } = await start(token)
  return { email, token, key: data.enrol.key }
}
const switchedOn = async (email: string) => {
  const own = await begun(email)
  const { data } = await confirm(own.token, digits(own.key))
  clock.pass(1 * minutes)
  return { ...own, recoveryCodes: data.recoveryCodes }
}
const changesOf = async (email: string) => {
  const [account] = await sql<{ id: number }[]>`select id from account where email = ${email}`
  return (await server.jobs())
    .filter(({ name, payload }) => name === 'mail-login-changed' && payload.accountId === account?.id)
    .map(({ payload }) => payload.change)
}

describe('a patient who switches the second factor on', () => {
  test('logs in with digits or a recovery code from then on, and gets a mail', async () => {
    const email = 'on@mail.example'
    const { token, key } = await begun(email)
    expect(await status(token)).toEqual({ isOn: false, isRequired: false, recoveryCodesLeft: 0 })
    // No digits are asked for until the app has shown that it has the key.
    expect((await logIn(email)).data.authid).not.toBeNull()
    const { data } = await confirm(token, digits(key))
    expect(data.recoveryCodes).toHaveLength(10)
    expect(await status(token)).toEqual({ isOn: true, isRequired: false, recoveryCodesLeft: 10 })
    expect(await changesOf(email)).toEqual(['second_factor_on'])

    clock.pass(1 * minutes)
    const first = (await logIn(email)).data
    expect(first).toMatchObject({ authid: null, challenge: { enrol: null } })
    expect((await answer(first.challenge?.token ?? '', digits(key))).status).toBe(200)
    const second = (await logIn(email)).data
    expect((await answer(second.challenge?.token ?? '', data.recoveryCodes[3] ?? '')).status).toBe(200)
    expect(await status(token)).toMatchObject({ recoveryCodesLeft: 9 })
  })

  test('is also asked for it after a login link', async () => {
    const { email, key } = await switchedOn('link@mail.example')
    await post('session/link', { email })
    const { token } = await server.mailOf(email, 'sign_in')
    const { data } = await post<Entry>('session/link/opening', { email, token })
    expect(data).toMatchObject({ authid: null, challenge: { enrol: null } })
    // The mailbox and the app together count as a recent password.
    const passed = await answer(data.challenge?.token ?? '', digits(key))
    expect((await end(passed.data.authid ?? '')).status).toBe(200)
  })

  test('has it removed by an operator when phone and recovery codes are lost', async () => {
    const { email, token } = await switchedOn('lost@mail.example')
    const reset = () => server.db.transaction().execute((tx) => resetFactorByEmail(tx, email, clock.now()))
    await reset()
    expect((await server.profile(token)).status).toBe(401)
    expect((await logIn(email)).data).toMatchObject({ authid: expect.any(String), challenge: null })
    expect((await server.jobs()).map(({ name }) => name)).toContain('mail-second-factor-reset')
    const events = await sql`select actor from account_event where verb = 'reset_second_factor'`
    expect(events).toEqual([{ actor: 'operator' }])
    await expect(reset()).rejects.toMatchObject({ code: 'wrong_state' })
  })

  test('keeps it through a new password by mail, unless it is at most three days old', async () => {
    const { email, key } = await switchedOn('reset@mail.example')
    clock.pass(3 * days)
    await newPassword(email)
    const { data } = await logIn(email, 'brand new lentils 5')
    expect(data).toMatchObject({ authid: null, challenge: { enrol: null } })
    expect((await answer(data.challenge?.token ?? '', digits(key))).status).toBe(200)

    // A stranger with the password may have switched it on to lock the owner out.
    const strangers = await switchedOn('stranger@mail.example')
    clock.pass(2 * days)
    await newPassword(strangers.email)
    expect((await logIn(strangers.email, 'brand new lentils 5')).data.authid).not.toBeNull()
  })

  test('confirms the newest key: one that was seen earlier is worthless', async () => {
    const { token, key: seen } = await begun('seen@mail.example')
    const { data } = await start(token)
    expect(data.enrol.key).not.toBe(seen)
    expect(await confirm(token, digits(seen))).toMatchObject({ status: 400, code: 'wrong_factor_code' })
    expect((await confirm(token, digits(data.enrol.key))).status).toBe(200)
  })

  test('with the same digits ten times at once gets the recovery codes once', async () => {
    const { email, token, key } = await begun('once@mail.example')
    const code = digits(key)
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(token, code)))
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
    expect(answers.filter((one) => one.code === 'wrong_state')).toHaveLength(9)
    expect(await changesOf(email)).toHaveLength(1)
  })

  test('waits after ten wrong codes', async () => {
    const { token, key } = await begun('many@mail.example')
    for (let i = 0; i < 10; i++)
      expect((await confirm(token, `00000${i % 10}`)).code).toBe('wrong_factor_code')
    expect(await confirm(token, digits(key))).toMatchObject({ status: 429, code: 'too_many' })
    clock.pass(31 * seconds)
    expect((await confirm(token, digits(key))).status).toBe(200)
  })

  test('cannot confirm with a recovery code, nor without a key', async () => {
    await server.confirmed('none@mail.example')
    const token = await server.tokenOf('none@mail.example')
    expect(await confirm(token, '123456')).toMatchObject({ status: 409, code: 'wrong_state' })
    await start(token)
    expect(await confirm(token, 'AB2CD-EF3GH')).toMatchObject({ code: 'wrong_factor_code' })
  })
})

describe('switching it off', () => {
  test('ends it, its recovery codes and pending logins, with a mail', async () => {
    const { email, token, key, recoveryCodes } = await switchedOn('off@mail.example')
    const { challenge } = (await logIn(email)).data
    expect((await end(token)).status).toBe(200)
    expect((await end(token)).status).toBe(200)
    expect(await changesOf(email)).toEqual(['second_factor_on', 'second_factor_off'])
    for (const code of [digits(key), recoveryCodes[0] ?? ''])
      expect(await answer(challenge?.token ?? '', code)).toMatchObject({ code: 'challenge_ended' })
    expect((await logIn(email)).data.authid).not.toBeNull()
    const { data } = await start(token)
    expect(data.enrol.key).not.toBe(key)
  })

  test('and switching it on again needs the old app first', async () => {
    const { token } = await switchedOn('again@mail.example')
    expect(await start(token)).toMatchObject({ status: 409, code: 'wrong_state' })
  })
})

test('every change needs a password of the last quarter of an hour', async () => {
  const { token, key } = await begun('late@mail.example')
  clock.pass(16 * minutes)
  const refused = (reply: Reply) => expect(reply).toMatchObject({ status: 403, code: 'sign_in_again' })
  refused(await start(token))
  refused(await confirm(token, digits(key)))
  refused(await end(token))
  await call('POST', '/v0/session/confirmation', { password: goodPassword }, bearer(token))
  expect((await confirm(token, digits(key))).status).toBe(200)
})

test('staff set it up at the login and cannot switch it off here', async () => {
  await server.confirmed('staff@mail.example')
  const token = await server.tokenOf('staff@mail.example')
  await sql`update account set type = 'lab' where email = 'staff@mail.example'`
  expect(await status(token)).toMatchObject({ isRequired: true })
  for (const reply of [await start(token), await confirm(token, '123456'), await end(token)])
    expect(reply).toMatchObject({ status: 409, code: 'wrong_state' })
})

test('a doctor can use it too, and a deleted account has none', async () => {
  const email = 'doctor@mail.example'
  await server.register(email, { ...registration(email), type: 'doctor', branch: 'private_practice' })
  await post('verifyaccount', { email, code: (await server.codeOf(email)).digits })
  const token = await server.tokenOf(email)
  const { data } = await start(token)
  expect((await confirm(token, digits(data.enrol.key))).status).toBe(200)
  const [account] = await sql<{ id: number }[]>`select id from account where email = ${email}`
  expect((await call('POST', '/v0/account/deletion', { password: goodPassword }, bearer(token))).status).toBe(
    200,
  )
  expect(await sql`select * from second_factor where account_id = ${account?.id ?? 0}`).toHaveLength(0)
})

test('keys and recovery codes stand in no log', async () => {
  const { key, recoveryCodes } = await switchedOn('quiet@mail.example')
  for (const word of [key, ...recoveryCodes]) expect(server.logged.join('')).not.toContain(word)
})
