import {
  acceptInvitation,
  type BodySent,
  changeMembership,
  inviteStaff,
  listStaff,
  myProfile,
  passSecondFactor,
  readInvitation,
  readMembership,
  renewInvitation,
  resetSecondFactor,
  restoreStaff,
  revokeInvitation,
  signIn,
  suspendStaff,
} from '@labalaba/contract'
import { Secret as Key, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { ada, femi, ikeja, ops, sola, yaba } from '../../../../test/cast.ts'
import { hours, minutes } from '../../../../test/clock.ts'
import { buildWorld, callerOf, until } from '../../../../test/world.ts'

type Invited = BodySent<typeof inviteStaff>

const world = await buildWorld()
const { clock, nobody, publicUrl, sql } = world
await world.work()
const password = 'Okro soup at nine 47'
let people = 0

function scientist(changes: Partial<Invited> = {}): Invited {
  people += 1
  return {
    type: 'lab',
    email: `staff-${people}@yaba.example`,
    name: 'Bisi Ade',
    membership: { lab: yaba.slug, duties: ['scientist'], locations: [yaba.main] },
    ...changes,
  }
}

async function tokenFor(email: string, mails = 1): Promise<string> {
  await until(`${mails} mail has come to ${email}`, async () => (await world.mailTo(email)).length >= mails)
  const [, token = ''] = (await world.mailTo(email)).at(-1)?.text.match(/token=([\w-]{43})/) ?? []
  return token
}

async function invite(body: Invited) {
  const { data } = await (await world.as(ops))(inviteStaff, { body })
  return { id: data.id, email: body.email, token: await tokenFor(body.email) }
}

const form = (token: string) => ({ token, name: 'Bisi Ade', phone: '0803 123 4567', password })

async function accept(token: string) {
  return await nobody(acceptInvitation, { body: form(token) })
}

/** Accepts an invitation and signs in. */
async function join(token: string) {
  const { data } = await accept(token)
  const { enrol, token: challenge } = data.challenge
  const app = new TOTP({ secret: Key.fromBase32(enrol?.key ?? '') })
  const code = app.generate({ timestamp: clock.now().getTime() })
  const passed = await nobody(passSecondFactor, { body: { challenge, code } })
  return callerOf(publicUrl, `Bearer ${passed.data.authid}`)
}

async function listed(email: string) {
  const { data } = await (await world.as(ops))(listStaff, { query: { q: email } })
  return data[0]
}

test('every change of staff asks the operator for a recent password', async () => {
  const { id } = await invite(scientist())
  const asOps = await world.as(ops)
  await sql`update session set confirmed_at = confirmed_at - interval '16 minutes'`
  const params = { id }
  const membership = { lab: yaba.slug, duties: ['scientist' as const], locations: [yaba.main] }
  for (const refused of [
    await asOps(inviteStaff, { body: scientist() }),
    await asOps(renewInvitation, { params }),
    await asOps(revokeInvitation, { params }),
    await asOps(changeMembership, { params, body: membership }),
    await asOps(suspendStaff, { params, body: { reason: 'left us' } }),
    await asOps(restoreStaff, { params }),
    await asOps(resetSecondFactor, { params }),
  ])
    expect(refused).toMatchObject({ httpStatus: 403, code: 'sign_in_again' })
  expect((await asOps(listStaff)).httpStatus).toBe(200)
})

describe('an invitation', () => {
  test('is mailed, states its purpose, and makes an account at its lab with its duties', async () => {
    const { token, email } = await invite(scientist())
    const [mail] = await world.mailTo(email)
    expect(mail?.subject).toBe('You are invited to work with Labalaba')
    expect(mail?.text).toContain(yaba.name)
    expect((await nobody(readInvitation, { body: { token } })).data).toMatchObject({
      type: 'lab',
      email,
      name: 'Bisi Ade',
      labName: yaba.name,
    })
    const asBisi = await join(token)
    expect((await asBisi(myProfile)).data).toMatchObject({ type: 'lab', email, status: 'active' })
    expect((await asBisi(readMembership)).data).toEqual({
      lab: { slug: yaba.slug, name: yaba.name },
      duties: ['scientist'],
      locations: [{ address: yaba.main, name: 'Yaba Main' }],
      ...{ licence: null, qualification: null },
    })
    expect(await listed(email)).toMatchObject({ state: 'active', secondFactor: true })
  })

  test('works once, even for twenty who open it at once', async () => {
    const { token } = await invite(scientist())
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(token)))
    expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'invitation_ended')).toHaveLength(19)
  })

  test('ends after a week, and its link when it is sent again or withdrawn', async () => {
    const { id, email, token } = await invite(scientist())
    clock.moveOn(7 * 24 * hours)
    expect(await accept(token)).toMatchObject({ code: 'invitation_ended' })
    const asOps = await world.as(ops)
    expect((await asOps(listStaff, { query: { q: email } })).data[0]?.state).toBe('lapsed')
    await asOps(renewInvitation, { params: { id } })
    const renewed = await tokenFor(email, 2)
    expect(renewed).not.toBe(token)
    expect(await accept(token)).toMatchObject({ code: 'invitation_ended' })
    await asOps(revokeInvitation, { params: { id } })
    expect(await accept(renewed)).toMatchObject({ code: 'invitation_ended' })
    expect(await asOps(revokeInvitation, { params: { id } })).toMatchObject({ httpStatus: 200 })
  })

  test('is refused for an address that has an account or an invitation, and for two at once', async () => {
    const asOps = await world.as(ops)
    expect(await asOps(inviteStaff, { body: scientist({ email: ada.email }) })).toMatchObject({
      code: 'address_taken',
    })
    const body = scientist()
    const answers = await Promise.all(Array.from({ length: 10 }, () => asOps(inviteStaff, { body })))
    expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'address_taken')).toHaveLength(9)
  })

  test.each([
    ['lab staff without a lab', { membership: null }, 'invalid'],
    ['a phlebotomist with one', { type: 'phlebotomist' as const }, 'invalid'],
    [
      'a lab that does not exist',
      { membership: { lab: 'no-lab', duties: ['desk' as const], locations: [] } },
      'unknown_lab',
    ],
    [
      "another lab's location",
      { membership: { lab: yaba.slug, duties: ['desk' as const], locations: [ikeja.main] } },
      'unknown_lab',
    ],
    ['no duties', { membership: { lab: yaba.slug, duties: [], locations: [] } }, 'invalid'],
  ])('is refused for %s', async (_, changes, code) => {
    const asOps = await world.as(ops)
    const body = scientist(changes)
    expect(await asOps(inviteStaff, { body })).toMatchObject({ code })
    expect(await sql`select from staff_member where email = ${body.email}`).toEqual([])
  })

  test('is not used up by a weak password or an invalid phone', async () => {
    const { token } = await invite(scientist())
    expect(await nobody(acceptInvitation, { body: { ...form(token), password: 'labalaba' } })).toMatchObject({
      code: 'weak_password',
    })
    expect(await nobody(acceptInvitation, { body: { ...form(token), phone: '12' } })).toMatchObject({
      code: 'invalid',
    })
    expect((await accept(token)).httpStatus).toBe(200)
  })
})

