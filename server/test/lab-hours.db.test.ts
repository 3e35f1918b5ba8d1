import {
  addBooking,
  addDays,
  type LagosDate,
  lagosDate,
  listSlots,
  type OpenHours,
  payOrder,
  previewOpenHours,
  readOpenHours,
  readOrder,
  setOpenHours,
} from '@labalaba/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createVerifiedAccount } from '../src/modules/accounts/index.ts'
import { importLabs, readLabSheets } from '../src/modules/labs/index.ts'
import { notificationJobs } from '../src/modules/notifications/index.ts'
import { orderByReference } from '../src/modules/orders/index.ts'
import { holdWindow, lockWindow } from '../src/modules/scheduling/index.ts'
import { setOpenHours as changeHours } from '../src/modules/scheduling/opening-hours/opening-hours.ts'
import { ada, castPassword, ikeja, sola, tola, yaba } from './cast.ts'
import { pay } from './stages.ts'
import { book, bookingForm, buildWorld, type Caller, newestPayment, until } from './world.ts'

const world = await buildWorld()
let asAda: Caller
let asSola: Caller
/** A day of its own for each test. */
let day: LagosDate

const always = [{ from: '07:00', to: '19:00' }]
const everyDay: OpenHours = {
  week: Array.from({ length: 7 }, () => always),
  planned: null,
  days: [],
}
const closedOn = (...days: LagosDate[]): OpenHours => ({
  ...everyDay,
  days: days.map((on) => ({ on, name: 'Staff day', openings: [] })),
})

beforeEach(async () => {
  world.clock.moveOn(24 * 60 * 60_000)
  ;[asAda, asSola] = await Promise.all([world.as(ada), world.as(sola)])
  day = addDays(lagosDate(world.clock.now()), 3)
  await world.sql`delete from graphile_worker._private_jobs`
})

function visitAt(time: string, on: string = day) {
  const details = { sampleCollectionAddress: '14 Adeniyi Jones Avenue, Ikeja' }
  return bookingForm({
    type: {
      mode: 'sampleCollection',
      details: { ...details, sampleCollectionDate: on, sampleCollectionTime: time },
    },
  })
}

const desk = async (location: string = yaba.main) =>
  (await asSola(readOpenHours, { query: { location } })).data
async function save(hours: OpenHours, location: string = yaba.main) {
  const { written } = await desk(location)
  return await asSola(setOpenHours, { body: { location, hours, seen: written } })
}
const offered = async (on: LagosDate = day) => {
  const { data } = await asAda(listSlots, { query: { lab: yaba.slug, location: yaba.main } })
  return data.slots.filter(({ date }) => date === on).map(({ from }) => from)
}
const closedDayJobs = async () =>
  await world.sql<{ payload: { orderId: number; day: string; noticeKey: string } }[]>`
    select k.payload from graphile_worker.jobs j join graphile_worker._private_jobs k on k.id = j.id
    where j.task_identifier = 'mail-day-closed' order by k.id`

async function paidVisit(time: string): Promise<string> {
  const { order, payment } = await book(asAda, visitAt(time))
  await pay(world, payment)
  return order
}

