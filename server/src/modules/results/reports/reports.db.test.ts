import {
  cancelOrder,
  cancelOrderFor,
  checkIn,
  collectSamples,
  correctReport,
  enterResults,
  type LabReport,
  provePatient,
  readLabOrder,
  readLabResults,
  readOrder,
  readResults,
  receiveSample,
  refundPayment,
  rejectSample,
  releaseReport,
  sendBackReport,
  verifyReport,
} from '@labalaba/contract'
import { describe, expect, test } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { ada, chidi, drBello, ops, sola, sugar, tola } from '../../../../test/cast.ts'
import { agree, bookedForAda } from '../../../../test/doctor-results.ts'
import { giveDuties } from '../../../../test/lab-staff.ts'
import { plausible, releaseAll, reportsOf } from '../../../../test/results.ts'
import { pay } from '../../../../test/stages.ts'
import { book, bookingForm, buildWorld, type Caller, until } from '../../../../test/world.ts'

const world = await buildWorld()
await world.work()
const { sql } = world

const oneTest = { test: [{ ...sugar }] }

async function people() {
  const [asAda, asSola, asTola] = await Promise.all([world.as(ada), world.as(sola), world.as(tola)])
  return { asAda, asSola, asTola }
}

/** The report of an order of one test. */
async function only(caller: Caller, reference: string): Promise<LabReport> {
  return (await reportsOf(caller, reference))[0] ?? expect.unreachable()
}

const newest = (report: LabReport) => report.versions[0] ?? expect.unreachable()

async function enter(caller: Caller, reference: string, value = '5.0') {
  const { id, versions, analytes } = await only(caller, reference)
  const body = {
    values: [{ position: analytes[0]?.position ?? 1, value }],
    basedOn: versions[0]?.enteredAt ?? null,
  }
  return await caller(enterResults, { params: { id }, body })
}

async function verify(caller: Caller, reference: string) {
  const report = await only(caller, reference)
  return await caller(verifyReport, {
    params: { id: report.id },
    body: { seen: newest(report).enteredAt },
  })
}

async function release(
  caller: Caller,
  reference: string,
  counselledBy: 'lab' | 'doctor' | null = null,
  note?: string,
) {
  const { id } = await only(caller, reference)
  return await caller(releaseReport, { params: { id }, body: { counselledBy, ...(note && { note }) } })
}

const stateOf = async (reference: string) =>
  (await sql<{ state: string }[]>`select state from lab_order where reference = ${reference}`)[0]?.state

