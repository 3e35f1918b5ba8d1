import {
  chooseNotices,
  deleteAccount,
  type NoticeChannel,
  type NoticeTopic,
  type PhoneChannel,
  provePhone,
  readNoticeChoices,
  removePhone,
  sendPhoneCode,
} from '@labalaba/contract'
import { Registry } from 'prom-client'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { otherDigits } from '../../../../test/account-server.ts'
import { ada, chidi, drBello, type Person } from '../../../../test/cast.ts'
import { days, hours, minutes, seconds } from '../../../../test/clock.ts'
import { pay } from '../../../../test/stages.ts'
import { startTermii } from '../../../../test/termii.ts'
import { book, bookingForm, buildWorld, type Caller, homeVisit } from '../../../../test/world.ts'
import { waitingMailer } from '../../../infra/mail/mail.ts'
import { noMessenger } from '../../../infra/mail/messenger.ts'
import { termiiMessenger } from '../../../infra/sms/termii.ts'
import { orderByReference } from '../../orders/index.ts'
import { notificationJobs, putAsideJobs } from '../jobs.ts'
import { choose, readChoices } from './choices.ts'
import { type Notice, notify, notifyEach } from './notify.ts'
import { endOverdueMessages, messageJobs, phoneDigits, tidyMessages } from './outbox.ts'
import { mostMessages } from './policy.ts'
import { exposeMessages, watchMessages } from './watch.ts'

const world = await buildWorld()
const { db, sql, clock } = world
const termii = await startTermii()
const settings = { url: termii.url, apiKey: 'TL-key', senders: { sms: 'Labalaba', whatsapp: null } }
const messenger = termiiMessenger({ ...settings, route: 'dnd', seconds: 3 }, world.parts.log)
const deps = { ...world.parts, messenger }
const idOf = async ({ email }: { email: string }) =>
  (await sql<{ id: number }[]>`select id from account where email = ${email}`)[0]?.id ?? expect.unreachable()
const adaId = await idOf(ada)
const byAda = { accountId: adaId, sessionHash: Buffer.alloc(32), browser: 'Another program' }
/** A paid order of an account. */
async function paidOrder(person: Person, changes: Parameters<typeof bookingForm>[0] = {}) {
  const { order, payment } = await book(await world.as(person), bookingForm(changes))
  await pay(world, payment)
  return (await orderByReference(db, order)) ?? expect.unreachable()
}
const own = await paidOrder(ada)
/** For Ada herself, with her own address. */
const herself = await paidOrder(ada, { email: ada.email })
const foreign = await paidOrder(chidi, { type: homeVisit(clock.now()) })

beforeEach(async () => {
  clock.moveOn(3 * days)
  await sql`delete from phone_message`
  await sql`delete from contact_change`
  await sql`delete from notice_choice`
  await sql`delete from proven_phone`
  await sql`delete from mailbox`
  await sql`delete from graphile_worker._private_jobs`
  termii.received.length = 0
})
afterAll(() => termii.close())

/** Sessions end within the hour, and these tests take days. */
async function fresh(person: Person = ada): Promise<Caller> {
  return await world.as(person)
}

async function turn(caller: Caller, topic: NoticeTopic, channel: NoticeChannel, on: boolean) {
  return await caller(chooseNotices, { params: { topic, channel }, body: { on } })
}

async function digitsOf(accountId: number, channel: PhoneChannel = 'sms'): Promise<string> {
  const [code] = await sql<{ id: string }[]>`select id from phone_code
    where account_id = ${accountId} and channel = ${channel} and state = 'live'`
  return phoneDigits(world.parts.secret, code?.id ?? '')
}

async function prove(caller: Caller, accountId: number, phone: string, channel: PhoneChannel = 'sms') {
  await caller(sendPhoneCode, { params: { channel }, body: { phone } })
  return await caller(provePhone, { params: { channel }, body: { code: await digitsOf(accountId, channel) } })
}

const letter = { subject: 'Your booking is confirmed', preheader: '', heading: 'Hello', blocks: [] }
const notice = (key: string, changes: Partial<Notice> = {}): Notice => ({
  ...({ key, topic: 'bookings', kind: 'paid', to: ada.email, letter } as const),
  order: own,
  ...changes,
})
/** The job of the notice of a paid booking, as the queue would work it. */
const renderer = { render: async () => new Uint8Array(), close: async () => undefined }
const notices = () => notificationJobs({ ...deps, renderer })

