import {
  chooseNotices,
  confirmSession,
  deleteAccount,
  myProfile,
  type NoticeChannel,
  type NoticeTopic,
  provePhone,
  readContactChange,
  readNoticeChoices,
  removePhone,
  sendPhoneCode,
  undoContactChange,
} from '@labalaba/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { ada, castPassword, chidi, type Person } from '../../../../test/cast.ts'
import { days, hours, minutes } from '../../../../test/clock.ts'
import { buildWorld, type Caller } from '../../../../test/world.ts'
import { phoneDigits } from '../channel/outbox.ts'
import { notificationJobs } from '../jobs.ts'
import { tidyContactChanges, undoToken } from './changes.ts'
import { changesADay, wrongLinks } from './policy.ts'

const world = await buildWorld()
const { db, sql, clock, nobody } = world
const idOf = async ({ email }: Person) =>
  (await sql<{ id: number }[]>`select id from account where email = ${email}`)[0]?.id ?? expect.unreachable()
const adaId = await idOf(ada)
const chidiId = await idOf(chidi)
const [own, thiefs] = ['2348030000001', '2348099999956']
const renderer = { render: async () => new Uint8Array(), close: async () => undefined }
const jobs = notificationJobs({ ...world.parts, renderer })

beforeEach(async () => {
  clock.moveOn(5 * days)
  for (const table of [
    'contact_change',
    'notice_choice',
    'proven_phone',
    'phone_code',
    'mailbox',
    'counted_try',
  ])
    await sql`delete from ${sql(table)}`
  await sql`delete from graphile_worker._private_jobs`
  await sql`delete from account_event where verb = 'undo_contact_change'`
})

const turn = (caller: Caller, topic: NoticeTopic, channel: NoticeChannel, on: boolean) =>
  caller(chooseNotices, { params: { topic, channel }, body: { on } })

async function prove(caller: Caller, phone: string, accountId = adaId) {
  await caller(sendPhoneCode, { params: { channel: 'sms' }, body: { phone } })
  const [code] = await sql<{ id: string }[]>`
    select id from phone_code where account_id = ${accountId} and state = 'live'`
  const digits = phoneDigits(world.parts.secret, code?.id ?? '')
  return await caller(provePhone, { params: { channel: 'sms' }, body: { code: digits } })
}

const remove = (caller: Caller) => caller(removePhone, { params: { channel: 'sms' } })

/** What the settings of Ada say: each topic's channels, and the phone for SMS. */
async function choicesNow(caller?: Caller) {
  const { data } = await (caller ?? (await world.as(ada)))(readNoticeChoices)
  return { on: data.topics.map(({ on }) => on.join()), phone: data.phones[0]?.phone ?? null }
}

const untouched = { on: ['email', 'email', 'email'], phone: null }

async function changes(accountId = adaId) {
  return await sql<{ id: number; began_at: Date; acts: { what: string }[] }[]>`
    select id, began_at, acts from contact_change where account_id = ${accountId} order by id`
}

/** Makes the mail of each change that waits for it, and answers the tokens of all in their order. */
async function mailed(): Promise<string[]> {
  const found = await changes()
  for (const { id } of found) await jobs['mail-contact-change']?.({ changeId: id })
  return found.map((change) => undoToken(world.parts.secret, change))
}

const undo = (token = '') => nobody(undoContactChange, { body: { token } })
const read = (token = '') => nobody(readContactChange, { body: { token } })
const events = async () =>
  await sql`select from_state, to_state, actor from account_event where verb = 'undo_contact_change'`

/** Ada has proven her phone long ago, and gets everything by SMS as well. */
async function settled(): Promise<Caller> {
  const caller = await world.as(ada)
  await prove(caller, own)
  for (const topic of ['bookings', 'results', 'money'] as const) await turn(caller, topic, 'sms', true)
  await sql`delete from contact_change`
  await sql`delete from mailbox`
  clock.moveOn(4 * days)
  return await world.as(ada)
}

const bySms = { on: ['email,sms', 'email,sms', 'email,sms'], phone: own }

/** A thief with Ada's password replaces her phone by theirs, from another session. */
async function stolen(): Promise<Caller> {
  const thief = await world.as(ada)
  const steps = [
    await remove(thief),
    await prove(thief, thiefs),
    await turn(thief, 'results', 'sms', true),
    await turn(thief, 'results', 'email', false),
  ]
  expect(steps.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200, 200])
  return thief
}

