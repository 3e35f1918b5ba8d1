import { beforeEach, describe, expect, test } from 'vitest'
import { goodPassword, openAccountServer, otherDigits } from '../../../../test/account-server.ts'
import { days, hours, minutes, seconds } from '../../../../test/clock.ts'

const server = await openAccountServer()
const { sql, clock } = server

// Each test begins a quarter of a year later, so that the limits of earlier tests have passed.
beforeEach(() => clock.pass(90 * days))

type Browser = ReturnType<typeof server.openBrowser>
const wrongPassword = 'a wrong password'
const paused = { status: 429, code: 'too_many' }
const linkNeeded = { status: 429, code: 'use_login_link' }
const signedIn = { status: 200, data: { authid: expect.any(String) } }

/** The owner’s browser at home, which has signed in. */
async function ownersBrowser(email: string): Promise<Browser> {
  await server.confirmed(email)
  const browser = server.openBrowser('192.0.2.10')
  expect(await browser.signIn(email)).toMatchObject(signedIn)
  return browser
}

async function fail(browser: Browser, email: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++)
    expect(await browser.signIn(email, wrongPassword)).toMatchObject({ code: 'wrong_credentials' })
}

/** This many wrong passwords from as many networks: one typed, the others inserted beside it. */
async function failWidely(email: string, times: number): Promise<void> {
  await fail(server.openBrowser('203.0.113.1'), email, 1)
  await sql`
    insert into sign_in_failure (email_hash, kind, source, from_known_browser, at)
    select email_hash, kind, sha256(number::text::bytea), from_known_browser, at
    from sign_in_failure, generate_series(2, ${times}::int) number where id = (select max(id) from sign_in_failure)`
}

/** Requests a login link and opens it. */
async function openLink(browser: Browser, email: string) {
  await browser.post('session/link', { email })
  const { token } = await server.mailOf(email, 'sign_in')
  return await browser.post('session/link/opening', { email, token })
}

describe('a stranger’s wrong passwords', () => {
  test('lock out neither a known browser nor another network', async () => {
    const email = 'victim@mail.example'
    const home = await ownersBrowser(email)
    const stranger = server.openBrowser('198.51.100.1')
    await fail(stranger, email, 10)
    const answer = await stranger.signIn(email)
    expect(answer).toMatchObject(paused)
    expect(answer.message).toBe(
      'Too many wrong passwords for this email from your network. Wait 30 seconds, or ask for a login link by mail.',
    )
    expect(await home.signIn(email)).toMatchObject(signedIn)
    expect(await server.openBrowser('192.0.2.99').signIn(email)).toMatchObject(signedIn)
  })

  test('in the owner’s own network do not lock out the known browser', async () => {
    const email = 'cafe@mail.example'
    const home = await ownersBrowser(email)
    await fail(server.openBrowser('192.0.2.10'), email, 10)
    expect(await server.openBrowser('192.0.2.10').signIn(email)).toMatchObject(paused)
    expect(await home.signIn(email)).toMatchObject(signedIn)
  })

  test('from many networks leave the login link and the known browser, for a day', async () => {
    const email = 'wanted@mail.example'
    const home = await ownersBrowser(email)
    await failWidely(email, 99)
    await fail(server.openBrowser('203.0.113.2'), email, 1)
    const elsewhere = server.openBrowser('192.0.2.77')
    expect(await elsewhere.signIn(email)).toMatchObject(linkNeeded)
    expect(await elsewhere.signIn(email, wrongPassword)).toMatchObject(linkNeeded)
    expect(await home.signIn(email)).toMatchObject(signedIn)
    expect(await openLink(elsewhere, email)).toMatchObject(signedIn)
    // The link has made it a browser that the account knows.
    expect(await elsewhere.signIn(email)).toMatchObject(signedIn)
    clock.pass(25 * hours)
    expect(await server.openBrowser('192.0.2.78').signIn(email)).toMatchObject(signedIn)
  })

  test('get the same answers for an address without an account', async () => {
    await failWidely('nobody@mail.example', 100)
    expect(await server.openBrowser('192.0.2.77').signIn('nobody@mail.example')).toMatchObject(linkNeeded)
  })

  test('a hundred at once from a hundred networks count as a hundred guesses at most', async () => {
    const email = 'storm@mail.example'
    await server.confirmed(email)
    await failWidely(email, 90)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        server.openBrowser(`198.51.100.${i}`).signIn(email, wrongPassword),
      ),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ code }) => code === 'use_login_link')).toHaveLength(40)
  })

  test('are reported to the owner once, at the next sign-in', async () => {
    const email = 'told@mail.example'
    const home = await ownersBrowser(email)
    const reportsQueued = async () =>
      (await server.jobs()).filter(({ name }) => name === 'mail-many-failures').length
    const before = await reportsQueued()
    await fail(server.openBrowser('198.51.100.2'), email, 6)
    await home.signIn(email)
    await home.signIn(email)
    expect(await reportsQueued()).toBe(before + 1)
  })
})

