import {
  addDays,
  checkIn,
  collectSamples,
  type LabFigures,
  lagosDate,
  logCall,
  readLabFigures,
  receiveSample,
  rejectSample,
} from '@labalaba/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { ada, fbc, ikeja, sola, sugar, tola, yaba } from '../../../../test/cast.ts'
import { minutes } from '../../../../test/clock.ts'
import {
  callMade,
  critical,
  criticalReport,
  sendBack,
  signedIn,
  verifyAs,
} from '../../../../test/critical-calls.ts'
import { hire, releaseAt, yabaBench } from '../../../../test/lab-staff.ts'
import { pay } from '../../../../test/stages.ts'
import { book, bookingForm, buildWorld, type Caller } from '../../../../test/world.ts'
import { callsCounted } from './repository.ts'

const world = await buildWorld()
let asAda: Caller
let asSola: Caller
beforeAll(async () => {
  ;[asAda, asSola] = await Promise.all([world.as(ada), world.as(sola)])
})

const oneTest = { test: [{ ...sugar }] }
const atAnnex = {
  test: [{ ...fbc }],
  lab: { name: yaba.name, labReference: yaba.slug, location: yaba.annex },
}

async function figures(caller: Caller = asSola, query: Record<string, string> = {}): Promise<LabFigures> {
  return (await caller(readLabFigures, { query })).data
}

/** Receives the specimens of an order this many hours before its results were released. */
async function setTurnaround(order: string, hours: number): Promise<void> {
  await world.sql`update specimen set received_at = (select min(released_at) from report_version
      join report on report.id = report_id where report.order_id = specimen.order_id) - make_interval(secs => ${hours * 3600})
    where order_id = (select id from lab_order where reference = ${order})`
}