describe('without a password of the last quarter of an hour', () => {
  test('no call changes phones or channels; after the password it works', async () => {
    const caller = await settled()
    clock.moveOn(16 * minutes)
    const refused = [
      await turn(caller, 'results', 'email', false),
      await caller(sendPhoneCode, { params: { channel: 'sms' }, body: { phone: thiefs } }),
      await caller(provePhone, { params: { channel: 'sms' }, body: { code: '12345' } }),
      await remove(caller),
    ]
    for (const answer of refused) expect(answer).toMatchObject({ httpStatus: 403, code: 'sign_in_again' })
    expect(await choicesNow()).toEqual(bySms)
    expect((await caller(readNoticeChoices)).httpStatus).toBe(200)
    await caller(confirmSession, { body: { password: castPassword } })
    expect((await remove(caller)).httpStatus).toBe(200)
  })
})

describe('the mail about a change', () => {
  test('goes to the account’s own address, and says what, when and where, without a phone number', async () => {
    const caller = await world.as(ada)
    await prove(caller, own)
    await turn(caller, 'results', 'sms', true)
    await turn(caller, 'results', 'email', false)
    const [token = ''] = await mailed()
    const [mail, ...more] = await world.mailTo(ada.email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Your notifications were changed')
    for (const words of [
      'SMS goes to a new phone: the number that ends in 01.',
      'Results: SMS was turned on.',
      'Results: email was turned off.',
      'Another program',
      `${world.publicUrl}/undo-change#${token}`,
    ])
      expect(mail?.text).toContain(words)
    expect(`${mail?.text}${mail?.html}${mail?.subject}`).not.toMatch(/803 ?000|8030000/)
    expect(token).toHaveLength(43)
    expect(JSON.stringify(await sql`select * from contact_change`)).not.toContain(token)
  })

  test('goes once, however often its job runs, and not for an unchanged setting', async () => {
    const caller = await settled()
    await turn(caller, 'results', 'sms', true)
    await prove(caller, own)
    expect(await changes()).toEqual([])
    await turn(caller, 'results', 'sms', false)
    await mailed()
    await mailed()
    expect(await world.mailTo(ada.email)).toHaveLength(1)
    const asked = await sql`select 1 from graphile_worker._private_jobs job
      join graphile_worker._private_tasks task on task.id = task_id where identifier = 'mail-contact-change'`
    expect(asked.length).toBeGreaterThan(0)
  })

  test('collects the changes of one session until then; another session, and later changes, get their own', async () => {
    const [one, other] = [await settled(), await world.as(ada)]
    await turn(one, 'results', 'sms', false)
    await turn(one, 'results', 'sms', true)
    await turn(other, 'money', 'sms', false)
    await turn(one, 'bookings', 'sms', false)
    expect((await changes()).map(({ acts }) => acts.length)).toEqual([2, 1, 1])
    await mailed()
    await turn(one, 'bookings', 'sms', true)
    expect((await changes()).map(({ acts }) => acts.length)).toEqual([2, 1, 1, 1])
  })

  test('includes every change made while it is written', async () => {
    const caller = await settled()
    await turn(caller, 'results', 'sms', false)
    await Promise.all([
      mailed(),
      turn(caller, 'money', 'sms', false),
      mailed(),
      turn(caller, 'bookings', 'sms', false),
    ])
    await mailed()
    const text = (await world.mailTo(ada.email)).map((mail) => mail.text).join()
    for (const title of ['Results', 'Payments and refunds', 'Bookings and visits'])
      expect(text.split(`${title}: SMS was turned off`)).toHaveLength(2)
  })

  test('is sent for twenty changes in a day; further changes must wait', async () => {
    await settled()
    for (let i = 0; i < changesADay.most; i += 1) {
      expect((await turn(await world.as(ada), 'results', 'sms', i % 2 === 1)).httpStatus).toBe(200)
    }
    expect(await turn(await world.as(ada), 'results', 'sms', false)).toMatchObject({ code: 'too_many' })
    clock.moveOn(1 * days)
    expect((await turn(await world.as(ada), 'results', 'sms', false)).httpStatus).toBe(200)
  })
})

describe('the link of the mail', () => {
  test('shows which changes are undone, which stay and what is restored, without changing anything', async () => {
    const caller = await settled()
    await turn(caller, 'money', 'sms', false)
    await mailed()
    const thief = await stolen()
    await mailed()
    await turn(thief, 'bookings', 'sms', true)
    const [, token] = await mailed()
    const { data } = await read(token)
    const acts = (list: typeof data.undone) => list.map((change) => change.acts.map(({ what }) => what))
    expect(acts(data.undone)).toEqual([
      ['phone_removed', 'phone_added', 'turned_on', 'turned_off'],
      ['turned_on'],
    ])
    expect(acts(data.staying)).toEqual([['turned_off']])
    expect(data).toMatchObject({
      type: 'user',
      restored: {
        phones: [{ channel: 'sms', ending: '01', isTaken: false }],
        topics: [{ on: ['email', 'sms'] }, { on: ['email', 'sms'] }, { on: ['email'] }],
      },
    })
    expect(JSON.stringify(data)).not.toMatch(/234\d{10}/)
    expect((await choicesNow()).phone).toBe(thiefs)
  })

  test('restores phones and choices without a login, undoes every later change, and ends no session', async () => {
    await settled()
    const thief = await stolen()
    const [token] = await mailed()
    await turn(thief, 'money', 'sms', true)
    expect((await undo(token)).httpStatus).toBe(200)
    expect(await choicesNow()).toEqual(bySms)
    expect(await changes()).toEqual([])
    expect(await events()).toEqual([{ from_state: 'active', to_state: 'active', actor: 'self' }])
    expect((await thief(myProfile)).httpStatus).toBe(200)
    expect((await sql`select state from account where id = ${adaId}`)[0]).toEqual({ state: 'active' })
  })

  test('of an earlier change works after that of a later one, and restores an earlier state', async () => {
    const caller = await settled()
    await turn(caller, 'money', 'sms', false)
    const [first] = await mailed()
    await stolen()
    const [, second] = await mailed()
    expect((await undo(second)).httpStatus).toBe(200)
    expect((await choicesNow()).on).toEqual(['email,sms', 'email,sms', 'email'])
    expect((await undo(first)).httpStatus).toBe(200)
    expect(await choicesNow()).toEqual(bySms)
  })

  test('works for 72 hours from the mail and once; ended, used and unknown links get the same answer', async () => {
    await settled()
    await stolen()
    const unmailed = await changes()
    expect(await undo(undoToken(world.parts.secret, unmailed[0] ?? expect.unreachable()))).toMatchObject({
      code: 'undo_ended',
    })
    const [token] = await mailed()
    clock.moveOn(72 * hours - 1 * minutes)
    expect((await read(token)).httpStatus).toBe(200)
    clock.moveOn(1 * minutes)
    const ended = await undo(token)
    expect((await choicesNow()).phone).toBe(thiefs)
    const unknown = await undo('A'.repeat(43))
    expect(ended).toEqual(unknown)
    expect(ended).toMatchObject({ httpStatus: 410, code: 'undo_ended' })
    expect(await read(token)).toEqual(ended)

    clock.moveOn(-2 * hours)
    expect((await undo(token)).httpStatus).toBe(200)
    expect(await undo(token)).toEqual(unknown)
    expect(await read(token)).toEqual(unknown)
    clock.moveOn(2 * hours)
  })

  test('clicked twice at once undoes once', async () => {
    await settled()
    await stolen()
    const [token] = await mailed()
    const both = await Promise.all([undo(token), undo(token), undo(token)])
    expect(both.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 410, 410])
    expect(await events()).toHaveLength(1)
    expect(await choicesNow()).toEqual(bySms)
  })

  test('at the same moment as a change either undoes that too, or comes before it; it never deadlocks with a phone code', async () => {
    for (let round = 0; round < 4; round += 1) {
      await sql`delete from counted_try`
      await sql`delete from proven_phone`
      await sql`delete from notice_choice`
      await settled()
      const thief = await stolen()
      await turn(thief, 'money', 'sms', true)
      const [token] = await mailed()
      await thief(sendPhoneCode, { params: { channel: 'sms' }, body: { phone: '08055555577' } })
      const [code] = await sql<{ id: string }[]>`select id from phone_code where state = 'live'`
      const digits = phoneDigits(world.parts.secret, code?.id ?? '')
      const [undone, turned, proven] = await Promise.all([
        undo(token),
        turn(thief, 'money', 'email', false),
        thief(provePhone, { params: { channel: 'sms' }, body: { code: digits } }),
      ])
      expect(undone.httpStatus).toBe(200)
      const left = await changes()
      const acts = left.flatMap((change) => change.acts.map(({ what }) => what))
      const after = await choicesNow()
      // The other change is recorded separately, so that it can be undone.
      expect(acts.includes('turned_off')).toBe(after.on[2] === 'sms')
      expect(acts.includes('phone_changed')).toBe(after.phone !== own)
      expect(turned.httpStatus).toBe(200)
      expect([200, 400]).toContain(proven.httpStatus)
      const tokens = await mailed()
      if (tokens[0]) await undo(tokens[0])
      expect(await choicesNow()).toEqual(bySms)
    }
  }, 60_000)

  test('ends a code that is on its way to another phone', async () => {
    await settled()
    const thief = await stolen()
    const [token] = await mailed()
    clock.moveOn(1 * minutes)
    await thief(sendPhoneCode, { params: { channel: 'sms' }, body: { phone: '08055555566' } })
    const [code] = await sql<{ id: string }[]>`select id from phone_code where state = 'live'`
    await undo(token)
    const digits = phoneDigits(world.parts.secret, code?.id ?? '')
    const late = await thief(provePhone, { params: { channel: 'sms' }, body: { code: digits } })
    expect(late).toMatchObject({ code: 'wrong_code' })
  })

  test('used wrongly many times makes its network wait', async () => {
    const tries = Array.from({ length: wrongLinks.most }, (_, i) => undo(String(i).padEnd(43, 'x')))
    expect(new Set((await Promise.all(tries)).map(({ code }) => code))).toEqual(new Set(['undo_ended']))
    expect(await read('B'.repeat(43))).toMatchObject({ httpStatus: 429, code: 'too_many' })
    clock.moveOn(16 * minutes)
    expect(await read('B'.repeat(43))).toMatchObject({ code: 'undo_ended' })
  })
})

