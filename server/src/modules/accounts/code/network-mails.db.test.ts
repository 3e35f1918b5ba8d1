import { beforeEach, describe, expect, test, vi } from 'vitest'
import { goodPassword, openAccountServer, registration } from '../../../../test/account-server.ts'
import { days, hours, minutes, seconds } from '../../../../test/clock.ts'
import { usualUseLimits } from '../../../infra/http/use-limits.ts'

const server = await openAccountServer()
const { sql, clock, openBrowser } = server
const perHour = usualUseLimits.mailsPerNetwork

// Each test begins a quarter of a year later, so that the limits of earlier tests have passed.
beforeEach(() => clock.pass(90 * days))

type Mailed = { retryAfter?: number }
const tooMany = { status: 429, code: 'too_many' }

let spent = 0
/** Asks for this many mails from a network, each for an unknown address: they count, and none is sent. */
async function useUpMails(network: string, mails: number): Promise<void> {
  const { post } = openBrowser(network)
  for (let i = 0; i < mails; i++) await post('resendcode', { email: `nobody-${spent++}@mail.example` })
}

/** This many registrations of unknown addresses. */
async function registerMany(network: string, name: string, count: number) {
  const { post } = openBrowser(network)
  const answers = []
  for (let i = 0; i < count; i++)
    answers.push(await post('createAccount', registration(`${name}-${i}@mail.example`)))
  return answers
}

/** Codes mailed since then, and all notices to owners of addresses that were registered again. */
async function mailedSince(since: Date): Promise<{ codes: number; notices: number }> {
  const [codes] = await sql`select count(*)::int from code where issued_at >= ${since}`
  const notices = (await server.jobs()).filter(({ name }) => name === 'mail-registered-again').length
  return { codes: codes?.count, notices }
}

describe('one network', { timeout: 120_000 }, () => {
  test('can cause sixty mails to strangers in an hour; the next registration is refused and not stored', async () => {
    const before = clock.now()
    const answers = await registerMany('154.113.9.9', 'stranger', perHour + 3)
    expect(answers.slice(0, perHour).every(({ status }) => status === 200)).toBe(true)
    for (const answer of answers.slice(perHour)) {
      expect(answer).toMatchObject(tooMany)
      expect(answer.headers['retry-after']).toBe('3600')
      expect(answer.message).toBe(
        'Too many emails were registered from your network. Wait 60 minutes, or use another network, such as mobile data instead of Wi-Fi.',
      )
    }
    expect((await mailedSince(before)).codes).toBe(perHour)
    const [kept] = await sql`select count(*)::int from account where email like 'stranger-%'`
    expect(kept?.count).toBe(perHour)
    // Another network is not affected, and this one may again after an hour.
    expect(await registerMany('154.113.9.10', 'elsewhere', 1)).toMatchObject([{ status: 200 }])
    clock.pass(1 * hours + 1 * seconds)
    expect(await registerMany('154.113.9.9', 'later', 1)).toMatchObject([{ status: 200 }])
  })

  test('can cause three hundred in a day, however it spreads them', async () => {
    await useUpMails('154.113.9.20', perHour)
    // As many in each of the four hours before.
    await sql`insert into counted_try (about, at)
      select about, at - hours * interval '61 minutes' from counted_try, generate_series(1, 4) hours
      where at = ${clock.now()}`
    clock.pass(61 * minutes)
    expect(await registerMany('154.113.9.20', 'sixth-hour', 1)).toMatchObject([tooMany])
    clock.pass(20 * hours)
    expect(await registerMany('154.113.9.20', 'next-day', 1)).toMatchObject([{ status: 200 }])
  })

  test('gets the same answer for an address with an account, whose owner then gets no mail', async () => {
    await server.confirmed('member@mail.example')
    await useUpMails('154.113.9.30', perHour)
    const { notices } = await mailedSince(clock.now())
    const hash = vi.spyOn(server.hasher, 'hash')
    const { post } = openBrowser('154.113.9.30')
    for (const path of ['createAccount', 'resendcode', 'forgotpassword', 'session/link']) {
      const bodyOf = (email: string) => (path === 'createAccount' ? registration(email) : { email })
      const { headers: _, ...known } = await post(path, bodyOf('member@mail.example'))
      const { headers: __, ...unknown } = await post(path, bodyOf('nobody@mail.example'))
      expect(known).toEqual(unknown)
    }
    expect((await mailedSince(clock.now())).notices).toBe(notices)
    expect(hash).not.toHaveBeenCalled()
    hash.mockRestore()
  })

  test('can cause no more than sixty when it asks concurrently', async () => {
    const { post } = openBrowser('154.113.9.40')
    const before = clock.now()
    await useUpMails('154.113.9.40', perHour - 5)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => post('createAccount', registration(`at-once-${i}@mail.example`))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect((await mailedSince(before)).codes).toBe(5)
  })
})

describe('after a neighbour has used up the mails of a network', { timeout: 120_000 }, () => {
  const shared = '105.112.4.4'

  test('a repeated code request says how long to wait, and works from another network', async () => {
    const email = 'waits@mail.example'
    await openBrowser(shared).post('createAccount', registration(email))
    await useUpMails(shared, perHour)
    clock.pass(61 * seconds)
    const before = await server.codeOf(email)
    expect(await openBrowser(shared).post<Mailed>('resendcode', { email })).toMatchObject({
      status: 200,
      message: 'use the newest mail that we sent you, or ask for another in 59 minutes',
      data: { retryAfter: 3539 },
    })
    expect((await server.codeOf(email)).token).toBe(before.token)
    expect(await openBrowser('105.112.4.5').post('resendcode', { email })).toMatchObject({ data: {} })
    expect((await server.codeOf(email)).token).not.toBe(before.token)
  })

  test('an owner still gets three links a day in a new browser there, and all in a known one', async () => {
    const email = 'owner@mail.example'
    await server.confirmed(email)
    const known = openBrowser(shared)
    expect(await known.signIn(email, goodPassword)).toMatchObject({ status: 200 })
    await useUpMails(shared, perHour)
    const fresh = openBrowser(shared)
    const ask = async (path: string, { post }: typeof fresh) => {
      clock.pass(61 * seconds)
      return (await post<Mailed>(path, { email })).data.retryAfter
    }
    expect(await ask('session/link', fresh)).toBeUndefined()
    const { token } = await server.mailOf(email, 'sign_in')
    expect(await openBrowser(shared).post('session/link/opening', { email, token })).toMatchObject({
      status: 200,
    })
    expect(await ask('forgotpassword', fresh)).toBeUndefined()
    expect(await ask('session/link', fresh)).toBeUndefined()
    // The spare login link is mailed when the one before it is ten minutes old.
    expect(await ask('session/link', fresh)).toBeGreaterThan(300)
    expect(await ask('session/link', known)).toBeUndefined()
  })
})
