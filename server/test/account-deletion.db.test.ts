import { setTimeout as pause } from 'node:timers/promises'
import {
  addBooking,
  addFavourite,
  brand,
  cancelOrder,
  createAccount,
  deleteAccount as deleteCall,
  listOrders,
  myProfile,
  payByLink,
  readPaymentLink,
  refundPayment,
  saveBookingDraft,
  sharePaymentUrl,
  signIn,
  verifyAccount,
} from '@labalaba/contract'
import { expect, test } from 'vitest'
import type { AccountState } from '../src/modules/accounts/account-state-machine.ts'
import { codeMail } from '../src/modules/accounts/code/codes.ts'
import { deleteAccount, forgetOldDeletionNotices } from '../src/modules/accounts/deletion/deletion.ts'
import { verifyForDemo } from '../src/modules/licences/index.ts'
import { closeOrders } from '../src/modules/payments/closing.ts'
import { expireUnpaidOrders, settleSilentPayments } from '../src/modules/payments/jobs.ts'
import { settle } from '../src/modules/payments/settle.ts'
import { castPassword, chidi, fbc, ops, type Person, yaba } from './cast.ts'
import { seconds } from './clock.ts'
import { bringTo } from './stages.ts'
import { book, bookingForm, buildWorld, type Caller, callerOf, until } from './world.ts'

const world = await buildWorld()
let people = 0

const basic = (email: string, password = castPassword) =>
  callerOf(world.publicUrl, `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`)

function newAddress(): string {
  people += 1
  return `leaver${people}@cast.example`
}

/** A new user, registered and confirmed as people are. */
async function newAccount(type: Person['type'] = 'user', email = newAddress()) {
  const branch = type === 'user' ? 'at_home_service' : 'private_practice'
  const person = {
    email,
    name: 'Ngozi Leaver',
    phone: '08030000444',
    username: 'ngozi',
    type,
    branch,
  } as const
  await world.nobody(createAccount, {
    body: { ...person, password: castPassword, location: '9 Allen Avenue', source: 'web' },
  })
  const [code] = await world.sql<{ id: string }[]>`
    select code.id from code join account on account.id = account_id where email = ${email} and code.state = 'live'`
  const mail = code && (await codeMail(world.db, world.clock, world.parts.secret, code.id))
  await world.nobody(verifyAccount, { body: { email, code: mail?.digits ?? '', password: castPassword } })
  const [account] = await world.sql<{ id: number }[]>`select id from account where email = ${email}`
  return { email, id: account?.id ?? 0, call: await entered(email) }
}

async function entered(email: string): Promise<Caller> {
  const { data } = await basic(email)(signIn)
  return callerOf(world.publicUrl, `Bearer ${data?.authid}`)
}

const leave = (call: Caller, password = castPassword) => call(deleteCall, { body: { password } })

async function accountRow(id: number) {
  const [row] =
    await world.sql`select email, name, phone, username, address, state from account where id = ${id}`
  return row
}

async function pay(reference: string, terms: object = {}): Promise<void> {
  await world.control('POST', `/transactions/${reference}/succeed`, { webhook: false, ...terms })
  await settle(world.provider, reference)
}

test('a deleted account leaves no personal data, and its sessions end', async () => {
  const { email, id, call } = await newAccount()
  const other = await entered(email)
  await call(addFavourite, { body: { labSlug: yaba.slug } })
  await call(saveBookingDraft, { body: { answers: { name: 'Mama' }, lab: null, tests: [], basedOn: null } })
  expect((await leave(call)).httpStatus).toBe(200)
  expect(await accountRow(id)).toEqual({
    email: `deleted-${id}@deleted.invalid`,
    name: 'Deleted account',
    phone: '2340000000000',
    username: '',
    address: '',
    state: 'deleted',
  })
  for (const session of [call, other]) expect((await session(myProfile)).httpStatus).toBe(401)
  // An inactive account cannot sign in, so the sessions themselves are checked too.
  expect(await world.sql`select 1 from session where account_id = ${id} and ended_at is null`).toHaveLength(0)
  for (const table of ['favourite', 'booking_draft', 'code', 'account_device'])
    expect(await world.sql`select 1 from ${world.sql(table)} where account_id = ${id}`).toHaveLength(0)
  expect(await world.sql`select verb, actor from account_event where account_id = ${id} order by id`).toEqual(
    [
      { verb: 'verify', actor: 'self' },
      { verb: 'delete', actor: 'self' },
    ],
  )
  expect((await basic(email)(signIn)).code).toBe('wrong_credentials')
})

