import { createHash } from 'node:crypto'
import { consentVersions } from '@labalaba/contract'
import { describe, expect, test, vi } from 'vitest'
import {
  goodPassword,
  openAccountServer,
  otherDigits,
  registration,
} from '../../../../test/account-server.ts'
import { hours, minutes, seconds } from '../../../../test/clock.ts'
import { importPasswords } from '../password/import-passwords.ts'
import { deleteExpiredLoginData } from '../sessions.ts'

const server = await openAccountServer()
const { sql, clock } = server
const success = 'signup successful, an email verification has been sent to your email'

async function accountOf(email: string) {
  const [row] = await sql`select * from account where email = ${email}`
  return row
}

test('a registration stores its fields, hashes the password, and has a code mailed', async () => {
  const answer = await server.register('Ada@Mail.example', { phone: '+234 (0)803 123-4567' })
  expect(answer).toMatchObject({ status: 200, message: success, data: {} })
  const account = await accountOf('ada@mail.example')
  expect(account).toMatchObject({
    email: 'ada@mail.example',
    name: 'Ada Obi',
    phone: '2348031234567',
    username: 'ada',
    source: 'web',
    type: 'user',
    branch: 'at_home_service',
    address: '12 Herbert Macaulay Way, Yaba',
    state: 'unverified',
    demo: false,
    terms_version: consentVersions.terms,
    privacy_version: consentVersions.privacy,
    consented_at: clock.now(),
  })
  expect(account?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await server.jobs()).toMatchObject([{ name: 'mail-code' }])
})

test('the stored consent version is the one that was shown', async () => {
  await server.register('consent@mail.example', { consentVersion: '2026-01-01' })
  expect(await accountOf('consent@mail.example')).toMatchObject({
    terms_version: '2026-01-01',
    privacy_version: '2026-01-01',
  })
})

test('a doctor’s branch is the private practice, and a patient’s cannot be', async () => {
  await server.register('dr@mail.example', { type: 'doctor', branch: 'private_practice' })
  expect(await accountOf('dr@mail.example')).toMatchObject({ type: 'doctor', branch: 'private_practice' })
  const crossed = [
    await server.register('x@mail.example', { type: 'doctor' }),
    await server.register('x@mail.example', { branch: 'private_practice' }),
  ]
  for (const answer of crossed)
    expect(answer).toMatchObject({ status: 400, code: 'invalid', fields: { branch: expect.any(String) } })
  expect(await accountOf('x@mail.example')).toBeUndefined()
})

test.each([
  ['18031234567', 'phone number must start with 234'],
  ['234803123456', 'phone number must be 13 digits'],
  ['23480312345678', 'phone number must be 13 digits'],
  ['not a phone', 'phone number must start with 234'],
  ['0803', 'phone number must start with 234'],
  ['234803', 'phone number must be 13 digits'],
])('the phone %s is refused with the message of the specification', async (phone, message) => {
  const answer = await server.register('phone@mail.example', { phone })
  expect(answer).toMatchObject({ status: 400, code: 'invalid', message, fields: { phone: message } })
})

test('an invalid email is refused with the message of the specification', async () => {
  for (const email of ['ada', 'ada@mail', 'ada mail@x.example', '@x.example', 'a\u200bda@x.example'])
    expect(await server.register(email)).toMatchObject({
      status: 400,
      fields: { email: 'Invalid email format' },
    })
})

test('weak passwords are refused before any lookup', async () => {
  for (const password of ['short', 'password1', 'labalaba1', 'weak.one1'])
    expect(await server.register('weak.one@mail.example', { password })).toMatchObject({
      status: 400,
      code: 'weak_password',
    })
  expect(await accountOf('weak.one@mail.example')).toBeUndefined()
})

test.each([
  ['short', 'Choose a longer password. It needs at least 8 characters.'],
  ['reason.why@mail.example', 'This password is too close to your email. Choose another.'],
  ['Nigeria@2026', 'This password is too close to our name or to the name of a place. Choose another.'],
  // From the product’s own list, as it is there and with digits and capitals around it.
  [
    'rolltide',
    'This password is on a list of common or stolen passwords. Choose another. Three words work well.',
  ],
  [
    'Rolltide1',
    'This password is on a list of common or stolen passwords. Choose another. Three words work well.',
  ],
])('the password %s is refused with the reason', async (password, message) => {
  const email = 'reason.why@mail.example'
  expect(await server.register(email, { password })).toMatchObject({
    status: 400,
    code: 'weak_password',
    message,
  })
  expect(await accountOf(email)).toBeUndefined()
})

