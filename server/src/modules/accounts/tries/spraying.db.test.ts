import { expect, test } from 'vitest'
import { goodPassword, openAccountServer } from '../../../../test/account-server.ts'
import { minutes, seconds } from '../../../../test/clock.ts'
import { forgetTriedPasswords } from './spraying.ts'

const server = await openAccountServer()
const { sql, clock, openBrowser, logged } = server

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)
const alarms = () =>
  logged.filter((line) => line.includes('password spraying')).map((line) => JSON.parse(line))

/** An account and a browser it knows, in a network shared with others. */
async function withKnownBrowser(email: string, network: string) {
  await server.confirmed(email)
  const known = openBrowser(network)
  expect((await known.signIn(email)).status).toBe(200)
  return known
}

/** Accounts with the password of another. */
async function copies(email: string, count: number): Promise<string[]> {
  const emails = numbers(count).map((i) => `copy-${i}-of-${email}`)
  await sql`
    insert into account (email, password_hash, name, phone, username, address, source, type, branch, state,
      terms_version, privacy_version, consented_at)
    select copy, password_hash, name, phone, username, address, source, type, branch, state,
      terms_version, privacy_version, consented_at
    from account, unnest(${emails}::text[]) as copy where email = ${email}`
  return emails
}

test('a network that tries thirty addresses must wait in unknown browsers; other networks and known browsers sign in', async () => {
  const email = 'network@mail.example'
  const attacker = '10.1.1.1'
  const known = await withKnownBrowser(email, attacker)
  for (const i of numbers(29)) {
    const answer = await openBrowser(attacker).signIn(`stranger-${i}@mail.example`, `guess number ${i}`)
    expect(answer.status).toBe(401)
  }
  // Repeating the same address adds none.
  await openBrowser(attacker).signIn('stranger-28@mail.example', 'guess number 28')
  expect((await openBrowser(attacker).signIn(email)).status).toBe(200)
  expect(alarms()).toEqual([])
  await openBrowser(attacker).signIn('stranger-29@mail.example', 'guess number 29')
  expect(alarms()).toMatchObject([{ level: 40, by: 'network', addresses: 30 }])
  const refused = await openBrowser(attacker).signIn(email)
  expect(refused).toMatchObject({ status: 429, code: 'too_many', headers: { 'retry-after': '30' } })
  expect(refused.message).toContain('Wait 30 seconds, or ask for a login link by mail.')
  expect((await openBrowser('10.1.1.2').signIn(email)).status).toBe(200)
  expect((await known.signIn(email)).status).toBe(200)
  expect((await openBrowser(attacker).post('session/link', { email })).status).toBe(200)
  clock.pass(31 * seconds)
  expect((await openBrowser(attacker).signIn('stranger-30@mail.example', 'guess number 30')).status).toBe(401)
  clock.pass(31 * seconds)
  expect(await openBrowser(attacker).signIn(email)).toMatchObject({
    status: 429,
    headers: { 'retry-after': '29' },
  })
  expect(alarms()).toHaveLength(1)
  expect(JSON.stringify(alarms())).not.toMatch(/10\.1\.1|mail\.example/)
  clock.pass(51 * minutes)
  expect((await openBrowser(attacker).signIn(email)).status).toBe(200)
}, 120_000)

test('the networks of one tunnel that try a hundred addresses must wait too, and no other tunnel', async () => {
  const email = 'tunnel@mail.example'
  await server.confirmed(email)
  const before = alarms().length
  await openBrowser('2001:db8:1:1::1').signIn('tunnel-0@mail.example', 'a guess from a tunnel')
  await sql`
    insert into sign_in_failure (email_hash, kind, source, block, from_known_browser, at)
    select sha256(number::text::bytea), kind, sha256(number::text::bytea), block, from_known_browser, at
    from (select * from sign_in_failure order by id desc limit 1) as newest, generate_series(1, 98) as number`
  expect((await openBrowser('2001:db8:1:2::1').signIn(email)).status).toBe(200)
  await openBrowser('2001:db8:1:3::1').signIn('tunnel-99@mail.example', 'another guess from it')
  expect(alarms().slice(before)).toMatchObject([{ level: 40, by: 'block', addresses: 100 }])
  expect(await openBrowser('2001:db8:1:4::1').signIn(email)).toMatchObject({
    status: 429,
    headers: { 'retry-after': '30' },
  })
  expect((await openBrowser('2001:db8:2:4::1').signIn(email)).status).toBe(200)
  clock.pass(31 * seconds)
  expect((await openBrowser('2001:db8:1:4::1').signIn(email)).status).toBe(200)
}, 60_000)

test('one password tried at twenty addresses from twenty networks must wait in unknown browsers, and no other password', async () => {
  const password = 'Harmattan-Spray-26'
  const email = 'sprayed@mail.example'
  await server.confirmed(email, { password })
  const known = openBrowser('10.9.9.8')
  expect((await known.signIn(email, password)).status).toBe(200)
  const before = alarms().length
  for (const i of numbers(20)) {
    expect((await openBrowser(`10.2.${i}.1`).signIn(`victim-${i}@mail.example`, password)).status).toBe(401)
    expect(alarms().length - before).toBe(i < 19 ? 0 : 1)
  }
  expect(alarms().at(-1)).toMatchObject({ level: 40, by: 'password', addresses: 20 })
  expect(await openBrowser('10.3.1.1').signIn(email, password)).toMatchObject({
    status: 429,
    headers: { 'retry-after': '30' },
  })
  expect(await openBrowser('10.3.1.1').signIn('victim-99@mail.example', password)).toMatchObject({
    status: 429,
  })
  expect((await openBrowser('10.3.1.1').signIn(email, 'quite another one 9')).status).toBe(401)
  expect((await known.signIn(email, password)).status).toBe(200)
  const logs = logged.join('')
  expect(logs).not.toContain(password)
  clock.pass(31 * seconds)
  expect((await openBrowser('10.3.1.1').signIn(email, password)).status).toBe(200)
}, 120_000)

test('of a tried password only three bytes of a keyed hash are stored, for less than an hour', async () => {
  await openBrowser('10.4.1.1').signIn('kept@mail.example', 'a guess to be forgotten')
  const [row] = await sql<{ bytes: number }[]>`
    select octet_length(password) as bytes from tried_password order by at desc limit 1`
  expect(row).toEqual({ bytes: 3 })
  clock.pass(51 * minutes)
  await forgetTriedPasswords(server.db, clock)
  expect(await sql`select 1 from tried_password`).toHaveLength(0)
})

test('users of one network who mistype once before they sign in delay no other user', async () => {
  const email = 'many@mail.example'
  await server.confirmed(email)
  const before = alarms().length
  const [first = '', ...others] = await copies(email, 3)
  const mistype = (one: string) => openBrowser('10.5.1.1').signIn(one, `${goodPassword} of ${one}`)
  const getIn = async (one: string) => expect((await openBrowser('10.5.1.1').signIn(one)).status).toBe(200)
  await mistype(first)
  // Twenty-eight others gave up.
  await sql`
    insert into sign_in_failure (email_hash, kind, source, from_known_browser, at)
    select sha256(number::text::bytea), kind, source, from_known_browser, at
    from (select * from sign_in_failure order by at desc, id desc limit 1) as newest, generate_series(1, 28) as number`
  await getIn(first)
  for (const one of others) {
    await mistype(one)
    await getIn(one)
  }
  await getIn(email)
  expect(alarms()).toHaveLength(before)
}, 60_000)
