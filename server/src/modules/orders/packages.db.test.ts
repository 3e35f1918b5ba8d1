import { addBooking, kobo, listLabLocations, listLabTests, readOrder } from '@labalaba/contract'
import { beforeAll, expect, test } from 'vitest'
import { ada, ikeja, yaba } from '../../../test/cast.ts'
import { bookingForm, buildWorld, type Caller, type Form, homeVisit } from '../../../test/world.ts'
import { importPrices } from '../catalogue/index.ts'

const sugarCheck = { name: 'Diabetes check', amount: 15_000 } as const
const antenatal = { name: 'Antenatal repeat tests (24 to 28 weeks)', amount: 18_000 } as const
const forWomen = { name: 'Executive check for women over 40', amount: 90_000 } as const
const sickleCell = { name: 'Sickle cell and genotype check', amount: 25_000 } as const
const includes = [
  'Fasting blood sugar',
  'Two-hour post-prandial blood sugar',
  'Glycated haemoglobin',
  'Urinalysis',
  'Creatinine with eGFR',
]

const world = await buildWorld()
let asAda: Caller

beforeAll(async () => {
  asAda = await world.as(ada)
  const { db, clock } = world
  const [lab] = await db.selectFrom('lab').select('id').where('slug', '=', yaba.slug).execute()
  const packages = await db.selectFrom('test').select(['id', 'name']).where('kind', '=', 'package').execute()
  const prices = [sugarCheck, antenatal, sickleCell, forWomen].map(({ name, amount }) => ({
    labId: lab?.id ?? 0,
    testId: packages.find((one) => one.name === name)?.id ?? 0,
    priceKobo: kobo(amount * 100),
  }))
  await db.transaction().execute((tx) => importPrices(tx, prices, clock.now()))
})

const book = (changes: Partial<Form>) => asAda(addBooking, { body: bookingForm(changes) })
const annex = { name: yaba.name, labReference: yaba.slug, location: yaba.annex }

test('a package for women is refused for a man, at a lab that does its tests, and booked if he confirms it', async () => {
  await world.sql`update lab_location set departments = (select array_agg(name) from department)
    where address = ${yaba.main}`
  const form: Partial<Form> = { test: [{ ...forWomen }], gender: 'Male' }
  expect(await book(form)).toMatchObject({ code: 'other_sex', data: { tests: [forWomen.name] } })
  expect(await book({ ...form, despiteSex: true })).toMatchObject({ httpStatus: 200 })
  expect(await book({ ...form, gender: 'Female' })).toMatchObject({ httpStatus: 200 })
})

test('a package is one line of an order at its own price, with the names of its tests', async () => {
  const placed = await book({ test: [{ ...sugarCheck }] })
  const { data } = await asAda(readOrder, { params: { reference: placed.data.orderReference } })
  expect(data).toMatchObject({ testCount: 1, subTotal: 15_000, total: 15_000 })
  expect(data.tests).toEqual([expect.objectContaining({ name: sugarCheck.name, amount: 15_000, includes })])
  expect(data.tests[0]).toMatchObject({ fastingHours: 8, turnaroundHours: 24 })
})

test('what an order includes stays as it was when the package changes', async () => {
  const placed = await book({ test: [{ ...sugarCheck }] })
  await world.sql`update test set name = 'Sugar by the hour' where code = 'two-hpp'`
  await world.sql`delete from package_test where test_id = (select id from test where code = 'urinalysis')`
  const { data } = await asAda(readOrder, { params: { reference: placed.data.orderReference } })
  expect(data.tests[0]?.includes).toEqual(includes)
  await expect(world.sql`update lab_order_line set includes = '{}'`).rejects.toThrow('append-only')
})

test('a single test includes nothing', async () => {
  const placed = await book({})
  const { data } = await asAda(readOrder, { params: { reference: placed.data.orderReference } })
  expect(data.tests.map((line) => line.includes)).toEqual([[], []])
})

test('a changed price of a package is refused with the current one', async () => {
  expect(await book({ test: [{ ...sugarCheck, amount: 14_000 }] })).toMatchObject({
    httpStatus: 409,
    code: 'price_changed',
    data: { tests: [{ name: sugarCheck.name, amount: 15_000 }] },
  })
})

test('a location with only some departments of a package does not do it', async () => {
  expect(await book({ lab: annex, test: [{ ...antenatal }, { ...sickleCell }] })).toMatchObject({
    httpStatus: 409,
    code: 'not_at_this_location',
    data: { tests: [antenatal.name] },
  })
  expect((await book({ lab: annex, test: [{ ...sickleCell }] })).httpStatus).toBe(200)
})

test('a package is taken at home only if each of its tests can be', async () => {
  const type = homeVisit(world.clock.now())
  expect(await book({ type, test: [{ ...antenatal }] })).toMatchObject({
    httpStatus: 409,
    code: 'no_home_collection',
    data: { tests: [antenatal.name] },
  })
  expect((await book({ type, test: [{ ...sugarCheck }] })).httpStatus).toBe(200)
})

test('a home booking without a lab finds the location that does the whole package', async () => {
  await world.sql`update lab_location set position = 3 where address = ${yaba.main}`
  const form = bookingForm({ type: homeVisit(world.clock.now()), test: [{ ...sugarCheck }] })
  Reflect.deleteProperty(form, 'lab')
  const placed = await asAda(addBooking, { body: form })
  const { data } = await asAda(readOrder, { params: { reference: placed.data.orderReference } })
  expect(data.place.address).toBe(yaba.main)
})

test('a lab that does not offer a package cannot sell it', async () => {
  const lab = { name: ikeja.name, labReference: ikeja.slug, location: ikeja.main }
  expect(await book({ lab, test: [{ ...sickleCell }] })).toMatchObject({ code: 'unknown_test' })
})

test('a lab lists its packages, and where they are done', async () => {
  const { data } = await asAda(listLabTests, { query: { lab: yaba.slug } })
  const listed = data[0]?.tests.filter(({ kind }) => kind === 'package').map(({ testName }) => testName)
  expect(listed?.toSorted()).toEqual(
    [antenatal.name, sugarCheck.name, sickleCell.name, forWomen.name].toSorted(),
  )
  const { data: locations } = await asAda(listLabLocations, { query: { id: ikeja.slug } })
  expect(locations[0]?.testsOffered).toEqual(['Pathology'])
})
