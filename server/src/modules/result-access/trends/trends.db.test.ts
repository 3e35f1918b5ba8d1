import {
  correctReport,
  type Duty,
  enterResults,
  provePatient,
  readOwnPeople,
  readTrends,
  releaseReport,
  type TrendSeries,
  verifyReport,
} from '@labalaba/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { ada, chidi, drBello, ikeja, sola, sugar } from '../../../../test/cast.ts'
import { type Bench, hire, releaseAt, yabaBench } from '../../../../test/lab-staff.ts'
import { reportsOf } from '../../../../test/results.ts'
import { book, bookingForm, buildWorld, type Caller, type Form } from '../../../../test/world.ts'

const world = await buildWorld()
let asAda: Caller
let asChidi: Caller
let bench: Bench
let atIkeja: Bench
beforeAll(async () => {
  ;[asAda, asChidi, bench] = await Promise.all([world.as(ada), world.as(chidi), yabaBench(world)])
  const duties: Duty[] = ['desk', 'scientist', 'verifier', 'manager']
  atIkeja = { enters: await hire(world, ikeja.slug, duties), verifies: await hire(world, ikeja.slug, duties) }
})

const inIkeja = {
  test: [{ name: sugar.name, amount: 3500 }],
  lab: { name: ikeja.name, labReference: ikeja.slug, location: ikeja.main },
}

let days = 0
/** A patient of this test only. */
function newPatient(changes: Partial<Form> = {}): Partial<Form> {
  days += 1
  const dob = `1970-01-${String(days).padStart(2, '0')}`
  return { name: 'Bimpe Alao', email: `bimpe-${days}@cast.example`, dob, test: [{ ...sugar }], ...changes }
}

async function released(
  caller: Caller,
  form: Partial<Form>,
  amount: string,
  at: Bench = bench,
): Promise<string> {
  const order = await orderAtBench(world, caller, form)
  await releaseAt(at, order, amount)
  return order
}

async function seriesOf(caller: Caller, reference: string): Promise<TrendSeries[]> {
  const { data, message } = await caller(readTrends, { params: { reference } })
  if (data === null) throw new Error(message)
  return data.series
}

const amounts = (series: readonly TrendSeries[]) =>
  series.map(({ points }) => points.map(({ amount }) => amount))

describe('a trend', () => {
  test('has the released values of one person over orders and labs, the oldest first, each with its interval', async () => {
    const person = newPatient()
    await released(asAda, person, '4.1')
    await released(asAda, { ...person, ...inIkeja }, '7.4', atIkeja)
    const newest = await released(asAda, person, '5.2')
    const [one, ...more] = await seriesOf(asAda, newest)
    expect(more).toEqual([])
    expect(one).toMatchObject({ name: 'Fasting glucose', unit: 'mmol/L', apartFrom: [] })
    expect(one?.points.map(({ amount, lab, flag }) => [amount, lab, flag])).toEqual([
      [4.1, 'Yaba Lab', 'normal'],
      [7.4, 'Ikeja Lab', 'high'],
      [5.2, 'Yaba Lab', 'normal'],
    ])
    expect(one?.points.every(({ low, high }) => low !== null && high !== null)).toBe(true)
  })

  test('is empty if a person was measured once', async () => {
    expect(await seriesOf(asAda, await released(asAda, newPatient(), '5'))).toEqual([])
  })

  test.each([
    ['name', { name: 'Bola Alao' }],
    ['sex', { gender: 'Male' }],
    ['day of birth', { dob: '1970-02-20' }],
    ['email and phone', { email: 'other@cast.example', phone: '0803 000 0088' }],
  ] as const)('never holds two people of one account who differ in their %s', async (_, changes) => {
    const person = newPatient()
    const one = await released(asAda, person, '4.1')
    const other = await released(asAda, { ...person, ...changes }, '9.9')
    expect(await seriesOf(asAda, one)).toEqual([])
    expect(await seriesOf(asAda, other)).toEqual([])
  })

  test('is empty without a date of birth, however alike two orders are', async () => {
    const { dob: _, ...unborn } = newPatient()
    const form = { ...bookingForm(unborn), dob: undefined }
    await released(asAda, form, '4')
    const again = await released(asAda, { ...form, reference: `again-${Date.now()}` }, '5')
    expect(await asAda(readTrends, { params: { reference: again } })).toMatchObject({
      data: { bornOn: null, series: [] },
    })
  })

  test('omits what its reader may not read: another account booked it, and the email is not theirs', async () => {
    const person = newPatient()
    await released(asChidi, person, '4.1')
    const own = await released(asAda, person, '5.2')
    expect(await seriesOf(asAda, own)).toEqual([])
  })

  test('includes what others booked for the owner of a confirmed email, once they have proven to be the patient', async () => {
    const mine = newPatient({ name: 'Chidi Eze', email: chidi.email, gender: 'Male' })
    const reference = await released(await world.as(drBello), mine, '4.1')
    const own = await released(asChidi, mine, '5.2')
    const listed = async () =>
      (await asChidi(readOwnPeople, {})).data.people.flatMap(({ orders }) =>
        orders.map((one) => one.reference),
      )
    expect(amounts(await seriesOf(asChidi, own))).toEqual([])
    expect(await listed()).not.toContain(reference)
    await asChidi(provePatient, { params: { reference }, body: { answer: mine.dob ?? '' } })
    expect(amounts(await seriesOf(asChidi, own))).toEqual([[4.1, 5.2]])
    expect(await listed()).toContain(reference)
  })

  test('has no value that only the patient may read', async () => {
    const person = newPatient()
    await released(asAda, person, '4.1')
    const second = await released(asAda, person, '5.2')
    expect(amounts(await seriesOf(asAda, second))).toEqual([[4.1, 5.2]])
    await world.sql`update test set sensitive = 'by hand', sensitive_until = null where name = ${sugar.name}`
    expect(await seriesOf(asAda, second)).toEqual([])
    await world.sql`update test set sensitive_until = '-infinity' where sensitive = 'by hand'`
  })

  test('has the corrected value after its release, and the old one until then', async () => {
    const person = newPatient()
    const first = await released(asAda, person, '4.1')
    const second = await released(asAda, person, '5.2')
    const [report] = await reportsOf(bench.enters, first)
    const params = { id: report?.id ?? '' }
    await bench.verifies(correctReport, { params, body: { reason: 'Another sample was read' } })
    expect(amounts(await seriesOf(asAda, second))).toEqual([[4.1, 5.2]])
    const [begun] = await reportsOf(bench.enters, first)
    const values = [{ position: 1, value: '6.3' }]
    const basedOn = begun?.versions[0]?.enteredAt ?? null
    await bench.enters(enterResults, { params, body: { values, basedOn } })
    const [entered] = await reportsOf(bench.enters, first)
    await bench.verifies(verifyReport, { params, body: { seen: entered?.versions[0]?.enteredAt ?? '' } })
    await bench.verifies(releaseReport, { params, body: { counselledBy: null } })
    expect(amounts(await seriesOf(asAda, second))).toEqual([[6.3, 5.2]])
  })

  test('omits values that are not released', async () => {
    const person = newPatient()
    await released(asAda, person, '4.1')
    await orderAtBench(world, asAda, person)
    const last = await released(asAda, person, '5.2')
    expect(amounts(await seriesOf(asAda, last))).toEqual([[4.1, 5.2]])
  })
})

