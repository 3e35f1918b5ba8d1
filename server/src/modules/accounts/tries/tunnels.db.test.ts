import { beforeEach, describe, expect, test } from 'vitest'
import { openAccountServer, otherDigits } from '../../../../test/account-server.ts'
import { days, minutes, seconds } from '../../../../test/clock.ts'
import { tryAbout } from '../../../infra/http/tries.ts'
import { hashAddress } from './source.ts'

const server = await openAccountServer()
const { sql, clock, openBrowser, logged } = server

// Each test begins a quarter of a year later, so that the limits of earlier tests have passed.
beforeEach(() => clock.pass(90 * days))

const linkOnly = { status: 400, code: 'code_link_only' }
const linkNeeded = { status: 429, code: 'use_login_link' }
const signedIn = { status: 200, data: { authid: expect.any(String) } }

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)
/** A /64 of the /48 that one tunnel brings. */
const ofTunnel = (tunnel: number, network: number) =>
  `2001:db8:${tunnel.toString(16)}:${network.toString(16)}::1`
const alarms = () =>
  logged.filter((line) => line.includes('"alarm":"reset codes"')).map((line) => JSON.parse(line))

/** Confirmed accounts with the password hash of one that was made. */
async function confirmMany(name: string, count: number): Promise<string[]> {
  const first = `${name}@mail.example`
  await server.confirmed(first)
  const emails = numbers(count).map((i) => `${name}-${i}@mail.example`)
  await sql`
    insert into account (email, password_hash, name, phone, username, address, source, type, branch, state,
      terms_version, privacy_version, consented_at)
    select copy, password_hash, name, phone, username, address, source, type, branch, state,
      terms_version, privacy_version, consented_at
    from account, unnest(${emails}::text[]) as copy where email = ${first}`
  return emails
}

/**
 * Requests a mail for a new password, and types this many wrong digits, all from one network. Returns the
 * codes of the answers.
 */
async function guessReset(network: string, email: string, times: number): Promise<string[]> {
  const browser = openBrowser(network)
  await browser.post('forgotpassword', { email })
  const { digits } = await server.mailOf(email, 'reset_password')
  const answers: string[] = []
  for (let by = 1; by <= times; by++) {
    const { code = '' } = await browser.post('verifycode', {
      email,
      code: otherDigits(digits ?? '10000', by),
    })
    answers.push(code)
  }
  return answers
}

/**
 * This many wrong digits for new passwords beside the newest, each at another account and from another
 * address block.
 */
async function guessWidely(count: number): Promise<void> {
  await sql`
    insert into wrong_code (email_hash, network, block, purpose, evaluated, new_registration, at)
    select sha256(number::text::bytea), sha256(number::text::bytea), sha256(number::text::bytea),
      purpose, evaluated, new_registration, at
    from wrong_code, generate_series(1, ${count}::int) number where id = (select max(id) from wrong_code)`
}