async function messages() {
  return await sql<{ id: string; state: string; reason: string | null; provider_id: string | null }[]>`
    select id, state, reason, provider_id from phone_message order by queued_at, channel`
}

async function handOver(): Promise<void> {
  const send = messageJobs(deps)['send-message'] ?? expect.unreachable()
  for (const { id } of await messages()) await send({ messageId: id })
}

/** Ada gets the notices of her bookings by SMS, and nothing has been sent to her yet. */
async function byMessage({ mail = true, phone = ada.phone } = {}): Promise<Caller> {
  const caller = await fresh()
  await prove(caller, adaId, phone)
  await turn(caller, 'bookings', 'sms', true)
  if (!mail) await turn(caller, 'bookings', 'email', false)
  await sql`delete from phone_message`
  return caller
}

/** Works the jobs that were asked for by name; answers how many there were. */
async function workAsked(name: string): Promise<number> {
  const found = await sql<{ payload: Record<string, unknown> }[]>`
    select payload from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id where identifier = ${name}`
  for (const { payload } of found) await notices()[name]?.(payload)
  return found.length
}

describe('what people choose', () => {
  test('is mail for everything until they choose otherwise', async () => {
    const { data } = await (await fresh())(readNoticeChoices)
    expect(data.topics).toEqual(['bookings', 'results', 'money'].map((topic) => ({ topic, on: ['email'] })))
    expect(data.phones.map(({ phone }) => phone)).toEqual([null, null])
    expect([data.email, data.phone]).toEqual([ada.email, ada.phone])
  })

  test('goes to a phone only once it is proven, and by the channel that it was proven for', async () => {
    const caller = await fresh()
    expect(await turn(caller, 'results', 'sms', true)).toMatchObject({ code: 'phone_unproven' })
    await prove(caller, adaId, '0803 000 0001')
    const { data } = await turn(caller, 'results', 'sms', true)
    expect(data.topics.find(({ topic }) => topic === 'results')?.on).toEqual(['email', 'sms'])
    expect(await turn(caller, 'results', 'whatsapp', true)).toMatchObject({ code: 'phone_unproven' })
    const unproven = sql`insert into notice_choice values (${adaId}, 'money', 'whatsapp', true, now())`
    await expect(unproven).rejects.toThrow('not proven')
  })

  test('always leaves one channel on, also when two are turned off at once', async () => {
    const caller = await fresh()
    expect(await turn(caller, 'money', 'email', false)).toMatchObject({
      code: 'last_channel',
      httpStatus: 409,
    })
    await prove(caller, adaId, ada.phone)
    await turn(caller, 'money', 'sms', true)
    const both = await Promise.all([
      turn(caller, 'money', 'email', false),
      turn(caller, 'money', 'sms', false),
    ])
    expect(both.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 409])
  })

  test('cannot be a channel without a provider; an earlier choice of it counts as mail', async () => {
    const bare = { db, clock, messenger: noMessenger }
    const sms = { topic: 'money', channel: 'sms', on: true } as const
    await expect(choose(bare, byAda, sms)).rejects.toMatchObject({ code: 'channel_not_offered' })
    await prove(await fresh(), adaId, ada.phone)
    await choose(deps, byAda, sms)
    expect((await readChoices(bare, adaId)).topics[2]).toEqual({ topic: 'money', on: ['email'] })
    const off = choose(bare, byAda, { topic: 'money', channel: 'email', on: false })
    await expect(off).rejects.toMatchObject({ code: 'last_channel' })
  })
})