describe('the life of a result', () => {
  test('goes from a scientist to another person who verifies and releases; the order advances with the last report', async () => {
    const { asAda, asSola, asTola } = await people()
    const reference = await orderAtBench(world, asAda)
    const reports = await reportsOf(asSola, reference)
    expect(reports.map(({ test: name }) => name)).toEqual(['Full blood count', 'Fasting blood sugar'])
    expect(reports[0]?.analytes.length).toBeGreaterThan(8)
    expect(reports.map(({ may }) => may)).toEqual([['enter'], ['enter']])
    const [blood, glucose] = reports
    if (!blood || !glucose) expect.unreachable()
    for (const report of [blood, glucose]) {
      const body = { values: plausible(report), basedOn: null }
      expect(await asSola(enterResults, { params: { id: report.id }, body })).toMatchObject({
        httpStatus: 200,
      })
    }
    const [first, second] = await reportsOf(asTola, reference)
    const verifies = ['verify', 'verify_preliminary']
    expect([first?.may, second?.may]).toEqual([verifies, verifies])
    expect(first?.versions[0]).toMatchObject({ state: 'draft', enteredBy: 'Sola', verifiedBy: null })
    for (const report of [first, second]) {
      const params = { id: report?.id ?? '' }
      await asTola(verifyReport, { params, body: { seen: report?.versions[0]?.enteredAt ?? '' } })
      expect(await stateOf(reference)).toBe('lab_processing')
      await asTola(releaseReport, { params, body: { counselledBy: null } })
    }
    expect(await stateOf(reference)).toBe('results_ready')
    const { data } = await asAda(readResults, { params: { reference } })
    expect(data.results.map(({ test: name }) => name)).toEqual(['Full blood count', 'Fasting blood sugar'])
    expect(data.waiting).toEqual([])
    expect(data.results[0]?.values[0]).toMatchObject({
      name: 'White blood cells (WBC)',
      value: '10.8',
      flag: 'normal',
    })
    await until('the patient has the mail', async () =>
      (await world.mailTo('mama@cast.example')).some(({ subject }) => subject === 'Your result is ready'),
    )
  })

  test('a value is measured by the interval of the sex, and the mark is frozen with it', async () => {
    const { asAda, asSola } = await people()
    const reference = await orderAtBench(world, asAda, { test: [{ name: 'Full blood count', amount: 7000 }] })
    const report = await only(asSola, reference)
    const at = (name: string) => report.analytes.find((one) => one.name === name)?.position ?? 0
    const values = [
      { position: at('Haemoglobin'), value: '6.9' },
      { position: at('White blood cells (WBC)'), value: '11.1' },
      { position: at('Packed cell volume (PCV)'), value: '36' },
      { position: at('MCV'), value: '' },
    ]
    await asSola(enterResults, { params: { id: report.id }, body: { values, basedOn: null } })
    await sql`update analyte set critical_low = 1 where name = 'Haemoglobin'`
    const flags = newest(await only(asSola, reference)).values.map(({ name, flag }) => [name, flag])
    expect(flags).toEqual([
      ['White blood cells (WBC)', 'high'],
      ['Haemoglobin', 'critical_low'],
      ['Packed cell volume (PCV)', 'normal'],
      // Calculated from the two before it, as it was left empty.
      ['MCHC', 'low'],
    ])
    await sql`update analyte set critical_low = 7 where name = 'Haemoglobin'`
  })

  test('impossible values are reported, and none is stored', async () => {
    const { asAda, asSola } = await people()
    const reference = await orderAtBench(world, asAda, oneTest)
    expect(await enter(asSola, reference, 'plenty')).toMatchObject({
      ...{ httpStatus: 400, code: 'invalid', fields: { '1': 'give a number, such as 4.5 or <0.1' } },
    })
    const { id } = await only(asSola, reference)
    const body = { values: [{ position: 99, value: '1' }], basedOn: null }
    expect(await asSola(enterResults, { params: { id }, body })).toMatchObject({ code: 'invalid' })
    expect((await only(asSola, reference)).versions).toEqual([])
  })

  test('a doctor has earned once all results are released', async () => {
    const asBello = await world.as(drBello)
    const reference = await orderAtBench(world, asBello)
    await releaseAll(world, reference)
    const posted =
      await sql`select 1 from ledger_posting where business_key = ${`earning_available:${reference}`}`
    expect(posted).toHaveLength(1)
    expect((await asBello(readOrder, { params: { reference } })).data).toMatchObject({
      ...{ state: 'results_ready', may: { readResults: false } },
    })
    expect(await asBello(readResults, { params: { reference } })).toMatchObject({ code: 'consent_needed' })
  })
})

describe('a sample that is rejected after its values were entered', () => {
  const accessions = async (reference: string) =>
    await sql<{ accession: string }[]>`
      select accession from specimen join lab_order on lab_order.id = specimen.order_id
      where reference = ${reference} and specimen.state <> 'rejected'`

  /** The sample of an order, rejected; and whether the patient can read anything then. */
  async function reject(by: Caller, reference: string) {
    const [sample] = await accessions(reference)
    const params = { accession: sample?.accession ?? '' }
    expect(await by(rejectSample, { params, body: { reason: 'haemolysed' } })).toMatchObject({
      httpStatus: 200,
    })
  }

  /** Another sample, taken and received. */
  async function another(by: Caller, reference: string) {
    world.clock.moveOn(60_000)
    expect(await by(collectSamples, { params: { reference }, body: {} })).toMatchObject({ httpStatus: 200 })
    const [sample] = await accessions(reference)
    const received = await by(receiveSample, { params: { accession: sample?.accession ?? '' } })
    expect(received).toMatchObject({ httpStatus: 200 })
  }

  test('leaves no value that could be released as the next sample’s', async () => {
    const { asAda, asSola, asTola } = await people()
    const reference = await orderAtBench(world, asAda, oneTest)
    await enter(asSola, reference, '9.9')
    await verify(asTola, reference)
    await reject(asSola, reference)
    expect(await release(asTola, reference)).toMatchObject({ code: 'wrong_state' })
    await another(asSola, reference)
    const stale = await only(asTola, reference)
    expect(newest(stale).values).toEqual([])
    expect(stale.may).toEqual(['send_back'])
    expect(await release(asTola, reference)).toMatchObject({ code: 'wrong_state' })
    const params = { id: stale.id }
    await asTola(sendBackReport, { params, body: { reason: 'another sample' } })
    expect(await verify(asTola, reference)).toMatchObject({ code: 'wrong_state' })
    await enter(asSola, reference, '5.1')
    await verify(asTola, reference)
    expect(await release(asTola, reference)).toMatchObject({ httpStatus: 200 })
    expect(await stateOf(reference)).toBe('results_ready')
  })
})

