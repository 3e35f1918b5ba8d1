import {
  addBooking,
  askConsentAgain,
  consentVersion,
  decideLicence,
  giveConsent,
  type LicenceAct,
  listConsents,
  listInbox,
  provePatient,
  quoteBooking,
  readingConsentVersion,
  readOrder,
  readPaymentLink,
  readResults,
  readWallet,
} from '@labalaba/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { publish } from '../src/events.ts'
import { liftedUseLimits } from '../src/infra/http/use-limits.ts'
import { createVerifiedAccount } from '../src/modules/accounts/index.ts'
import { verifyForDemo } from '../src/modules/licences/index.ts'
import { orderAtBench } from './bench.ts'
import { ada, castPassword, fbc, ops, sugar, yaba } from './cast.ts'
import { releaseAll } from './results.ts'
import { bringTo, pay } from './stages.ts'
import {
  book,
  bookingForm,
  buildWorld,
  type Caller,
  callerOf,
  type Form,
  newestPayment,
  until,
} from './world.ts'

const world = await buildWorld()
const { sql, clock, nobody } = world
await world.work()

let made = 0
/** A doctor, verified or as they have just registered. */
async function newDoctor(verified: boolean) {
  made += 1
  const email = `bisi.lawal-${made}@doctors.example`
  const phone = `234803200${String(made).padStart(4, '0')}`
  const person = { email, name: 'Bisi Lawal', type: 'doctor', phone } as const
  const id = await createVerifiedAccount(world.db, world.parts, {
    ...person,
    password: castPassword,
    address: 'Yaba, Lagos',
  })
  if (verified) await verifyForDemo(world.db, id, clock.now())
  return { ...person, id, call: await world.as(person) }
}

/** A new patient. */
function patient(changes: Partial<Form> = {}): Partial<Form> {
  made += 1
  const email = `patient-${made}@doctors.example`
  return { name: 'Mama Obi', email, phone: `0803300${String(made).padStart(4, '0')}`, ...changes }
}

const earning = async (caller: Caller, reference: string) =>
  (await caller(readOrder, { params: { reference } })).data.doctorEarning

async function bookFor(caller: Caller, who: Partial<Form> = patient()): Promise<string> {
  return (await book(caller, bookingForm(who))).order
}

/** An operator’s decision about the licence in force of a doctor. */
async function decide(doctor: { readonly id: number }, act: LicenceAct) {
  const [row] = await sql<{ id: string }[]>`select id from doctor_licence where account_id = ${doctor.id}`
  const body = { act, note: act === 'suspend' ? 'A complaint.' : '' }
  const { httpStatus } = await (await world.as(ops))(decideLicence, { params: { id: row?.id ?? '' }, body })
  expect(httpStatus).toBe(200)
}

/** Pays with one card: the Paystack simulator normally uses a card of its own for each payment. */
async function payWithOneCard(payment: string, card: string): Promise<void> {
  await pay(world, payment)
  const { length } = await sql`update payment set card_hash = sha256(${card}::bytea)
    where reference = ${payment} and card_hash is not null returning 1`
  expect(length).toBe(1)
}

const cart = { lab: yaba.slug, tests: [fbc.name, sugar.name] }

describe('the email of another adult', () => {
  const withoutEmail = () => bookingForm(patient({ email: '' }))
  const permitted = { person: 'other', consent: { as: 'permission', version: consentVersion } } as const

  test('can be omitted by a verified doctor only', async () => {
    const verified = await (await newDoctor(true)).call(addBooking, { body: withoutEmail() })
    expect(verified.httpStatus).toBe(200)
    const [order] = await sql`
      select patient_email from lab_order where reference = ${verified.data.orderReference}`
    expect(order).toEqual({ patient_email: null })
    const { call } = await newDoctor(false)
    const asAda = await world.as(ada)
    for (const refused of [
      await call(addBooking, { body: withoutEmail() }),
      await asAda(addBooking, { body: { ...withoutEmail(), ...permitted } }),
    ])
      expect(refused).toMatchObject({
        ...{ httpStatus: 400, code: 'invalid' },
        fields: { email: expect.stringContaining('Enter the patient’s own email.') },
      })
  })
})