describe('a new password by mail', () => {
  const dropped = (at: Date) => notices()['drop-phones']?.({ accountId: adaId, at: at.toISOString() })
  const numbersOf = async (caller: Caller) =>
    (await caller(readNoticeChoices)).data.phones.map(({ phone }) => phone)

  test('removes every phone proven before, and its notices go by mail', async () => {
    await byMessage({ mail: false })
    await dropped(clock.now())
    await dropped(clock.now())
    const caller = await fresh()
    expect(await numbersOf(caller)).toEqual([null, null])
    const { data } = await caller(readNoticeChoices)
    expect(data.topics.map(({ on }) => on)).toEqual([['email'], ['email'], ['email']])
  })

  test('keeps a phone that the owner proved after it, if the job runs late', async () => {
    const reset = clock.now()
    clock.moveOn(1 * minutes)
    const caller = await byMessage()
    await dropped(reset)
    expect(await numbersOf(caller)).toEqual([ada.phone, null])
    const { data } = await caller(readNoticeChoices)
    expect(data.topics[0]?.on).toEqual(['email', 'sms'])
  })
})

describe('a phone is proven', () => {
  test('by the digits sent to it, which are stored nowhere', async () => {
    const caller = await fresh()
    await caller(sendPhoneCode, { params: { channel: 'sms' }, body: { phone: '0805 123 4567' } })
    const code = await digitsOf(adaId)
    await handOver()
    expect(termii.received).toMatchObject([{ to: '2348051234567', channel: 'dnd' }])
    expect(String(termii.received[0]?.sms)).toContain(code)
    const kept = JSON.stringify([
      await sql`select kind, subject, reason from phone_message`,
      await sql`select payload from graphile_worker._private_jobs`,
    ])
    expect(kept).not.toContain(code)
    const { data } = await caller(provePhone, { params: { channel: 'sms' }, body: { code } })
    expect(data.phones[0]).toEqual({ channel: 'sms', phone: '2348051234567' })
    const again = await caller(provePhone, { params: { channel: 'sms' }, body: { code } })
    expect(again).toMatchObject({ code: 'wrong_code' })
  })

  test('never after five wrong tries, of however many at once', async () => {
    const caller = await fresh()
    await caller(sendPhoneCode, { params: { channel: 'sms' }, body: { phone: ada.phone } })
    const code = await digitsOf(adaId)
    const tries = Array.from({ length: 20 }, (_, i) =>
      caller(provePhone, { params: { channel: 'sms' }, body: { code: otherDigits(code, i + 1) } }),
    )
    const codes = (await Promise.all(tries)).map((reply) => reply.code)
    expect(codes.filter((one) => one === 'wrong_code')).toHaveLength(15)
    expect(codes.filter((one) => one === 'too_many')).toHaveLength(5)
    const [row] = await sql`select state, tries from phone_code order by issued_at desc limit 1`
    expect(row).toEqual({ state: 'burned', tries: 5 })
    clock.moveOn(1 * days)
    expect(await (await fresh())(provePhone, { params: { channel: 'sms' }, body: { code } })).toMatchObject({
      code: 'wrong_code',
    })
  })

  test('only by the account that requested it, and not after ten minutes', async () => {
    const [caller, other] = [await fresh(), await fresh(chidi)]
    await caller(sendPhoneCode, { params: { channel: 'sms' }, body: { phone: ada.phone } })
    const code = await digitsOf(adaId)
    const late = { params: { channel: 'sms' }, body: { code } } as const
    expect(await other(provePhone, late)).toMatchObject({ code: 'wrong_code' })
    clock.moveOn(10 * minutes)
    expect(await caller(provePhone, late)).toMatchObject({ code: 'wrong_code' })
  })

  test('with a limited number of codes: one a minute, five an hour, five a day to a number', async () => {
    const send = async (phone: string, who: Person = ada) =>
      (await (await fresh(who))(sendPhoneCode, { params: { channel: 'sms' }, body: { phone } })).httpStatus
    expect([await send(ada.phone), await send(ada.phone)]).toEqual([200, 429])
    for (let i = 0; i < 4; i++) {
      clock.moveOn(61 * 1000)
      expect(await send(ada.phone)).toBe(200)
    }
    clock.moveOn(61 * 1000)
    expect(await send('08031112222')).toBe(429)
    // The number has had five, from any account.
    expect(await send(ada.phone, chidi)).toBe(429)
    expect(await send(chidi.phone, chidi)).toBe(200)
    clock.moveOn(1 * hours)
    expect(await send('08031112222')).toBe(200)
  })

  test('if it is a Nigerian number', async () => {
    const reply = await (await fresh())(sendPhoneCode, {
      params: { channel: 'sms' },
      body: { phone: '+44 20 7946 0000' },
    })
    expect(reply).toMatchObject({ httpStatus: 400, fields: { phone: expect.any(String) } })
  })
})