test('its address can register again, as a new account that sees nothing of the old one', async () => {
  const { email, id, call } = await newAccount()
  await book(call, bookingForm({ payment: 'link' })).catch(() => undefined)
  await leave(call)
  // One mail a minute goes to an address.
  world.clock.moveOn(61 * seconds)
  const again = await newAccount('user', email)
  expect(again.id).not.toBe(id)
  expect((await again.call(listOrders)).data).toEqual([])
})

test('a wrong password deletes nothing, and many of them cause a wait', async () => {
  const { id, call } = await newAccount()
  const first = await leave(call, 'not this one')
  expect([first.httpStatus, first.code]).toEqual([400, 'wrong_password'])
  for (let tried = 1; tried < 10; tried += 1) await leave(call, 'not this one')
  expect((await leave(call)).code).toBe('too_many')
  expect(await accountRow(id)).toMatchObject({ state: 'active' })
})

test('two concurrent requests delete once, both succeed, and neither counts as a wrong password', async () => {
  const { email, id, call } = await newAccount()
  const others = [await entered(email), await entered(email), await entered(email)]
  const failures = () => world.sql`select count(*)::int as failures from sign_in_failure`
  const before = await failures()
  const answers = await Promise.all([call, ...others].map((session) => leave(session)))
  // A request after the deletion has no session any more; none gets “wrong password”.
  expect(answers.filter(({ httpStatus }) => httpStatus === 200).length).toBeGreaterThan(0)
  expect(answers.map(({ code }) => code)).not.toContain('wrong_password')
  expect(await accountRow(id)).toMatchObject({ state: 'deleted' })
  expect(await failures()).toEqual(before)
})

test.each(['scheduled', 'sample_collected', 'lab_processing'] as const)(
  'an order that is paid and %s keeps its account',
  async (state) => {
    const { id, call } = await newAccount()
    const { order, payment } = await book(call)
    await pay(payment)
    if (state !== 'scheduled') await bringTo(world, order, state)
    const refused = await leave(call)
    expect([refused.httpStatus, refused.code]).toEqual([409, 'order_unfinished'])
    expect(await accountRow(id)).toMatchObject({ state: 'active', name: 'Ngozi Leaver' })
    expect((await call(listOrders)).data).toHaveLength(1)
  },
)

test('an order with a released result stays as a record, without its account', async () => {
  const { id, call } = await newAccount()
  const { order, payment } = await book(call)
  await pay(payment)
  await bringTo(world, order, 'results_ready')
  expect((await leave(call)).httpStatus).toBe(200)
  expect(
    await world.sql`select account_id, patient_name, state from lab_order where reference = ${order}`,
  ).toEqual([{ account_id: id, patient_name: 'Mama Obi', state: 'results_ready' }])
})

test('held money keeps its account', async () => {
  const { call } = await newAccount()
  const { payment } = await book(call)
  await pay(payment, { amount: 5_000 })
  const refused = await leave(call)
  expect([refused.httpStatus, refused.code]).toEqual([409, 'money_open'])
})

test.each([
  ['is on its way back', {}, 'processed'],
  ['could not be returned and is tried again', { method: 'card-refund-fails' }, 'failed'],
])('a part of the money that %s keeps the account, also after the result', async (_, terms, end) => {
  const { call } = await newAccount()
  const { order, payment } = await book(call)
  await pay(payment, terms)
  await bringTo(world, order, 'results_ready')
  const body = { amount: 500, reason: 'one test was not done', key: 'part' }
  await (await world.as(ops))(refundPayment, { params: { reference: payment }, body })
  const refused = await leave(call)
  expect([refused.httpStatus, refused.code]).toEqual([409, 'money_open'])
  expect(refused.message).toContain('sending it back')
  await until(`the refund is ${end}`, async () => {
    await world.sql`update refund set check_at = now() - interval '1 hour' where ended_at is null`
    await settleSilentPayments(world.provider)
    const [refund] = await world.sql`select 1 from refund join payment on payment.id = payment_id
      where payment.reference = ${payment} and refund.state = ${end}`
    return refund !== undefined
  })
  expect((await leave(call)).httpStatus).toBe(end === 'processed' ? 200 : 409)
})

