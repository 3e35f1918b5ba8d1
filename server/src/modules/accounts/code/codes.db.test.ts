import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { openAccountServer, otherDigits, registration } from '../../../../test/account-server.ts'
import { days, hours, minutes, seconds } from '../../../../test/clock.ts'
import { codeDigits, codeMail } from './codes.ts'

const server = await openAccountServer()
const { sql, clock, post } = server
const wrongCode = { status: 400, code: 'wrong_code' }
const linkOnly = { status: 400, code: 'code_link_only' }
const right = { status: 200 }

// Each test begins a quarter of a year later, so that the limits of earlier tests have passed.
beforeEach(() => clock.pass(90 * days))

const verify = (email: string, code: string) => post('verifyaccount', { email, code })
const check = (email: string, code: string) => post('verifycode', { email, code })
const update = (email: string, code: string) =>
  post('updatepassword', { email, code, password: 'brand new lentils 5' })

/** This many wrong digits, with a new code whenever one has ended. */
async function guessWrong(email: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    if (i % 5 === 0) {
      clock.pass(61 * seconds)
      await post('resendcode', { email })
    }
    const { digits } = await server.codeOf(email)
    expect(await verify(email, otherDigits(digits))).toMatchObject(wrongCode)
  }
}

describe('a code', () => {
  test('confirms the address once, by digits', async () => {
    await server.register('once@mail.example')
    const { digits } = await server.codeOf('once@mail.example')
    expect(digits).toMatch(/^\d{5}$/)
    expect(await verify('ONCE@mail.example', ` ${digits} `)).toMatchObject(right)
    expect(await verify('once@mail.example', digits)).toMatchObject(wrongCode)
    const events =
      await sql`select verb, from_state, to_state, actor, at from account_event join account on account.id = account_id where email = 'once@mail.example'`
    expect(events).toEqual([
      { verb: 'verify', from_state: 'unverified', to_state: 'active', actor: 'self', at: clock.now() },
    ])
  })

  test('confirms the address once, by the token of the link, which has 128 bits', async () => {
    await server.register('link@mail.example')
    const { token } = await server.codeOf('link@mail.example')
    expect(Buffer.from(token, 'base64url')).toHaveLength(16)
    expect(await verify('link@mail.example', token)).toMatchObject(right)
    expect(await verify('link@mail.example', token)).toMatchObject(wrongCode)
  })

  test('works at 9:59 and no longer at 10:01', async () => {
    await server.register('slow@mail.example')
    await server.register('slower@mail.example')
    const slow = await server.codeOf('slow@mail.example')
    const slower = await server.codeOf('slower@mail.example')
    clock.pass(9 * minutes + 59 * seconds)
    expect(await verify('slow@mail.example', slow.digits)).toMatchObject(right)
    clock.pass(2 * seconds)
    expect(await verify('slower@mail.example', slower.digits)).toMatchObject(wrongCode)
    expect(await verify('slower@mail.example', slower.token)).toMatchObject(wrongCode)
  })

  test('of another account or another purpose is refused', async () => {
    await server.register('one@mail.example')
    await server.register('two@mail.example')
    const one = await server.codeOf('one@mail.example')
    for (const code of [one.digits, one.token])
      expect(await verify('two@mail.example', code)).toMatchObject(wrongCode)
    await post('forgotpassword', { email: 'one@mail.example' })
    for (const code of [one.digits, one.token])
      expect(await update('one@mail.example', code)).toMatchObject(wrongCode)
    const reset = await server.codeOf('one@mail.example', 'reset_password')
    for (const code of [reset.digits, reset.token])
      expect(await verify('one@mail.example', code)).toMatchObject(wrongCode)
    expect(await verify('one@mail.example', one.token)).toMatchObject(right)
  })

  test('is ended by the next one', async () => {
    await server.register('next@mail.example')
    const first = await server.codeOf('next@mail.example')
    clock.pass(60 * seconds)
    await post('resendcode', { email: 'next@mail.example' })
    const second = await server.codeOf('next@mail.example')
    expect(await verify('next@mail.example', first.token)).toMatchObject(wrongCode)
    expect(await verify('next@mail.example', second.token)).toMatchObject(right)
  })

  test.each(['1234', '123456', 'abcde', '', '１２３４５'])(
    'of an invalid form, such as "%s", is refused with the message of the specification',
    async (code) => {
      expect(await verify('once@mail.example', code)).toMatchObject({
        status: 400,
        fields: { code: 'otp must be 5 digits' },
      })
    },
  )

  test('is random: 10,000 of them spread evenly', () => {
    const counts = new Array<number>(100).fill(0)
    for (let i = 0; i < 10_000; i++) {
      const bucket = Math.floor(Number(codeDigits(server.secret, randomUUID())) / 1000)
      counts[bucket] = (counts[bucket] ?? 0) + 1
    }
    const chiSquare = counts.reduce((sum, count) => sum + (count - 100) ** 2 / 100, 0)
    expect(chiSquare).toBeLessThan(182) // 99 degrees of freedom: fails once in a million runs.
  })
})