describe('wrong digits for a new password', () => {
  test('from the /64s of one tunnel are stopped after forty, and no other network is', async () => {
    const victims = await confirmMany('tunnel', 12)
    const answers: string[] = []
    let network = 0
    for (const email of victims)
      for (const _ of [1, 2, 3, 4, 5]) {
        const browser = openBrowser(ofTunnel(7, network++))
        if (answers.length % 5 === 0) await browser.post('forgotpassword', { email })
        const { code = '' } = await browser.post('verifycode', { email, code: String(10_000 + network) })
        answers.push(code)
      }
    expect(answers.filter((code) => code === 'wrong_code')).toHaveLength(40)
    expect(answers.slice(40).every((code) => code === 'code_link_only')).toBe(true)
    const [victim = ''] = victims
    await openBrowser(ofTunnel(7, 999)).post('forgotpassword', { email: victims[11] ?? '' })
    expect((await server.mailOf(victims[11] ?? '', 'reset_password')).digits).toBeNull()
    clock.pass(61 * seconds)
    const elsewhere = openBrowser(ofTunnel(8, 0))
    await elsewhere.post('forgotpassword', { email: victim })
    const { digits } = await server.codeOf(victim, 'reset_password')
    expect(await elsewhere.post('verifycode', { email: victim, code: digits })).toMatchObject({ status: 200 })
  })

  test('from the addresses of one IPv4 /24 are stopped after forty', async () => {
    const answers: string[] = []
    for (const [i, email] of (await confirmMany('block', 11)).entries())
      answers.push(...(await guessReset(`203.0.113.${i}`, email, 4)))
    expect(answers.filter((code) => code === 'wrong_code')).toHaveLength(40)
    expect(answers.slice(40)).toEqual(Array(4).fill('code_link_only'))
  })

  test('a hundred from all networks in an hour remove the digits from reset mails, and the operator gets an alarm', async () => {
    const owner = 'settled@mail.example'
    await server.confirmed(owner)
    const home = openBrowser('192.0.2.10')
    expect(await home.signIn(owner)).toMatchObject(signedIn)
    await server.confirmed('elsewhere@mail.example')
    const victims = await confirmMany('wide', 2)
    const before = openBrowser('192.0.2.20')
    await before.post('forgotpassword', { email: 'elsewhere@mail.example' })
    const early = await server.codeOf('elsewhere@mail.example', 'reset_password')
    logged.length = 0
    expect(await guessReset(ofTunnel(100, 1), victims[0] ?? '', 4)).toEqual(Array(4).fill('wrong_code'))
    await guessWidely(95)
    expect(alarms()).toEqual([])
    expect(await guessReset(ofTunnel(101, 1), victims[1] ?? '', 1)).toEqual(['wrong_code'])
    expect(alarms()).toMatchObject([{ level: 40, wrongTries: 100 }])
    // What was mailed before has a link that works.
    const typed = { email: 'elsewhere@mail.example', code: early.digits }
    expect(await before.post('verifycode', typed)).toMatchObject(linkOnly)
    expect(alarms()).toHaveLength(2)
    expect(await before.post('verifycode', { ...typed, code: early.token })).toMatchObject({ status: 200 })
    // Of the next mails, for known and unknown addresses alike.
    clock.pass(61 * seconds)
    await before.post('forgotpassword', { email: 'elsewhere@mail.example' })
    expect((await server.mailOf('elsewhere@mail.example', 'reset_password')).digits).toBeNull()
    expect(await before.post('verifycode', { email: 'nobody@mail.example', code: '12345' })).toMatchObject(
      linkOnly,
    )
    const { token } = await server.mailOf('elsewhere@mail.example', 'reset_password')
    const update = { email: 'elsewhere@mail.example', code: token, password: 'brand new lentils 5' }
    expect(await before.post('updatepassword', update)).toMatchObject({ status: 200 })
    // The browser that the account knows keeps its digits, and so do registrations.
    await home.post('forgotpassword', { email: owner })
    const { digits } = await server.codeOf(owner, 'reset_password')
    expect(await openBrowser('192.0.2.30').post('verifycode', { email: owner, code: digits })).toMatchObject(
      linkOnly,
    )
    expect(await home.post('verifycode', { email: owner, code: digits })).toMatchObject({ status: 200 })
    await server.confirmed('registers@mail.example')
    expect(JSON.stringify(alarms())).not.toMatch(/mail\.example|2001:db8/)
    clock.pass(61 * minutes)
    await before.post('forgotpassword', { email: 'elsewhere@mail.example' })
    expect((await server.mailOf('elsewhere@mail.example', 'reset_password')).digits).toMatch(/^\d{5}$/)
  })

  test('at registrations and unknown addresses do not remove the digits from reset mails', async () => {
    await server.confirmed('calm@mail.example')
    await server.register('new@mail.example')
    const { digits } = await server.codeOf('new@mail.example')
    await openBrowser(ofTunnel(300, 0)).post('verifyaccount', {
      email: 'new@mail.example',
      code: otherDigits(digits),
    })
    await sql`
      insert into wrong_code (email_hash, network, block, purpose, evaluated, new_registration, at)
      select sha256(number::text::bytea), sha256(number::text::bytea), null, 'verify_account', true, false, at
      from wrong_code, generate_series(1, 150) number where id = (select max(id) from wrong_code)`
    for (const i of numbers(30))
      await openBrowser(ofTunnel(301 + i, 0)).post('verifycode', {
        email: `nobody-${i}@mail.example`,
        code: '12345',
      })
    await server.post('forgotpassword', { email: 'calm@mail.example' })
    expect((await server.mailOf('calm@mail.example', 'reset_password')).digits).toMatch(/^\d{5}$/)
  })

  test('at less than a hundred an hour, all day, cause an alarm at four hundred', async () => {
    const [first = '', last = ''] = await confirmMany('slow', 2)
    await guessReset(ofTunnel(400, 0), first, 1)
    logged.length = 0
    await sql`
      insert into wrong_code (email_hash, network, block, purpose, evaluated, new_registration, at)
      select sha256(number::text::bytea), sha256(number::text::bytea), sha256(number::text::bytea), purpose, true, false,
        at - make_interval(mins => number * 3)
      from wrong_code, generate_series(1, 398) number where id = (select max(id) from wrong_code)`
    await guessReset(ofTunnel(401, 0), last, 1)
    expect(alarms()).toMatchObject([{ level: 40, wrongTries: 400 }])
    await server.post('forgotpassword', { email: last })
    expect((await server.mailOf(last, 'reset_password')).digits).toMatch(/^\d{5}$/)
  })
})