describe('the hours of a location', () => {
  test('are set by a manager of the lab, and apply at once to bookings', async () => {
    expect((await desk()).hours).toEqual(everyDay)
    const noon = [{ from: '07:00', to: '13:00' }]
    const saved = await save({ ...everyDay, days: [{ on: day, name: '', openings: noon }] })
    expect(saved.data.written).toBe(`Mon-Sun 07:00-19:00; ${day} 07:00-13:00`)
    expect(await offered()).toEqual(['07:00', '09:00', '11:00'])
    expect((await asAda(addBooking, { body: visitAt('14:00') })).code).toBe('slot_unavailable')
    expect((await desk()).changes[0]).toMatchObject({ by: sola.name, became: saved.data.written })
    await save(everyDay)
    expect(await offered()).toHaveLength(6)
  })

  test('can be another week from a day on', async () => {
    const week = everyDay.week.map((spans, index) => (index === 6 ? [] : spans))
    const late = week.map((spans) => spans.map(() => ({ from: '12:00', to: '19:00' })))
    await save({ ...everyDay, planned: { from: day, week: late } })
    expect(await offered(addDays(day, -1))).toHaveLength(6)
    for (const on of [day, addDays(day, 1)]) {
      const sunday = new Date(`${on}T12:00:00Z`).getUTCDay() === 0
      expect(await offered(on)).toEqual(sunday ? [] : ['11:00', '13:00', '15:00', '17:00'])
    }
    world.clock.moveOn(4 * 24 * 60 * 60_000)
    asSola = await world.as(sola)
    expect((await desk()).hours).toEqual({ week: late, planned: null, days: [] })
    await save(everyDay)
  })

  test('of another location stay as they are', async () => {
    const before = (await desk(yaba.annex)).written
    await save(closedOn(day))
    expect((await desk(yaba.annex)).written).toBe(before)
    await save(everyDay)
  })

  test('are refused to other duties, other labs, and managers of other locations', async () => {
    const wished = { location: yaba.main, hours: everyDay }
    const body = { ...wished, seen: 'Mon-Sun 07:00-19:00' }
    const others = [await world.as(tola), asAda]
    for (const other of others) {
      expect((await other(readOpenHours)).httpStatus).toBe(404)
      expect((await other(previewOpenHours, { body: wished })).httpStatus).toBe(404)
      expect((await other(setOpenHours, { body })).httpStatus).toBe(404)
    }
    expect((await asSola(readOpenHours, { query: { location: ikeja.main } })).httpStatus).toBe(404)
    await world.sql`insert into lab_member_location (staff_id, location_id)
      select s.id, l.id from staff_member s join account a on a.id = s.account_id, lab_location l
      where a.email = ${sola.email} and l.address = ${yaba.annex}`
    expect((await asSola(setOpenHours, { body })).httpStatus).toBe(404)
    expect((await asSola(readOpenHours)).data.locations.map(({ address }) => address)).toEqual([yaba.annex])
    await world.sql`delete from lab_member_location`
  })

  test('that are invalid are refused by field, and those that a colleague changed are not overwritten', async () => {
    const seen = (await desk()).written
    const never = { ...everyDay, week: everyDay.week.map(() => []) }
    const refused = await asSola(setOpenHours, { body: { location: yaba.main, hours: never, seen } })
    expect(refused).toMatchObject({ httpStatus: 400, code: 'invalid' })
    await save(closedOn(day))
    const late = await asSola(setOpenHours, { body: { location: yaba.main, hours: everyDay, seen } })
    expect(late).toMatchObject({ httpStatus: 409, code: 'hours_changed' })
    // An unchanged value is accepted, whatever version was seen.
    const same = await asSola(setOpenHours, { body: { location: yaba.main, hours: closedOn(day), seen } })
    expect(same.httpStatus).toBe(200)
    expect((await desk()).changes.filter(({ became }) => became.includes(day))).toHaveLength(1)
    await save(everyDay)
  })
})

