import type { OwnDevice } from '@labalaba/contract'
import { describe, expect, test } from 'vitest'
import { goodPassword, openAccountServer, registration } from '../../../../test/account-server.ts'
import { days, hours, minutes } from '../../../../test/clock.ts'

const server = await openAccountServer()
const { sql, clock, call, openBrowser } = server

const chrome = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

type Browser = ReturnType<typeof openBrowser>

/** Logs in and answers the token. */
async function logIn(browser: Browser, email: string): Promise<string> {
  const { data } = await browser.signIn(email)
  return data?.authid ?? expect.unreachable()
}

const bearer = (token: string) => `Bearer ${token}`
const list = async (token: string) =>
  (await call<{ devices: OwnDevice[] }>('GET', '/v0/account/devices', undefined, bearer(token))).data
    ?.devices ?? expect.unreachable()
const end = (token: string, id = '') =>
  call('DELETE', `/v0/account/devices${id && `/${id}`}`, undefined, bearer(token))

async function mailsTo(email: string) {
  const [account] = await sql<{ id: number }[]>`select id from account where email = ${email}`
  return (await server.jobs()).filter(
    ({ name, payload }) => name === 'mail-new-device' && payload.accountId === account?.id,
  )
}

describe('the browsers of an account', () => {
  test('are listed with their kind and logins, the current one marked', async () => {
    const email = 'listed@mail.example'
    await server.confirmed(email)
    await logIn(openBrowser('10.0.0.1', chrome), email)
    clock.pass(2 * hours)
    const token = await logIn(openBrowser('10.0.0.2', firefox), email)
    const [own, other, ...more] = await list(token)
    expect(more).toEqual([])
    expect(own).toMatchObject({ browser: 'Firefox on Linux', isThis: true, sessionUntil: expect.any(String) })
    expect(other).toMatchObject({ browser: 'Chrome on Android', isThis: false, sessionUntil: null })
    expect(own?.lastAt).toBe(clock.now().toISOString())
    expect(JSON.stringify(await sql`select * from account_device`)).not.toMatch(/10\.0\.0|Mozilla/)
    expect(server.logged.join('')).not.toContain('Mozilla')
  })

  test('are ended one by one: the next call of that browser is refused, and of no other', async () => {
    const email = 'ended@mail.example'
    await server.confirmed(email)
    const [one, two] = [openBrowser(), openBrowser()]
    const [first, second] = [await logIn(one, email), await logIn(two, email)]
    const again = await logIn(one, email)
    const stolen = (await list(second)).find(({ isThis }) => !isThis) ?? expect.unreachable()
    expect((await end(second, stolen.id)).status).toBe(200)
    for (const token of [first, again])
      expect(await server.profile(token)).toMatchObject({ status: 401, code: 'invalid_token' })
    expect((await server.profile(second)).status).toBe(200)
    expect(await list(second)).toHaveLength(1)
    expect(await end(second, stolen.id)).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('of another account are neither listed nor ended', async () => {
    await server.confirmed('mine@mail.example')
    await server.confirmed('theirs@mail.example')
    const mine = await logIn(openBrowser(), 'mine@mail.example')
    const theirs = await logIn(openBrowser(), 'theirs@mail.example')
    const [device] = await list(theirs)
    expect(await end(mine, device?.id)).toMatchObject({ status: 404, code: 'not_found' })
    expect((await end(mine)).status).toBe(200)
    expect((await server.profile(theirs)).status).toBe(200)
    expect(await list(mine)).toHaveLength(1)
  })

  test('are all ended except the current one', async () => {
    const email = 'others@mail.example'
    await server.confirmed(email)
    const others = [openBrowser(), openBrowser()]
    const tokens = await Promise.all(others.map((browser) => logIn(browser, email)))
    const own = await logIn(openBrowser(), email)
    expect((await end(own)).status).toBe(200)
    for (const token of tokens) expect((await server.profile(token)).status).toBe(401)
    expect((await server.profile(own)).status).toBe(200)
    expect(await list(own)).toMatchObject([{ isThis: true }])
    expect((await end(own)).status).toBe(200)
  })

  test('are ended only with a password of the last quarter of an hour', async () => {
    const email = 'aged@mail.example'
    await server.confirmed(email)
    const others = await logIn(openBrowser(), email)
    const own = await logIn(openBrowser(), email)
    clock.pass(15 * minutes + 1000)
    const [other] = (await list(own)).filter(({ isThis }) => !isThis)
    for (const refused of [await end(own), await end(own, other?.id)])
      expect(refused).toMatchObject({ status: 403, code: 'sign_in_again' })
    expect((await server.profile(others)).status).toBe(200)
    await call('POST', '/v0/session/confirmation', { password: goodPassword }, bearer(own))
    expect((await end(own)).status).toBe(200)
  })

  test('that log in while all others are ended are ended or listed, never logged in and unlisted', async () => {
    const email = 'race@mail.example'
    await server.confirmed(email)
    const own = await logIn(openBrowser(), email)
    const [tokens] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, () => logIn(openBrowser(), email))),
      end(own),
    ])
    const answers = await Promise.all(tokens.map((token) => server.profile(token)))
    const inside = answers.filter(({ status }) => status === 200).length
    const seen = (await list(own)).filter(({ isThis, sessionUntil }) => !isThis && sessionUntil !== null)
    expect(seen).toHaveLength(inside)
  })
})

