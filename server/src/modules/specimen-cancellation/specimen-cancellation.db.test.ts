import {
  cancelOrder,
  collectSamples,
  giveUpSamples,
  giveUpSamplesFor,
  listCases,
  listWorklist,
  readAwaited,
  readLabOrder,
  readOrder,
  readWallet,
  receiveSample,
  rejectSample,
  releaseReport,
} from '@labalaba/contract'
import { beforeEach, expect, test } from 'vitest'
import { ada, chidi, drBello, fbc, ops, sola, sugar, tola } from '../../../test/cast.ts'
import { hire, releaseAt, yabaBench } from '../../../test/lab-staff.ts'
import { plausible, reportsOf } from '../../../test/results.ts'
import { bringTo, pay } from '../../../test/stages.ts'
import { patience, watchOutstanding } from '../../../test/watches.ts'
import { book, buildWorld, type Caller, until } from '../../../test/world.ts'
import { brokenInvariants } from '../../invariants.ts'

const world = await buildWorld()
const { db, clock, sql } = world
let asAda: Caller
let asOps: Caller
let asSola: Caller

async function signInCast(): Promise<void> {
  asAda = await world.as(ada)
  asOps = await world.as(ops)
  asSola = await world.as(sola)
}
beforeEach(signInCast)

type Rejected = Awaited<ReturnType<typeof rejected>>

/** A paid order in the lab, which rejected the sample for the blood sugar. */
async function rejected(by: Caller = asAda) {
  const { order, payment } = await book(by)
  await pay(world, payment)
  await bringTo(world, order, 'lab_processing')
  const params = { reference: order }
  const { data } = await asSola(readLabOrder, { params })
  const spoilt = data.specimens.find(({ tests }) => tests.includes(sugar.name)) ?? expect.unreachable()
  const body = { reason: 'haemolysed', note: null } as const
  expect((await asSola(rejectSample, { params: { accession: spoilt.accession }, body })).httpStatus).toBe(200)
  return { order, params }
}

const awaitedOf = async ({ params }: Rejected) => (await asAda(readAwaited, { params })).data
const labelsOf = async (one: Rejected) =>
  (await asSola(readLabOrder, { params: one.params })).data.specimens.flatMap(({ accession, state }) =>
    state === 'expected' ? [accession] : [],
  )
/** A busy machine may refuse some requests, which are then repeated. */
async function give(one: Rejected, by: Caller = asAda, accessions?: string[]): Promise<string | undefined> {
  const body = { accessions: accessions ?? (await labelsOf(one)) }
  const { httpStatus, code } = await by(giveUpSamples, { params: one.params, body })
  if (code === 'busy') return await give(one, by, accessions)
  return httpStatus === 200 ? 'done' : code
}
const giveFor = async (one: Rejected, by: Caller = asOps) =>
  await by(giveUpSamplesFor, { params: one.params, body: { reason: 'She cannot come any more.' } })
const stateOf = async ({ params }: Rejected) =>
  (await sql<{ state: string }[]>`select state from lab_order where reference = ${params.reference}`)[0]
    ?.state
const casesOf = async (kind: string, { order }: Rejected) =>
  (await asOps(listCases, { query: { limit: '50' } })).data.filter(
    (one) => one.kind === kind && one.orderReference === order,
  )
const countOf = async (what: string, one: Rejected) =>
  (
    await sql`select from lab_order_event e join lab_order o on o.id = e.order_id
      where o.reference = ${one.order} and e.verb = ${what}`
  ).length
const jobsFor = async (job: string) =>
  (
    await sql`select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${job}`
  ).length

/** Enters, verifies and releases all reports that are ready for it. */
async function releaseRest(one: Rejected): Promise<void> {
  await releaseAt(await yabaBench(world), one.order, '5').catch(() => undefined)
}

test('the booker cancels a rejected sample, and sees the refund before', async () => {
  const one = await rejected()
  expect(await awaitedOf(one)).toMatchObject({
    refund: sugar.amount,
    isPartOfPackage: false,
    canGiveUp: true,
    samples: [{ tests: [sugar.name] }],
  })
  expect(await give(one)).toBe('done')
  expect(await stateOf(one)).toBe('lab_processing')
  expect(await casesOf('samples_given_up', one)).toMatchObject([{ amount: sugar.amount }])
  expect(await awaitedOf(one)).toMatchObject({ samples: [], canGiveUp: false })
  const { data } = await asAda(readOrder, { params: one.params })
  expect(data.progress.samples.map(({ state }) => state).toSorted()).toEqual(['given_up', 'received'])
  expect(await brokenInvariants(db)).toEqual([])
})