describe('wrong tries', () => {
  test('end the digits at the fifth, and leave the mailed link, once', async () => {
    await server.register('burn@mail.example')
    const { digits, token } = await server.codeOf('burn@mail.example')
    for (let by = 1; by <= 5; by++)
      expect(await verify('burn@mail.example', otherDigits(digits, by))).toMatchObject(wrongCode)
    expect(await verify('burn@mail.example', digits)).toMatchObject(wrongCode)
    expect(await verify('burn@mail.example', token)).toMatchObject(right)
    expect(await verify('burn@mail.example', token)).toMatchObject(wrongCode)
  })

  test('that ended the digits leave the link for a new password', async () => {
    await server.confirmed('reset@mail.example')
    await post('forgotpassword', { email: 'reset@mail.example' })
    const { digits, token } = await server.codeOf('reset@mail.example', 'reset_password')
    for (let by = 1; by <= 5; by++) await check('reset@mail.example', otherDigits(digits, by))
    expect(await update('reset@mail.example', digits)).toMatchObject(wrongCode)
    expect(await check('reset@mail.example', token)).toMatchObject(right)
    expect(await update('reset@mail.example', token)).toMatchObject(right)
    const other = { email: 'reset@mail.example', code: token, password: 'and another one 66' }
    expect(await post('updatepassword', other)).toMatchObject(wrongCode)
  })

  test('leave the link of an ended code until it expires or another is mailed', async () => {
    const endDigits = async (email: string) => {
      await server.register(email)
      const { digits, token } = await server.codeOf(email)
      for (let by = 1; by <= 5; by++) await verify(email, otherDigits(digits, by))
      return token
    }
    const late = await endDigits('burned-late@mail.example')
    clock.pass(10 * minutes)
    expect(await verify('burned-late@mail.example', late)).toMatchObject(wrongCode)
    const replaced = await endDigits('burned-again@mail.example')
    clock.pass(61 * seconds)
    await post('resendcode', { email: 'burned-again@mail.example' })
    expect(await verify('burned-again@mail.example', replaced)).toMatchObject(wrongCode)
    const { token } = await server.codeOf('burned-again@mail.example')
    expect(await verify('burned-again@mail.example', token)).toMatchObject(right)
  })

  test('do not count at a code whose digits have ended', async () => {
    await server.register('counted@mail.example')
    const { digits } = await server.codeOf('counted@mail.example')
    for (let by = 1; by <= 7; by++) await verify('counted@mail.example', otherDigits(digits, by))
    const [row] = await sql`select count(*) from wrong_code where evaluated and at = ${clock.now()}`
    expect(Number(row?.count)).toBe(5)
  })

  test('before the mail was sent do not hold it back', async () => {
    await server.register('early@mail.example')
    const { digits } = await server.codeOf('early@mail.example')
    for (let by = 1; by <= 5; by++) await verify('early@mail.example', otherDigits(digits, by))
    const [code] = await sql<{ id: string }[]>`
      select code.id from code join account on account.id = account_id where email = 'early@mail.example'`
    expect(await codeMail(server.db, clock, server.secret, code?.id ?? '')).toMatchObject({ digits })
  })

  test('leave the fifth try to the right code', async () => {
    await server.register('fifth@mail.example')
    const { digits } = await server.codeOf('fifth@mail.example')
    for (let by = 1; by <= 4; by++) await verify('fifth@mail.example', otherDigits(digits, by))
    expect(await verify('fifth@mail.example', digits)).toMatchObject(right)
  })

  test('a hundred at once, the right one sixth, count as five at most', async () => {
    await server.register('storm@mail.example')
    const { digits } = await server.codeOf('storm@mail.example')
    const guesses = Array.from({ length: 100 }, (_, i) => (i === 5 ? digits : otherDigits(digits, i + 1)))
    const answers = await Promise.all(guesses.map((guess) => verify('storm@mail.example', guess)))
    const evaluated = await sql`select count(*) from wrong_code where evaluated and at = ${clock.now()}`
    const opened = answers.filter((answer) => answer.status === 200).length
    expect(Number(evaluated[0]?.count) + opened).toBeLessThanOrEqual(5)
    expect(answers.every((answer) => answer.status === 200 || answer.status === 400)).toBe(true)
    const [code] =
      await sql`select code.state, tries from code join account on account.id = account_id where email = 'storm@mail.example'`
    expect(code?.tries).toBeLessThanOrEqual(5)
    expect(code?.state).toBe(opened === 1 ? 'used' : 'burned')
  })

  test('at both purposes share the limit of the address, also in parallel', async () => {
    await server.register('both@mail.example')
    await post('forgotpassword', { email: 'both@mail.example' })
    const { digits } = await server.codeOf('both@mail.example')
    const reset = await server.codeOf('both@mail.example', 'reset_password')
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        i % 2
          ? verify('both@mail.example', otherDigits(digits, i + 1))
          : check('both@mail.example', otherDigits(reset.digits, i + 1)),
      ),
    )
    const [counted] =
      await sql`select count(*), count(*) filter (where evaluated) as evaluated from wrong_code where at = ${clock.now()}`
    expect(counted).toEqual({ count: 15, evaluated: expect.any(Number) })
    expect(counted?.evaluated).toBeLessThanOrEqual(10)
  })

  test('of checking and of setting the password count together', async () => {
    await server.confirmed('shared@mail.example')
    await post('forgotpassword', { email: 'shared@mail.example' })
    const { digits, token } = await server.codeOf('shared@mail.example', 'reset_password')
    for (let by = 1; by <= 4; by++)
      expect(await check('shared@mail.example', otherDigits(digits, by))).toMatchObject(wrongCode)
    expect(await update('shared@mail.example', otherDigits(digits, 5))).toMatchObject(wrongCode)
    expect(await check('shared@mail.example', digits)).toMatchObject(wrongCode)
    expect(await update('shared@mail.example', digits)).toMatchObject(wrongCode)
    expect(await update('shared@mail.example', token)).toMatchObject(right)
  })

  test('of a link token do not end the code', async () => {
    await server.register('token@mail.example')
    const { digits } = await server.codeOf('token@mail.example')
    for (let i = 0; i < 20; i++)
      expect(await verify('token@mail.example', 'x'.repeat(22))).toMatchObject(wrongCode)
    expect(await verify('token@mail.example', digits)).toMatchObject(right)
  })

  test('fifteen within a day leave only the link, for that address, until they are a day old', async () => {
    await server.register('day@mail.example')
    await server.register('other@mail.example')
    await guessWrong('day@mail.example', 15)
    clock.pass(61 * seconds)
    await post('resendcode', { email: 'day@mail.example' })
    const { digits, token } = await server.mailOf('day@mail.example')
    expect(digits).toBeNull()
    expect(await verify('day@mail.example', '12345')).toMatchObject(linkOnly)
    expect(await check('day@mail.example', '12345')).toMatchObject(linkOnly)
    await post('resendcode', { email: 'other@mail.example' })
    expect(
      await verify('other@mail.example', (await server.codeOf('other@mail.example')).digits),
    ).toMatchObject(right)
    expect(await verify('day@mail.example', token)).toMatchObject(right)
    expect(await server.signIn('day@mail.example')).toMatchObject({ data: { authid: expect.any(String) } })
    clock.pass(25 * hours)
    await post('forgotpassword', { email: 'day@mail.example' })
    expect(
      await check('day@mail.example', (await server.codeOf('day@mail.example', 'reset_password')).digits),
    ).toMatchObject(right)
  })

  test('on three such days leave only the link for 30 days', async () => {
    await server.register('month@mail.example')
    for (const _ of [1, 2, 3]) {
      await guessWrong('month@mail.example', 15)
      clock.pass(3 * days)
    }
    const tryDigits = async () => {
      await post('resendcode', { email: 'month@mail.example' })
      return await verify('month@mail.example', (await server.mailOf('month@mail.example')).digits ?? '12345')
    }
    expect(await tryDigits()).toMatchObject(linkOnly)
    clock.pass(26 * days)
    expect(await tryDigits()).toMatchObject(linkOnly)
    clock.pass(2 * days)
    expect(await tryDigits()).toMatchObject(right)
  })

  test('at an unknown address get the same answers', async () => {
    await server.register('somebody@mail.example')
    const { digits } = await server.codeOf('somebody@mail.example')
    const answers: unknown[][] = []
    for (const email of ['somebody@mail.example', 'nobody@mail.example']) {
      const heard: unknown[] = []
      for (let by = 1; by <= 17; by++) {
        const { headers: _, ...body } = await verify(email, otherDigits(digits, by))
        heard.push(body)
      }
      answers.push(heard)
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.at(-1)).toMatchObject(linkOnly)
  })
})