describe('its reader', () => {
  test('is the person who may read the results, after a recent password', async () => {
    const order = await released(asAda, newPatient(), '5')
    for (const caller of [asChidi, await world.as(drBello), await world.as(sola)])
      expect(await caller(readTrends, { params: { reference: order } })).toMatchObject({ code: 'not_found' })
    const old = await world.as(ada)
    await world.sql`update session set created_at = created_at - interval '20 minutes', confirmed_at = null
      where account_id = (select id from account where email = ${ada.email})`
    expect(await old(readTrends, { params: { reference: order } })).toMatchObject({ code: 'sign_in_again' })
    expect(await old(readOwnPeople)).toMatchObject({ code: 'sign_in_again' })
    asAda = await world.as(ada)
  })

  test('is recorded for each order whose values were shown', async () => {
    const person = newPatient()
    const first = await released(asAda, person, '4.1')
    const second = await released(asAda, person, '5.2')
    const readingsOf = async (reference: string) =>
      (
        await world.sql`select 1 from audit_entry entry join lab_order o on o.id = entry.order_id
          where o.reference = ${reference} and entry.role = 'patient' and entry.what = 'report_read'`
      ).length
    await seriesOf(asAda, second)
    expect([await readingsOf(first), await readingsOf(second)]).toEqual([1, 1])
    const alone = await released(asAda, newPatient(), '5')
    await seriesOf(asAda, alone)
    expect(await readingsOf(alone)).toBe(0)
  })
})

describe('the results of all persons on one page', () => {
  test('are by person, each with their orders and the series of repeated measurements', async () => {
    const asReader = await world.as(chidi)
    const mine = newPatient({ name: 'Ife Ojo', email: 'ife@cast.example' })
    const child = newPatient({ name: 'Tobi Ojo', email: 'ife@cast.example' })
    const first = await released(asReader, mine, '4.1')
    const second = await released(asReader, mine, '5.2')
    const third = await released(asReader, child, '9.9')
    // Booked and not ready: there is nothing of it to read.
    await book(asReader, bookingForm(mine))
    const { data } = await asReader(readOwnPeople)
    const people = data.people.filter(({ name }) => name.endsWith('Ojo'))
    expect(people.map(({ name, orders }) => [name, orders.map(({ reference }) => reference)])).toEqual([
      ['Tobi Ojo', [third]],
      ['Ife Ojo', [second, first]],
    ])
    expect(people.map(({ series }) => amounts(series))).toEqual([[], [[4.1, 5.2]]])
  })
})

test('an account may look at results over time sixty times in an hour', async () => {
  const asNew = await world.as(chidi)
  const answers: number[] = []
  for (let time = 0; time < 61; time += 1) answers.push((await asNew(readOwnPeople)).httpStatus)
  expect(answers.at(-1)).toBe(429)
  expect(new Set(answers)).toEqual(new Set([200, 429]))
})