test('if all other results are released, the cancellation completes the order once, with notice and earning', async () => {
  const asBello = await world.as(drBello)
  const one = await rejected(asBello)
  await releaseRest(one)
  expect(await stateOf(one)).toBe('scheduled')
  await sql`delete from graphile_worker._private_jobs`
  const before = (await asBello(readWallet)).data
  const accessions = await labelsOf(one)
  const answers = await Promise.all(Array.from({ length: 20 }, () => give(one, asBello, accessions)))
  expect(new Set(answers)).toEqual(new Set(['done']))
  expect(await stateOf(one)).toBe('results_ready')
  expect(await countOf('release', one)).toBe(1)
  expect(await jobsFor('mail-result-ready')).toBe(1)
  expect((await asBello(readWallet)).data).not.toEqual(before)
  const again = await asSola(listWorklist, { body: { stage: 'again' } })
  expect(again.data.map(({ reference }) => reference)).not.toContain(one.order)
  expect(await brokenInvariants(db)).toEqual([])
})

test('an operator cancels it for them, with a reason that is in its history and in the audit', async () => {
  const one = await rejected()
  const answer = await giveFor(one)
  expect(answer.data).toEqual({ refund: sugar.amount })
  const [event] =
    await sql`select actor, e.reason, a.email from specimen_event e join specimen s on s.id = e.specimen_id
    join lab_order o on o.id = s.order_id join account a on a.id = e.account_id
    where o.reference = ${one.order} and e.verb = 'give_up'`
  expect(event).toEqual({ actor: 'operator', reason: 'She cannot come any more.', email: ops.email })
  const [entry] = await sql`select what from audit_entry a join lab_order o on o.id = a.order_id
    where o.reference = ${one.order} and role = 'operator'`
  expect(entry).toEqual({ what: 'sample_handled' })
  expect((await giveFor(one)).data).toEqual({ refund: null })
  expect(await casesOf('samples_given_up', one)).toHaveLength(1)
  expect(await brokenInvariants(db)).toEqual([])
})

test('other users cannot cancel it, and an operator must give a reason', async () => {
  const one = await rejected()
  const asChidi = await world.as(chidi)
  expect(await give(one, asChidi)).toBe('not_found')
  expect((await asChidi(readAwaited, { params: one.params })).httpStatus).toBe(404)
  expect((await giveFor(one, asAda)).httpStatus).toBe(404)
  expect((await giveFor(one, asSola)).httpStatus).toBe(404)
  const empty = await asOps(giveUpSamplesFor, { params: one.params, body: { reason: ' ' } })
  expect(empty.httpStatus).toBe(400)
  const nowhere = await asOps(giveUpSamplesFor, {
    params: { reference: 'LB-NONE-0000' },
    body: { reason: 'No such order.' },
  })
  expect(nowhere.httpStatus).toBe(404)
  expect(await stateOf(one)).toBe('scheduled')
})

test('other samples than those shown are not cancelled', async () => {
  const one = await rejected()
  expect(await give(one, asAda, ['26ZZ-00001'])).toBe('wrong_state')
  expect(await give(one, asAda, [...(await labelsOf(one)), '26ZZ-00001'])).toBe('wrong_state')
  expect(await stateOf(one)).toBe('scheduled')
  expect(await casesOf('samples_given_up', one)).toEqual([])
})

test('if no work has begun the booking is cancelled instead', async () => {
  const one = await rejected()
  const { data } = await asSola(readLabOrder, { params: one.params })
  const other = data.specimens.find(({ state }) => state === 'received')?.accession ?? ''
  await asSola(rejectSample, { params: { accession: other }, body: { reason: 'leaked', note: null } })
  expect(await awaitedOf(one)).toMatchObject({ canGiveUp: false, refund: fbc.amount + sugar.amount })
  expect(await give(one)).toBe('wrong_state')
  expect((await giveFor(one)).code).toBe('wrong_state')
})

test('twenty-four concurrent requests that cancel, retake or receive it end in one of the two', async () => {
  for (const turn of [0, 1]) {
    const one = await rejected()
    await releaseRest(one)
    const [accession = ''] = await labelsOf(one)
    const contenders = Array.from({ length: 24 }, async (_, index) => {
      if (index % 4 === turn) return await give(one, asAda, [accession])
      if (index % 4 === turn + 1) return (await giveFor(one)).httpStatus === 200 ? 'done' : 'refused'
      if (index % 4 === turn + 2) {
        await asSola(collectSamples, { params: one.params, body: { accessions: [accession] } })
        return 'lab'
      }
      await asSola(receiveSample, { params: { accession } })
      return 'lab'
    })
    await Promise.all(contenders)
    const [sample] = await sql<{ state: string }[]>`select state from specimen where accession = ${accession}`
    const state = await stateOf(one)
    if (sample?.state === 'given_up') {
      expect(state).toBe('results_ready')
      expect(await countOf('release', one)).toBe(1)
      expect(await casesOf('samples_given_up', one)).toHaveLength(1)
    } else {
      expect(state).toBe(sample?.state === 'received' ? 'lab_processing' : 'sample_collected')
      expect(await casesOf('samples_given_up', one)).toEqual([])
    }
    expect(await brokenInvariants(db)).toEqual([])
  }
})