test('a password of the operator’s imported list is refused, in any spelling', async () => {
  const email = 'imported@mail.example'
  const passwords = ['jollof rice and goat', 'suya at the junction']
  for (const password of passwords) {
    expect((await server.register(email, { password })).status).toBe(200)
    await sql`delete from account where email = ${email}`
  }
  async function* lines() {
    yield* ['Jollof rice and goat'.toLowerCase(), '', '', 'x'.repeat(129), 'caf\uFFFD-au-lait-9']
    yield `${createHash('sha1').update('suya at the junction').digest('hex').toUpperCase()}:37`
  }
  const importing = () => server.db.transaction().execute((tx) => importPasswords(tx, lines()))
  expect(await importing()).toEqual({ added: 2, known: 0, unread: 2 })
  expect(await importing()).toEqual({ added: 0, known: 2, unread: 2 })
  for (const password of [...passwords, 'SUYA at the junction', 'Jollof rice and goat!'])
    expect(await server.register(email, { password })).toMatchObject({ status: 400, code: 'weak_password' })
  expect((await server.register(email, { password: 'suya at the other junction' })).status).toBe(200)
})

test('a taken address gets the same answer, and its owner one mail a day', async () => {
  await server.confirmed('taken@mail.example')
  const before = await accountOf('taken@mail.example')
  const jobsBefore = (await server.jobs()).length
  const fresh = await server.register('fresh@mail.example')
  const taken = await server.register('TAKEN@mail.example', {
    name: 'Someone Else',
    password: 'quite another one 9',
  })
  const again = await server.register('taken@mail.example')
  const { headers: _, ...freshBody } = fresh
  const { headers: __, ...takenBody } = taken
  expect(takenBody).toEqual(freshBody)
  expect(await accountOf('taken@mail.example')).toEqual(before)
  expect(again.status).toBe(200)
  const jobs = (await server.jobs()).slice(jobsBefore)
  expect(jobs.map((job) => job.name)).toEqual(['mail-code', 'mail-registered-again', 'mail-registered-again'])
  expect(jobs[1]?.payload).toEqual(jobs[2]?.payload)
  expect(Object.keys(jobs[1]?.payload ?? {})).toEqual(['accountId', 'noticeKey'])
})

/** The pending registrations of an address, oldest first. */
async function waiting(email: string): Promise<string[]> {
  const found = await sql<{ name: string }[]>`
    select name from account where email = ${email} and state = 'unverified' order by created_at, id`
  return found.map(({ name }) => name)
}

const strangers = { password: 'an attacker typed 7', name: 'Mallory', phone: '08039999999' }