describe('an order with an outstanding sample', () => {
  const samples = async (reference: string) =>
    await sql<{ accession: string; state: string; container: string }[]>`
      select accession, specimen.state, container from specimen join lab_order on lab_order.id = specimen.order_id
      where reference = ${reference} order by accession`
  const sampleOf = async (reference: string, container: string) => {
    const found = await samples(reference)
    const one = found.find((sample) => sample.container.startsWith(container) && sample.state !== 'rejected')
    return one?.accession ?? expect.unreachable()
  }
  const bodyOf = (value: string, basedOn: string | null) => ({ values: [{ position: 1, value }], basedOn })
  const sugarOf = async (caller: Caller, reference: string) =>
    (await reportsOf(caller, reference)).find(({ test: name }) => name === sugar.name) ?? expect.unreachable()

  /** Releases the sugar of an order through the API. */
  async function releaseSugar(reference: string): Promise<LabReport> {
    const { asSola, asTola } = await people()
    const { id } = await sugarOf(asSola, reference)
    await asSola(enterResults, { params: { id }, body: bodyOf('5.0', null) })
    const seen = newest(await sugarOf(asTola, reference)).enteredAt
    await asTola(verifyReport, { params: { id }, body: { seen } })
    const released = await asTola(releaseReport, { params: { id }, body: { counselledBy: null } })
    expect(released).toMatchObject({ httpStatus: 200 })
    return await sugarOf(asTola, reference)
  }

  /** A walk-in for a blood count and a sugar, whose sugar alone is taken and in the lab. */
  async function halfThere() {
    const { asAda, asSola } = await people()
    const { order, payment } = await book(asAda, bookingForm())
    await pay(world, payment)
    await asSola(checkIn, { params: { reference: order } })
    const accession = await sampleOf(order, 'Fluoride')
    await asSola(collectSamples, { params: { reference: order }, body: { accessions: [accession] } })
    await asSola(receiveSample, { params: { accession } })
    return order
  }

  test('has the results of the others entered, verified, released and read meanwhile', async () => {
    const { asAda, asSola } = await people()
    const order = await halfThere()
    expect(await stateOf(order)).toBe('scheduled')
    expect(await asAda(readResults, { params: { reference: order } })).toMatchObject({ code: 'not_found' })
    const blood = (await reportsOf(asSola, order)).find(({ test: name }) => name !== sugar.name)
    expect(blood).toMatchObject({ ready: false, takenAt: null, may: [] })
    const [taken] = await sql<{ at: Date }[]>`
      select collected_at as at from specimen where accession = ${await sampleOf(order, 'Fluoride')}`
    expect(await sugarOf(asSola, order)).toMatchObject({ ready: true, takenAt: taken?.at.toISOString() })
    const params = { id: blood?.id ?? '' }
    expect(await asSola(enterResults, { params, body: bodyOf('5', null) })).toMatchObject({
      code: 'wrong_state',
    })
    const mayRead = async () =>
      (await asAda(readOrder, { params: { reference: order } })).data.may.readResults
    expect(await mayRead()).toBe(false)
    await releaseSugar(order)
    expect(await stateOf(order)).toBe('scheduled')
    expect(await mayRead()).toBe(true)
    const read = await asAda(readResults, { params: { reference: order } })
    expect(read.data.results.map(({ test: name }) => name)).toEqual([sugar.name])
    expect(read.data.waiting).toEqual(['Full blood count'])
    await asSola(collectSamples, { params: { reference: order }, body: {} })
    await asSola(receiveSample, { params: { accession: await sampleOf(order, 'EDTA') } })
    expect(await stateOf(order)).toBe('lab_processing')
    await releaseAll(world, order)
    expect(await stateOf(order)).toBe('results_ready')
  })

  test('cannot be cancelled by its booker once results exist, and the page does not offer it', async () => {
    const { asAda, asSola } = await people()
    const reference = await orderAtBench(world, asAda)
    await releaseSugar(reference)
    const accession = await sampleOf(reference, 'EDTA')
    await asSola(rejectSample, { params: { accession }, body: { reason: 'clotted' } })
    expect(await stateOf(reference)).toBe('scheduled')
    const cancel = () => asAda(cancelOrder, { params: { reference }, body: { refundTo: 'credit' } })
    expect(await cancel()).toMatchObject({ httpStatus: 409, code: 'work_begun' })
    expect((await asAda(readOrder, { params: { reference } })).data).toMatchObject({
      ...{ state: 'scheduled', cancelTerms: null, may: { cancel: false } },
    })
    // An operator refunds the test that cannot be done, and the booking stays.
    const [{ payment } = { payment: '' }] = await sql<{ payment: string }[]>`
      select p.reference as payment from payment p join lab_order o on o.id = order_id
      where o.reference = ${reference} and settles_order`
    const part = { amount: 7000, reason: 'the blood count cannot be done', key: 'blood' }
    const given = await (await world.as(ops))(refundPayment, { params: { reference: payment }, body: part })
    expect(given).toMatchObject({ httpStatus: 200 })
    expect(await cancel()).toMatchObject({ code: 'work_begun' })
  })

  test('cannot be cancelled either while the lab has started on another of its samples', async () => {
    const order = await halfThere()
    const { asAda } = await people()
    const cancel = { params: { reference: order }, body: { refundTo: 'source' } } as const
    expect(await asAda(cancelOrder, cancel)).toMatchObject({ code: 'work_begun' })
    const reason = 'the analyser is broken'
    const byLab = await (await world.as(ops))(cancelOrderFor, {
      params: { reference: order },
      body: { onBehalfOf: 'lab', refundTo: 'source', reason },
    })
    expect(byLab).toMatchObject({ httpStatus: 200 })
    expect(await stateOf(order)).toBe('cancelled')
  })

  test('with samples received and cancelled concurrently ends in one of the two', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { asAda, asSola } = await people()
      const reference = await orderAtBench(world, asAda)
      await asSola(rejectSample, {
        params: { accession: await sampleOf(reference, 'EDTA') },
        body: { reason: 'clotted' },
      })
      const params = { accession: await sampleOf(reference, 'Fluoride') }
      const cancel = () => asAda(cancelOrder, { params: { reference }, body: { refundTo: 'credit' } })
      const answers = await Promise.all([
        ...Array.from({ length: 10 }, cancel),
        asSola(rejectSample, { params, body: { reason: 'too_old' } }),
        ...Array.from({ length: 10 }, cancel),
      ])
      const cancelled = answers.filter(({ code }, index) => index !== 10 && code !== 'work_begun')
      const isCancelled = (await stateOf(reference)) === 'cancelled'
      expect(cancelled.length > 0).toBe(isCancelled)
      expect(answers[10]?.httpStatus).toBe(200)
    }
  })

  test('does not let a sample with a released result be rejected', async () => {
    const { asAda, asSola } = await people()
    const reference = await orderAtBench(world, asAda)
    await releaseSugar(reference)
    const accession = await sampleOf(reference, 'Fluoride')
    const body = { reason: 'leaked' } as const
    expect(await asSola(rejectSample, { params: { accession }, body })).toMatchObject({
      ...{ httpStatus: 409, code: 'result_out' },
    })
    expect((await samples(reference)).find((one) => one.accession === accession)?.state).toBe('received')
    const { specimens } = (await asSola(readLabOrder, { params: { reference } })).data
    expect(specimens.filter(({ isReported }) => isReported).map((one) => one.accession)).toEqual([accession])
  })
})