describe('a notice', () => {
  test('goes by mail to an account without choices, and to an email without an account', async () => {
    await notify(deps, notice('n1'))
    await notify(deps, notice('n2', { to: 'stranger@mail.example' }))
    expect(await messages()).toEqual([])
    expect(await world.mailTo(ada.email)).toHaveLength(1)
    expect(await world.mailTo('stranger@mail.example')).toHaveLength(1)
  })

  test('goes by each chosen channel, once, however often its job is repeated', async () => {
    const caller = await fresh()
    await prove(caller, adaId, ada.phone)
    await turn(caller, 'bookings', 'sms', true)
    await sql`delete from phone_message`
    await Promise.all(Array.from({ length: 20 }, () => notify(deps, notice('n3'))))
    await Promise.all([handOver(), handOver(), handOver()])
    expect(await world.mailTo(ada.email)).toHaveLength(1)
    expect(termii.received.map(({ to, sms }) => [to, sms])).toEqual([
      [
        ada.phone,
        `Labalaba: your booking is confirmed. Where and when: ${world.publicUrl}/orders/${own.reference}`,
      ],
    ])
    expect(await messages()).toMatchObject([{ state: 'sent', provider_id: expect.stringMatching(/^3017/) }])
  })

  test('of another topic does not; mail that was turned off is not sent; waiting mail delays no message', async () => {
    const caller = await fresh()
    await prove(caller, adaId, ada.phone)
    await turn(caller, 'bookings', 'sms', true)
    await sql`delete from phone_message`
    await notify(deps, notice('n4', { topic: 'results', kind: 'ready' }))
    expect(await messages()).toEqual([])
    const mailer = { configured: true, send: () => Promise.reject(new Error('no mail now')) }
    await expect(notify({ ...deps, mailer }, notice('n5'))).rejects.toThrow('no mail now')
    expect(await messages()).toHaveLength(1)
    await turn(caller, 'bookings', 'email', false)
    await notify({ ...deps, mailer }, notice('n6'))
    expect(await messages()).toHaveLength(2)
    // No messenger is configured any more: then it is mail again, as it was for the results.
    await notify({ ...deps, messenger: noMessenger }, notice('n9'))
    expect(await messages()).toHaveLength(2)
    expect(await world.mailTo(ada.email)).toHaveLength(2)
  })

  test('reaches a payer who did not book by mail only, and links a patient who did not book to the tracking page', async () => {
    const caller = await fresh()
    await prove(caller, adaId, ada.phone)
    for (const topic of ['money', 'bookings'] as const) await turn(caller, topic, 'sms', true)
    await sql`delete from phone_message`
    await notify(deps, notice('n7', { topic: 'money', kind: 'refunded', toPayer: true, order: foreign }))
    expect(await messages()).toEqual([])
    await notify(deps, notice('n8', { order: foreign }))
    expect(await sql`select subject from phone_message`).toEqual([
      { subject: `track?order=${foreign.reference}` },
    ])
  })
})

