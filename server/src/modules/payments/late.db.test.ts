import {
  addBooking,
  answerLateMoney,
  lagosDate,
  lagosTime,
  listOrders,
  moveVisit,
  payByLink,
  readOrder,
  readPaymentLink,
} from '@labalaba/contract'
import { beforeEach, expect, test } from 'vitest'
import { ada, chidi } from '../../../test/cast.ts'
import {
  book,
  bookingForm,
  buildWorld,
  type Caller,
  type Form,
  homeVisit,
  until,
} from '../../../test/world.ts'
import { brokenInvariants } from '../../invariants.ts'
import { expireUnpaidOrders } from './jobs.ts'
import { settle } from './settle.ts'

const hour = 60 * 60 * 1000

const world = await buildWorld()
await world.work()
let asAda: Caller

beforeEach(async () => {
  // In the morning, so that a phlebotomist can still come on that day.
  const hours = (32 - Number(lagosTime(world.clock.now()).slice(0, 2))) % 24
  await moveOn(hours * hour)
})

async function moveOn(milliseconds: number): Promise<void> {
  world.clock.moveOn(milliseconds)
  asAda = await world.as(ada)
}

const read = async (reference: string) => (await asAda(readOrder, { params: { reference } })).data
const keep = (reference: string) =>
  asAda(answerLateMoney, { params: { reference }, body: { choice: 'keep' } })
const move = (reference: string, date: string, time: string) =>
  asAda(moveVisit, { params: { reference }, body: { date, time } })

/** The Lagos day this many days from now. */
const inDays = (days: number) => lagosDate(new Date(world.clock.now().getTime() + days * 24 * hour))

async function paySilently(payment: string): Promise<void> {
  await world.control('POST', `/transactions/${payment}/succeed`, { webhook: false })
  await settle(world.provider, payment)
}

/** An order whose payment arrives this much later. */
async function paidLate(changes: Partial<Form>, milliseconds: number, expired = true): Promise<string> {
  const { order, payment } = await book(asAda, bookingForm(changes))
  await moveOn(milliseconds)
  if (expired) await expireUnpaidOrders(world.provider)
  await paySilently(payment)
  return order
}

/** A home visit this many hours ahead, on an unpaid order. */
function visitIn(hours: number): Form['type'] {
  const at = new Date(world.clock.now().getTime() + hours * hour)
  const visit = homeVisit(at)
  if (visit.mode === 'walkin') return visit
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Africa/Lagos',
    hour: '2-digit',
    minute: '2-digit',
  })
  return {
    ...visit,
    details: {
      ...visit.details,
      sampleCollectionDate: lagosDate(at),
      sampleCollectionTime: time.format(at),
    },
  }
}

test('a payment in time needs no choice', async () => {
  const { order, payment } = await book(asAda)
  await paySilently(payment)
  expect(await read(order)).toMatchObject({ state: 'scheduled', lateMoney: null })
})

test.each([
  ['after the order has expired', true],
  ['before the scheduled job has seen it', false],
])('money for an expired walk-in reopens it, and its owner is asked: %s', async (_, expired) => {
  const order = await paidLate({}, 25 * hour, expired)
  const { state, lateMoney } = await read(order)
  expect(state).toBe('scheduled')
  expect(lateMoney).toMatchObject({ choice: null, canKeep: true })
  await until('the owner is asked', async () =>
    (await world.mailTo(ada.email)).some(
      (mail) => mail.text.includes(order) && mail.subject.includes('came late'),
    ),
  )
})

test('a mail about late money names no test', async () => {
  const mails = (await world.mailTo(ada.email)).filter((mail) => mail.subject.includes('came late'))
  expect(mails.length).toBeGreaterThan(0)
  for (const { subject, text } of mails) expect(`${subject} ${text}`).not.toMatch(/blood|sugar/i)
})

test('choosing to keep the order is permanent: a repeat changes nothing, and the history has one entry', async () => {
  const order = await paidLate({}, 25 * hour)
  expect((await keep(order)).httpStatus).toBe(200)
  expect((await keep(order)).httpStatus).toBe(200)
  expect((await read(order)).lateMoney).toMatchObject({ choice: 'keep' })
  const events = await world.sql<{ verb: string; actor: string }[]>`
    select e.verb, e.actor from lab_order_event e join lab_order o on o.id = e.order_id
    where o.reference = ${order} order by e.id`
  expect(events.map(({ verb, actor }) => `${actor} ${verb}`)).toEqual([
    'patient place',
    'system expire',
    'system pay',
    'patient keep',
  ])
})