test('no one reads results of an order that was cancelled', async () => {
  const { asAda } = await people()
  const reference = await orderAtBench(world, asAda, oneTest)
  await releaseAll(world, reference)
  expect(await asAda(readResults, { params: { reference } })).toMatchObject({ httpStatus: 200 })
  await sql`update lab_order set state = 'cancelled' where reference = ${reference}`
  expect(await asAda(readResults, { params: { reference } })).toMatchObject({ code: 'not_found' })
  expect((await asAda(readOrder, { params: { reference } })).data.may.readResults).toBe(false)
  await sql`update lab_order set state = 'results_ready' where reference = ${reference}`
})

/** Sola’s usual duties in the other tests. */
const solas = ['desk', 'scientist', 'manager'] as const

describe('access and duties', () => {
  test('a scientist does not verify their own entry, whatever their duties, and a desk neither enters nor verifies', async () => {
    const { asAda, asSola, asTola } = await people()
    const reference = await orderAtBench(world, asAda, oneTest)
    expect(await enter(asTola, reference)).toMatchObject({ code: 'not_your_duty' })
    await enter(asSola, reference)
    expect(await verify(asSola, reference)).toMatchObject({ code: 'not_your_duty' })
    for (const person of [sola, tola]) await giveDuties(world, person, ['scientist', 'verifier'])
    expect(await verify(asSola, reference)).toMatchObject({ code: 'own_entry' })
    // Another member entered last, but some of the values were theirs.
    await enter(asTola, reference, '5.5')
    expect(await verify(asSola, reference)).toMatchObject({ code: 'own_entry' })
    expect(await verify(asTola, reference)).toMatchObject({ code: 'own_entry' })
    // Nor is it offered to the person who wrote any of it.
    expect((await only(asSola, reference)).may).toEqual(['enter'])
    await giveDuties(world, tola, ['verifier', 'desk'])
    await giveDuties(world, sola, solas)
  })

  test('a lab finds only its own orders, and only those of its member’s locations', async () => {
    const { asAda, asSola } = await people()
    const reference = await orderAtBench(world, asAda, oneTest)
    const { id } = await only(asSola, reference)
    const [staff] = await sql<{ id: string }[]>`select id from staff_member where email = ${sola.email}`
    const [annex] = await sql<{ id: number }[]>`select id from lab_location where name = 'Yaba Annex'`
    await sql`insert into lab_member_location values (${staff?.id ?? ''}, ${annex?.id ?? 0})`
    const body = { values: [], basedOn: null }
    expect(await asSola(readLabResults, { params: { reference } })).toMatchObject({ code: 'not_found' })
    expect(await asSola(enterResults, { params: { id }, body })).toMatchObject({ code: 'not_found' })
    await sql`delete from lab_member_location`
    await giveDuties(world, sola, solas, 'ikeja-lab')
    expect(await asSola(readLabResults, { params: { reference } })).toMatchObject({ code: 'not_found' })
    await giveDuties(world, sola, solas)
  })

  test('a patient reads their own after a recent password, and what they read is written down', async () => {
    const { asAda } = await people()
    const reference = await orderAtBench(world, asAda, oneTest)
    await releaseAll(world, reference)
    expect(await (await world.as(chidi))(readResults, { params: { reference } })).toMatchObject({
      code: 'not_found',
    })
    expect(await asAda(readResults, { params: { reference } })).toMatchObject({ httpStatus: 200 })
    const opened = await sql`select 1 from result_opened o join report r on r.id = o.report_id
      join lab_order l on l.id = r.order_id where l.reference = ${reference} and reader = 'patient'`
    expect(opened).toHaveLength(1)
    world.clock.moveOn(16 * 60 * 1000)
    expect(await asAda(readResults, { params: { reference } })).toMatchObject({
      ...{ httpStatus: 403, code: 'sign_in_again' },
    })
  })

  test('a person who owns the confirmed email of the patient reads it too', async () => {
    const reference = await orderAtBench(world, await world.as(ada), { ...oneTest, email: chidi.email })
    await releaseAll(world, reference)
    const asChidi = await world.as(chidi)
    expect(await asChidi(readResults, { params: { reference } })).toMatchObject({ code: 'patient_unproven' })
    const body = { answer: bookingForm().dob ?? '' }
    await asChidi(provePatient, { params: { reference }, body })
    expect(await asChidi(readResults, { params: { reference } })).toMatchObject({ httpStatus: 200 })
  })
})