describe('wrong passwords', () => {
  /**
   * This many wrong passwords from as many networks of one tunnel: one typed, the others inserted beside it.
   */
  async function failInTunnel(tunnel: number, email: string, times: number): Promise<void> {
    await openBrowser(ofTunnel(tunnel, 1)).signIn(email, 'a wrong password')
    await sql`
      insert into sign_in_failure (email_hash, kind, source, block, from_known_browser, at)
      select email_hash, kind, sha256(number::text::bytea), block, from_known_browser, at
      from sign_in_failure, generate_series(2, ${times}::int) number where id = (select max(id) from sign_in_failure)`
  }

  test('from the /64s of one tunnel are twenty a day for one account, and the owner’s new phone signs in elsewhere', async () => {
    const email = 'besieged@mail.example'
    await server.confirmed(email)
    await failInTunnel(20, email, 19)
    expect(await openBrowser(ofTunnel(20, 2)).signIn(email, 'a wrong password')).toMatchObject({
      status: 401,
    })
    expect(await openBrowser(ofTunnel(20, 3)).signIn(email, 'a wrong password')).toMatchObject(linkNeeded)
    expect(await openBrowser(ofTunnel(20, 4)).signIn(email)).toMatchObject(linkNeeded)
    expect(await openBrowser('192.0.2.40').signIn(email)).toMatchObject(signedIn)
    // A new password by mail ends this count too.
    await openBrowser(ofTunnel(20, 77)).post('forgotpassword', { email })
    const { token } = await server.mailOf(email, 'reset_password')
    await server.post('updatepassword', { email, code: token, password: 'brand new lentils 5' })
    expect(await openBrowser(ofTunnel(20, 78)).signIn(email, 'brand new lentils 5')).toMatchObject(signedIn)
  })

  test('at once from twelve /64s of one tunnel count as twenty guesses at most', async () => {
    await server.confirmed('rush@mail.example')
    await failInTunnel(21, 'rush@mail.example', 16)
    const answers = await Promise.all(
      numbers(12).map((i) =>
        openBrowser(ofTunnel(21, 10 + i)).signIn('rush@mail.example', 'a wrong password'),
      ),
    )
    expect(answers.filter(({ code }) => code === 'wrong_credentials')).toHaveLength(4)
    expect(answers.filter(({ code }) => code === 'use_login_link')).toHaveLength(8)
  })
})

