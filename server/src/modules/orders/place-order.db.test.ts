import { addBooking, listOrders, readOrder } from '@labalaba/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { ada, chidi, drBello, epe, fbc, ikeja, semen, sugar, urine, yaba } from '../../../test/cast.ts'
import { bookingForm, buildWorld, type Caller, type Form, homeVisit } from '../../../test/world.ts'

const world = await buildWorld()
let asAda: Caller

beforeAll(async () => {
  asAda = await world.as(ada)
})

async function orders(): Promise<number> {
  const [row] = await world.sql<{ n: number }[]>`select count(*)::int as n from lab_order`
  return row?.n ?? 0
}

async function refusal(changes: Partial<Form>) {
  const before = await orders()
  const { httpStatus, code, data, fields } = await asAda(addBooking, { body: bookingForm(changes) })
  expect(await orders()).toBe(before)
  return { httpStatus, code, data: data as unknown, fields }
}

test('fifty bookings sent at once with one reference make one order and one checkout', async () => {
  const before = await orders()
  const form = bookingForm()
  const answers = await Promise.all(Array.from({ length: 50 }, () => asAda(addBooking, { body: form })))
  expect(new Set(answers.map((answer) => answer.httpStatus))).toEqual(new Set([200]))
  expect(new Set(answers.map((answer) => answer.data.orderReference)).size).toBe(1)
  expect(new Set(answers.map((answer) => answer.data.redirecturl)).size).toBe(1)
  expect(await orders()).toBe(before + 1)
})

test('one reference used by two accounts makes two orders', async () => {
  const asChidi = await world.as(chidi)
  const form = bookingForm()
  const [first, second] = await Promise.all([
    asAda(addBooking, { body: form }),
    asChidi(addBooking, { body: form }),
  ])
  expect(first.data.orderReference).not.toBe(second.data.orderReference)
})

test('the same reference with another body is refused, and prices as text are the same body', async () => {
  const form = bookingForm()
  const first = await asAda(addBooking, { body: form })
  const other = await asAda(addBooking, { body: { ...form, name: 'Someone Else' } })
  expect([other.httpStatus, other.code]).toEqual([409, 'reference_reused'])
  const text = await asAda(addBooking, {
    body: { ...form, test: form.test.map(({ name, amount }) => ({ name, amount: String(amount) })) },
  })
  expect(text.data).toEqual(first.data)
})

test('a repeated booking returns its order, even if the lab and its prices have changed', async () => {
  const form = bookingForm()
  const first = await asAda(addBooking, { body: form })
  const { sql } = world
  await sql`update lab set active = false where slug = ${yaba.slug}`
  expect((await asAda(addBooking, { body: bookingForm() })).code).toBe('unknown_lab')
  expect((await asAda(addBooking, { body: form })).data.orderReference).toBe(first.data.orderReference)
  await sql`update lab set active = true where slug = ${yaba.slug}`
  await sql`update offer set price_kobo = price_kobo + 100 where lab_id = (select id from lab where slug = ${yaba.slug})`
  expect((await asAda(addBooking, { body: bookingForm() })).code).toBe('price_changed')
  expect((await asAda(addBooking, { body: form })).data.orderReference).toBe(first.data.orderReference)
  await sql`update offer set price_kobo = price_kobo - 100 where lab_id = (select id from lab where slug = ${yaba.slug})`
})

test('a refused booking does not use its reference up', async () => {
  const form = bookingForm({ test: [{ ...fbc, amount: 1 }] })
  expect((await asAda(addBooking, { body: form })).code).toBe('price_changed')
  expect((await asAda(addBooking, { body: { ...form, test: [{ ...fbc }] } })).httpStatus).toBe(200)
})

test('a changed price is refused with the current one', async () => {
  const answer = await refusal({ test: [{ ...fbc, amount: 6999.99 }, { ...sugar }] })
  expect(answer).toMatchObject({
    httpStatus: 409,
    code: 'price_changed',
    data: { tests: [{ name: fbc.name, amount: 7000 }] },
  })
})