describe('each state accepts only its own actions', () => {
  type Act = 'enter' | 'verify' | 'send_back' | 'release' | 'correct'
  const acts: Readonly<Record<Act, (reference: string) => Promise<{ httpStatus: number }>>> = {
    enter: async (reference) => await enter(await world.as(sola), reference),
    verify: async (reference) => await verify(await world.as(tola), reference),
    send_back: async (reference) => {
      const asTola = await world.as(tola)
      const { id } = await only(asTola, reference)
      return await asTola(sendBackReport, { params: { id }, body: { reason: 'look again' } })
    },
    release: async (reference) => await release(await world.as(tola), reference),
    correct: async (reference) => {
      const asTola = await world.as(tola)
      const { id } = await only(asTola, reference)
      return await asTola(correctReport, { params: { id }, body: { reason: 'a slip' } })
    },
  }
  const ways: Readonly<Record<string, readonly Act[]>> = {
    draft: ['enter'],
    verified: ['enter', 'verify'],
    released: ['enter', 'verify', 'release'],
    correcting: ['enter', 'verify', 'release', 'correct', 'enter'],
  }
  /** The actions that a state accepts; a repeat is harmless. */
  const taken: Readonly<Record<string, readonly Act[]>> = {
    draft: ['enter', 'verify'],
    verified: ['verify', 'send_back', 'release'],
    released: ['release', 'correct'],
    correcting: ['enter', 'verify'],
  }
  const tries = Object.keys(ways).flatMap((state) => Object.keys(acts).map((act) => ({ state, act })))

  test.each(tries)('$act of a report that is $state', async ({ state, act }) => {
    const reference = await orderAtBench(world, await world.as(ada), oneTest)
    for (const step of ways[state] ?? []) expect((await acts[step](reference)).httpStatus).toBe(200)
    const before = await only(await world.as(tola), reference)
    const answer = await acts[act as Act](reference)
    const may = taken[state]?.includes(act as Act)
    expect(answer).toMatchObject(may ? { httpStatus: 200 } : { httpStatus: 409, code: 'wrong_state' })
    if (!may) expect(await only(await world.as(tola), reference)).toEqual(before)
  })
})

