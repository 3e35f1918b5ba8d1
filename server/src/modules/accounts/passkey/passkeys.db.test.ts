import type { Passkey, ReplyOf, startPasskey, startPasskeySignIn } from '@labalaba/contract'
import { describe, expect, test } from 'vitest'
import { accountSite, goodPassword, openAccountServer, type Reply } from '../../../../test/account-server.ts'
import { newTestPasskey, type Tampering, type TestPasskey } from '../../../../test/authenticator.ts'
import { minutes } from '../../../../test/clock.ts'
import { addressAbout } from '../../../infra/http/tries.ts'
import { deleteExpiredLoginData } from '../sessions.ts'

const server = await openAccountServer()
const { sql, clock, call, openBrowser } = server
const bearer = (token: string) => `Bearer ${token}`
const own = '/v0/account/passkeys'
type Browser = ReturnType<typeof openBrowser>
type Entry = { authid: string; details: { email: string } }

/** A confirmed account that has just logged in. */
async function member(email: string) {
  await server.confirmed(email)
  return { email, token: await server.tokenOf(email) }
}

const begin = (token: string) =>
  call<ReplyOf<typeof startPasskey>>('POST', `${own}/challenge`, undefined, bearer(token))
const add = (token: string, body: object) => call<Passkey>('POST', own, body, bearer(token))
const list = async (token: string) =>
  (await call<{ passkeys: Passkey[] }>('GET', own, undefined, bearer(token))).data.passkeys
const remove = (token: string, id: string) => call('DELETE', `${own}/${id}`, undefined, bearer(token))

async function added(token: string, { counts = true } = {}): Promise<TestPasskey> {
  const passkey = newTestPasskey(accountSite, { counts })
  const { data } = await begin(token)
  passkey.userHandle = data.user.id
  expect((await add(token, passkey.made(data.challenge))).status).toBe(200)
  return passkey
}

const askSignIn = async (browser: Browser) =>
  (await browser.post<ReplyOf<typeof startPasskeySignIn>>('session/passkey/challenge', {})).data
const logIn = async (browser: Browser, passkey: TestPasskey, tampering: Tampering = {}) =>
  browser.post<Entry>('session/passkey', passkey.signed((await askSignIn(browser)).challenge, tampering))

const askStepUp = (token: string) =>
  call<ReplyOf<typeof startPasskeySignIn>>(
    'POST',
    '/v0/session/confirmation/passkey/challenge',
    undefined,
    bearer(token),
  )
const stepUp = (token: string, body: object) =>
  call('POST', '/v0/session/confirmation/passkey', body, bearer(token))

const idOf = async (email: string) =>
  (await sql<{ id: number }[]>`select id::int from account where email = ${email}`)[0]?.id ?? 0
const mailsTo = async (email: string, name: string) => {
  const id = await idOf(email)
  return (await server.jobs()).filter((job) => job.name === name && job.payload.accountId === id)
}
const expectRefused = (reply: Reply) =>
  expect(reply).toMatchObject({ status: 400, code: 'passkey_refused', data: null })
/** A network of its own, so that its counters do not affect other tests. */
let networks = 0
const anyBrowser = (agent = '') => openBrowser(`10.1.${networks++}.1`, agent)