describe('many wrong digits', () => {
  /**
   * Registrations of many addresses: one made, the others inserted beside it, because each would hash a
   * password.
   */
  async function registerMany(name: string, count: number): Promise<string[]> {
    await server.register(`${name}@mail.example`)
    const copied = await sql<{ email: string }[]>`
      insert into account (email, password_hash, name, phone, username, address, source, type, branch,
        terms_version, privacy_version, consented_at, created_at)
      select ${name} || number || '@mail.example', password_hash, name, phone, username, address, source, type, branch,
        terms_version, privacy_version, consented_at, created_at
      from account, generate_series(1, ${count}::int) number where email = ${`${name}@mail.example`} returning email`
    return copied.map(({ email }) => email)
  }

  /** Requests a code from a network, and types this many wrong digits there. */
  async function spray(network: string, email: string, wrong: number): Promise<void> {
    const browser = server.openBrowser(network)
    await browser.post('resendcode', { email })
    const { digits } = await server.codeOf(email)
    for (let by = 1; by <= wrong; by++)
      expect(await browser.post('verifyaccount', { email, code: otherDigits(digits, by) })).toMatchObject(
        wrongCode,
      )
  }

  test('of one network stop the digits of that network only', async () => {
    const attacker = server.openBrowser('198.51.100.7')
    const weapons = await registerMany('weapon', 40)
    for (const email of weapons.slice(0, 5)) await spray('198.51.100.7', email, 4)
    // The forty registrations and 240 guesses that once turned digits off for all accounts.
    for (const [i, email] of Array.from({ length: 6 }, () => weapons)
      .flat()
      .entries()) {
      const guess = { email, code: String(10_000 + i) }
      expect(await attacker.post('verifyaccount', guess)).toMatchObject(linkOnly)
    }
    await server.register('bystander@mail.example')
    expect(
      await verify('bystander@mail.example', (await server.codeOf('bystander@mail.example')).digits),
    ).toMatchObject(right)
    await post('forgotpassword', { email: 'bystander@mail.example' })
    const { digits } = await server.codeOf('bystander@mail.example', 'reset_password')
    expect(await check('bystander@mail.example', digits)).toMatchObject(right)
  })

  test('of one network leave the digits out of the mails that are asked for there, and the link works', async () => {
    for (const email of await registerMany('noise', 5)) await spray('198.51.100.8', email, 4)
    const neighbour = server.openBrowser('198.51.100.8')
    await neighbour.post('createAccount', registration('neighbour@mail.example'))
    const { digits, token } = await server.mailOf('neighbour@mail.example')
    expect(digits).toBeNull()
    const link = { email: 'neighbour@mail.example', code: token }
    expect(await neighbour.post('verifyaccount', link)).toMatchObject(right)
    clock.pass(61 * minutes)
    await neighbour.post('createAccount', registration('later@mail.example'))
    expect((await server.mailOf('later@mail.example')).digits).toMatch(/^\d{5}$/)
  })

  test('at new registrations from many networks stop the digits of registrations alone, and warn the operator', async () => {
    await server.confirmed('settled@mail.example')
    await server.register('waiting@mail.example')
    const waiting = await server.codeOf('waiting@mail.example')
    for (const [i, email] of (await registerMany('spray', 50)).entries())
      await spray(`203.0.${i}.1`, email, 4)
    expect(await verify('waiting@mail.example', otherDigits(waiting.digits))).toMatchObject(wrongCode)
    server.logged.length = 0
    expect(await verify('waiting@mail.example', waiting.digits)).toMatchObject(linkOnly)
    expect(await verify('unknown@mail.example', '12345')).toMatchObject(linkOnly)
    expect(
      server.logged.some((line) => line.includes('"level":40') && line.includes('digits are refused')),
    ).toBe(true)
    expect(await verify('waiting@mail.example', waiting.token)).toMatchObject(right)
    clock.pass(61 * seconds)
    await server.register('new@mail.example')
    expect((await server.mailOf('new@mail.example')).digits).toBeNull()
    await post('forgotpassword', { email: 'settled@mail.example' })
    const { digits } = await server.codeOf('settled@mail.example', 'reset_password')
    expect(await check('settled@mail.example', digits)).toMatchObject(right)
    clock.pass(61 * minutes)
    await post('resendcode', { email: 'new@mail.example' })
    expect(await verify('new@mail.example', (await server.codeOf('new@mail.example')).digits)).toMatchObject(
      right,
    )
  })

  test('at old registrations and confirmed accounts do not stop new registrations', async () => {
    const old = await registerMany('old', 51)
    clock.pass(25 * hours)
    for (const [i, email] of old.entries()) await spray(`203.0.${i}.1`, email, 4)
    await server.register('fresh@mail.example')
    expect(
      await verify('fresh@mail.example', (await server.codeOf('fresh@mail.example')).digits),
    ).toMatchObject(right)
  })
})