describe('a restored phone', () => {
  const reset = (at = clock.now()) => jobs['drop-phones']?.({ accountId: adaId, at: at.toISOString() })

  test('is proven, so that notices go there at once', async () => {
    await settled()
    await stolen()
    const [token] = await mailed()
    await undo(token)
    const [row] =
      await sql`select phone, proven_at < now() as is_old from proven_phone where account_id = ${adaId}`
    expect(row).toMatchObject({ phone: own })
    const caller = await world.as(ada)
    await turn(caller, 'money', 'sms', false)
    expect((await turn(caller, 'money', 'sms', true)).httpStatus).toBe(200)
  })

  test('stays when the password is reset next, or was a moment ago', async () => {
    await settled()
    await stolen()
    const [token] = await mailed()
    const before = clock.now()
    await undo(token)
    await reset(before)
    clock.moveOn(1 * minutes)
    await reset()
    expect(await choicesNow()).toEqual(bySms)
    await prove(await world.as(ada), thiefs)
    await reset()
    expect((await choicesNow()).phone).toBeNull()
  })

  test('is removed by a new password if an earlier, still undoable change had added it', async () => {
    const thief = await world.as(ada)
    await prove(thief, thiefs)
    await mailed()
    await turn(thief, 'results', 'sms', true)
    const [, second] = await mailed()
    await undo(second)
    expect((await choicesNow()).phone).toBe(thiefs)
    await reset()
    expect(await choicesNow()).toEqual(untouched)
  })

  test('is not restored if another account has proven it since; its topics go by mail', async () => {
    const caller = await settled()
    await turn(caller, 'results', 'email', false)
    await sql`delete from contact_change`
    await remove(caller)
    await turn(caller, 'results', 'email', true)
    await remove(caller)
    expect((await choicesNow()).phone).toBeNull()
    await prove(await world.as(chidi), own, chidiId)
    const tokens = await mailed()
    const { data } = await read(tokens[0])
    expect(data.restored.phones).toEqual([{ channel: 'sms', ending: '01', isTaken: true }])
    expect((await undo(tokens[0])).httpStatus).toBe(200)
    expect(await choicesNow()).toEqual(untouched)
    const [kept] = await sql`select phone from proven_phone where account_id = ${chidiId}`
    expect(kept).toEqual({ phone: own })
  })

  test('is restored if another account already shared it before', async () => {
    await prove(await world.as(chidi), own, chidiId)
    await settled()
    await stolen()
    const tokens = await mailed()
    await undo(tokens[0])
    expect(await choicesNow()).toEqual(bySms)
    expect(await sql`select 1 from proven_phone where phone = ${own}`).toHaveLength(2)
  })
})