test('an owner with credit sees how much, and the account stays until it is used', async () => {
  const { id, call } = await newAccount()
  const { order, payment } = await book(call)
  await pay(payment)
  await call(cancelOrder, { params: { reference: order }, body: { refundTo: 'credit' } })
  const refused = await leave(call)
  expect([refused.httpStatus, refused.code]).toEqual([409, 'money_open'])
  expect(refused.message).toContain('₦10,000 of Labalaba credit')
  expect(refused.message).toContain(brand.supportEmail)
  expect(await accountRow(id)).toMatchObject({ state: 'active' })
})

test('payers with a link to an order of the account get a mail that nothing is due', async () => {
  const { call } = await newAccount()
  const { data } = await call(addBooking, { body: bookingForm({ payment: 'link', showTests: true }) })
  const token = String(data.url).split('/pay/')[1] ?? ''
  const summary = { tests: [], lab: yaba.name, location: yaba.main, total_amount: '10000' }
  const share = (email: string) =>
    call(sharePaymentUrl, {
      body: {
        url: String(data.url),
        email,
        patient_name: 'Mama Obi',
        phone: '',
        orderSummary: { orderId: data.orderReference, ...summary },
      },
    })
  await share('asked@payers.example')
  await share('asked@payers.example')
  await world.nobody(payByLink, { params: { token }, body: { email: 'began@payers.example' } })
  // No request of earlier tests is still pending.
  await world.sql`delete from graphile_worker._private_jobs`
  await leave(call)
  await world.work()
  const mailsTo = async (address: string) =>
    (await world.mailTo(address)).filter(({ subject }) => subject.includes('do not need to pay'))
  const both = async () => Promise.all(['asked@payers.example', 'began@payers.example'].map(mailsTo))
  await expect
    .poll(async () => (await both()).map((mails) => mails.length), { timeout: 15_000 })
    .toEqual([1, 1])
  const [mail, ...more] = await mailsTo('asked@payers.example')
  expect(more).toEqual([])
  expect(mail?.text).toContain(data.orderReference)
  expect(mail?.text).not.toContain(fbc.name)
})

test('money for a cancelled order keeps its account until it is refunded', async () => {
  const { id, call } = await newAccount()
  const { order, payment } = await book(call)
  await pay(payment)
  const { data } = await call(cancelOrder, { params: { reference: order }, body: {} })
  const refused = await leave(call)
  expect([refused.httpStatus, refused.code]).toEqual([409, 'money_open'])
  await until('the money is back', async () => {
    await world.sql`update refund set check_at = now() where ended_at is null`
    await settleSilentPayments(world.provider)
    const [{ state } = { state: '' }] = await world.sql<{ state: string }[]>`
      select state from payment where reference = ${payment}`
    return state === 'refunded'
  })
  expect((await leave(call)).httpStatus).toBe(200)
  expect([data.state, (await accountRow(id))?.state]).toEqual(['cancelled', 'deleted'])
})

test('a doctor with earnings keeps the account', async () => {
  const { id, call } = await newAccount('doctor')
  await verifyForDemo(world.db, id, world.clock.now())
  const { order, payment } = await book(call)
  await pay(payment)
  await bringTo(world, order, 'results_ready')
  expect((await leave(call)).code).toBe('money_open')
})

test('an unpaid order is cancelled with the account, its link ends, and late money is refunded', async () => {
  const { call } = await newAccount()
  const link = await call(addBooking, { body: bookingForm({ payment: 'link' }) })
  const { order, payment } = await book(call)
  await leave(call)
  expect(
    await world.sql`select distinct state from lab_order where reference in ${world.sql([order, link.data.orderReference])}`,
  ).toEqual([{ state: 'cancelled' }])
  const token = link.data.url?.split('/pay/')[1] ?? ''
  expect((await world.nobody(readPaymentLink, { params: { token } })).data.state).toBe('revoked')
  await pay(payment)
  const [late] = await world.sql<{ state: string }[]>`select state from payment where reference = ${payment}`
  expect(['refunding', 'refunded']).toContain(late?.state)
})

test('money for an expired order of a deleted account is refunded', async () => {
  const { call } = await newAccount()
  const { order, payment } = await book(call)
  await world.sql`update lab_order set expires_at = now() - interval '1 minute' where reference = ${order}`
  await expireUnpaidOrders(world.provider)
  await leave(call)
  await pay(payment)
  const [after] = await world.sql<{ order: string; payment: string }[]>`
    select o.state as order, p.state as payment from lab_order o join payment p on p.order_id = o.id
    where o.reference = ${order}`
  expect(after).toMatchObject({ order: 'cancelled', payment: expect.stringMatching('refunding|refunded') })
})