describe('concurrently', () => {
  test('twenty releases at once make one release, one PDF and one mail', async () => {
    const { asAda, asSola, asTola } = await people()
    const reference = await orderAtBench(world, asAda, { ...oneTest, email: 'race@cast.example' })
    await enter(asSola, reference)
    await verify(asTola, reference)
    const answers = await Promise.all(Array.from({ length: 20 }, () => release(asTola, reference)))
    expect(answers.map(({ httpStatus }) => httpStatus)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(await stateOf(reference)).toBe('results_ready')
    await until('the mail has come', async () => (await world.mailTo('race@cast.example')).length > 1)
    const ready = (await world.mailTo('race@cast.example')).filter(({ subject }) => /ready/.test(subject))
    expect(ready).toHaveLength(1)
  })

  test('one enters while many verify: the verified values are those they saw', async () => {
    const { asAda, asSola, asTola } = await people()
    for (const round of [1, 2, 3]) {
      const reference = await orderAtBench(world, asAda, oneTest)
      await enter(asSola, reference, '5.0')
      const report = await only(asTola, reference)
      const { enteredAt } = newest(report)
      const params = { id: report.id }
      const values = [{ position: 1, value: '9.9' }]
      const [entered, ...verified] = await Promise.all([
        asSola(enterResults, { params, body: { values, basedOn: enteredAt } }),
        ...Array.from({ length: 10 * round }, () =>
          asTola(verifyReport, { params, body: { seen: enteredAt } }),
        ),
      ])
      const after = newest(await only(asTola, reference))
      const isEntered = entered.httpStatus === 200
      expect(after.values[0]?.value).toBe(isEntered ? '9.9' : '5.0')
      expect(after.state).toBe(isEntered ? 'draft' : 'verified')
      for (const { httpStatus } of verified) expect(httpStatus).toBe(isEntered ? 409 : 200)
    }
  })

  test('two people who enter from the same draft do not overwrite each other', async () => {
    const { asAda, asSola } = await people()
    const reference = await orderAtBench(world, asAda, oneTest)
    const { id } = await only(asSola, reference)
    const enterOne = (value: string) =>
      asSola(enterResults, { params: { id }, body: { values: [{ position: 1, value }], basedOn: null } })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => enterOne(`${index + 1}`)))
    expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'result_changed')).toHaveLength(19)
  })
})