describe('a doctor who is not verified', () => {
  test('earns nothing, and patients read the name as it was typed', async () => {
    const doctor = await newDoctor(false)
    const quote = await doctor.call(quoteBooking, { body: cart })
    expect(quote.data).toMatchObject({ doctorEarning: 0, doctorName: null })
    const { data } = await doctor.call(addBooking, { body: bookingForm({ ...patient(), payment: 'link' }) })
    const token = data.url?.split('/pay/')[1] ?? ''
    const link = (await nobody(readPaymentLink, { params: { token } })).data
    expect(link).toMatchObject({ doctorEarning: 0, doctorName: null })
    const order = await bookFor(doctor.call)
    await pay(world, await newestPayment(doctor.call, order))
    await bringTo(world, order, 'results_ready')
    expect((await doctor.call(readWallet)).data).toMatchObject({ pending: 0, available: 0 })
  })

  test('causes no consent request to a patient, until the licence is accepted', async () => {
    const doctor = await newDoctor(false)
    const who = patient()
    const { order, payment } = await book(doctor.call, bookingForm(who))
    await pay(world, payment)
    await until('the patient has the receipt', async () => (await world.mailTo(who.email ?? '')).length > 0)
    const asked = async () =>
      (await world.mailTo(who.email ?? '')).filter(
        ({ subject }) => subject === 'A doctor asks to read results',
      )
    expect(await asked()).toEqual([])
    const params = { reference: order }
    expect(await doctor.call(askConsentAgain, { params })).toMatchObject({ code: 'licence_needed' })
    await verifyForDemo(world.db, doctor.id, clock.now())
    await world.db.transaction().execute(async (tx) => {
      const [row] = await sql<{ id: string }[]>`select id from doctor_licence where account_id = ${doctor.id}`
      const news = { licenceId: row?.id ?? '', act: 'accept', noticeKey: `licence:${row?.id}` }
      await publish(tx, 'licence.decided', news)
    })
    await until('the patient is asked', async () => (await asked()).length === 1)
    const [mail] = await asked()
    expect(mail?.text).toContain('Dr Bisi Lawal booked the order below')
  })
})