test('a test that the chosen location does not do is refused', async () => {
  const lab = { name: yaba.name, labReference: yaba.slug, location: yaba.annex }
  const answer = await refusal({ lab })
  expect(answer).toMatchObject({
    httpStatus: 409,
    code: 'not_at_this_location',
    data: { tests: [sugar.name] },
  })
  const booked = await asAda(addBooking, { body: bookingForm({ lab, test: [{ ...fbc }] }) })
  expect(booked.httpStatus).toBe(200)
})

test('a test that the lab does not offer is refused by name', async () => {
  const answer = await refusal({ test: [{ name: 'Chest X-ray', amount: 10_000 }] })
  expect(answer).toMatchObject({ httpStatus: 409, code: 'unknown_test', data: { tests: ['Chest X-ray'] } })
})

test('a lab whose registration has expired takes no booking', async () => {
  const lab = { name: epe.name, labReference: epe.slug, location: epe.main }
  expect(await refusal({ lab, test: [{ ...fbc, amount: 6000 }] })).toMatchObject({
    httpStatus: 409,
    code: 'lab_not_bookable',
  })
})

test('home collection is refused if the lab or a test does not allow it', async () => {
  const type = homeVisit(world.clock.now())
  const lab = { name: ikeja.name, labReference: ikeja.slug, location: ikeja.main }
  expect(await refusal({ type, lab, test: [{ ...fbc }] })).toMatchObject({
    httpStatus: 409,
    code: 'no_home_collection',
  })
  expect(await refusal({ type, test: [{ ...semen }] })).toMatchObject({
    code: 'no_home_collection',
    data: { tests: [semen.name] },
  })
})

describe('a test that is usually for the other sex', () => {
  const forMen: Partial<Form> = { test: [{ ...fbc }, { ...semen }], gender: 'Female' }

  test('is refused by name and by field, whichever account books and however it is paid', async () => {
    const asDoctor = await world.as(drBello)
    for (const payment of ['online', 'link'] as const) {
      const { fields, ...answer } = await refusal({ ...forMen, payment })
      expect(answer).toMatchObject({ httpStatus: 409, code: 'other_sex', data: { tests: [semen.name] } })
      expect(fields).toEqual({ gender: expect.stringContaining('This is usually for men: Semen analysis.') })
      const byDoctor = await asDoctor(addBooking, { body: bookingForm({ ...forMen, payment }) })
      expect(byDoctor).toMatchObject({ httpStatus: 409, code: 'other_sex' })
    }
    expect((await asAda(addBooking, { body: bookingForm({ ...forMen, gender: 'Male' }) })).httpStatus).toBe(
      200,
    )
  })

  test('is booked if the patient confirms it, and only then the order records that', async () => {
    const despite = async (changes: Partial<Form>) => {
      const { data } = await asAda(addBooking, { body: bookingForm({ despiteSex: true, ...changes }) })
      const [order] = await world.sql<{ despite_sex: boolean }[]>`
        select despite_sex from lab_order where reference = ${data.orderReference}`
      return order?.despite_sex
    }
    expect(await despite(forMen)).toBe(true)
    expect(await despite({ ...forMen, gender: 'Male' })).toBe(false)
    expect(await despite({ test: [{ ...fbc }] })).toBe(false)
  })

  test('can be booked with the reference of the refused booking', async () => {
    const form = bookingForm(forMen)
    expect(await asAda(addBooking, { body: form })).toMatchObject({ code: 'other_sex' })
    const despite = await asAda(addBooking, { body: { ...form, despiteSex: true } })
    expect(despite.httpStatus).toBe(200)
  })
})

test('a home visit on a day that has passed, or does not exist, is refused', async () => {
  const on = (sampleCollectionDate: string) => {
    const type = homeVisit(world.clock.now())
    return type.mode === 'walkin' ? type : { ...type, details: { ...type.details, sampleCollectionDate } }
  }
  expect(await refusal({ type: on('2020-01-01') })).toMatchObject({ httpStatus: 400, code: 'day_passed' })
  expect(await refusal({ type: on('2027-02-30') })).toMatchObject({ httpStatus: 400, code: 'invalid' })
})