test('money after the time of the home visit is kept, and only a new day or a refund can be chosen', async () => {
  const order = await paidLate({ type: visitIn(3) }, 4 * hour)
  const late = await read(order)
  expect(late).toMatchObject({ state: 'scheduled', lateMoney: { choice: null, canKeep: false } })
  expect((await keep(order)).code).toBe('day_passed')
  expect((await move(order, inDays(-1), '09:00')).code).toBe('day_passed')
  expect((await move(order, '2026-02-31', '09:00')).code).toBe('day_passed')
  expect((await move(order, inDays(91), '09:00')).code).toBe('day_passed')
  expect((await move(order, inDays(3), '09:30')).httpStatus).toBe(200)
  expect(await read(order)).toMatchObject({
    collectionDate: inDays(3),
    collectionTime: '09:30',
    total: late.total,
    lateMoney: { choice: 'new_day', canKeep: true },
  })
})

test('patient and lab get one mail each about the new time', async () => {
  const order = await paidLate({ type: visitIn(3), email: 'moved@cast.example' }, 4 * hour)
  for (let times = 0; times < 3; times += 1) await move(order, inDays(2), '08:00')
  const toPatient = async () =>
    (await world.mailTo('moved@cast.example')).filter(
      (mail) => mail.subject === 'Your home visit has a new time',
    )
  await until('the patient is told', async () => (await toPatient()).length > 0)
  expect(await toPatient()).toHaveLength(1)
  expect((await move(order, inDays(4), '10:00')).httpStatus).toBe(200)
  await until('the patient is told of the other time', async () => (await toPatient()).length === 2)
})

test('keeping is only for late payments, a new day only for home visits, and both only for the owner', async () => {
  const inTime = await book(asAda, bookingForm({ type: homeVisit(world.clock.now()) }))
  await paySilently(inTime.payment)
  expect((await keep(inTime.order)).code).toBe('wrong_state')
  expect((await move(inTime.order, inDays(2), '09:00')).httpStatus).toBe(200)
  expect(await read(inTime.order)).toMatchObject({ collectionTime: '09:00', lateMoney: null })
  const walkIn = await paidLate({}, 25 * hour)
  expect((await move(walkIn, inDays(2), '09:00')).code).toBe('wrong_state')
  const asChidi = await world.as(chidi)
  const params = { reference: walkIn }
  expect((await asChidi(answerLateMoney, { params, body: { choice: 'keep' } })).httpStatus).toBe(404)
  expect((await asChidi(moveVisit, { params, body: { date: inDays(2), time: '09:00' } })).httpStatus).toBe(
    404,
  )
})

test('once the phlebotomist has set off, or after the end of the registration, no new day can be chosen', async () => {
  const order = await paidLate({ type: visitIn(3) }, 4 * hour)
  await world.sql`update lab set registration_expires_on = current_date + 60 where slug = 'yaba-lab'`
  expect((await move(order, inDays(80), '09:00')).code).toBe('lab_not_bookable')
  await world.sql`update lab set registration_expires_on = current_date + 300 where slug = 'yaba-lab'`
  await world.sql`update lab_order set set_off_at = now() where reference = ${order}`
  expect((await move(order, inDays(2), '09:00')).code).toBe('wrong_state')
})

test('money by an attempt that was started through a link before its end counts after it', async () => {
  const { data } = await asAda(addBooking, { body: bookingForm({ payment: 'link' }) })
  const token = String(data.url).split('/pay/')[1] ?? ''
  const { reference } = (await world.nobody(payByLink, { params: { token }, body: {} })).data
  await moveOn(72 * hour + 60_000)
  await expireUnpaidOrders(world.provider)
  await paySilently(reference)
  expect(await read(data.orderReference)).toMatchObject({ state: 'scheduled', lateMoney: { canKeep: true } })
  expect((await world.nobody(readPaymentLink, { params: { token } })).data.state).toBe('paid')
})

test('of a concurrent keep and move, both are in the history and the new day counts', async () => {
  const order = await paidLate({ type: visitIn(50) }, 25 * hour)
  const answers = await Promise.all([keep(order), move(order, inDays(5), '07:30')])
  expect(answers.map((answer) => answer.httpStatus)).toEqual([200, 200])
  expect(await read(order)).toMatchObject({
    collectionDate: inDays(5),
    lateMoney: { choice: 'new_day' },
  })
})

test('after all tests of this file the books and the histories are in order', async () => {
  expect((await asAda(listOrders)).httpStatus).toBe(200)
  expect(await brokenInvariants(world.db)).toEqual([])
})