describe('a result that needs counselling', () => {
  const markSensitive = async () =>
    await sql`update test set sensitive = 'HIV', sensitive_until = null, needs_counselling = true,
      counselling_until = null where name = ${sugar.name}`
  const unmark = async () =>
    await sql`update test set sensitive_until = '-infinity' where name = ${sugar.name}`

  test('is released only with a person who counsels the patient, and a note of who, when and how', async () => {
    const { asAda, asSola, asTola } = await people()
    await markSensitive()
    const reference = await orderAtBench(world, asAda, { ...oneTest, person: 'self', name: ada.name })
    expect(await only(asSola, reference)).toMatchObject({ sensitive: 'HIV', needsCounselling: true })
    await enter(asSola, reference)
    await verify(asTola, reference)
    expect(await release(asTola, reference)).toMatchObject({ code: 'counselling_needed' })
    expect(await release(asTola, reference, 'lab')).toMatchObject({ code: 'counselling_needed' })
    const note = 'Talked by phone, she comes on Monday'
    expect(await release(asTola, reference, 'lab', note)).toMatchObject({ httpStatus: 200 })
    const { data } = await (await world.as(ada))(readResults, { params: { reference } })
    expect(data.results[0]?.counselledBy).toBe('lab')
    expect(JSON.stringify(data)).not.toContain('Monday')
    expect(newest(await only(asTola, reference)).counselling).toMatchObject({
      talks: 'lab',
      by: 'Tola',
      note,
    })
    await unmark()
  })

  test('can be left only to the doctor who booked it, with the patient’s consent to such results', async () => {
    const { asAda, asSola, asTola } = await people()
    await markSensitive()
    const [own, without, agreed] = [
      await orderAtBench(world, asAda, { ...oneTest, person: 'self', name: ada.name }),
      await bookedForAda(world),
      await bookedForAda(world),
    ]
    for (const reference of [own, without, agreed]) {
      await enter(asSola, reference)
      await verify(asTola, reference)
    }
    for (const reference of [own, without]) {
      expect((await only(asTola, reference)).doctorMayTalk).toBe(false)
      expect(await release(asTola, reference, 'doctor', 'Dr Bello calls her')).toMatchObject({
        code: 'counselling_needed',
      })
    }
    await agree(world, agreed, true)
    expect((await only(asTola, agreed)).doctorMayTalk).toBe(true)
    expect(await release(asTola, agreed, 'doctor', 'Dr Bello calls her')).toMatchObject({ httpStatus: 200 })
    await unmark()
  })
})

describe('a correction', () => {
  test('is a new version; the old one stays in force until the release and is stored; its readers are notified', async () => {
    const { asSola, asTola } = await people()
    const reference = await orderAtBench(world, await world.as(ada), oneTest)
    await enter(asSola, reference, '5.0')
    await verify(asTola, reference)
    await release(asTola, reference)
    await (await world.as(ada))(readResults, { params: { reference } })
    const { id } = await only(asTola, reference)
    await asTola(correctReport, { params: { id }, body: { reason: 'two tubes were mixed up' } })
    const read = async () =>
      (await (await world.as(ada))(readResults, { params: { reference } })).data.results[0]
    expect((await read())?.values[0]?.value).toBe('5.0')
    await enter(asSola, reference, '7.7')
    await verify(asTola, reference)
    expect((await read())?.values[0]?.value).toBe('5.0')
    await release(asTola, reference)
    expect(await read()).toMatchObject({ correction: 'two tubes were mixed up', values: [{ value: '7.7' }] })
    const { versions } = await only(asTola, reference)
    expect(versions.map(({ number, state, values }) => [number, state, values[0]?.value])).toEqual([
      [2, 'released', '7.7'],
      [1, 'corrected', '5.0'],
    ])
    expect(await stateOf(reference)).toBe('results_ready')
    await until('a person who read it has the mail', async () =>
      (await world.mailTo(ada.email)).some(({ subject }) => subject === 'A result of yours was corrected'),
    )
  })

  test('the member who begins it does not verify it before another has entered it', async () => {
    const { asSola, asTola } = await people()
    const reference = await orderAtBench(world, await world.as(ada), oneTest)
    await enter(asSola, reference)
    await verify(asTola, reference)
    await release(asTola, reference)
    const { id } = await only(asTola, reference)
    await asTola(correctReport, { params: { id }, body: { reason: 'a slip' } })
    expect(await verify(asTola, reference)).toMatchObject({ code: 'own_entry' })
  })
})
