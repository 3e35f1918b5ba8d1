import { addDays, type LagosDate, lagosDate } from '@labalaba/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { ada, sugar } from '../../../../test/cast.ts'
import { minutes } from '../../../../test/clock.ts'
import { pay } from '../../../../test/stages.ts'
import { book, bookingForm, buildWorld, homeVisit } from '../../../../test/world.ts'
import { moveVisit } from '../../orders/index.ts'
import { cancelBooking } from '../../payments/refunds/cancel.ts'
import { notificationJobs } from '../jobs.ts'
import { queueTimedNotifications } from './timed-notifications.ts'

const world = await buildWorld()
const { db, sql, clock } = world
const renderer = { render: async () => new Uint8Array(), close: async () => undefined }
const jobs = notificationJobs({ ...world.parts, renderer })
const patient = 'mama@cast.example'

beforeEach(async () => {
  await sql`delete from mailbox`
  await sql`delete from graphile_worker._private_jobs`
})

/** Nigeria is an hour ahead of UTC all year. */
function moveTo(day: LagosDate, time: string): void {
  clock.moveOn(Date.parse(`${day}T${time}:00+01:00`) - clock.now().getTime())
}

async function queuedPayloads(job: 'mail-reminder' | 'mail-placed'): Promise<Record<string, unknown>[]> {
  const found = await sql<{ payload: Record<string, unknown> }[]>`
    select payload from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id where identifier = ${job} order by job.id`
  return found.map(({ payload }) => payload)
}

async function doAll(job: 'mail-reminder' | 'mail-placed'): Promise<void> {
  const act = jobs[job] ?? expect.unreachable()
  for (const payload of await queuedPayloads(job)) await act(payload)
}

type Visit = { order: string; id: number; day: LagosDate }

/** A home visit for sugar, which asks for fasting, in two days or another number of them. */
async function visit(isPaid = true, ahead = 2): Promise<Visit> {
  const day = addDays(lagosDate(clock.now()), ahead)
  const form = bookingForm({ type: homeVisit(clock.now()), test: [{ ...sugar }] })
  if (form.type.mode === 'sampleCollection') form.type.details.sampleCollectionDate = day
  const { order, payment } = await book(await world.as(ada), form)
  if (isPaid) await pay(world, payment)
  const [row] = await sql<{ id: number }[]>`select id from lab_order where reference = ${order}`
  return { order, id: row?.id ?? expect.unreachable(), day }
}

/** Gives the day back, so that each test begins in the morning of one. */
function morning(): void {
  moveTo(addDays(lagosDate(clock.now()), 1), '09:00')
}