describe('wrong passwords in a known browser', () => {
  test('make that browser wait, and no other', async () => {
    const email = 'laptop@mail.example'
    const home = await ownersBrowser(email)
    await fail(home, email, 10)
    const answer = await home.signIn(email)
    expect(answer).toMatchObject(paused)
    expect(answer.message).toContain('in this browser')
    expect(await server.openBrowser('192.0.2.10').signIn(email)).toMatchObject(signedIn)
  })

  test('of another account count as a stranger’s', async () => {
    const mine = await ownersBrowser('mine@mail.example')
    await server.confirmed('theirs@mail.example')
    await fail(mine, 'theirs@mail.example', 10)
    expect(await mine.signIn('theirs@mail.example')).toMatchObject(paused)
    expect(await mine.signIn('mine@mail.example')).toMatchObject(signedIn)
  })

  test('count as a stranger’s again after a new password by mail', async () => {
    const email = 'reset@mail.example'
    const home = await ownersBrowser(email)
    await home.post('forgotpassword', { email })
    const { digits } = await server.codeOf(email, 'reset_password')
    const password = 'brand new lentils 5'
    expect(await home.post('updatepassword', { email, code: digits, password })).toMatchObject({
      status: 200,
    })
    await fail(server.openBrowser('192.0.2.10'), email, 10)
    expect(await home.signIn(email, password)).toMatchObject(paused)
  })

  test('are recorded for the twenty browsers that signed in last', async () => {
    const email = 'many@mail.example'
    await ownersBrowser(email)
    for (let i = 0; i < 25; i++) {
      clock.pass(1 * minutes)
      await server.openBrowser(`192.0.2.${100 + i}`).signIn(email)
    }
    const [row] =
      await sql`select count(*) from account_device join account on account.id = account_id where email = ${email}`
    expect(Number(row?.count)).toBe(20)
  })
})

describe('the password asked for before results', () => {
  const confirm = (browser: Browser, token: string, password: string) =>
    browser.call('POST', '/v0/session/confirmation', { password }, `Bearer ${token}`)

  test('has its own count: strangers at the login page do not block it, and it blocks no sign-in', async () => {
    const email = 'results@mail.example'
    const home = await ownersBrowser(email)
    const { data } = await home.signIn(email)
    const token = data?.authid ?? ''
    await failWidely(email, 100)
    expect(await server.openBrowser('192.0.2.40').signIn(email)).toMatchObject(linkNeeded)
    expect(await confirm(home, token, goodPassword)).toMatchObject({ status: 200 })
    for (let i = 0; i < 10; i++)
      expect(await confirm(home, token, wrongPassword)).toMatchObject({ code: 'wrong_password' })
    const answer = await confirm(home, token, goodPassword)
    expect(answer).toMatchObject(paused)
    expect(answer.message).toBe('Too many wrong passwords. Wait 30 seconds and try again.')
    expect(await home.signIn(email)).toMatchObject(signedIn)
    clock.pass(31 * seconds)
    expect(await confirm(home, token, goodPassword)).toMatchObject({ status: 200 })
  })

  test('is counted by session: a stolen session does not keep the owner from ending it', async () => {
    const email = 'stolen@mail.example'
    const home = await ownersBrowser(email)
    const [own, stolen] = [await home.signIn(email), await server.openBrowser('192.0.2.41').signIn(email)]
    const wrong = () => confirm(home, stolen.data?.authid ?? '', wrongPassword)
    for (let i = 0; i < 10; i++) expect(await wrong()).toMatchObject({ code: 'wrong_password' })
    expect(await wrong()).toMatchObject({ code: 'too_many' })
    expect(await confirm(home, own.data?.authid ?? '', goodPassword)).toMatchObject({ status: 200 })
  })
})

