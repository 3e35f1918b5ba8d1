import type { KyselyPlugin } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  basic,
  goodPassword,
  openAccountServer,
  type Reply,
  type SignedIn,
} from '../../../test/account-server.ts'
import { days, minutes, seconds } from '../../../test/clock.ts'
import { newDevice } from '../../infra/http/device.ts'
import { register } from './registration/register.ts'
import { requestCode } from './registration/verify.ts'
import { signIn } from './sign-in.ts'

const server = await openAccountServer()
const { sql, clock } = server
const wrong = {
  status: 401,
  code: 'wrong_credentials',
  message: 'The email or the password is not right.',
  data: null,
}

beforeEach(() => clock.pass(90 * days))

function bodyOf({ headers: _, ...body }: Reply): object {
  return body
}

/** This many wrong passwords, one after another. */
async function fail(email: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) expect(await server.signIn(email, 'a wrong password')).toMatchObject(wrong)
}

describe('signing in', () => {
  test('answers the profile, a token of 256 bits that is stored nowhere, and its end after 58 minutes', async () => {
    await server.confirmed('ada@mail.example')
    const { status, data } = await server.signIn('ADA@mail.example')
    expect(status).toBe(200)
    expect(data.details).toEqual({
      status: 'active',
      name: 'Ada Obi',
      email: 'ada@mail.example',
      phone: '2348031234567',
      username: 'ada',
      type: 'user',
    })
    expect(Buffer.from(data.authid ?? '', 'base64url')).toHaveLength(32)
    expect(data.expiresAt).toBe(new Date(clock.now().getTime() + 58 * minutes).toISOString())
    const [row] = await sql`select row_to_json(session)::text as line from session`
    expect(row?.line).not.toContain(data.authid)
    expect(row?.line).not.toContain(Buffer.from(data.authid ?? '', 'base64url').toString('hex'))
  })

  test('gives a new token each time', async () => {
    expect(await server.tokenOf('ada@mail.example')).not.toBe(await server.tokenOf('ada@mail.example'))
  })

  test('accepts 128 characters of any script, with colons, to the last', async () => {
    const password = `ẹ̀:ọ🔥${'sóbò:'.repeat(30)}`.slice(0, 128)
    await server.confirmed('long@mail.example', { password })
    expect(await server.signIn('long@mail.example', password)).toMatchObject({ status: 200 })
    expect(await server.signIn('long@mail.example', `${password.slice(0, -1)}x`)).toMatchObject(wrong)
    expect(await server.signIn('long@mail.example', `${password}x`)).toMatchObject(wrong)
  })

  test('to an unconfirmed account gives no token and has a code mailed, at most one a minute', async () => {
    await server.register('new@mail.example')
    const first = await server.codeOf('new@mail.example')
    clock.pass(30 * seconds)
    await server.signIn('new@mail.example')
    expect(await server.codeOf('new@mail.example')).toEqual(first)
    clock.pass(31 * seconds)
    const { data } = await server.signIn('new@mail.example')
    expect(data).toMatchObject({ details: { status: 'unverified' }, authid: null, expiresAt: null })
    expect((await server.codeOf('new@mail.example')).token).not.toBe(first.token)
    expect(await server.signIn('new@mail.example', 'a wrong password')).toMatchObject(wrong)
  })

  test('is refused to a suspended account that gives the right password, and to a deleted one as if it never was', async () => {
    await server.confirmed('out@mail.example')
    await sql`update account set state = 'suspended' where email = 'out@mail.example'`
    expect(await server.signIn('out@mail.example')).toMatchObject({ status: 403, code: 'suspended' })
    expect(await server.signIn('out@mail.example', 'a wrong password')).toMatchObject(wrong)
    await sql`update account set state = 'deleted' where email = 'out@mail.example'`
    expect(await server.signIn('out@mail.example')).toMatchObject(wrong)
  })

  test.each([
    ['nothing', undefined],
    ['a bearer token', 'Bearer abcdefghijklmnop'],
    ['no colon', `Basic ${Buffer.from('ada@mail.example').toString('base64')}`],
    ['no email', basic('', 'x')],
    ['no password', basic('ada@mail.example', '')],
    ['an address with a NUL', basic('ada\0@mail.example', 'x')],
    ['an invalid address', basic('Robert); drop table account;--', 'x')],
    ['bytes that are not text', `Basic ${Buffer.from([0xff, 0xfe, 0x3a, 0xff]).toString('base64')}`],
    ['a very long address', basic(`${'a'.repeat(900)}@mail.example`, 'x')],
  ])('with %s is refused like a wrong password', async (_, authorization) => {
    expect(await server.call('POST', '/v0/', undefined, authorization)).toMatchObject(wrong)
  })

  test('sends no WWW-Authenticate, so that browsers ask for no password', async () => {
    expect(
      (await server.signIn('ada@mail.example', 'a wrong password')).headers['www-authenticate'],
    ).toBeUndefined()
  })

  test('never writes the header, the password or the address to the log', async () => {
    server.logged.length = 0
    await server.signIn('ada@mail.example', 'marker-of-a-password')
    await server.signIn('ada@mail.example')
    const log = server.logged.join('\n')
    expect(log).toContain('answered')
    for (const secret of [
      'marker-of-a-password',
      'ada@mail',
      basic('ada@mail.example', goodPassword).slice(6),
      'Basic ',
    ])
      expect(log).not.toContain(secret)
  })
})