describe('a patient whose order another account booked', () => {
  test('gets by mail what no page shows them, always, and the message says so', async () => {
    await byMessage({ mail: false })
    await sql`update lab_order set set_off_at = now() where id = ${foreign.id}`
    await notify(deps, notice('f1', { kind: 'on_the_way', order: foreign }))
    await handOver()
    expect(String(termii.received[0]?.sms)).toContain('For your door code, see your email.')
    expect(await world.mailTo(ada.email)).toHaveLength(1)
    for (const kind of ['reminder', 'missed', 'rejected', 'cancelled'] as const)
      await notify(deps, notice(`f ${kind}`, { kind, order: foreign }))
    expect(await world.mailTo(ada.email)).toHaveLength(5)
    // Where the page shows it, they are notified as they chose; and so is the booker.
    await notify(deps, notice('f received', { kind: 'received', order: foreign }))
    await notify(deps, notice('f own', { kind: 'on_the_way' }))
    expect(await world.mailTo(ada.email)).toHaveLength(5)
  })

  test('gets no message about an unpaid order', async () => {
    await byMessage({ mail: false })
    await notify(deps, notice('u1', { kind: 'cancelled', order: { ...foreign, paid_at: null } }))
    expect(await messages()).toEqual([])
    expect(await world.mailTo(ada.email)).toHaveLength(1)
  })

  test('and shares a phone with the booker gets one message about one event; if it is refused, each gets a mail', async () => {
    await byMessage({ mail: false })
    const other = await fresh(chidi)
    const chidiId = await idOf(chidi)
    await prove(other, chidiId, ada.phone)
    await turn(other, 'bookings', 'sms', true)
    await turn(other, 'bookings', 'email', false)
    await sql`delete from phone_message`
    const both = [notice('e1', { event: 'e' }), notice('e2', { event: 'e', to: chidi.email })]
    await notifyEach(deps, both)
    expect(await messages()).toHaveLength(1)
    termii.next({ status: 400 })
    await handOver()
    await notifyEach(deps, both)
    expect(await world.mailTo(ada.email)).toHaveLength(1)
    expect(await world.mailTo(chidi.email)).toHaveLength(1)
  })
})

describe('the cost that strangers can cause', () => {
  test('is twenty messages a day to a number, also concurrently; the rest is mail', async () => {
    await byMessage({ mail: false })
    const many = Array.from({ length: mostMessages.phone + 5 }, (_, i) => notify(deps, notice(`many${i}`)))
    await Promise.all(many)
    expect(await messages()).toHaveLength(mostMessages.phone)
    expect(await world.mailTo(ada.email)).toHaveLength(5)
    clock.moveOn(1 * days)
    await notify(deps, notice('the day after'))
    expect(await messages()).toHaveLength(mostMessages.phone + 1)
  })

  test('is thirty messages a day to an account, whatever its numbers', async () => {
    const caller = await byMessage({ mail: false })
    for (let i = 0; i < mostMessages.phone; i++) await notify(deps, notice(`first${i}`))
    clock.moveOn(61 * seconds)
    await prove(caller, adaId, '08031112223')
    for (let i = 0; i < mostMessages.phone; i++) await notify(deps, notice(`second${i}`))
    expect(await sql`select 1 from phone_message where kind <> 'code'`).toHaveLength(mostMessages.account)
  })

  test('is not sent as a code to a number that is no mobile number', async () => {
    for (const phone of ['0603 000 0001', '01 234 56789', '0823 000 0001']) {
      const reply = await (await fresh())(sendPhoneCode, { params: { channel: 'sms' }, body: { phone } })
      expect(reply.httpStatus, phone).toBe(400)
    }
  })
})

describe('a phone number is removed', () => {
  test('and mail continues; not if it is the only channel, and twice is once', async () => {
    const caller = await byMessage({ mail: false })
    const away = { params: { channel: 'sms' } } as const
    expect(await caller(removePhone, away)).toMatchObject({ code: 'last_channel', httpStatus: 409 })
    await turn(caller, 'bookings', 'email', true)
    expect((await caller(removePhone, away)).data.phones[0]).toEqual({ channel: 'sms', phone: null })
    expect((await caller(removePhone, away)).httpStatus).toBe(200)
    expect((await caller(readNoticeChoices)).data.topics[0]?.on).toEqual(['email'])
  })

  test('by hand: an account that chose only this channel gets a mail', async () => {
    await byMessage({ mail: false })
    await sql`delete from proven_phone`
    await notify(deps, notice('by hand'))
    expect(await messages()).toEqual([])
    expect(await world.mailTo(ada.email)).toHaveLength(1)
  })

  test('that was not proven is deleted after two days', async () => {
    await sql`delete from phone_code`
    await (await fresh())(sendPhoneCode, { params: { channel: 'sms' }, body: { phone: ada.phone } })
    await tidyMessages(db, { now: () => new Date(clock.now().getTime() + 2 * days - 1 * hours) })
    expect(await sql`select 1 from phone_code`).toHaveLength(1)
    await tidyMessages(db, { now: () => new Date(clock.now().getTime() + 2 * days + 1 * hours) })
    expect(await sql`select 1 from phone_code`).toEqual([])
  })
})

