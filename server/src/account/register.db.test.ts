import { consentVersions } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { goodPassword, openAccountServer, otherDigits, registration } from '../../test/account-server.ts'
import { hours, minutes, seconds } from '../../test/clock.ts'

const server = await openAccountServer()
const { sql, clock } = server
const success = 'signup successful, an email verification has been sent to your email'

async function accountOf(email: string) {
  const [row] = await sql`select * from account where email = ${email}`
  return row
}

test('a registration keeps what was typed, the password hashed, and has a code mailed', async () => {
  const answer = await server.register('Ada@Mail.example', { phone: '+234 (0)803 123-4567' })
  expect(answer).toMatchObject({ status: 200, message: success, data: {} })
  const account = await accountOf('ada@mail.example')
  expect(account).toMatchObject({
    ...{
      email: 'ada@mail.example',
      name: 'Ada Obi',
      phone: '2348031234567',
      username: 'ada',
      source: 'web',
      type: 'user',
    },
    ...{
      branch: 'at_home_service',
      address: '12 Herbert Macaulay Way, Yaba',
      state: 'unverified',
      demo: false,
    },
    ...{
      terms_version: consentVersions.terms,
      privacy_version: consentVersions.privacy,
      consented_at: clock.now(),
    },
  })
  expect(account?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await server.jobs()).toMatchObject([{ name: 'mail-code' }])
})

test('the consent version that was shown is the one that is kept', async () => {
  await server.register('consent@mail.example', { consentVersion: '2026-01-01' })
  expect(await accountOf('consent@mail.example')).toMatchObject({
    terms_version: '2026-01-01',
    privacy_version: '2026-01-01',
  })
})

test('a doctor has the private practice, and nobody has the other branch', async () => {
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
])('the phone %s is refused with the words of the specification', async (phone, message) => {
  const answer = await server.register('phone@mail.example', { phone })
  expect(answer).toMatchObject({ status: 400, code: 'invalid', message, fields: { phone: message } })
})

test('an email that is none is refused with the words of the specification', async () => {
  for (const email of ['ada', 'ada@mail', 'ada mail@x.example', '@x.example', 'a\u200bda@x.example'])
    expect(await server.register(email)).toMatchObject({
      status: 400,
      fields: { email: 'Invalid email format' },
    })
})

test('weak passwords are refused before anything is looked up', async () => {
  for (const password of ['short', 'password1', 'labalaba1', 'weak.one1'])
    expect(await server.register('weak.one@mail.example', { password })).toMatchObject({
      status: 400,
      code: 'weak_password',
    })
  expect(await accountOf('weak.one@mail.example')).toBeUndefined()
})

test('an address that is taken gets the same answer, and its owner one mail a day', async () => {
  await server.confirmed('taken@mail.example')
  const before = await accountOf('taken@mail.example')
  const jobsBefore = (await server.jobs()).length
  const fresh = await server.register('fresh@mail.example')
  const taken = await server.register('TAKEN@mail.example', {
    name: 'Somebody Else',
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

test('while a code is out, the details it was mailed for stay, whatever is typed again', async () => {
  const email = 'twice@mail.example'
  await server.register(email)
  const first = await server.codeOf(email)
  const again = { password: 'an attacker typed 7', name: 'Mallory', phone: '08039999999' }
  clock.pass(30 * seconds)
  expect(await server.register(email, again)).toMatchObject({ status: 200, message: success })
  expect((await server.codeOf(email)).digits).toBe(first.digits)
  clock.pass(31 * seconds)
  expect(await server.register(email, again)).toMatchObject({ status: 200, message: success })
  const second = await server.codeOf(email)
  expect(second.token).not.toBe(first.token)
  expect(await accountOf(email)).toMatchObject({ name: 'Ada Obi', phone: '2348031234567' })
  expect(await server.post('verifyaccount', { email, code: second.token })).toMatchObject({ status: 200 })
  expect(await server.signIn(email, again.password)).toMatchObject({ status: 401 })
  expect(await server.signIn(email, goodPassword)).toMatchObject({ data: { details: { name: 'Ada Obi' } } })
})

test('a burned code and one for a new password keep the details too', async () => {
  const email = 'burned@mail.example'
  await server.register(email)
  const { digits } = await server.codeOf(email)
  for (let by = 1; by <= 5; by++) await server.post('verifyaccount', { email, code: otherDigits(digits, by) })
  clock.pass(61 * seconds)
  await server.register(email, { name: 'Mallory' })
  expect(await accountOf(email)).toMatchObject({ name: 'Ada Obi' })
  clock.pass(9 * minutes + 30 * seconds)
  await server.post('forgotpassword', { email })
  clock.pass(61 * seconds)
  await server.register(email, { name: 'Mallory' })
  expect(await accountOf(email)).toMatchObject({ name: 'Ada Obi' })
})

test('once no code is out, other details count, if a code is mailed for them', async () => {
  const email = 'anew@mail.example'
  await server.register(email)
  clock.pass(11 * minutes)
  await server.register(email, { password: 'a new try of hers 7', name: 'Ada Nwosu' })
  const { digits } = await server.codeOf(email)
  expect(await server.post('verifyaccount', { email, code: digits })).toMatchObject({ status: 200 })
  expect(await server.signIn(email, goodPassword)).toMatchObject({ status: 401 })
  expect(await server.signIn(email, 'a new try of hers 7')).toMatchObject({
    data: { details: { name: 'Ada Nwosu' } },
  })
})

test('where the limits let no code be mailed, nothing that is typed counts', async () => {
  const email = 'limited@mail.example'
  await server.register(email)
  for (let resent = 1; resent <= 4; resent++) {
    clock.pass(61 * seconds)
    await server.post('resendcode', { email })
  }
  clock.pass(11 * minutes)
  await server.register(email, { name: 'Mallory' })
  expect(await accountOf(email)).toMatchObject({ name: 'Ada Obi' })
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

test('twenty people registering at once all get in', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => server.register(`crowd-${i}@mail.example`)),
  )
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
})

test('what the contract does not list is refused', async () => {
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