describe('the limits of mailing', () => {
  const codesOf = async (email: string) => {
    const [row] =
      await sql`select count(*) from code join account on account.id = account_id where email = ${email}`
    return Number(row?.count)
  }

  test('one a minute, five an hour and ten a day of one source; beyond that the answer says how long to wait', async () => {
    const email = 'often@mail.example'
    await server.register(email)
    const resend = async (after: number) => {
      clock.pass(after)
      const before = await codesOf(email)
      const { status, message, data } = await post<{ retryAfter?: number }>('resendcode', { email })
      expect(status).toBe(200)
      const mailed = (await codesOf(email)) - before
      if (mailed)
        expect({ message, data }).toEqual({ message: 'an otp has been sent to your email', data: {} })
      else expect(message).toMatch(/^use the newest mail that we sent you, or ask for another in \d+ /)
      expect(data?.retryAfter === undefined).toBe(mailed === 1)
      return before + mailed
    }
    expect(await resend(59 * seconds)).toBe(1)
    expect(await resend(1 * seconds)).toBe(2)
    for (const wanted of [3, 4, 5, 5]) expect(await resend(2 * minutes)).toBe(wanted)
    clock.pass(1 * hours)
    for (const wanted of [6, 7, 8, 9, 10]) expect(await resend(1 * minutes)).toBe(wanted)
    expect(await resend(2 * hours)).toBe(10)
    expect(await resend(1 * days)).toBe(11)
  })

  test('thirty at once mail one code', async () => {
    await server.register('impatient@mail.example')
    clock.pass(2 * minutes)
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => post('resendcode', { email: 'impatient@mail.example' })),
    )
    expect(answers.every((answer) => answer.status === 200)).toBe(true)
    expect(await codesOf('impatient@mail.example')).toBe(2)
  })

  test('a confirmed account and an unknown address get no code, and the same answer', async () => {
    await server.confirmed('done@mail.example')
    clock.pass(2 * minutes)
    const before = await codesOf('done@mail.example')
    const answers = [
      await post('resendcode', { email: 'done@mail.example' }),
      await post('resendcode', { email: 'gone@mail.example' }),
    ]
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, message: 'an otp has been sent to your email', data: {} })
    expect(await codesOf('done@mail.example')).toBe(before)
  })
})

test('digits, token and password appear nowhere in the database or the log', async () => {
  const email = 'secretive@mail.example'
  await server.register(email)
  await post('forgotpassword', { email })
  await server.signIn(email)
  const verifying = await server.codeOf(email)
  const resetting = await server.codeOf(email, 'reset_password')
  const dump = [await dumpDatabase(), ...server.logged].join('\n')
  expect(dump).toContain('mail-code')
  for (const { digits, token } of [verifying, resetting]) {
    expect(dump).not.toMatch(new RegExp(`(?<![\\w.])${digits}(?!\\w)`))
    expect(dump).not.toContain(token)
    expect(dump).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
  }
  expect(dump).not.toContain('Okro soup')
  const log = server.logged.join('\n')
  expect(log).not.toContain(email)
  expect(log).not.toContain('Ada Obi')
})

/** Every row of every table as text, the job queue's included. */
async function dumpDatabase(): Promise<string> {
  const tables =
    await sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`
  const dumped: string[] = []
  for (const { name } of tables) {
    const found = await sql.unsafe(`select row_to_json(t)::text as line from ${name} t`)
    dumped.push(`-- ${name}`, ...found.map((row) => String(row.line)))
  }
  return dumped.join('\n')
}