describe('hours that are typed before midnight and saved after it', () => {
  test('are saved without the past day, which is named, and with the current week', async () => {
    const today = lagosDate(world.clock.now())
    const { written } = await desk()
    const week = everyDay.week.map((spans, index) => (index === 6 ? [] : spans))
    const hours = { ...closedOn(addDays(today, -1), addDays(today, 2)), planned: { from: today, week } }
    const { httpStatus, data } = await asSola(setOpenHours, {
      body: { location: yaba.main, hours, seen: written },
    })
    expect(httpStatus).toBe(200)
    expect(data.passed).toEqual([addDays(today, -1)])
    expect(data.written).toBe(`Mon-Sat 07:00-19:00; ${addDays(today, 2)} closed (Staff day)`)
    await save(everyDay)
  })

  test('are refused with a day of long ago, which is a typing error', async () => {
    const refused = await save(closedOn(addDays(lagosDate(world.clock.now()), -8)))
    expect(refused).toMatchObject({ httpStatus: 400, code: 'invalid' })
  })

  test('can be saved again however long they are', async () => {
    const spans = ['08', '11', '14', '17'].map((hour) => ({ from: `${hour}:00`, to: `${hour}:30` }))
    const name = 'A day with the longest reason of all here'.slice(0, 40)
    const days = Array.from({ length: 60 }, (_, index) => ({
      on: addDays(day, index),
      name,
      openings: spans,
    }))
    expect((await save({ ...everyDay, days })).data.written.length).toBeGreaterThan(10_000)
    expect((await save(everyDay)).httpStatus).toBe(200)
  })
})

describe('a day that a lab closes', () => {
  test('keeps its paid visits, names them before, and asks their patients for another day once', async () => {
    const order = await paidVisit('08:00')
    const body = { location: yaba.main, hours: closedOn(day) }
    const expected = [{ reference: order, date: day, time: '08:00' }]
    expect((await asSola(previewOpenHours, { body })).data.standing).toEqual(expected)
    expect(await closedDayJobs()).toEqual([])
    expect((await save(closedOn(day))).data.standing).toEqual(expected)
    expect((await desk()).standing).toEqual(expected)
    expect(await closedDayJobs()).toHaveLength(1)
    await save(closedOn(day, addDays(day, 1)))
    expect(await closedDayJobs()).toHaveLength(1)

    const read = (await asAda(readOrder, { params: { reference: order } })).data
    expect(read).toMatchObject({ state: 'scheduled', collectionDate: day, may: { moveVisit: true } })
    const job = (await closedDayJobs())[0]?.payload
    if (!job) throw new Error('nobody was asked')
    const renderer = { render: async () => new Uint8Array(), close: async () => undefined }
    await notificationJobs({ ...world.parts, renderer })['mail-day-closed']?.(job)
    const told = async (to: string) => (await world.mailTo(to)).map(({ subject }) => subject)
    expect(await told('mama@cast.example')).toContain('Your home visit needs another day')
    expect(await told(ada.email)).toContain('Please choose another day for your home visit')
    await save(everyDay)
  })

  test('and opens again before the mail sends no mail, and closed once more sends one', async () => {
    await paidVisit('15:00')
    const renderer = { render: async () => new Uint8Array(), close: async () => undefined }
    const jobs = notificationJobs({ ...world.parts, renderer })
    const told = async () =>
      (await world.mailTo('mama@cast.example')).filter(({ subject }) => subject.includes('another day'))
        .length
    await world.sql`delete from mailbox`
    await save(closedOn(day))
    await save(everyDay)
    for (const { payload } of await closedDayJobs()) await jobs['mail-day-closed']?.(payload)
    expect(await told()).toBe(0)
    await save(closedOn(day))
    await save(everyDay)
    await save(closedOn(day))
    for (const { payload } of await closedDayJobs()) await jobs['mail-day-closed']?.(payload)
    expect(await told()).toBe(1)
    await save(everyDay)
  })

  test('asks no patient whose window of that day is over', async () => {
    await paidVisit('08:00')
    world.clock.moveOn(3 * 24 * 60 * 60_000)
    ;[asAda, asSola] = await Promise.all([world.as(ada), world.as(sola)])
    const now = world.clock.now()
    world.clock.moveOn(new Date(`${day}T12:00:00+01:00`).getTime() - now.getTime())
    asSola = await world.as(sola)
    expect((await save(closedOn(day))).data.standing).toEqual([])
    expect(await closedDayJobs()).toEqual([])
    await save(everyDay)
  })

  test('releases an unpaid order’s place, and its payer sees that before paying', async () => {
    const { order } = await book(asAda, visitAt('09:00'))
    expect((await save(closedOn(day))).data.standing).toEqual([])
    expect(await closedDayJobs()).toEqual([])
    expect((await asAda(payOrder, { params: { reference: order } })).code).toBe('slot_full')
    await save(everyDay)
  })

  test('waits for a credit payment in progress, and that payment does not wait for it', async () => {
    const { order: reference } = await book(asAda, visitAt('13:00'))
    const order = (await orderByReference(world.db, reference)) ?? expect.unreachable()
    const saving = await world.db.transaction().execute(async (tx) => {
      await holdWindow(tx, order, world.clock.now())
      const closing = save(closedOn(day))
      await until('whoever closes the day waits', async () => {
        const waiting =
          await world.sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
        return waiting.length > 0
      })
      await lockWindow(tx, order)
      return { closing }
    })
    expect((await saving.closing).httpStatus).toBe(200)
    await save(everyDay)
  })

  test('meets fifty concurrent bookings: each is booked before and listed, or refused', async () => {
    const buyers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const person = { email: `hours-${index}@cast.example`, name: 'Of Crowd', type: 'user' as const }
        const phone = `234805000${String(index).padStart(4, '0')}`
        const known = { phone, password: castPassword, address: 'Yaba' }
        await createVerifiedAccount(world.db, world.parts, { ...person, ...known })
        return await world.as({ ...person })
      }),
    )
    const buy = async (buyer: Caller) => {
      const answer = await buyer(addBooking, { body: visitAt('11:00') })
      if (answer.httpStatus !== 200) return
      const { orderReference } = answer.data
      await pay(world, await newestPayment(buyer, orderReference))
    }
    const { written } = await desk()
    const body = { location: yaba.main, hours: closedOn(day), seen: written }
    const close = async (): Promise<Awaited<ReturnType<typeof save>>> => {
      const answer = await asSola(setOpenHours, { body })
      return answer.code === 'busy' ? await close() : answer
    }
    const [, set] = await Promise.all([Promise.all(buyers.map(buy)), close()])
    expect(set.httpStatus).toBe(200)
    const kept = await world.sql<{ reference: string }[]>`
      select reference from lab_order o join slot_place p on p.order_id = o.id join slot s on s.id = p.slot_id
      where s.day = ${day} order by o.id`
    expect(set.data.standing.map(({ reference }) => reference)).toEqual(
      kept.map(({ reference }) => reference),
    )
    expect(await closedDayJobs()).toHaveLength(kept.length)
    await save(everyDay)
  }, 120_000)
})