describe('a stranger registers an address before its owner does', () => {
  test('the owner’s code confirms only the owner’s registration, and the owner chooses the password', async () => {
    const email = 'victim@mail.example'
    await server.postElsewhere('createAccount', { ...registration(email), ...strangers, type: 'user' })
    const theirs = await server.codeOf(email)
    clock.pass(61 * seconds)
    await server.register(email)
    const hers = await server.codeOf(email)
    expect(hers.token).not.toBe(theirs.token)
    expect(await waiting(email)).toEqual(['Mallory', 'Ada Obi'])

    expect(await server.post('verifyaccount', { email, code: hers.digits })).toMatchObject({
      status: 200,
      data: { next: 'choose_password' },
    })
    expect(await server.signIn(email, strangers.password)).toMatchObject({ status: 401 })
    expect(await server.signIn(email, goodPassword)).toMatchObject({ status: 401 })
    expect(await accountOf(email)).toMatchObject({ state: 'active', name: '', phone: '', type: 'user' })
    expect(await waiting(email)).toEqual([])
    expect(await server.postElsewhere('verifyaccount', { email, code: theirs.token })).toMatchObject({
      code: 'wrong_code',
    })

    const { token } = await server.codeOf(email, 'reset_password')
    const password = 'her own new one 88'
    expect(await server.post('updatepassword', { email, code: token, password })).toMatchObject({
      status: 200,
    })
    const session = (await server.signIn(email, password)).data?.authid ?? ''
    const complete = (body: object) => server.call('PUT', '/v0/account', body, `Bearer ${session}`)
    expect(await complete({ name: 'Ada Obi', phone: '08031234567' })).toMatchObject({
      data: { name: 'Ada Obi', phone: '2348031234567' },
    })
    expect(await complete({ name: 'Mallory', phone: '08039999999' })).toMatchObject({ code: 'wrong_state' })
    expect(await complete({})).toMatchObject({ code: 'wrong_state' })
  })

  test('the stranger’s form cannot make it a doctor’s account', async () => {
    const email = 'nodoctor@mail.example'
    const doctor = { type: 'doctor', branch: 'private_practice' }
    await server.postElsewhere('createAccount', { ...registration(email), ...strangers, ...doctor })
    const { digits } = await server.codeOf(email)
    await server.register(email)
    expect(await server.post('verifyaccount', { email, code: digits })).toMatchObject({ status: 200 })
    expect(await accountOf(email)).toMatchObject({ type: 'user', branch: 'at_home_service', name: '' })
  })

  test('the stranger gets nothing, even in the minute in which no second mail is sent', async () => {
    const email = 'quick@mail.example'
    await server.postElsewhere('createAccount', { ...registration(email), ...strangers })
    await server.register(email)
    const { digits } = await server.codeOf(email)
    expect(await server.post('verifyaccount', { email, code: digits })).toMatchObject({
      data: { next: 'choose_password' },
    })
    expect(await server.signIn(email, strangers.password)).toMatchObject({ status: 401 })
  })

  test('a link in another browser needs the registration’s password, and asking does not use it up', async () => {
    const email = 'clicker@mail.example'
    await server.postElsewhere('createAccount', { ...registration(email), ...strangers })
    const { token } = await server.codeOf(email)
    const open = (password?: string) =>
      server.post('verifyaccount', { email, code: token, ...(password && { password }) })
    expect(await open()).toMatchObject({ status: 403, code: 'password_needed' })
    expect(await open(goodPassword)).toMatchObject({ status: 400, code: 'wrong_password' })
    expect(await accountOf(email)).toMatchObject({ state: 'unverified' })
    expect(await open(strangers.password)).toMatchObject({ status: 200, data: {} })
    expect(await accountOf(email)).toMatchObject({ state: 'active', name: 'Mallory' })
  })

  test.each([
    ['with the cookie of another browser', () => server.openBrowser('192.0.2.10')],
    ['that drops cookies', () => ({ post: server.postElsewhere })],
  ])('the digits of the mail need the password too, in a browser %s', async (how, open) => {
    const email = `digits.${how.length}@mail.example`
    await server.postElsewhere('createAccount', { ...registration(email), ...strangers })
    const { digits: code } = await server.codeOf(email)
    const browser = open()
    await browser.post('createAccount', registration(`other.${email}`))
    expect(await browser.post('verifyaccount', { email, code })).toMatchObject({
      status: 403,
      code: 'password_needed',
    })
    expect(await browser.post('verifyaccount', { email, code, password: goodPassword })).toMatchObject({
      status: 400,
      code: 'wrong_password',
    })
    expect(await accountOf(email)).toMatchObject({ state: 'unverified' })
    expect(await server.signIn(email, strangers.password)).toMatchObject({ data: { authid: null } })
    // Asking has used nothing up.
    const given = { email, code, password: strangers.password }
    expect(await browser.post('verifyaccount', given)).toMatchObject({ status: 200, data: {} })
    expect(await accountOf(email)).toMatchObject({ state: 'active', name: 'Mallory' })
  })

  test('wrong passwords beside the right digits make a network wait, also concurrent ones', async () => {
    const email = 'guesses@mail.example'
    await server.postElsewhere('createAccount', { ...registration(email), ...strangers })
    const { digits: code } = await server.codeOf(email)
    const { post } = server.openBrowser('192.0.2.20')
    const guess = () => post('verifyaccount', { email, code, password: 'not what was typed' })
    const answers = await Promise.all(Array.from({ length: 15 }, guess))
    expect(answers.filter((answer) => answer.code === 'wrong_password')).toHaveLength(10)
    expect(answers.filter((answer) => answer.code === 'too_many')).toHaveLength(5)
    const given = { email, code, password: strangers.password }
    expect(await post('verifyaccount', given)).toMatchObject({ code: 'too_many' })
    expect(await server.openBrowser('192.0.2.21').post('verifyaccount', given)).toMatchObject({ status: 200 })
  })

  test('a new password by mail confirms the address, but not the registration’s fields', async () => {
    const email = 'resets@mail.example'
    await server.postElsewhere('createAccount', { ...registration(email), ...strangers })
    clock.pass(61 * seconds)
    await server.postElsewhere('forgotpassword', { email })
    const { token } = await server.codeOf(email, 'reset_password')
    const password = 'her own new one 88'
    expect(await server.post('updatepassword', { email, code: token, password })).toMatchObject({
      status: 200,
    })
    expect(await accountOf(email)).toMatchObject({ state: 'active', name: '', phone: '' })
    expect(await server.signIn(email, password)).toMatchObject({ data: { authid: expect.any(String) } })
  })
})