describe('a staff member', () => {
  test('gets other duties at the same lab, and never another lab', async () => {
    const { id, token } = await invite(scientist())
    const asBisi = await join(token)
    const asOps = await world.as(ops)
    const changed = { lab: yaba.slug, duties: ['verifier' as const, 'manager' as const], locations: [] }
    await asOps(changeMembership, { params: { id }, body: changed })
    expect((await asBisi(readMembership)).data).toMatchObject({
      duties: ['verifier', 'manager'],
      locations: [],
    })
    expect(
      await asOps(changeMembership, { params: { id }, body: { ...changed, lab: ikeja.slug } }),
    ).toMatchObject({
      code: 'wrong_state',
    })
  })

  test('has duties with a permanent record of who gave which, and when', async () => {
    const { id, email } = await invite(scientist())
    const asOps = await world.as(ops)
    const verifier = { lab: yaba.slug, duties: ['verifier' as const], locations: [] }
    clock.moveOn(minutes)
    await asOps(changeMembership, { params: { id }, body: verifier })
    const before = (await listed(email))?.dutiesGiven
    clock.moveOn(minutes)
    await asOps(changeMembership, { params: { id }, body: verifier })
    expect(before?.by).toBe(ops.name)
    expect((await listed(email))?.dutiesGiven).toEqual(before)
    const changes = await sql<{ duties: string[] }[]>`
      select duties from lab_member_change where staff_id = ${id} order by id`
    expect(changes.map(({ duties }) => duties)).toEqual([['scientist'], ['verifier']])
    await expect(sql`update lab_member set duties = '{scientist}' where staff_id = ${id}`).rejects.toThrow(
      'without saying who did it',
    )
    await expect(sql`delete from lab_member_change where staff_id = ${id}`).rejects.toThrow()
  })

  test('has a licence number, and it is recorded who gave it', async () => {
    const { id, email } = await invite(scientist())
    const asOps = await world.as(ops)
    const verifier = { lab: yaba.slug, duties: ['verifier' as const], locations: [] }
    const give = (licence: string) =>
      asOps(changeMembership, { params: { id }, body: { ...verifier, licence } })
    expect(await give('RA <12>')).toMatchObject({ httpStatus: 400, code: 'invalid' })
    expect(await give(' RA 12345 ')).toMatchObject({ httpStatus: 200 })
    expect((await listed(email))?.membership).toMatchObject({ licence: 'RA 12345' })
    const changes = await sql<{ licence: string | null }[]>`
      select licence from lab_member_change where staff_id = ${id} order by id`
    expect(changes).toEqual([{ licence: null }, { licence: 'RA 12345' }])
    await expect(sql`update lab_member set licence = 'RA 99' where staff_id = ${id}`).rejects.toThrow(
      'without saying who did it',
    )
  })

  test('has a qualification, and it is recorded who gave it', async () => {
    const { id, email } = await invite(scientist())
    const asOps = await world.as(ops)
    const verifier = { lab: yaba.slug, duties: ['verifier' as const], locations: [], licence: 'RA 12345' }
    const give = (qualification: string | null) =>
      asOps(changeMembership, { params: { id }, body: { ...verifier, qualification } })
    for (const wrong of ['B', 'M'.repeat(61), '<b>BMLS</b>', 'BMLS\nFMLSCN', 'BMLS\u202e'])
      expect(await give(wrong)).toMatchObject({ httpStatus: 400, code: 'invalid' })
    const titles = 'Medical laboratory scientist, BMLS, FMLSCN'
    expect(await give(` ${titles} `)).toMatchObject({ httpStatus: 200 })
    expect((await listed(email))?.membership).toMatchObject({ licence: 'RA 12345', qualification: titles })
    expect(await give(titles)).toMatchObject({ httpStatus: 200 })
    expect(await give(null)).toMatchObject({ httpStatus: 200 })
    const changes = await sql<{ qualification: string | null; given: boolean }[]>`
      select qualification, account_id is not null as given from lab_member_change
      where staff_id = ${id} order by id`
    expect(changes).toEqual([null, titles, null].map((qualification) => ({ qualification, given: true })))
    await expect(sql`update lab_member set qualification = 'MD' where staff_id = ${id}`).rejects.toThrow(
      'without saying who did it',
    )
  })

  test('is signed out at once when suspended, cannot sign in, and can after it is lifted', async () => {
    const { id, token, email } = await invite(scientist())
    const asBisi = await join(token)
    const asOps = await world.as(ops)
    await asOps(suspendStaff, { params: { id }, body: { reason: 'left the lab' } })
    expect(await asBisi(myProfile)).toMatchObject({ httpStatus: 401 })
    const again = callerOf(publicUrl, `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`)
    expect(await again(signIn)).toMatchObject({ code: 'suspended' })
    await asOps(restoreStaff, { params: { id } })
    expect(await asBisi(myProfile)).toMatchObject({ httpStatus: 401 })
    expect((await again(signIn)).data.challenge).not.toBeNull()
    const [event] = await sql`
      select verb, actor, reason from account_event where verb = 'suspend' order by id desc limit 1`
    expect(event).toEqual({ verb: 'suspend', actor: 'operator', reason: 'left the lab' })
  })

  test('who lost the phone sets up another app and gets a mail about it', async () => {
    const { id, token, email } = await invite(scientist())
    const asBisi = await join(token)
    await (await world.as(ops))(resetSecondFactor, { params: { id } })
    expect(await asBisi(myProfile)).toMatchObject({ httpStatus: 401 })
    const again = callerOf(publicUrl, `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`)
    expect((await again(signIn)).data.challenge?.enrol).not.toBeNull()
    await until('the mail has come', async () =>
      (await world.mailTo(email)).some(({ subject }) => subject === 'Your authenticator app was reset'),
    )
  })

  test('has no app to reset and nothing to suspend before accepting', async () => {
    const { id } = await invite(scientist())
    const asOps = await world.as(ops)
    for (const { code } of [
      await asOps(resetSecondFactor, { params: { id } }),
      await asOps(suspendStaff, { params: { id }, body: { reason: 'no reason' } }),
      await asOps(restoreStaff, { params: { id } }),
    ])
      expect(code).toBe('wrong_state')
  })
})

test('the last operator cannot be suspended, nor can the last two suspend each other', async () => {
  const asOps = await world.as(ops)
  const own = (await asOps(listStaff, { query: { q: ops.email } })).data[0]?.id ?? ''
  const reason = { reason: 'going home' }
  expect(await asOps(suspendStaff, { params: { id: own }, body: reason })).toMatchObject({
    code: 'last_operator',
  })
  const { id, token } = await invite(scientist({ type: 'operator', membership: null }))
  const asSecond = await join(token)
  const answers = await Promise.all([
    asOps(suspendStaff, { params: { id }, body: reason }),
    asSecond(suspendStaff, { params: { id: own }, body: reason }),
  ])
  expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1)
  const active = await sql`select from account where type = 'operator' and state = 'active'`
  expect(active).toHaveLength(1)
})

test('lab staff and phlebotomists of a demonstration sign in with the password alone', async () => {
  clock.moveOn(minutes)
  expect((await (await world.as(sola))(readMembership)).data.duties).toContain('manager')
  expect(await (await world.as(femi))(readMembership)).toMatchObject({ httpStatus: 404 })
})
