import { beforeAll, expect, test } from 'vitest'
import { goodPassword, openAccountServer } from '../../../test/account-server.ts'
import { days, minutes, seconds } from '../../../test/clock.ts'
import { hashToken } from '../../infra/http/session.ts'
import { deleteExpiredLoginData, openIdentify, signOut } from './sessions.ts'

const server = await openAccountServer()
const { sql, clock, profile } = server
const email = 'ada@mail.example'
const invalid = { status: 401, message: 'Invalid token.', code: 'invalid_token', data: null }
const expired = { status: 401, message: 'Expired token', error: 'Expired token', code: 'session_expired' }

beforeAll(() => server.confirmed(email))

test('a session works at 57:59 and says Expired token at 58:01, also a month later', async () => {
  const token = await server.tokenOf(email)
  clock.pass(57 * minutes + 59 * seconds)
  expect(await profile(token)).toMatchObject({ status: 200, data: { email, status: 'active' } })
  clock.pass(2 * seconds)
  expect(await profile(token)).toMatchObject(expired)
  clock.pass(30 * days)
  await deleteExpiredLoginData(server.db, clock)
  expect(await profile(token)).toMatchObject(expired)
  clock.pass(2 * days)
  await deleteExpiredLoginData(server.db, clock)
  expect(await profile(token)).toMatchObject(invalid)
})

test('use does not prolong a session', async () => {
  const token = await server.tokenOf(email)
  for (let i = 0; i < 5; i++) {
    clock.pass(11 * minutes)
    expect(await profile(token)).toMatchObject({ status: 200 })
  }
  clock.pass(4 * minutes)
  expect(await profile(token)).toMatchObject(expired)
})

test('signing out ends this session only, permanently', async () => {
  const [one, two] = [await server.tokenOf(email), await server.tokenOf(email)]
  expect(await server.call('DELETE', '/v0/session', undefined, `Bearer ${one}`)).toMatchObject({
    status: 200,
    data: {},
  })
  expect(await profile(one)).toMatchObject(invalid)
  expect(await server.call('DELETE', '/v0/session', undefined, `Bearer ${one}`)).toMatchObject(invalid)
  expect(await profile(two)).toMatchObject({ status: 200 })
  clock.pass(59 * minutes)
  expect(await profile(one)).toMatchObject(invalid)
})

test('the eleventh session ends the oldest', async () => {
  const tokens: string[] = []
  for (let i = 0; i < 11; i++) {
    clock.pass(1 * seconds)
    tokens.push(await server.tokenOf(email))
  }
  const statuses = await Promise.all(tokens.map(async (token) => (await profile(token)).status))
  expect(statuses).toEqual([401, ...new Array<number>(10).fill(200)])
  expect(await profile(tokens[0] ?? '')).toMatchObject(invalid)
})

test.each(['', 'short', 'x'.repeat(43), 'a b c d e f g h', "' or 1=1 --", 'x'.repeat(5000)])(
  'a token like %j is invalid',
  async (token) => {
    expect(await profile(token)).toMatchObject(invalid)
  },
)

test('a missing token, and a password in place of one, are invalid', async () => {
  expect(await server.call('GET', '/v0/account')).toMatchObject(invalid)
  const authorization = `Basic ${Buffer.from(`${email}:${goodPassword}`).toString('base64')}`
  expect(await server.call('GET', '/v0/account', undefined, authorization)).toMatchObject(invalid)
})

test('a session of an account that was suspended or deleted is invalid', async () => {
  await server.confirmed('leaving@mail.example')
  const token = await server.tokenOf('leaving@mail.example')
  for (const state of ['suspended', 'deleted']) {
    await sql`update account set state = ${state} where email = 'leaving@mail.example'`
    expect(await profile(token)).toMatchObject(invalid)
  }
})

test('calls in the same turn share one query, and each finds its own session', async () => {
  const people = ['one', 'two', 'three'].map((name) => `${name}@together.example`)
  const tokens = new Map<string, string>()
  for (const person of people) {
    await server.confirmed(person)
    tokens.set(person, await server.tokenOf(person))
  }
  const ended = await server.tokenOf('one@together.example')
  await signOut(server.db, clock, hashToken(ended))
  let asked = 0
  const counted = server.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      asked += 1
      return result
    },
  })
  const identify = openIdentify(counted, clock)
  const told = await Promise.allSettled([
    ...[...tokens.values()].map((token) => identify(hashToken(token))),
    identify(hashToken(ended)),
    identify(hashToken('never was')),
  ])
  expect(asked).toBe(1)
  const ids = await sql<
    { id: number }[]
  >`select id::int from account where email = any(${people}) order by id`
  expect(
    told.map((one) => (one.status === 'fulfilled' ? one.value.accountId : Object(one.reason).code)),
  ).toEqual([...ids.map(({ id }) => id), 'invalid_token', 'invalid_token'])
})