describe('the evening before a home visit', () => {
  beforeEach(morning)

  test('the patient is reminded once, however many workers run and how often', async () => {
    const { id, day } = await visit()
    moveTo(addDays(day, -1), '17:59')
    await queueTimedNotifications({ db, clock })
    expect(await queuedPayloads('mail-reminder')).toEqual([])
    moveTo(addDays(day, -1), '18:00')
    await Promise.all(Array.from({ length: 20 }, () => queueTimedNotifications({ db, clock })))
    clock.moveOn(61 * minutes)
    await queueTimedNotifications({ db, clock })
    expect(await queuedPayloads('mail-reminder')).toEqual([{ orderId: id, day }])
    await doAll('mail-reminder')
    await doAll('mail-reminder')
    const [mail, ...more] = await world.mailTo(patient)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Your home visit is tomorrow')
    expect(mail?.text).toMatch(/fast/i)
  })

  test('a moved visit is announced before its new day, and not before the first', async () => {
    const { id, day } = await visit()
    const later = addDays(day, 2)
    await db
      .transaction()
      .execute((tx) => moveVisit(tx, id, 'patient', { date: later, time: '09:00' }, clock.now()))
    moveTo(addDays(day, -1), '18:30')
    await queueTimedNotifications({ db, clock })
    expect(await queuedPayloads('mail-reminder')).toEqual([])
    moveTo(addDays(later, -1), '20:00')
    await queueTimedNotifications({ db, clock })
    expect(await queuedPayloads('mail-reminder')).toEqual([{ orderId: id, day: later }])
  })

  test('a visit that is moved after its reminder gets another one', async () => {
    const { id, day } = await visit()
    moveTo(addDays(day, -1), '18:00')
    await queueTimedNotifications({ db, clock })
    const later = addDays(day, 3)
    await db
      .transaction()
      .execute((tx) => moveVisit(tx, id, 'patient', { date: later, time: '09:00' }, clock.now()))
    // The earlier job is out of date.
    await doAll('mail-reminder')
    expect(await world.mailTo(patient)).toEqual([])
    moveTo(addDays(later, -1), '18:00')
    await queueTimedNotifications({ db, clock })
    await doAll('mail-reminder')
    expect((await world.mailTo(patient)).map(({ subject }) => subject)).toEqual([
      'Your home visit is tomorrow',
    ])
  })

  test('a patient whose visit no longer takes place gets no reminder', async () => {
    const { day } = await visit()
    moveTo(addDays(day, -1), '18:00')
    await queueTimedNotifications({ db, clock })
    await sql`update account set state = 'suspended' where type = 'phlebotomist'`
    await doAll('mail-reminder')
    await sql`update account set state = 'active' where type = 'phlebotomist'`
    expect(await world.mailTo(patient)).toEqual([])
    await doAll('mail-reminder')
    expect(await world.mailTo(patient)).toHaveLength(1)
  })

  test('an unpaid order, a cancelled one and one paid only this evening get no reminder', async () => {
    const unpaid = await visit(false)
    const cancelled = await visit()
    const refund = { refundTo: 'source', reason: 'another day' } as const
    await db.transaction().execute((tx) => cancelBooking(tx, cancelled, 'patient', refund, clock.now()))
    moveTo(addDays(unpaid.day, -1), '18:05')
    await visit(true, 1)
    await queueTimedNotifications({ db, clock })
    expect(await queuedPayloads('mail-reminder')).toEqual([])
  })

  test('an order cancelled in between gets no reminder, nor does one on the day itself', async () => {
    const [first, second] = [await visit(), await visit()]
    moveTo(addDays(first.day, -1), '23:50')
    await queueTimedNotifications({ db, clock })
    expect(await queuedPayloads('mail-reminder')).toHaveLength(2)
    const refund = { refundTo: 'source', reason: 'another day' } as const
    await db.transaction().execute((tx) => cancelBooking(tx, first, 'patient', refund, clock.now()))
    moveTo(second.day, '00:01')
    await doAll('mail-reminder')
    expect(await world.mailTo(patient)).toEqual([])
  })
})

describe('a booking that is not paid', () => {
  beforeEach(morning)

  test('gets one notification, a quarter of an hour later', async () => {
    const { id } = await visit(false)
    clock.moveOn(14 * minutes)
    await queueTimedNotifications({ db, clock })
    expect(await queuedPayloads('mail-placed')).toEqual([])
    clock.moveOn(1 * minutes)
    await Promise.all(Array.from({ length: 20 }, () => queueTimedNotifications({ db, clock })))
    expect(await queuedPayloads('mail-placed')).toMatchObject([{ orderId: id }])
    await doAll('mail-placed')
    await doAll('mail-placed')
    expect((await world.mailTo(ada.email)).map(({ subject }) => subject)).toEqual([
      'Your booking is kept, and not paid yet',
    ])
  })

  test('gets none once it is paid', async () => {
    const { id } = await visit(false)
    clock.moveOn(16 * minutes)
    await queueTimedNotifications({ db, clock })
    const [payment] = await sql<{ reference: string }[]>`select reference from payment where order_id = ${id}`
    await pay(world, payment?.reference ?? '')
    await doAll('mail-placed')
    expect(await world.mailTo(ada.email)).toEqual([])
  })
})