test('an account that lacks only its phone needs no name, and a missing field is named', async () => {
  const email = 'oldname@mail.example'
  await server.confirmed(email)
  // A name from before the rule for names, which forms no longer accept.
  await sql`update account set name = 'Customer 12345', phone = '' where email = ${email}`
  const bearer = `Bearer ${await server.tokenOf(email)}`
  const complete = (body: object) => server.call('PUT', '/v0/account', body, bearer)
  expect(await complete({})).toMatchObject({ status: 400, fields: { phone: expect.any(String) } })
  expect(await complete({ phone: '08031234567' })).toMatchObject({
    data: { name: 'Customer 12345', phone: '2348031234567' },
  })
  await sql`update account set name = '' where email = ${email}`
  expect(await complete({})).toMatchObject({ status: 400, fields: { name: expect.any(String) } })
})

test('the browser that registered opens the link without a password', async () => {
  const email = 'same@mail.example'
  const { headers } = await server.register(email)
  expect(headers['set-cookie']).toMatch(
    /^device=[\w-]{43}; Path=\/v0; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
  )
  const { token } = await server.codeOf(email)
  expect(await server.post('verifyaccount', { email, code: token })).toMatchObject({ status: 200, data: {} })
  expect(await server.signIn(email, goodPassword)).toMatchObject({ data: { details: { name: 'Ada Obi' } } })
})

test('the same form sent again is the same registration, and its first code works within the minute', async () => {
  const email = 'twice@mail.example'
  await server.register(email)
  const { digits } = await server.codeOf(email)
  await server.postElsewhere('createAccount', registration(email))
  expect(await waiting(email)).toEqual(['Ada Obi'])
  expect(await server.post('verifyaccount', { email, code: digits })).toMatchObject({ status: 200, data: {} })
})

test('an address has three pending registrations at most, and the oldest is dropped', async () => {
  const email = 'four@mail.example'
  for (const name of ['One', 'Two', 'Three', 'Four']) {
    await server.register(email, { name })
    clock.pass(61 * seconds)
  }
  expect(await waiting(email)).toEqual(['Two', 'Three', 'Four'])
})

test('dropped registrations still count against the mails of an address', async () => {
  const email = 'flood@mail.example'
  const codes = async () => {
    const [row] = await sql`select count(*)::int as count from graphile_worker._private_jobs job
      join code on code.id::text = job.payload->>'codeId' where code.issued_at > ${new Date(clock.now().getTime() - 59 * minutes)}`
    return row?.count
  }
  clock.pass(25 * hours)
  for (let round = 0; round < 12; round += 1) {
    await server.register(email, { name: `Flood${'abcdefghijkl'[round]}` })
    clock.pass(61 * seconds)
  }
  expect(await codes()).toBe(5)
})

test('a wrong try counts against every code of an address, and five end them all', async () => {
  const email = 'guess@mail.example'
  await server.register(email, { name: 'One' })
  const one = await server.codeOf(email)
  clock.pass(61 * seconds)
  await server.register(email, { name: 'Two' })
  const two = await server.codeOf(email)
  const wrong = [1, 2, 3, 4, 5, 6, 7].map((by) => otherDigits(one.digits, by)).filter((d) => d !== two.digits)
  for (const code of wrong.slice(0, 5)) await server.post('verifyaccount', { email, code })
  for (const { digits } of [one, two])
    expect(await server.post('verifyaccount', { email, code: digits })).toMatchObject({ code: 'wrong_code' })
  expect(await server.post('verifyaccount', { email, code: two.token })).toMatchObject({ status: 200 })
})

test('signing in with a registration’s password has a code mailed that confirms only that registration', async () => {
  const email = 'signs@mail.example'
  await server.postElsewhere('createAccount', { ...registration(email), ...strangers })
  await server.register(email)
  clock.pass(61 * seconds)
  expect(await server.signIn(email, strangers.password)).toMatchObject({
    data: { authid: null, details: { name: 'Mallory', status: 'unverified' } },
  })
  const [owner] = await sql`select account.name from code join account on account.id = account_id
    where email = ${email} order by issued_at desc limit 1`
  expect(owner?.name).toBe('Mallory')
})