/** Yaba’s two locations as a file has them, after this many unknown labs. */
function sheetsOf(others: number) {
  const head =
    'slug,name,founded_year,about,accreditation,price_factor,turnaround_factor,departments,home_collection,collection_fee_ngn,email,phone,registration_number,registration_expires_in_days'
  const rest = (slug: string) =>
    `1999,A lab of the cast.,MLSCN,1.00,1.00,Haematology,yes,6000,desk@${slug}.example,2347000000101,CAST-1,300`
  const slugs = Array.from({ length: others }, (_, index) => `crowd-${index}`)
  const labs = [
    ...slugs.map((slug) => `${slug},${slug} Lab,${rest(slug)}`),
    `yaba-lab,Yaba Lab,${rest('yaba')}`,
  ]
  const place = 'Yaba,Lagos,6.5,3.37,Mon-Fri 09:00-10:00,Haematology'
  const locations = [
    'lab_slug,branch_name,address,landmark,area,state,latitude,longitude,opening_hours,departments_offered',
    ...slugs.map((slug) => `${slug},Main,"1 ${slug} Road",,${place}`),
    ...[`yaba-lab,Yaba Main,"${yaba.main}",,${place}`, `yaba-lab,Yaba Annex,"${yaba.annex}",,${place}`],
  ]
  const problems: string[] = []
  const around = { departments: ['Haematology'], today: lagosDate(world.clock.now()) }
  const read = readLabSheets(
    { text: [head, ...labs].join('\n'), name: 'labs' },
    { text: locations.join('\n'), name: 'locations' },
    ...([around, problems] as const),
  )
  expect(problems).toEqual([])
  return read
}
const untilALockWaits = async () =>
  await until('somebody waits', async () => {
    const waiting =
      await world.sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    return waiting.length > 0
  })