describe('login links', () => {
  const open = async (email: string, network: string) => {
    const { token } = await server.mailOf(email, 'sign_in')
    return await openBrowser(network).post('session/link/opening', { email, token })
  }
  const ask = (network: string, email: string) =>
    openBrowser(network).post<{ retryAfter?: number }>('session/link', { email })
  const mailed = async (email: string, since: Date) => {
    const [row] = await sql`
      select count(*) from code join account on account.id = account_id where email = ${email} and issued_at >= ${since}`
    return Number(row?.count)
  }
  /** Uses up every mail that strangers may request. */
  async function spend(email: string): Promise<void> {
    await ask(ofTunnel(500, 0), email)
    const about = tryAbout(
      server.secret,
      'mailed code',
      `${hashAddress(server.secret, email).toString('hex')} by strangers`,
    )
    await sql`insert into counted_try (about, at) select ${about}, ${clock.now()} from generate_series(1, 30)`
  }

  test('are ten a day for one tunnel, however many networks it has', async () => {
    const email = 'tunnelled@mail.example'
    await server.confirmed(email)
    const before = clock.now()
    clock.pass(1 * seconds)
    for (const i of numbers(12)) await ask(ofTunnel(30, i), email)
    expect(await mailed(email, before)).toBe(1 + 10)
    const phone = openBrowser('192.0.2.55')
    expect(await phone.post('session/link', { email })).toMatchObject({ status: 200, data: {} })
    expect(await open(email, '192.0.2.55')).toMatchObject(signedIn)
  })

  test('still arrive when strangers have used up all mails and all passwords: one an hour, valid for an hour', async () => {
    const email = 'locked-out@mail.example'
    await server.confirmed(email)
    await spend(email)
    clock.pass(11 * minutes)
    await openBrowser(ofTunnel(600, 0)).signIn(email, 'a wrong password')
    await sql`
      insert into sign_in_failure (email_hash, kind, source, block, from_known_browser, at)
      select email_hash, kind, sha256(number::text::bytea), sha256(number::text::bytea), from_known_browser, at
      from sign_in_failure, generate_series(2, 100) number where id = (select max(id) from sign_in_failure)`
    expect(await openBrowser('192.0.2.60').signIn(email)).toMatchObject(linkNeeded)
    const reset = await openBrowser('192.0.2.60').post('forgotpassword', { email })
    expect(reset.message).toBe(
      'use the newest mail that we sent you, or ask for another in 24 hours. You can also log in with a link that we mail you',
    )
    const answer = await ask('192.0.2.60', email)
    expect(answer).toMatchObject({ status: 200, data: {} })
    expect(answer.message).toBe(
      'a login link has been sent to your email, if there is an account with it. There were many requests for mails, so this link works for an hour and you can get the next one in an hour',
    )
    const again = await ask('192.0.2.61', email)
    expect(again).toMatchObject({ status: 200, data: { retryAfter: 3600 } })
    expect(again.message).toBe('use the newest mail that we sent you, or ask for another in 60 minutes')
    clock.pass(59 * minutes)
    expect(await open(email, '192.0.2.60')).toMatchObject(signedIn)
  })

  test('are always in the mailbox after a request, whatever strangers do, and are few', async () => {
    const email = 'forever@mail.example'
    await server.confirmed(email)
    await spend(email)
    clock.pass(1 * days)
    const since = clock.now()
    // Strangers ask every twenty minutes for a day, each time from another block; the oldest of their mails leave the count.
    for (const i of numbers(72)) {
      await ask(ofTunnel(1000 + i, 0), email)
      clock.pass(((i * 7) % 19) * minutes)
      if (i % 3 === 0) {
        await ask('192.0.2.70', email)
        const { expiresAt } = await server.mailOf(email, 'sign_in')
        expect(expiresAt.getTime()).toBeGreaterThan(clock.now().getTime())
      }
      clock.pass((20 - ((i * 7) % 19)) * minutes)
    }
    expect(await mailed(email, since)).toBeLessThanOrEqual(30 + 24)
    await ask('192.0.2.70', email)
    expect(await open(email, '192.0.2.70')).toMatchObject(signedIn)
  })

  test('that replace one valid for an hour are valid as long', async () => {
    const email = 'shorter@mail.example'
    await server.confirmed(email)
    const home = openBrowser('192.0.2.80')
    expect(await home.signIn(email)).toMatchObject(signedIn)
    await spend(email)
    clock.pass(11 * minutes)
    await ask('192.0.2.81', email)
    clock.pass(5 * minutes)
    await home.post('session/link', { email })
    clock.pass(50 * minutes)
    expect(await open(email, '192.0.2.82')).toMatchObject(signedIn)
    await home.post('session/link', { email })
    clock.pass(10 * minutes)
    await expect(server.mailOf(email, 'sign_in')).rejects.toThrow('no live code')
  })

  test('get the same answers for an address without an account', async () => {
    const [known, unknown] = ['known@mail.example', 'unknown@mail.example']
    await server.confirmed(known)
    clock.pass(2 * days)
    const answerTo = async (email: string, network: string) => {
      const { headers: _, ...answer } = await ask(network, email)
      return answer
    }
    await spend(known)
    await spend(unknown)
    for (const i of numbers(6)) {
      const network = ofTunnel(2000 + Math.floor(i / 2), i % 3)
      if (i > 2) clock.pass(11 * minutes)
      expect(await answerTo(unknown, network)).toEqual(await answerTo(known, network))
    }
  })

  test('requested twelve times at once are one when strangers have used up all', async () => {
    const email = 'at-once@mail.example'
    await server.confirmed(email)
    await spend(email)
    clock.pass(11 * minutes)
    const before = clock.now()
    await Promise.all(numbers(12).map((i) => ask(ofTunnel(3000 + i, 0), email)))
    expect(await mailed(email, before)).toBe(1)
  })
})