test('a record added during the deletion waits for it, and is refused', async () => {
  const { id, call } = await newAccount()
  const body = { answers: { name: 'Mama' }, lab: null, tests: [], basedOn: null }
  const late: Promise<{ httpStatus: number }>[] = []
  await world.db.transaction().execute((tx) =>
    deleteAccount(
      tx,
      async (inside, accountId, at) => {
        await closeOrders(inside, accountId, at)
        late.push(
          call(addBooking, { body: bookingForm() }),
          call(saveBookingDraft, { body }),
          call(addFavourite, { body: { labSlug: yaba.slug } }),
        )
        await pause(400)
      },
      id,
      'self',
      new Date(),
    ),
  )
  expect((await Promise.all(late)).map(({ httpStatus }) => httpStatus)).toEqual([401, 401, 401])
  for (const table of ['lab_order', 'booking_draft', 'favourite'])
    expect(await world.sql`select 1 from ${world.sql(table)} where account_id = ${id}`).toHaveLength(0)
})

test('many bookings during a deletion: every order that exists is cancelled', async () => {
  for (let round = 0; round < 2; round += 1) {
    const { id, call } = await newAccount()
    const booked = Array.from({ length: 4 }, () =>
      call(addBooking, { body: bookingForm({ payment: 'link' }) }),
    )
    const [gone] = await Promise.all([leave(call), ...booked])
    expect(gone.httpStatus).toBe(200)
    for (const { httpStatus } of await Promise.all(booked)) expect([200, 401]).toContain(httpStatus)
    const left = await world.sql<{ state: string }[]>`select state from lab_order where account_id = ${id}`
    expect(left.every((order) => order.state === 'cancelled')).toBe(true)
  }
})

const states: AccountState[] = ['unverified', 'active', 'suspended', 'deleted']

test.each(states.flatMap((state) => (['self', 'operator'] as const).map((actor) => ({ state, actor }))))(
  'an account that is $state is deleted by $actor, and deleting it again changes nothing',
  async ({ state, actor }) => {
    const { id } = await newAccount()
    await world.sql`update account set state = ${state} where id = ${id}`
    const act = () =>
      world.db.transaction().execute((tx) => deleteAccount(tx, async () => undefined, id, actor, new Date()))
    await act()
    await act()
    const events =
      await world.sql`select verb from account_event where account_id = ${id} and verb = 'delete'`
    expect([(await accountRow(id))?.state, events.length]).toEqual(['deleted', state === 'deleted' ? 0 : 1])
  },
)

test('an objection of another module rolls back everything', async () => {
  const { id } = await newAccount()
  const refusing = () => Promise.reject(new Error('not yet'))
  const act = world.db.transaction().execute((tx) => deleteAccount(tx, refusing, id, 'self', new Date()))
  await expect(act).rejects.toThrow('not yet')
  expect(await accountRow(id)).toMatchObject({ state: 'active', name: 'Ngozi Leaver' })
})

test('the deletion notice goes to the old address once, and then the address is deleted', async () => {
  const { email, id, call } = await newAccount()
  await leave(call)
  await world.work()
  await expect
    .poll(
      async () =>
        (await world.mailTo(email)).filter((mail) => mail.subject === 'Your account is deleted').length,
      {
        timeout: 10_000,
      },
    )
    .toBe(1)
  await expect
    .poll(() => world.sql`select 1 from deletion_notice where account_id = ${id}`, { timeout: 15_000 })
    .toHaveLength(0)
  const [mail] = (await world.mailTo(email)).filter((one) => one.subject === 'Your account is deleted')
  expect(mail?.text).toContain('Hello Ngozi,')
})

test('an address for which no mail could be sent is deleted after a week', async () => {
  const { id } = await newAccount()
  await world.sql`
    insert into deletion_notice (account_id, email, name, at)
    values (${id}, 'gone@cast.example', 'Gone', ${new Date(world.clock.now().getTime() - 8 * 24 * 3_600_000)})`
  await forgetOldDeletionNotices(world.db, world.clock)
  expect(await world.sql`select 1 from deletion_notice where account_id = ${id}`).toHaveLength(0)
})

test('no account can delete another one', async () => {
  const { call } = await newAccount()
  await leave(call)
  expect((await (await world.as(chidi))(myProfile)).data.email).toBe(chidi.email)
})