describe('the state before a change', () => {
  test('is deleted when its link expires, and after a month if no mail could be made', async () => {
    await settled()
    await stolen()
    await mailed()
    await turn(await world.as(ada), 'money', 'sms', true)
    clock.moveOn(72 * hours + 1 * minutes)
    await tidyContactChanges(db, clock)
    expect(await changes()).toHaveLength(1)
    clock.moveOn(28 * days)
    await tidyContactChanges(db, clock)
    expect(await changes()).toEqual([])
    clock.moveOn(-31 * days)
  })

  test('is deleted with the account, so that its link ends', async () => {
    const caller = await world.as(chidi)
    await prove(caller, own, chidiId)
    expect(await changes(chidiId)).toHaveLength(1)
    const left = await caller(deleteAccount, { body: { password: castPassword } })
    expect(left.httpStatus).toBe(200)
    expect(await changes(chidiId)).toEqual([])
  })

  test('is deleted with the account, also during a concurrent undo', async () => {
    const caller = await settled()
    await stolen()
    const [token] = await mailed()
    const [gone, undone] = await Promise.all([
      caller(deleteAccount, { body: { password: castPassword } }),
      undo(token),
    ])
    expect(gone.httpStatus).toBe(200)
    expect([200, 410]).toContain(undone.httpStatus)
    for (const table of ['contact_change', 'proven_phone', 'notice_choice'])
      expect(await sql`select 1 from ${sql(table)} where account_id = ${adaId}`).toEqual([])
    expect(await undo(token)).toMatchObject({ code: 'undo_ended' })
  })
})
