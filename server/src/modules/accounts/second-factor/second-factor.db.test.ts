import { myProfile, passSecondFactor, signIn } from '@labalaba/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { castPassword, ops } from '../../../../test/cast.ts'
import { hours, minutes, seconds } from '../../../../test/clock.ts'
import { buildWorld, callerOf } from '../../../../test/world.ts'
import { accountNamed } from '../accounts.ts'
import { digitsAt } from './factor.ts'

const world = await buildWorld()
const { sql, clock, nobody, publicUrl, parts } = world
const { id: opsId } = (await accountNamed(parts.db, ops.email)) ?? expect.unreachable()

beforeEach(async () => {
  // A new half minute, without failures that still count.
  clock.moveOn(25 * hours)
})

const basic = (password: string) =>
  callerOf(publicUrl, `Basic ${Buffer.from(`${ops.email}:${password}`).toString('base64')}`)

async function challenged() {
  const { data } = await basic(castPassword)(signIn)
  return data.challenge ?? expect.unreachable()
}

async function answer(challenge: string, code: string) {
  return await nobody(passSecondFactor, { body: { challenge, code } })
}

async function digits(ahead = 0) {
  const [factor] = await sql<{ salt: string }[]>`select salt from second_factor where account_id = ${opsId}`
  return digitsAt(parts.secret, factor?.salt ?? '', new Date(clock.now().getTime() + ahead))
}

async function setUp(): Promise<string[]> {
  await sql`delete from second_factor where account_id = ${opsId}`
  const { token } = await challenged()
  const { data } = await answer(token, await digits())
  clock.moveOn(2 * minutes)
  return data.recoveryCodes ?? expect.unreachable()
}

describe('an operator who signs in', () => {
  test('with the password gets no session, but a challenge that gives no access', async () => {
    const { data } = await basic(castPassword)(signIn)
    expect(data).toMatchObject({ authid: null, expiresAt: null })
    const { token } = data.challenge ?? expect.unreachable()
    expect(await callerOf(publicUrl, `Bearer ${token}`)(myProfile)).toMatchObject({ httpStatus: 401 })
  })

  test('sets the app up with the first right code, sees the recovery codes once, and is signed in', async () => {
    await sql`delete from second_factor where account_id = ${opsId}`
    const first = await challenged()
    // The key stays the same until it is confirmed, so that a reloaded page shows the key that was scanned.
    const { token, enrol } = await challenged()
    expect(enrol).toEqual(first.enrol)
    const { data } = await answer(token, await digits())
    expect(data.recoveryCodes).toHaveLength(10)
    expect(await callerOf(publicUrl, `Bearer ${data.authid}`)(myProfile)).toMatchObject({ httpStatus: 200 })
    clock.moveOn(2 * minutes)
    const again = await challenged()
    expect(again.enrol).toBeNull()
    expect((await answer(again.token, await digits())).data.recoveryCodes).toBeNull()
  })

  test('cannot use the same digits twice, nor a challenge', async () => {
    await setUp()
    const { token } = await challenged()
    const code = await digits()
    expect((await answer(token, code)).httpStatus).toBe(200)
    expect(await answer(token, await digits(30_000))).toMatchObject({ code: 'challenge_ended' })
    const next = await challenged()
    expect(await answer(next.token, code)).toMatchObject({ code: 'wrong_factor_code' })
  })

  test('with the same digits twenty times at once signs in once', async () => {
    await setUp()
    const { token } = await challenged()
    const code = await digits()
    const answers = await Promise.all(Array.from({ length: 20 }, () => answer(token, code)))
    expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1)
  })

  test('can answer only the newest challenge, and for ten minutes', async () => {
    await setUp()
    const first = await challenged()
    const second = await challenged()
    expect(await answer(first.token, await digits())).toMatchObject({ code: 'challenge_ended' })
    clock.moveOn(10 * minutes)
    expect(await answer(second.token, await digits())).toMatchObject({ code: 'challenge_ended' })
  })

  test('has five tries a challenge and ten in all, and a right password does not clear them', async () => {
    await setUp()
    for (const _ of [1, 2]) {
      const { token } = await challenged()
      for (const wrong of ['000000', '000001', '000002', '000003', '000004'])
        expect(await answer(token, wrong)).toMatchObject({ code: 'wrong_factor_code' })
      expect(await answer(token, await digits())).toMatchObject({ code: 'challenge_ended' })
    }
    const { token } = await challenged()
    expect(await answer(token, await digits())).toMatchObject({ httpStatus: 429, code: 'too_many' })
    clock.moveOn(31 * seconds)
    expect(await answer(token, await digits())).toMatchObject({ httpStatus: 200 })
  })

  test('without the phone uses each recovery code once, and gets a mail', async () => {
    const [code = '', other = ''] = await setUp()
    expect((await answer((await challenged()).token, code.toLowerCase())).httpStatus).toBe(200)
    expect(await answer((await challenged()).token, code)).toMatchObject({ code: 'wrong_factor_code' })
    expect((await answer((await challenged()).token, other)).httpStatus).toBe(200)
    const [told] = await sql<{ n: number }[]>`
      select count(*)::int as n from graphile_worker._private_jobs job
      join graphile_worker._private_tasks task on task.id = job.task_id
      where identifier = 'mail-recovery-code-used'`
    expect(told?.n).toBe(2)
  })

  test('cannot use a recovery code of an app that was never set up', async () => {
    await sql`delete from second_factor where account_id = ${opsId}`
    const { token } = await challenged()
    const [factor] = await sql<{ salt: string }[]>`select salt from second_factor where account_id = ${opsId}`
    const { recoveryCodes } = await import('./factor.ts')
    const [code = ''] = recoveryCodes(parts.secret, factor?.salt ?? '')
    expect(await answer(token, code)).toMatchObject({ code: 'wrong_factor_code' })
  })
})

test('keys, digits and recovery codes are in no log and no table', async () => {
  await sql`delete from second_factor where account_id = ${opsId}`
  const { token, enrol } = await challenged()
  const code = await digits()
  const { data } = await answer(token, code)
  const log = world.logged.join('')
  for (const word of [token, enrol?.key ?? '', code, ...(data.recoveryCodes ?? [])])
    expect(log).not.toContain(word)
})