describe('a verified doctor', () => {
  test('earns, and is shown with the verified name, whatever the account’s name becomes', async () => {
    const doctor = await newDoctor(true)
    const quote = await doctor.call(quoteBooking, { body: cart })
    expect(quote.data).toMatchObject({ doctorEarning: 500, doctorName: 'Dr Bisi Lawal' })
    await sql`update account set name = 'Urgent Refund' where id = ${doctor.id}`
    const order = await bookFor(doctor.call)
    const { data } = await doctor.call(readOrder, { params: { reference: order } })
    expect(data).toMatchObject({ doctorEarning: 500, doctorName: 'Dr Bisi Lawal' })
  })

  test.each([
    ['their own email', (doctor: Doctor) => ({ email: doctor.email })],
    ['their own email in capitals', (doctor: Doctor) => ({ email: doctor.email.toUpperCase() })],
    ['their own mailbox', (doctor: Doctor) => ({ email: doctor.email.replace('@', '+self@') })],
    ['their own phone', (doctor: Doctor) => ({ phone: `0${doctor.phone.slice(3)}` })],
  ])('earns nothing for %s', async (_, own) => {
    const doctor = await newDoctor(true)
    expect(await earning(doctor.call, await bookFor(doctor.call, patient(own(doctor))))).toBe(0)
    expect(await earning(doctor.call, await bookFor(doctor.call))).toBe(500)
  })

  test('earns nothing through a second account: one with their phone, or used in their browser', async () => {
    const doctor = await newDoctor(true)
    const samePhone = `second-${doctor.id}@doctors.example`
    const sameBrowser = `third-${doctor.id}@doctors.example`
    const person = { name: 'Bisi L', type: 'user', password: castPassword, address: 'Yaba' } as const
    await createVerifiedAccount(world.db, world.parts, { ...person, email: samePhone, phone: doctor.phone })
    const third = await createVerifiedAccount(world.db, world.parts, {
      ...person,
      email: sameBrowser,
      phone: '2348039990001',
    })
    for (const id of [doctor.id, third])
      await sql`insert into account_device (account_id, device_hash, first_at, last_at)
        values (${id}, sha256(${`browser of ${doctor.id}`}::bytea), now(), now())`
    for (const email of [samePhone, sameBrowser])
      expect([email, await earning(doctor.call, await bookFor(doctor.call, patient({ email })))]).toEqual([
        email,
        0,
      ])
  })

  test('gets nothing for payments with their own card: it stays with us', async () => {
    const doctor = await newDoctor(true)
    const own = await book(doctor.call, bookingForm(patient({ email: doctor.email })))
    await payWithOneCard(own.payment, doctor.email)
    const other = await book(doctor.call, bookingForm(patient()))
    await payWithOneCard(other.payment, doctor.email)
    expect((await doctor.call(readWallet)).data).toMatchObject({ pending: 500, available: 0 })
    await bringTo(world, other.order, 'results_ready')
    expect((await doctor.call(readWallet)).data).toMatchObject({ pending: 0, available: 0 })
    const kinds = await sql<{ kind: string }[]>`select kind from ledger_posting
      where order_reference = ${other.order} and kind like 'earning%'`
    expect(kinds.map(({ kind }) => kind)).toEqual(['earning_withheld'])
  })

  test('gets nothing if an operator suspended them before the result was released: it stays with us', async () => {
    const doctor = await newDoctor(true)
    const { order, payment } = await book(doctor.call, bookingForm(patient()))
    await pay(world, payment)
    await decide(doctor, 'suspend')
    await bringTo(world, order, 'results_ready')
    const kinds = await sql<{ kind: string }[]>`select kind from ledger_posting
      where order_reference = ${order} and kind like 'earning%'`
    expect(kinds.map(({ kind }) => kind)).toEqual(['earning_withheld'])
  })

  test('earns on payments by another card, even if their own card has paid for themselves', async () => {
    const doctor = await newDoctor(true)
    const own = await book(doctor.call, bookingForm(patient({ email: doctor.email })))
    await payWithOneCard(own.payment, doctor.email)
    const other = await book(doctor.call, bookingForm(patient()))
    await pay(world, other.payment)
    await bringTo(world, other.order, 'results_ready')
    expect((await doctor.call(readWallet)).data).toMatchObject({ pending: 0, available: 500 })
  })

  test('earns nothing once one card has paid for three people in their own checkout', async () => {
    const doctor = await newDoctor(true)
    const orders: string[] = []
    for (const _ of [1, 2, 3]) {
      const { order, payment } = await book(doctor.call, bookingForm(patient()))
      await payWithOneCard(payment, doctor.email)
      orders.push(order)
    }
    await bringTo(world, orders[0] ?? '', 'results_ready')
    expect((await doctor.call(readWallet)).data).toMatchObject({ pending: 1000, available: 0 })
  })

  test.each([
    ['three bookings', { earningOrdersPerDay: 3 }],
    ['a thousand naira', { earningNairaPerDay: 1_200 }],
  ])('earns on %s of a day at most, also when ten are sent at once', async (_, limit) => {
    const app = await buildApp({ ...world.parts, useLimits: { ...liftedUseLimits, ...limit } })
    onTestFinished(() => app.close())
    const site = await app.listen({ host: '127.0.0.1', port: 0 })
    const doctor = await newDoctor(true)
    const call = callerOf(site, `Bearer ${await world.tokenOf(doctor)}`)
    const placed = await Promise.all(Array.from({ length: 10 }, () => bookFor(call)))
    const earned = await Promise.all(placed.map((reference) => earning(call, reference)))
    expect(earned.filter((naira) => naira > 0)).toEqual([500, 500, 500])
    expect((await call(quoteBooking, { body: cart })).data).toMatchObject({ doctorEarning: 0 })
    clock.moveOn(24 * 60 * 60 * 1000)
    const next = callerOf(site, `Bearer ${await world.tokenOf(doctor)}`)
    expect((await next(quoteBooking, { body: cart })).data).toMatchObject({ doctorEarning: 500 })
  })

  test('reads nothing once suspended, gets no consent, and must ask anew when restored', async () => {
    const doctor = await newDoctor(true)
    const who = patient({ email: ada.email, name: 'Ada Obi', dob: '1990-01-01', test: [{ ...sugar }] })
    const reference = await orderAtBench(world, doctor.call, who)
    const params = { reference }
    const asAda = await world.as(ada)
    await releaseAll(world, reference)
    await asAda(provePatient, { params, body: { answer: '1990-01-01' } })
    const agree = { sensitive: false, version: readingConsentVersion }
    expect((await asAda(giveConsent, { params, body: agree })).httpStatus).toBe(200)
    expect((await doctor.call(readResults, { params })).httpStatus).toBe(200)
    expect((await doctor.call(listInbox, { query: {} })).data.items).toHaveLength(1)
    await decide(doctor, 'suspend')
    expect(await doctor.call(readResults, { params })).toMatchObject({ httpStatus: 403 })
    expect((await doctor.call(listInbox, { query: {} })).data.items).toEqual([])
    expect(await asAda(giveConsent, { params, body: agree })).toMatchObject({ httpStatus: 404 })
    const [mine] = (await asAda(listConsents)).data
    expect(mine).toMatchObject({ state: 'expired', mayGive: false, doctor: 'Bisi Lawal' })
    await decide(doctor, 'restore')
    expect((await doctor.call(listInbox, { query: {} })).data.items).toEqual([])
    expect((await asAda(giveConsent, { params, body: agree })).httpStatus).toBe(200)
    expect((await doctor.call(readResults, { params })).httpStatus).toBe(200)
  })
})

type Doctor = Awaited<ReturnType<typeof newDoctor>>