describe('the statistics of a lab', () => {
  test('count from the measured sample, if an earlier one was rejected', async () => {
    const bench = await yabaBench(world)
    const order = await orderAtBench(world, asAda, { test: [{ ...fbc }] })
    const samples = async () =>
      await world.sql<{ accession: string }[]>`
      select accession from specimen where order_id = (select id from lab_order where reference = ${order})
      order by id`
    const [first] = await world.sql<{ accession: string }[]>`
      select accession from specimen where state = 'received'
        and order_id = (select id from lab_order where reference = ${order})`
    await world.sql`update specimen set received_at = received_at - interval '90 hours'
      where accession = ${first?.accession ?? ''}`
    await asSola(rejectSample, {
      params: { accession: first?.accession ?? '' },
      body: { reason: 'haemolysed' },
    })
    await asSola(collectSamples, { params: { reference: order }, body: {} })
    const [again] = await world.sql<{ accession: string }[]>`
      select accession from specimen where state = 'collected'
        and order_id = (select id from lab_order where reference = ${order})`
    await asSola(receiveSample, { params: { accession: again?.accession ?? '' } })
    expect(await samples()).toHaveLength(2)
    await releaseAt(bench, order, '11')
    await world.sql`update specimen set received_at = (select min(released_at) from report_version
        join report on report.id = report_id where report.order_id = specimen.order_id) - interval '5 hours'
      where accession = ${again?.accession ?? ''}`
    const took = (await figures()).turnaround.find(({ test: name }) => name === fbc.name)
    expect(took).toMatchObject({ received: 1, released: 1, inTime: 1, each: [5] })
    // It is among the samples and orders that others count here.
    await world.sql`update lab_order set paid_at = paid_at - interval '400 days' where reference = ${order}`
  })

  test('give the turnaround beside the promise: median, 90th percentile, and how many were in time', async () => {
    const bench = await yabaBench(world)
    const before = (await figures()).turnaround.find(({ test: name }) => name === sugar.name)
    expect(before).toBeUndefined()
    const orders: string[] = []
    for (let at = 0; at < 4; at += 1) orders.push(await orderAtBench(world, asAda, oneTest))
    for (const [at, order] of orders.entries()) {
      await releaseAt(bench, order, '5')
      await setTurnaround(order, [1, 2, 3, 1000][at] ?? 0)
    }
    const few = (await figures()).turnaround.find(({ test: name }) => name === sugar.name)
    expect(few).toMatchObject({ received: 4, released: 4, due: 4, inTime: 3 })
    expect(few).toMatchObject({ medianHours: null, ninthHours: null, each: [1, 2, 3, 1000] })

    const fifth = await orderAtBench(world, asAda, oneTest)
    await releaseAt(bench, fifth, '5')
    await setTurnaround(fifth, 3.5)
    const late = await orderAtBench(world, asAda, oneTest)
    // Its report is begun, it is not out, and its promise has passed.
    await world.sql`insert into report (order_id, position, test_id, test_name) select order_id, position, test_id, name
      from lab_order_line where order_id = (select id from lab_order where reference = ${late})`
    await world.sql`update specimen set received_at = received_at - interval '1000 hours'
      where order_id = (select id from lab_order where reference = ${late})`
    // 1, 2, 3, 3.5, 1000: the middle is 3, and nine in ten lie at 3.5 + 0.6 × 996.5.
    expect((await figures()).turnaround.find(({ test: name }) => name === sugar.name)).toMatchObject({
      ...{ received: 6, released: 5, due: 6, inTime: 4, medianHours: 3, ninthHours: 601.4, each: [] },
    })
  }, 90_000)

  test('count orders by stage, and rejected samples by reason', async () => {
    const was = await figures()
    const { order, payment } = await book(asAda, bookingForm(oneTest))
    await pay(world, payment)
    const waiting = await figures()
    expect(waiting.orders.paid).toBe(was.orders.paid + 1)
    const expectedOrders = ({ orders }: LabFigures) =>
      orders.stages.find(({ stage }) => stage === 'to_come')?.count ?? 0
    expect(expectedOrders(waiting)).toBe(expectedOrders(was) + 1)
    const params = { reference: order }
    await asSola(checkIn, { params })
    const { data } = await asSola(collectSamples, { params, body: {} })
    const accessions = (data?.specimens ?? []).map(({ accession }) => accession)
    for (const accession of accessions)
      await asSola(rejectSample, { params: { accession }, body: { reason: 'clotted', note: null } })
    const now = await figures()
    const again = now.orders.stages.find(({ stage }) => stage === 'again')?.count ?? 0
    expect(again).toBe(1)
    expect(now.samples.rejected).toBe(was.samples.rejected + 1)
    expect(now.samples.byReason).toEqual([{ reason: 'clotted', count: 1 }])
    expect(now.samples.bySpecimen.reduce((sum, one) => sum + one.taken, 0)).toBe(now.samples.taken)
  })

  test('count critical calls: all that count, those in time, and no median of few', async () => {
    expect((await figures()).calls).toEqual({ count: 0, due: 0, inTime: 0, medianMinutes: null })
    const log = async ({ id }: { id: string }) =>
      await (await signedIn(world, sola))(logCall, { params: { id }, body: callMade() })
    const inTime = await criticalReport(world)
    await log(inTime)
    // The same values again need no call of their own.
    await sendBack(world, inTime)
    await verifyAs(world, inTime, critical)
    await sendBack(world, await criticalReport(world))
    const [late] = [await criticalReport(world), await criticalReport(world)]
    expect((await figures()).calls).toMatchObject({ count: 3, due: 1, inTime: 1 })
    world.clock.moveOn(31 * minutes)
    await log(late)
    ;[asAda, asSola] = await Promise.all([world.as(ada), world.as(sola)])
    expect((await figures()).calls).toEqual({ count: 3, due: 3, inTime: 1, medianMinutes: null })
  }, 90_000)

  test('count critical calls from the first verification of their values, and those that became void late', async () => {
    const counts = async () => {
      ;[asAda, asSola] = await Promise.all([world.as(ada), world.as(sola)])
      return (await figures()).calls
    }
    const before = await counts()
    const [lateVoid, again] = [await criticalReport(world), await criticalReport(world)]
    world.clock.moveOn(31 * minutes)
    await sendBack(world, lateVoid)
    await sendBack(world, again)
    await verifyAs(world, again, critical)
    const { count, due, inTime } = before
    expect(await counts()).toMatchObject({ count: count + 2, due: due + 2, inTime })
    await (await signedIn(world, sola))(logCall, { params: { id: again.id }, body: callMade() })
    expect(await counts()).toMatchObject({ count: count + 2, due: due + 2, inTime })
    const [lab] = await world.sql<{ id: number }[]>`select id::int from lab where slug = ${yaba.slug}`
    const today = lagosDate(world.clock.now())
    const period = { from: addDays(today, -1), after: addDays(today, 1) }
    const counted = { labId: lab?.id ?? 0, locationIds: [], ...period }
    const { reached, medianMinutes } = await callsCounted(world.db, counted, world.clock.now())
    // At once, after 31 minutes, and 31 minutes after the first verification.
    expect(reached).toBe(3)
    expect(medianMinutes).toBeGreaterThanOrEqual(31)
  }, 90_000)

  test('cover only the locations of the manager, and only their lab', async () => {
    const annex = await hire(world, yaba.slug, ['manager'], [yaba.annex])
    const asIkeja = await hire(world, ikeja.slug, ['manager'])
    expect((await figures(annex)).orders.paid).toBe(0)
    await orderAtBench(world, asAda, atAnnex)
    expect((await figures(annex)).orders.paid).toBe(1)
    expect((await figures(annex)).locations.map(({ address }) => address)).toEqual([yaba.annex])
    expect((await figures(asSola, { location: yaba.annex })).orders.paid).toBe(1)
    expect((await figures(asIkeja)).orders.paid).toBe(0)
    for (const location of [yaba.main, ikeja.main, 'nowhere'])
      expect(await annex(readLabFigures, { query: { location } })).toMatchObject({ code: 'not_found' })
  })

  test('are for managers; the call answers others not_found', async () => {
    for (const caller of [
      await world.as(tola),
      asAda,
      await hire(world, yaba.slug, ['desk', 'scientist', 'verifier']),
    ])
      expect(await caller(readLabFigures, { query: {} })).toMatchObject({ code: 'not_found' })
  })

  test('cover the orders that were paid in the period', async () => {
    const { orders } = await figures(asSola, { period: 'last_month' })
    expect(orders).toMatchObject({ paid: 0, cancelled: 0 })
  })
})