describe('a password is hashed', () => {
  const none = 'none@hashed.example'
  const known = 'known@hashed.example'
  const one = 'one@hashed.example'
  const three = 'three@hashed.example'
  const all = [none, known, one, three]
  const { post } = server.openBrowser('192.0.2.30')
  const names = ['Ada Obi', 'Ada Eze', 'Ada Ojo']

  /** The passwords hashed meanwhile. */
  async function hashed(act: () => Promise<unknown>): Promise<number> {
    const spies = (['hash', 'verify', 'find'] as const).map((way) => vi.spyOn(server.hasher, way))
    await act()
    return spies.reduce((sum, spy) => {
      const { length } = spy.mock.calls
      spy.mockRestore()
      return sum + length
    }, 0)
  }

  test('once by a sign-in, whatever is pending at the address, and each registration has its own', async () => {
    clock.pass(1 * hours)
    await server.confirmed(known)
    await server.register(one)
    for (const name of names) await server.register(three, { name, password: `${name} at nine 47` })
    for (const email of all) expect(await hashed(() => server.signIn(email, 'a wrong one'))).toBe(1)
    for (const name of names) {
      const signedIn = await server.signIn(three, `${name} at nine 47`)
      expect(signedIn).toMatchObject({ data: { details: { name } } })
    }
  })

  test('once by a registration, however many identical ones are pending at the address', async () => {
    for (const email of [none, known, one]) expect(await hashed(() => server.register(email))).toBe(1)
    for (const name of names) {
      const form = { name, password: `${name} at nine 47` }
      expect(await hashed(() => server.register(three, form))).toBe(1)
    }
    expect(await waiting(three)).toEqual(names)
    // The same details with another password are another registration.
    expect(await hashed(() => server.register(one, { password: 'Egusi soup at ten 58' }))).toBe(1)
    expect(await waiting(one)).toEqual(['Ada Obi', 'Ada Obi'])
  })

  test('never by a confirmation with a wrong code, and once with a right one in another browser', async () => {
    for (const email of all)
      for (const code of ['A'.repeat(22), '00000']) {
        const given = { email, code, password: 'whatever it is' }
        expect(await hashed(() => post('verifyaccount', given))).toBe(0)
      }
    clock.pass(11 * minutes)
    for (const email of [one, three]) {
      await server.postElsewhere('resendcode', { email })
      const { token: code } = await server.codeOf(email)
      expect(await hashed(() => post('verifyaccount', { email, code }))).toBe(0)
      expect(await hashed(() => post('verifyaccount', { email, code, password: 'a wrong one' }))).toBe(1)
    }
  })
})

test('a registration from before addresses shared one salt still signs in, if it is the newest', async () => {
  const email = 'before@mail.example'
  await server.register(email)
  await sql`update account set password_hash = ${await server.hasher.hash(goodPassword)} where email = ${email}`
  expect(await server.signIn(email)).toMatchObject({ data: { details: { status: 'unverified' } } })
})

test('unconfirmed registrations are deleted after a week', async () => {
  const email = 'forgotten@mail.example'
  await server.register(email)
  clock.pass(6 * 24 * hours)
  await deleteExpiredLoginData(server.db, clock)
  expect(await waiting(email)).toHaveLength(1)
  clock.pass(25 * hours)
  await deleteExpiredLoginData(server.db, clock)
  expect(await waiting(email)).toHaveLength(0)
})

test('thirty registrations of one address at once make one account with one code, and none fails', async () => {
  clock.pass(2 * hours)
  const answers = await Promise.all(Array.from({ length: 30 }, () => server.register('race@mail.example')))
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
  const [count] = await sql`select count(*) from account where email = 'race@mail.example'`
  const [codes] =
    await sql`select count(*) from code join account on account.id = account_id where email = 'race@mail.example'`
  expect([count?.count, codes?.count]).toEqual([1, 1])
})

test('twenty people who register at once all succeed', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => server.register(`crowd-${i}@mail.example`)),
  )
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
})

test('fields outside the contract are refused', async () => {
  expect(await server.register('extra@mail.example', { state: 'active' })).toMatchObject({
    status: 400,
    fields: { state: expect.any(String) },
  })
  expect(await server.register('extra@mail.example', { type: 'operator' })).toMatchObject({
    status: 400,
    fields: { type: expect.any(String) },
  })
  const { phone: _, ...withoutPhone } = registration('extra@mail.example')
  expect(await server.post('createAccount', withoutPhone)).toMatchObject({
    status: 400,
    fields: { phone: expect.any(String) },
  })
})

test('the code mailed for an account that was never confirmed ends, and a later registration gets another', async () => {
  await server.register('late@mail.example')
  const first = await server.codeOf('late@mail.example')
  clock.pass(11 * minutes)
  await server.register('late@mail.example')
  expect((await server.codeOf('late@mail.example')).token).not.toBe(first.token)
  const states =
    await sql`select code.state from code join account on account.id = account_id where email = 'late@mail.example' order by issued_at`
  expect(states.map((row) => row.state)).toEqual(['expired', 'live'])
})