test('hours that a lab sets during an import stay, even if they are its first', async () => {
  const { written } = await desk(yaba.annex)
  const [annex] = await world.sql<{ id: number; account: number }[]>`
    select l.id, a.id as account from lab_location l, account a where l.address = ${yaba.annex} and a.email = ${sola.email}`
  const by = { locationId: annex?.id ?? 0, accountId: annex?.account ?? 0, at: world.clock.now() }
  const { importing } = await world.db.transaction().execute(async (tx) => {
    await changeHours(tx, by, closedOn(day), written)
    const labs = sheetsOf(0)
    const going = world.db
      .transaction()
      .execute((other) => importLabs(other, labs, { demo: true, at: world.clock.now() }))
    await untilALockWaits()
    return { importing: going }
  })
  await importing
  expect((await desk(yaba.annex)).written).toContain(`${day} closed`)
})

test('an import of labs and a change of prices wait for each other without a deadlock', async () => {
  const labs = sheetsOf(401)
  const { importing } = await world.db.transaction().execute(async (tx) => {
    // As a price change does: the lab first, then the count of listed labs.
    await sql`select from lab where slug = ${yaba.slug} for no key update`.execute(tx)
    const going = world.db
      .transaction()
      .execute((other) => importLabs(other, labs, { demo: true, at: world.clock.now() }))
    await untilALockWaits()
    await sql`update lab set name = name || ' again' where slug = ${yaba.slug}`.execute(tx)
    return { importing: going }
  })
  await importing
  await world.sql`update lab set active = false where slug like 'crowd-%'`
})

test('imports of the same new labs, in any order, wait for each other without a deadlock', async () => {
  const labs = sheetsOf(401)
    .filter(({ slug }) => slug.startsWith('crowd'))
    .map((lab) => ({ ...lab, slug: `new-${lab.slug}`, name: `New ${lab.name}` }))
  const files = [labs, labs.toReversed(), labs, labs.toReversed()]
  await Promise.all(
    files.map((file) =>
      world.db.transaction().execute((tx) => importLabs(tx, file, { demo: true, at: world.clock.now() })),
    ),
  )
  const [found] = await world.sql`select count(*)::int as labs from lab where slug like 'new-crowd-%'`
  expect(found).toEqual({ labs: labs.length })
  await world.sql`update lab set active = false where slug like 'new-crowd-%'`
})

test('an import keeps the hours that a lab has set, and updates the others', async () => {
  await save(closedOn(day))
  await world.sql`update lab_location set hours_said = false where address = ${yaba.annex}`
  await world.sql`update lab_location set opening_hours = 'Mon-Fri 08:00-16:00' where address = ${yaba.annex}`
  const read = sheetsOf(0)
  await world.db.transaction().execute((tx) => importLabs(tx, read, { demo: true, at: world.clock.now() }))
  expect((await desk()).written).toBe(`Mon-Sun 07:00-19:00; ${day} closed (Staff day)`)
  const annex = await desk(yaba.annex)
  expect(annex.written).toBe('Mon-Fri 09:00-10:00')
  // Nothing changed, but earlier promises use the hours of that time.
  const changes = await world.sql`
    select was, became from opening_change join lab_location l on l.id = location_id where account_id is null`
  expect(changes).toEqual([{ was: 'Mon-Fri 08:00-16:00', became: 'Mon-Fri 09:00-10:00' }])
  expect(annex.changes.map(({ became }) => became)).not.toContain('Mon-Fri 09:00-10:00')
})