describe('a login in a new browser', () => {
  test('is mailed to the owner, but not the first of a new account, and none twice', async () => {
    const email = 'told@mail.example'
    await server.confirmed(email)
    const phone = openBrowser()
    await logIn(phone, email)
    await logIn(phone, email)
    expect(await mailsTo(email)).toEqual([])
    const laptop = openBrowser('10.0.0.9', firefox)
    await logIn(laptop, email)
    await logIn(laptop, email)
    const told = await mailsTo(email)
    expect(told.map(({ payload }) => payload)).toMatchObject([
      { browser: 'Firefox on Linux', at: clock.now().toISOString() },
    ])
    expect(JSON.stringify(told)).not.toContain('10.0.0.9')
  })

  test('is mailed once if the same browser logs in many times at once', async () => {
    const email = 'at-once@mail.example'
    await server.confirmed(email)
    await logIn(openBrowser(), email)
    const laptop = openBrowser()
    // Registering gives the cookie, so that it is one browser from then on.
    await laptop.post('createAccount', registration('somebody@mail.example'))
    await Promise.all(Array.from({ length: 6 }, () => logIn(laptop, email)))
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('is mailed again once its owner has ended it, and also if an old account knows no browser', async () => {
    const email = 'again@mail.example'
    await server.confirmed(email)
    const own = await logIn(openBrowser(), email)
    const other = openBrowser()
    await logIn(other, email)
    await end(own)
    await logIn(other, email)
    expect(await mailsTo(email)).toHaveLength(2)
    clock.pass(31 * days)
    await sql`delete from account_device`
    await logIn(openBrowser(), email)
    expect(await mailsTo(email)).toHaveLength(3)
  })

  test('of a program that stores no cookie is mailed at most five times a day', async () => {
    const email = 'program@mail.example'
    await server.confirmed(email)
    for (let i = 0; i < 9; i += 1) await logIn(openBrowser(), email)
    expect(await mailsTo(email)).toHaveLength(5)
    clock.pass(25 * hours)
    await logIn(openBrowser(), email)
    expect(await mailsTo(email)).toHaveLength(6)
  })
})

test('a session of a second factor belongs to its browser too, and a waiting one ends with the others', async () => {
  const email = 'waiting@mail.example'
  await server.confirmed(email)
  const own = await logIn(openBrowser(), email)
  const [account] = await sql<{ id: number }[]>`select id from account where email = ${email}`
  await sql`insert into session ${sql({
    token_hash: Buffer.alloc(32, 7),
    account_id: account?.id ?? 0,
    awaits_factor: true,
    created_at: clock.now(),
    expires_at: new Date(clock.now().getTime() + hours),
  })}`
  await end(own)
  const [challenge] = await sql<{ ended_at: Date | null }[]>`
    select ended_at from session where token_hash = ${Buffer.alloc(32, 7)}`
  expect(challenge?.ended_at).not.toBeNull()
  expect((await server.signIn(email)).status).toBe(200)
})