describe('adding a passkey', () => {
  test('asks for a discoverable one with user verification, for our host only', async () => {
    const { token } = await member('asks@mail.example')
    const { data } = await begin(token)
    expect(data).toMatchObject({
      rp: { id: 'labs.example', name: 'Labalaba' },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(Buffer.from(data.challenge, 'base64url')).toHaveLength(32)
    // The user handle does not identify the owner.
    expect(Buffer.from(data.user.id, 'base64url')).toHaveLength(32)
    expect((await begin(token)).data.user.id).toBe(data.user.id)
  })

  test('names it after the browser or as its owner wishes, and mails the owner', async () => {
    const { email, token } = await member('names@mail.example')
    const phone = anyBrowser('Mozilla/5.0 (Linux; Android 14) Chrome/140.0 Mobile Safari/537.36')
    const passkey = newTestPasskey(accountSite)
    const first = passkey.made((await begin(token)).data.challenge)
    const { data } = await phone.call<Passkey>('POST', own, first, bearer(token))
    expect(data).toMatchObject({ name: 'Chrome on Android', lastUsedAt: null })
    const other = newTestPasskey(accountSite).made((await begin(token)).data.challenge)
    expect((await add(token, { ...other, name: 'Blue phone' })).data.name).toBe('Blue phone')
    expect((await list(token)).map(({ name }) => name).sort()).toEqual(['Blue phone', 'Chrome on Android'])
    const mails = await mailsTo(email, 'mail-login-changed')
    expect(mails.map(({ payload }) => payload.change)).toEqual(['passkey_added', 'passkey_added'])
    expect(JSON.stringify(mails)).not.toContain('Blue')
    const { excludeCredentials } = (await begin(token)).data
    expect(excludeCredentials.map(({ id }) => id)).toContain(passkey.id)
  })

  test('refuses a name that the rule for names refuses', async () => {
    const { token } = await member('link@mail.example')
    const body = newTestPasskey(accountSite).made((await begin(token)).data.challenge)
    expect(await add(token, { ...body, name: 'www.evil.example' })).toMatchObject({ code: 'invalid' })
    expect(await list(token)).toEqual([])
  })

  test('needs a password of the last quarter of an hour, and so does removing one', async () => {
    const { token } = await member('late@mail.example')
    await added(token)
    const [passkey] = await list(token)
    const body = newTestPasskey(accountSite).made((await begin(token)).data.challenge)
    clock.pass(16 * minutes)
    for (const reply of [await begin(token), await add(token, body), await remove(token, passkey?.id ?? '')])
      expect(reply).toMatchObject({ status: 403, code: 'sign_in_again' })
  })

  test.each<[string, Tampering]>([
    ['another origin', { origin: 'https://labs.example.evil.example' }],
    ['our host without TLS', { origin: 'http://labs.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['an answer to a login', { type: 'webauthn.get' }],
    ['a person who was not verified', { isVerified: false }],
    ['a page of ours that another frames', { crossOrigin: true }],
    ['a certificate chain', { format: ['packed', new Map([['x5c', [new Uint8Array(4)]]])] }],
    ['another format', { format: ['fido-u2f', new Map()] }],
  ])('refuses %s', async (what, tampering) => {
    const { token } = await member(`${what.replace(/\W/g, '-')}@mail.example`)
    const body = newTestPasskey(accountSite).made((await begin(token)).data.challenge, tampering)
    expectRefused(await add(token, body))
    expect(await list(token)).toEqual([])
  })

  test('takes a challenge once, for five minutes, and only the newest', async () => {
    const { token } = await member('once@mail.example')
    const { challenge } = (await begin(token)).data
    expect((await add(token, newTestPasskey(accountSite).made(challenge))).status).toBe(200)
    expectRefused(await add(token, newTestPasskey(accountSite).made(challenge)))
    const old = (await begin(token)).data.challenge
    await begin(token)
    expectRefused(await add(token, newTestPasskey(accountSite).made(old)))
    const late = (await begin(token)).data.challenge
    clock.pass(5 * minutes)
    expectRefused(await add(token, newTestPasskey(accountSite).made(late)))
    expect(await list(token)).toHaveLength(1)
  })

  test('takes one challenge ten times at once for one passkey', async () => {
    const { token } = await member('race@mail.example')
    const { challenge } = (await begin(token)).data
    const bodies = Array.from({ length: 10 }, () => newTestPasskey(accountSite).made(challenge))
    const replies = await Promise.all(bodies.map((body) => add(token, body)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await list(token)).toHaveLength(1)
  })

  test('refuses the challenge of another account, of another session, and of a login', async () => {
    const { email, token } = await member('mine@mail.example')
    const theirs = await member('theirs@mail.example')
    const again = await server.tokenOf(email)
    const browser = anyBrowser()
    const challenges = [
      (await begin(theirs.token)).data.challenge,
      (await begin(again)).data.challenge,
      (await askSignIn(browser)).challenge,
    ]
    for (const challenge of challenges)
      expectRefused(await add(token, newTestPasskey(accountSite).made(challenge)))
    expect(await list(token)).toEqual([])
  })

  test('refuses a credential that another account has', async () => {
    const { token } = await member('owner@mail.example')
    const passkey = await added(token)
    const thief = await member('thief@mail.example')
    expectRefused(await add(thief.token, passkey.made((await begin(thief.token)).data.challenge)))
    expect(await list(thief.token)).toEqual([])
    expect((await logIn(anyBrowser(), passkey)).data.details.email).toBe('owner@mail.example')
  })

  test('ends at ten, even if nine more come at once from nine sessions', async () => {
    const { email, token } = await member('ten@mail.example')
    for (let i = 0; i < 7; i++) await added(token)
    const sessions = [token]
    for (let i = 0; i < 8; i++) sessions.push(await server.tokenOf(email))
    const bodies: [string, object][] = []
    for (const one of sessions)
      bodies.push([one, newTestPasskey(accountSite).made((await begin(one)).data.challenge)])
    const replies = await Promise.all(bodies.map(([one, body]) => add(one, body)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
    const refused = replies.filter(({ status }) => status !== 200)
    for (const reply of refused) expect(reply).toMatchObject({ status: 409, code: 'many_passkeys' })
    expect(await list(token)).toHaveLength(10)
    expect(await begin(token)).toMatchObject({ status: 409, code: 'many_passkeys' })
    const [last] = await list(token)
    expect((await remove(token, last?.id ?? '')).status).toBe(200)
    await added(token)
  })
})

describe('logging in with a passkey', () => {
  test('opens a session as a password does: the browser is remembered, and the owner gets a mail about a new one', async () => {
    const { email, token } = await member('in@mail.example')
    const passkey = await added(token)
    const browser = anyBrowser('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
    const asked = await askSignIn(browser)
    expect(asked).toMatchObject({ rpId: 'labs.example', userVerification: 'required', allowCredentials: [] })
    const { data, headers } = await browser.post<Entry>('session/passkey', passkey.signed(asked.challenge))
    expect(data).toMatchObject({ details: { email }, authid: expect.any(String) })
    expect(Object.keys(data).sort()).toEqual(['authid', 'details', 'expiresAt'])
    expect(String(headers['set-cookie'])).toContain('HttpOnly')
    expect((await server.profile(data.authid)).status).toBe(200)
    const [mail] = await mailsTo(email, 'mail-new-device')
    expect(mail?.payload.browser).toBe('Firefox on Linux')
    expect((await list(token))[0]?.lastUsedAt).toBe(clock.now().toISOString())
    // The session is recent, as after a password.
    expect((await begin(data.authid)).status).toBe(200)
  })

  test('replaces the second factor too, for patients and for staff', async () => {
    const { email, token } = await member('both@mail.example')
    const passkey = await added(token)
    await sql`insert into second_factor (account_id, confirmed_at) values (${await idOf(email)}, now())`
    expect((await logIn(anyBrowser(), passkey)).status).toBe(200)
    await sql`update account set type = 'lab' where email = ${email}`
    expect((await logIn(anyBrowser(), passkey)).status).toBe(200)
  })

  test.each<[string, Tampering]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['an answer to adding one', { type: 'webauthn.create' }],
    ['a person who was not verified', { isVerified: false }],
    ['a page of ours that another frames', { crossOrigin: true }],
    ['a tampered signature', { signature: (signed) => flipped(signed) }],
    ['no signature to speak of', { signature: () => Buffer.from([1]) }],
  ])('is refused with %s', async (what, tampering) => {
    const { token } = await member(`in-${what.replace(/\W/g, '-')}@mail.example`)
    const passkey = await added(token)
    expectRefused(await logIn(anyBrowser(), passkey, tampering))
    expect((await logIn(anyBrowser(), passkey)).status).toBe(200)
  })

  test('is refused with a challenge that was used, is late, or is of another browser, account or purpose', async () => {
    const { token } = await member('used@mail.example')
    const passkey = await added(token)
    const [browser, other] = [anyBrowser(), anyBrowser()]
    const send = (from: Browser, challenge: string) => from.post('session/passkey', passkey.signed(challenge))
    const { challenge } = await askSignIn(browser)
    expect((await send(browser, challenge)).status).toBe(200)
    expectRefused(await send(browser, challenge))
    expectRefused(await send(other, (await askSignIn(browser)).challenge))
    expectRefused(await send(browser, (await askStepUp(token)).data.challenge))
    expectRefused(await send(browser, (await begin(token)).data.challenge))
    expectRefused(await send(browser, 'x'.repeat(43)))
    const late = (await askSignIn(browser)).challenge
    clock.pass(5 * minutes)
    expectRefused(await send(browser, late))
  })

  test('with one answer ten times at once succeeds once', async () => {
    const { token } = await member('twice@mail.example')
    const passkey = await added(token)
    const browser = anyBrowser()
    const body = passkey.signed((await askSignIn(browser)).challenge)
    const replies = await Promise.all(Array.from({ length: 10 }, () => browser.post('session/passkey', body)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('is refused if the credential id is of another account, or the owner is another', async () => {
    const one = await member('one@mail.example')
    const two = await member('two@mail.example')
    const [first, second] = [await added(one.token), await added(two.token)]
    const browser = anyBrowser()
    const signed = second.signed((await askSignIn(browser)).challenge)
    expectRefused(await browser.post('session/passkey', { ...signed, id: first.id }))
    const again = second.signed((await askSignIn(browser)).challenge)
    expectRefused(await browser.post('session/passkey', { ...again, userHandle: first.userHandle }))
    const { userHandle: _, ...nobodys } = second.signed((await askSignIn(browser)).challenge)
    expectRefused(await browser.post('session/passkey', nobodys))
    const unknown = newTestPasskey(accountSite).signed((await askSignIn(browser)).challenge)
    const { userHandle } = first
    expectRefused(await browser.post('session/passkey', { ...unknown, userHandle }))
  })

  test('is refused once the passkey is removed, also with an answer that was signed before', async () => {
    const { email, token } = await member('removed@mail.example')
    const passkey = await added(token)
    const browser = anyBrowser()
    const body = passkey.signed((await askSignIn(browser)).challenge)
    const [own] = await list(token)
    expect((await remove(token, own?.id ?? '')).status).toBe(200)
    expectRefused(await browser.post('session/passkey', body))
    expectRefused(await logIn(browser, passkey))
    expect(await remove(token, own?.id ?? '')).toMatchObject({ status: 404, code: 'not_found' })
    const mails = await mailsTo(email, 'mail-login-changed')
    expect(mails.map(({ payload }) => payload.change)).toEqual(['passkey_added', 'passkey_removed'])
  })

  test('is refused and logged if the counter went back or did not advance', async () => {
    const { token } = await member('copied@mail.example')
    const passkey = await added(token)
    expect((await logIn(anyBrowser(), passkey, { counter: 7 })).status).toBe(200)
    const alarms = () => server.logged.filter((line) => line.includes('"alarm":"passkey counter"')).length
    const before = alarms()
    for (const counter of [6, 7, 0]) expectRefused(await logIn(anyBrowser(), passkey, { counter }))
    expect(alarms()).toBe(before + 3)
    // Only the holder of the key may raise that alarm.
    expectRefused(await logIn(anyBrowser(), passkey, { counter: 3, signature: flipped }))
    expect(alarms()).toBe(before + 3)
    expect((await logIn(anyBrowser(), passkey, { counter: 8 })).status).toBe(200)
  })

  test('works again and again with an authenticator that does not count', async () => {
    const { token } = await member('uncounted@mail.example')
    const passkey = await added(token, { counts: false })
    for (const _ of [1, 2, 3]) expect((await logIn(anyBrowser(), passkey)).status).toBe(200)
  })

  test('is refused for a suspended account, which only the holder of its passkey learns', async () => {
    const { email, token } = await member('suspended@mail.example')
    const passkey = await added(token)
    await sql`update account set state = 'suspended' where email = ${email}`
    expect(await logIn(anyBrowser(), passkey)).toMatchObject({ status: 403, code: 'suspended' })
    expectRefused(await logIn(anyBrowser(), passkey, { signature: flipped }))
  })

  test('must wait in a network that sent twenty wrong ones, and nowhere else', async () => {
    const { token } = await member('network@mail.example')
    const passkey = await added(token)
    const address = '10.9.9.9'
    for (let i = 0; i < 20; i++)
      expectRefused(await logIn(openBrowser(address), passkey, { signature: flipped }))
    expect(await logIn(openBrowser(address), passkey)).toMatchObject({ status: 429, code: 'too_many' })
    expect((await logIn(anyBrowser(), passkey)).status).toBe(200)
    clock.pass(15 * minutes)
    expect((await logIn(openBrowser(address), passkey)).status).toBe(200)
  })

  test('gets 300 challenges in five minutes from one network at most', async () => {
    const browser = openBrowser('10.8.8.8')
    const about = addressAbout(server.secret, 'passkey challenge', '10.8.8.8')
    await sql`insert into counted_try (about, at) select ${about}, ${clock.now()} from generate_series(1, 299)`
    expect((await browser.post('session/passkey/challenge', {})).status).toBe(200)
    expect(await browser.post('session/passkey/challenge', {})).toMatchObject({
      status: 429,
      code: 'too_many',
    })
    clock.pass(5 * minutes)
    expect((await browser.post('session/passkey/challenge', {})).status).toBe(200)
  })
})

describe('giving a passkey in place of the password', () => {
  test('makes the session recent again, with the passkeys of the account only', async () => {
    const { token } = await member('step@mail.example')
    const passkey = await added(token)
    const other = await member('step-other@mail.example')
    const foreign = await added(other.token)
    clock.pass(16 * minutes)
    expect(await begin(token)).toMatchObject({ code: 'sign_in_again' })
    const { data } = await askStepUp(token)
    expect(data.allowCredentials.map(({ id }) => id)).toEqual([passkey.id])
    expectRefused(await stepUp(token, foreign.signed(data.challenge)))
    expect(await begin(token)).toMatchObject({ code: 'sign_in_again' })
    // It was used up by the wrong answer.
    expectRefused(await stepUp(token, passkey.signed(data.challenge)))
    const again = (await askStepUp(token)).data.challenge
    expect((await stepUp(token, passkey.signed(again))).status).toBe(200)
    expect((await begin(token)).status).toBe(200)
  })

  test('is refused with the challenge of another account or of a login, and without user verification', async () => {
    const { token } = await member('step-wrong@mail.example')
    const passkey = await added(token)
    const other = await member('step-theirs@mail.example')
    await added(other.token)
    expectRefused(await stepUp(token, passkey.signed((await askStepUp(other.token)).data.challenge)))
    expectRefused(await stepUp(token, passkey.signed((await askSignIn(anyBrowser())).challenge)))
    const { challenge } = (await askStepUp(token)).data
    expectRefused(await stepUp(token, passkey.signed(challenge, { isVerified: false })))
  })

  test('reports an account without passkeys, and must wait after twenty wrong ones', async () => {
    const { token } = await member('step-none@mail.example')
    expect(await askStepUp(token)).toMatchObject({ status: 409, code: 'no_passkey' })
    const passkey = await added(token)
    const wrong = async () =>
      stepUp(token, passkey.signed((await askStepUp(token)).data.challenge, { signature: flipped }))
    for (let i = 0; i < 20; i++) expectRefused(await wrong())
    const right = passkey.signed((await askStepUp(token)).data.challenge)
    expect(await stepUp(token, right)).toMatchObject({ status: 429, code: 'too_many' })
  })
})

describe('passkeys are deleted', () => {
  test('with a new password by mail, because a stranger with the old one may have added them', async () => {
    const { email, token } = await member('reset@mail.example')
    const passkey = await added(token)
    await server.post('forgotpassword', { email })
    const { digits: code } = await server.codeOf(email, 'reset_password')
    expect(
      (await server.post('updatepassword', { email, code, password: 'brand new lentils 5' })).status,
    ).toBe(200)
    expectRefused(await logIn(anyBrowser(), passkey))
  })

  test('with the account', async () => {
    const { email, token } = await member('deleted@mail.example')
    const passkey = await added(token)
    const id = await idOf(email)
    await call('POST', '/v0/account/deletion', { password: goodPassword }, bearer(token))
    expect(await sql`select * from passkey where account_id = ${id}`).toHaveLength(0)
    expectRefused(await logIn(anyBrowser(), passkey))
  })

  test('and those of another account are neither listed nor removed', async () => {
    const { token } = await member('seen@mail.example')
    await added(token)
    const [passkey] = await list(token)
    const other = await member('looks@mail.example')
    expect(await list(other.token)).toEqual([])
    expect(await remove(other.token, passkey?.id ?? '')).toMatchObject({ status: 404 })
    expect(await list(token)).toHaveLength(1)
  })
})

test('the database stores no challenge in plain text, and deletes expired ones', async () => {
  const { token } = await member('kept@mail.example')
  const { challenge } = (await begin(token)).data
  const [kept] = await sql<{ n: number }[]>`
    select count(*)::int as n from passkey_challenge where hash = ${Buffer.from(challenge, 'base64url')}`
  expect(kept?.n).toBe(0)
  clock.pass(6 * minutes)
  await deleteExpiredLoginData(server.db, clock)
  expect(await sql`select * from passkey_challenge`).toHaveLength(0)
})

test('the database itself limits an account to ten, each credential once', async () => {
  const { email, token } = await member('rules@mail.example')
  await added(token)
  const id = await idOf(email)
  const insert = (place: number, credential: string) => sql`
    insert into passkey (account_id, place, credential_id, public_key, counter, transports, name, created_at)
    values (${id}, ${place}, ${Buffer.from(credential)}, ${Buffer.from('key')}, 0, '{}', 'Phone', now())`
  await expect(insert(11, 'eleventh')).rejects.toThrow(/passkey_place_check/)
  await expect(insert(1, 'same place')).rejects.toThrow(/passkey_account_id_place_key/)
})

test('no call of this file causes a server error', () => {
  expect(server.logged.filter((line) => line.includes('"level":50'))).toEqual([])
})

function flipped(signed: Buffer): Buffer {
  const changed = Buffer.from(signed)
  const last = changed.length - 1
  changed[last] = (changed[last] ?? 0) ^ 1
  return changed
}