describe('mails requested by a stranger', () => {
  const mailed = async (email: string) => {
    const [row] =
      await sql`select count(*) from code join account on account.id = account_id where email = ${email}`
    return Number(row?.count)
  }

  test('do not use up the owner’s own', async () => {
    const email = 'mailbox@mail.example'
    const home = await ownersBrowser(email)
    const stranger = server.openBrowser('198.51.100.3')
    for (let i = 0; i < 5; i++) {
      clock.pass(61 * seconds)
      await stranger.post('forgotpassword', { email })
    }
    clock.pass(61 * seconds)
    const before = await mailed(email)
    const answer = await stranger.post('forgotpassword', { email })
    expect(answer).toMatchObject({ status: 200, data: { retryAfter: expect.any(Number) } })
    expect(answer.message).toContain('use the newest mail')
    expect(await mailed(email)).toBe(before)
    expect((await home.post('forgotpassword', { email })).data).toEqual({})
    expect((await server.openBrowser('192.0.2.5').post('session/link', { email })).data).toEqual({})
    expect(await mailed(email)).toBe(before + 2)
  })

  test('are thirty a day from all address blocks, and a known browser has its own', async () => {
    const email = 'flooded@mail.example'
    const home = await ownersBrowser(email)
    const before = await mailed(email)
    for (let i = 0; i < 40; i++) await server.openBrowser(`203.0.${i}.1`).post('forgotpassword', { email })
    // The mail to confirm the address was the first of the thirty.
    expect(before).toBe(1)
    expect(await mailed(email)).toBe(30)
    await home.post('forgotpassword', { email })
    expect(await mailed(email)).toBe(31)
  })

  test('get the same answers for an address without an account', async () => {
    const stranger = server.openBrowser('198.51.100.4')
    await server.confirmed('known@mail.example')
    for (const call of ['forgotpassword', 'resendcode', 'session/link'])
      for (let i = 0; i < 2; i++) {
        const [{ headers: _, ...known }, { headers: __, ...unknown }] = [
          await stranger.post(call, { email: 'known@mail.example' }),
          await stranger.post(call, { email: 'unknown@mail.example' }),
        ]
        expect(unknown).toEqual(known)
      }
  })
})