describe('a wrong password', () => {
  test('and an unknown address are answered alike', async () => {
    const known = await server.signIn('ada@mail.example', 'a wrong password')
    const unknown = await server.signIn('nobody@mail.example', 'a wrong password')
    expect(bodyOf(unknown)).toEqual(bodyOf(known))
  })

  test('ten times makes the address wait, known or not; the right one works after the wait', async () => {
    await server.confirmed('slow@mail.example')
    for (const email of ['slow@mail.example', 'unknown@mail.example']) {
      await fail(email, 10)
      const eleventh = await server.signIn(email)
      expect(bodyOf(eleventh)).toMatchObject({ status: 429, code: 'too_many' })
      expect(eleventh.headers['retry-after']).toBe('30')
    }
    clock.pass(29 * seconds)
    expect(await server.signIn('slow@mail.example')).toMatchObject({ status: 429 })
    clock.pass(1 * seconds)
    await fail('slow@mail.example', 1)
    expect((await server.signIn('slow@mail.example')).headers['retry-after']).toBe('60')
    clock.pass(60 * seconds)
    expect(await server.signIn('slow@mail.example')).toMatchObject({ status: 200 })
    await fail('slow@mail.example', 9)
    expect(await server.signIn('slow@mail.example')).toMatchObject({ status: 200 })
  })

  test('a hundred at once count as ten guesses', async () => {
    await server.confirmed('storm@mail.example')
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => server.signIn('storm@mail.example', 'a wrong password')),
    )
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(90)
  })

  test('five times before the right one is reported to the owner, once; four times is not', async () => {
    await server.confirmed('told@mail.example')
    const reportsQueued = async () =>
      (await server.jobs()).filter((job) => job.name === 'mail-many-failures').length
    const before = await reportsQueued()
    await fail('told@mail.example', 4)
    await server.tokenOf('told@mail.example')
    expect(await reportsQueued()).toBe(before)
    await fail('told@mail.example', 5)
    await server.tokenOf('told@mail.example')
    await server.tokenOf('told@mail.example')
    expect(await reportsQueued()).toBe(before + 1)
  })
})

test('forty concurrent sign-ins of one account all succeed, and ten sessions stay', async () => {
  await server.confirmed('crowd@mail.example')
  const answers = await Promise.all(Array.from({ length: 40 }, () => server.signIn('crowd@mail.example')))
  expect(new Set(answers.map((answer: Reply<SignedIn>) => answer.status))).toEqual(new Set([200]))
  const [live] =
    await sql`select count(*) from session join account on account.id = account_id where email = 'crowd@mail.example' and ended_at is null`
  expect(live?.count).toBe(10)
})

describe('the work for an answer', () => {
  let asked = 0
  let hashed: string[] = []
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  // The cost of hashing for unknown accounts is tested in `passwords.test.ts`.
  const hasher: typeof server.hasher = {
    hash(password) {
      hashed.push('made')
      return server.hasher.hash(password)
    },
    verify(kept, password) {
      hashed.push('compared')
      return server.hasher.verify(kept, password)
    },
    find(kept, password) {
      hashed.push('compared')
      return server.hasher.find(kept, password)
    },
  }
  const deps = { ...server, hasher, db: server.db.withPlugin(counter) }
  async function workOf(act: () => Promise<unknown>): Promise<{ asked: number; hashed: string[] }> {
    asked = 0
    hashed = []
    await act().catch(() => undefined)
    return { asked, hashed }
  }

  test('is the same for a known and an unknown address, so that timing reveals nothing', async () => {
    await server.confirmed('known@mail.example')
    const form = (email: string) => ({
      email,
      password: goodPassword,
      phone: '08031234567',
      username: '',
      location: '',
      source: 'web' as const,
      type: 'user' as const,
      name: 'Ada Obi',
      branch: 'at_home_service' as const,
    })
    const origin = { device: newDevice(), address: '192.0.2.1', agent: '' }
    const acts = [
      (email: string) => signIn(deps, { email, password: 'a wrong password' }, origin, { warn: () => {} }),
      (email: string) => requestCode(deps, { email, purpose: 'reset_password' }, origin),
      (email: string) => requestCode(deps, { email, purpose: 'verify_account' }, origin),
      (email: string) => requestCode(deps, { email, purpose: 'sign_in' }, origin),
      (email: string) => register(deps, form(email), origin),
    ]
    for (const [i, act] of acts.entries()) {
      // So that no mail is held back by a limit.
      clock.pass(2 * minutes)
      const known = await workOf(() => act('known@mail.example'))
      expect(known.asked).toBeGreaterThan(2)
      expect(await workOf(() => act(`unknown-${i}@mail.example`))).toEqual(known)
      if (i === 0) expect(known.hashed).toEqual(['compared'])
    }
  })
})