test('twenty cancellations during the release of the other result complete the order once', async () => {
  const one = await rejected()
  const asTola = await world.as(tola)
  const report = (await reportsOf(asSola, one.order)).find(({ analytes }) => analytes.length > 1)
  if (!report) throw new Error('a full blood count has many values')
  const bench = await yabaBench(world)
  const body = { values: plausible(report), basedOn: null }
  const { enterResults, verifyReport } = await import('@labalaba/contract')
  await bench.enters(enterResults, { params: { id: report.id }, body })
  const seen = (await reportsOf(asTola, one.order)).find(({ id }) => id === report.id)?.versions[0]?.enteredAt
  await asTola(verifyReport, { params: { id: report.id }, body: { seen: seen ?? '' } })
  const accessions = await labelsOf(one)
  await Promise.all([
    asTola(releaseReport, { params: { id: report.id }, body: { counselledBy: null } }),
    ...Array.from({ length: 20 }, () => give(one, asAda, accessions)),
  ])
  expect(await stateOf(one)).toBe('results_ready')
  expect(await countOf('release', one)).toBe(1)
  expect(await brokenInvariants(db)).toEqual([])
})

test('a sample that is not retaken is a case after two weeks, and again if it was only closed', async () => {
  const one = await rejected()
  const other = await rejected()
  const gone = async (ms: number) => {
    clock.moveOn(ms)
    await signInCast()
    await watchOutstanding({ db, clock })
  }
  const day = 24 * 60 * 60 * 1000
  await gone(patience - day)
  expect(await casesOf('sample_awaited', one)).toEqual([])
  await gone(2 * day)
  const [found] = await casesOf('sample_awaited', one)
  expect(found).toMatchObject({ acts: ['give_up_samples'], subject: one.order })
  await watchOutstanding({ db, clock })
  expect(await casesOf('sample_awaited', one)).toHaveLength(1)
  await giveFor(one)
  await sql`update money_case set closed_at = ${clock.now()}, close_note = 'called'
    where kind = 'sample_awaited' and subject = ${other.order}`
  await gone(day)
  expect(await casesOf('sample_awaited', one)).toEqual([])
  expect(await casesOf('sample_awaited', other)).toEqual([])
  await gone(patience)
  expect(await casesOf('sample_awaited', other)).toHaveLength(1)
})

test('the lab and another lab cannot cancel it', async () => {
  const one = await rejected()
  const stranger = await hire(world, 'ikeja-lab', ['desk', 'scientist'])
  expect(await give(one, asSola)).toBe('not_found')
  expect(await give(one, stranger)).toBe('not_found')
})

/** The lab rejects the other samples too. */
async function rejectRest(one: Rejected): Promise<void> {
  const { data } = await asSola(readLabOrder, { params: one.params })
  const rest = data.specimens.filter(({ state }) => state === 'received' || state === 'collected')
  for (const { accession } of rest)
    await asSola(rejectSample, { params: { accession }, body: { reason: 'leaked', note: null } })
}

test('is mailed once to the booker if an operator did it, names no test, and is not mailed if the owner did it', async () => {
  await sql`delete from graphile_worker._private_jobs`
  const [own, other] = [await rejected(), await rejected()]
  await give(own)
  expect(await jobsFor('mail-given-up')).toBe(0)
  await Promise.all(Array.from({ length: 20 }, () => giveFor(other)))
  expect(await jobsFor('mail-given-up')).toBe(1)
  await sql`delete from mailbox`
  await world.work()
  const mailsSent = async () =>
    (await world.mailTo(ada.email)).filter(({ subject }) => /not needed any more/.test(subject))
  await until('the mail has come', async () => (await mailsSent()).length > 0)
  const [mail, ...more] = await mailsSent()
  expect(more).toEqual([])
  expect(mail?.text).toContain(`/orders/${other.order}`)
  expect(mail?.text).not.toMatch(/blood|sugar|cannot come/i)
  // One for each, because it was cancelled before its mail was sent.
  expect((await world.mailTo(ada.email)).map(({ subject }) => subject)).not.toContain(
    'A new sample is needed',
  )
})

test('once the whole booking is cancelled no partial refund is requested', async () => {
  const one = await rejected()
  await give(one)
  expect(await casesOf('samples_given_up', one)).toHaveLength(1)
  await rejectRest(one)
  const cancelled = await asAda(cancelOrder, { params: one.params })
  expect(cancelled.httpStatus).toBe(200)
  expect(await casesOf('samples_given_up', one)).toEqual([])
  expect(await brokenInvariants(db)).toEqual([])
})

test('a case of an outstanding sample is closed by its current end, also once the rest was rejected', async () => {
  const one = await rejected()
  const watch = async (ms: number) => {
    clock.moveOn(ms)
    await signInCast()
    await watchOutstanding({ db, clock })
    return (await casesOf('sample_awaited', one)).map(({ acts }) => acts)
  }
  expect(await watch(patience + 60_000)).toEqual([['give_up_samples']])
  await rejectRest(one)
  expect(await watch(0)).toEqual([['cancel_booking']])
  const { data } = await asSola(readLabOrder, { params: one.params })
  const [first] = data.specimens.filter(({ state }) => state === 'expected')
  await asSola(collectSamples, { params: one.params, body: { accessions: [first?.accession ?? ''] } })
  expect(await watch(0)).toEqual([['give_up_samples']])
})