test('a walk-in without a lab is refused, and so is a home booking that matches two labs', async () => {
  const { lab: _, ...form } = bookingForm()
  expect((await asAda(addBooking, { body: form })).code).toBe('lab_required')
  const home = { ...form, type: homeVisit(world.clock.now()) }
  expect((await asAda(addBooking, { body: { ...home, test: [{ ...fbc }] } })).code).toBe('lab_required')
})

test('a home booking without a lab is accepted when its tests and prices match one lab only', async () => {
  const { lab: _, ...form } = bookingForm({
    type: homeVisit(world.clock.now()),
    test: [{ ...fbc }, { ...urine }],
  })
  const answer = await asAda(addBooking, { body: form })
  expect(answer.httpStatus).toBe(200)
  const { data } = await asAda(readOrder, { params: { reference: answer.data.orderReference } })
  expect([data.labSlug, data.location, data.collectionFee, data.total]).toEqual([
    'yaba-lab',
    'Yaba Main',
    6000,
    15_500,
  ])
})

test('an unknown lab, a location of another lab, and the same test twice are refused', async () => {
  expect(
    await refusal({ lab: { name: 'x', labReference: 'no-such-lab', location: yaba.main } }),
  ).toMatchObject({ httpStatus: 404 })
  expect(await refusal({ lab: { name: 'x', labReference: yaba.slug, location: ikeja.main } })).toMatchObject({
    httpStatus: 404,
  })
  expect(await refusal({ test: [{ ...fbc }, { ...fbc }] })).toMatchObject({
    httpStatus: 400,
    code: 'invalid',
  })
})

test('an invalid phone is refused with the message of the specification', async () => {
  const answer = await asAda(addBooking, { body: bookingForm({ phone: '+44 7911 123456' }) })
  expect([answer.httpStatus, answer.message]).toEqual([400, 'phone number must start with 234'])
})

test('the split is frozen on the order, a doctor is paid from the platform’s share, and the price is the same', async () => {
  const asBello = await world.as(drBello)
  const form = bookingForm({ type: homeVisit(world.clock.now()) })
  const [byDoctor, byPatient] = await Promise.all([
    asBello(addBooking, { body: form }),
    asAda(addBooking, { body: form }),
  ])
  const rows = await world.sql`
    select total_kobo, lab_share_kobo, doctor_share_kobo, phlebotomist_share_kobo, platform_share_kobo from lab_order
    where reference in (${byDoctor.data.orderReference}, ${byPatient.data.orderReference}) order by doctor_share_kobo`
  expect(rows.map((row) => Object.values(row))).toEqual([
    [1_600_000, 850_000, 0, 480_000, 270_000],
    [1_600_000, 850_000, 50_000, 480_000, 220_000],
  ])
})

test('the terms of an order, its lines and its history are immutable, even by SQL', async () => {
  await expect(
    world.sql`update lab_order set total_kobo = total_kobo + 100, sub_total_kobo = sub_total_kobo + 100`,
  ).rejects.toThrow()
  await expect(world.sql`update lab_order_line set price_kobo = 100`).rejects.toThrow('append-only')
  await expect(world.sql`delete from lab_order_event`).rejects.toThrow('append-only')
})

test('an account sees its own orders only, newest first', async () => {
  const mine = await asAda(listOrders, { query: { limit: '50' } })
  expect(mine.pagination?.totalRecords).toBe(mine.data.length)
  expect(mine.data.map((order) => order.createdAt)).toEqual(
    mine.data
      .map((order) => order.createdAt)
      .toSorted()
      .reverse(),
  )
  const asChidi = await world.as(chidi)
  const his = await asChidi(listOrders)
  expect(his.data.map((order) => order.reference)).not.toContain(mine.data[0]?.reference)
})