describe('a login link', () => {
  test('signs in once, within ten minutes, without a password', async () => {
    const email = 'link@mail.example'
    await server.confirmed(email)
    const browser = server.openBrowser('192.0.2.20')
    await browser.post('session/link', { email })
    const { token, digits } = await server.mailOf(email, 'sign_in')
    expect(digits).toBeNull()
    expect(await browser.post('session/link/opening', { email, token })).toMatchObject(signedIn)
    const ended = { status: 410, code: 'login_link_ended' }
    expect(await browser.post('session/link/opening', { email, token })).toMatchObject(ended)
    clock.pass(61 * seconds)
    await browser.post('session/link', { email })
    const late = await server.mailOf(email, 'sign_in')
    clock.pass(10 * minutes)
    expect(await browser.post('session/link/opening', { email, token: late.token })).toMatchObject(ended)
  })

  test('alone does not count as a recent password, which the session asks for first', async () => {
    const email = 'alone@mail.example'
    await server.confirmed(email)
    const browser = server.openBrowser('192.0.2.21')
    await browser.post('session/link', { email })
    const { token } = await server.mailOf(email, 'sign_in')
    const { data } = await browser.post<{ authid: string }>('session/link/opening', { email, token })
    const bearer = `Bearer ${data?.authid}`
    const endOthers = () => browser.call('DELETE', '/v0/account/devices', undefined, bearer)
    expect(await endOthers()).toMatchObject({ status: 403, code: 'sign_in_again' })
    expect((await browser.call('GET', '/v0/account', undefined, bearer)).status).toBe(200)
    const password = { password: goodPassword }
    expect((await browser.call('POST', '/v0/session/confirmation', password, bearer)).status).toBe(200)
    expect((await endOthers()).status).toBe(200)
  })

  test('opened ten times at once signs in once', async () => {
    const email = 'twice@mail.example'
    await server.confirmed(email)
    await server.post('session/link', { email })
    const { token } = await server.mailOf(email, 'sign_in')
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => server.post('session/link/opening', { email, token })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(9)
  })

  test('is valid for its own address and purpose only', async () => {
    for (const email of ['one@mail.example', 'two@mail.example']) {
      await server.confirmed(email)
      await server.post('session/link', { email })
    }
    await server.post('forgotpassword', { email: 'one@mail.example' })
    const link = await server.mailOf('one@mail.example', 'sign_in')
    const reset = await server.mailOf('one@mail.example', 'reset_password')
    const ended = { status: 410, code: 'login_link_ended' }
    const open = (email: string, token: string) => server.post('session/link/opening', { email, token })
    expect(await open('two@mail.example', link.token)).toMatchObject(ended)
    expect(await open('one@mail.example', reset.token)).toMatchObject(ended)
    expect(await open('nobody@mail.example', link.token)).toMatchObject(ended)
    const update = { email: 'one@mail.example', code: link.token, password: 'brand new lentils 5' }
    expect(await server.post('updatepassword', update)).toMatchObject({ code: 'wrong_code' })
    expect(await open('one@mail.example', link.token)).toMatchObject(signedIn)
  })

  test('is sent to no pending registration, and to no suspended account', async () => {
    await server.register('waits@mail.example')
    await server.post('session/link', { email: 'waits@mail.example' })
    await expect(server.mailOf('waits@mail.example', 'sign_in')).rejects.toThrow('no live code')
    await server.confirmed('barred@mail.example')
    await server.post('session/link', { email: 'barred@mail.example' })
    const { token } = await server.mailOf('barred@mail.example', 'sign_in')
    await sql`update account set state = 'suspended' where email = 'barred@mail.example'`
    const opened = await server.post('session/link/opening', { email: 'barred@mail.example', token })
    expect(opened).toMatchObject({ status: 410 })
  })

  test('asks for the second factor if the account has one', async () => {
    const email = 'works@mail.example'
    await server.confirmed(email)
    await sql`update account set type = 'operator', branch = 'operations' where email = ${email}`
    expect(await openLink(server.openBrowser('192.0.2.30'), email)).toMatchObject({
      data: { authid: null, challenge: { token: expect.any(String) } },
    })
  })
})

test('is still in the mail after a stranger typed fifteen wrong codes, and the mail has no digits then', async () => {
  const email = 'digits@mail.example'
  await server.register(email)
  for (let round = 0; round < 3; round++) {
    if (round > 0) {
      clock.pass(61 * seconds)
      await server.post('resendcode', { email })
    }
    const { digits } = await server.codeOf(email)
    for (let by = 1; by <= 5; by++)
      await server.post('verifyaccount', { email, code: otherDigits(digits, by) })
  }
  clock.pass(61 * seconds)
  await server.post('resendcode', { email })
  const { digits, token } = await server.mailOf(email)
  expect(digits).toBeNull()
  expect(await server.post('verifyaccount', { email, code: token })).toMatchObject({ status: 200 })
})