describe('a message', () => {
  async function queued(): Promise<void> {
    const caller = await fresh()
    await prove(caller, adaId, ada.phone)
    await turn(caller, 'bookings', 'sms', true)
    await sql`delete from phone_message`
    await notify(deps, notice(`m${clock.now().getTime()}`))
  }

  test('that the provider could not accept is retried, and sent once', async () => {
    await queued()
    termii.next({ status: 503 }, { status: 429 })
    await expect(handOver()).rejects.toThrow('status_503')
    await expect(handOver()).rejects.toThrow('status_429')
    expect(await messages()).toMatchObject([{ state: 'queued', reason: 'status_429' }])
    await handOver()
    await handOver()
    expect(await messages()).toMatchObject([{ state: 'sent' }])
    expect(termii.received).toHaveLength(3)
  })

  test('that was refused is recorded, and not retried', async () => {
    await queued()
    termii.next({ status: 400 })
    await handOver()
    await handOver()
    expect(await messages()).toMatchObject([{ state: 'refused', reason: 'status_400' }])
    expect(termii.received).toHaveLength(1)
  })

  test('that may have been sent is not sent again', async () => {
    await queued()
    termii.next('hangs')
    await handOver()
    await handOver()
    expect(await messages()).toMatchObject([{ state: 'unknown' }])
    expect(termii.received).toHaveLength(1)
  })

  test('that is past its time limit is not sent', async () => {
    await queued()
    clock.moveOn(1 * days)
    await handOver()
    expect(await messages()).toMatchObject([{ state: 'refused', reason: 'too_late' }])
    expect(termii.received).toEqual([])
  })

  test('is forgotten after ninety days, and with its account', async () => {
    await queued()
    await tidyMessages(db, { now: () => new Date(clock.now().getTime() + 89 * days) })
    expect(await messages()).toHaveLength(1)
    await tidyMessages(db, { now: () => new Date(clock.now().getTime() + 91 * days) })
    expect(await messages()).toEqual([])
  })

  test('whose provider is no longer configured is not sent', async () => {
    await queued()
    const [message] = await messages()
    await messageJobs({ ...deps, messenger: noMessenger })['send-message']?.({ messageId: message?.id })
    expect(await messages()).toMatchObject([{ state: 'dropped', reason: 'not_offered' }])
  })

  test('that is not sent becomes a mail, once, also if mail was turned off', async () => {
    await byMessage({ mail: false })
    const [payment] = await sql<{ id: number }[]>`select id from payment where order_id = ${herself.id}`
    const payload = { paymentId: payment?.id, orderId: herself.id }
    for (const manner of [{ status: 400 }, 'breaks', 'too late'] as const) {
      await sql`delete from phone_message`
      await sql`delete from notice_key`
      await sql`delete from mailbox`
      await sql`delete from graphile_worker._private_jobs`
      await notices()['mail-patient']?.(payload)
      expect(await world.mailTo(ada.email)).toEqual([])
      if (manner === 'too late') clock.moveOn(1 * days)
      else termii.next(manner)
      await handOver()
      await handOver()
      expect(await workAsked('mail-patient'), String(manner)).toBe(1)
      await workAsked('mail-patient')
      await handOver()
      expect(await world.mailTo(ada.email)).toHaveLength(1)
      expect(await messages()).toHaveLength(1)
    }
  })

  test('that waits is checked at its time limit, whenever its next try is due', async () => {
    await queued()
    await sql`update graphile_worker._private_jobs set run_at = now() + interval '40 hours'`
    const due = async () =>
      (await sql`select 1 from graphile_worker._private_jobs where run_at <= now()`).length
    await endOverdueMessages(db, clock)
    expect(await due()).toBe(0)
    clock.moveOn(1 * days)
    await endOverdueMessages(db, clock)
    expect(await due()).toBe(1)
  })

  test('whose worker died during sending may have been sent: it also becomes a mail', async () => {
    await byMessage({ mail: false })
    const job = { name: 'mail-patient', payload: {}, at: clock.now() }
    await notify({ ...deps, job }, notice('died'))
    await sql`update phone_message set state = 'unknown'`
    await handOver()
    expect(await messages()).toMatchObject([{ state: 'unknown' }])
    expect(termii.received).toEqual([])
    await notify({ ...deps, job }, notice('died'))
    await notify({ ...deps, job }, notice('died'))
    expect(await world.mailTo(ada.email)).toHaveLength(1)
  })

  test('is not sent to a removed number, nor by a channel turned off since it was queued', async () => {
    const caller = await byMessage()
    await notify(deps, notice('away'))
    await turn(caller, 'bookings', 'sms', false)
    await handOver()
    await turn(caller, 'bookings', 'sms', true)
    await notify(deps, notice('off'))
    await sql`delete from proven_phone`
    await handOver()
    expect((await messages()).map(({ reason }) => reason)).toEqual(['turned_off', 'unproven'])
    expect(termii.received).toEqual([])
  })

  test('is not sent if it is no longer true', async () => {
    await byMessage()
    await notify(deps, notice('t1', { kind: 'placed' }))
    await notify(deps, notice('t2', { kind: 'reminder' }))
    await notify(deps, notice('t3', { kind: 'on_the_way' }))
    await handOver()
    const reasons = (await messages()).map(({ state, reason }) => [state, reason])
    expect(reasons).toEqual(Array.from({ length: 3 }, () => ['dropped', 'untrue']))
    expect(termii.received).toEqual([])
  })

  test('has a time limit counted from its event, and becomes a mail after it', async () => {
    await byMessage({ mail: false })
    const about = { name: 'mail-patient', payload: {} }
    await notify(
      { ...deps, job: { ...about, at: new Date(clock.now().getTime() - 1 * days) } },
      notice('old'),
    )
    expect(await messages()).toEqual([])
    expect(await world.mailTo(ada.email)).toHaveLength(1)
    const at = new Date(clock.now().getTime() - 20 * hours)
    await notify({ ...deps, job: { ...about, at } }, notice('rather old'))
    const [row] = await sql<{ good_until: Date }[]>`select good_until from phone_message`
    expect(row?.good_until.getTime()).toBe(at.getTime() + 1 * days)
  })

  test('is sent if mail is not configured; the mail waits until it is', async () => {
    await byMessage()
    await sql`delete from notice_key`
    const [payment] = await sql<{ id: number }[]>`select id from payment where order_id = ${herself.id}`
    const bare = notificationJobs({ ...deps, renderer, mailer: waitingMailer })
    await bare['mail-patient']?.({ paymentId: payment?.id })
    await handOver()
    expect(await messages()).toMatchObject([{ state: 'sent' }])
    const [aside] = await sql<{ payload: Record<string, unknown> }[]>`
      select payload from graphile_worker._private_jobs job
      join graphile_worker._private_tasks task on task.id = job.task_id where identifier = 'mail-put-aside'`
    await putAsideJobs(notices())['mail-put-aside']?.(aside?.payload ?? {})
    expect(await world.mailTo(ada.email)).toHaveLength(1)
    expect(await messages()).toHaveLength(1)
  })

  test('that was lost is counted and raises an alarm', async () => {
    await byMessage()
    for (let i = 0; i < 5; i++) {
      await notify(deps, notice(`lost${i}`))
      termii.next({ status: 400 })
    }
    await handOver()
    world.logged.length = 0
    await watchMessages(db, clock, world.parts.log)
    expect(JSON.parse(world.logged[0] ?? '{}')).toMatchObject({ alarm: 'messages', refused: 5, waiting: 0 })
    const registry = new Registry()
    exposeMessages(registry, db, clock)
    expect(await registry.metrics()).toContain('labalaba_phone_messages{state="refused"} 5')
  })
})

test('deleting an account deletes its phones and choices', async () => {
  const caller = await fresh(drBello)
  const id = await idOf(drBello)
  await prove(caller, id, drBello.phone)
  await turn(caller, 'money', 'sms', true)
  const password = 'agbalumo-in-season'
  expect((await caller(deleteAccount, { body: { password } })).httpStatus).toBe(200)
  for (const table of ['notice_choice', 'proven_phone', 'phone_code', 'phone_message'])
    expect(await sql.unsafe(`select 1 from ${table} where account_id = ${id}`), table).toEqual([])
})
