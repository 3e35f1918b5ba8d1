import {
  checkReport,
  correctReport,
  enterResults,
  type LabReport,
  listWorklist,
  readLabFigures,
  readResults,
  releaseReport,
  saveEntryDraft,
  sendBackReport,
  verifyReport,
  withdrawReport,
} from '@labalaba/contract'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { ada, fbc, sola, sugar, urine } from '../../../../test/cast.ts'
import { accessionsOf, amount, bundleOf, keyOf, post } from '../../../../test/deliveries.ts'
import { exportedText } from '../../../../test/fhir/exported.ts'
import { type Bench, yabaBench } from '../../../../test/lab-staff.ts'
import { completed, releaseAll, reportsOf } from '../../../../test/results.ts'
import { buildWorld, type Caller, type Form, until } from '../../../../test/world.ts'

// A report that is released twice is drawn twice, and beside other tests each drawing takes seconds.
vi.setConfig({ testTimeout: 60_000 })

const world = await buildWorld()
await world.work()
let asAda: Caller
let bench: Bench
beforeAll(async () => {
  ;[asAda, bench] = await Promise.all([world.as(ada), yabaBench(world)])
})

const haemoglobin = [{ position: 3, value: '13.5' }]

/** A blood count in the lab of which only the haemoglobin is measured, and what its two people do with it. */
async function begun(test: Form['test'] = [{ ...fbc }]) {
  const order = await orderAtBench(world, asAda, { test })
  const read = async (by: Caller = bench.verifies): Promise<LabReport> =>
    (await reportsOf(by, order)).find((report) => report.test === fbc.name) ?? expect.unreachable()
  const { id } = await read()
  const newest = async () => (await read()).versions[0] ?? expect.unreachable()
  const enter = async (values: readonly { position: number; value: string }[] = haemoglobin) => {
    const basedOn = (await read()).versions[0]?.enteredAt ?? null
    const body = { values: [...values], basedOn }
    expect(await bench.enters(enterResults, { params: { id }, body })).toMatchObject({ httpStatus: 200 })
  }
  const enterAll = async () => await enter(completed(await read(), haemoglobin))
  const verify = async (preliminary: boolean) => {
    const { enteredAt: seen } = await newest()
    return await bench.verifies(verifyReport, { params: { id }, body: { seen, preliminary } })
  }
  const release = () => bench.verifies(releaseReport, { params: { id }, body: { counselledBy: null } })
  const withdraw = () => {
    const body = { number: 1, because: 'wrong_patient', note: 'The labels were swapped' } as const
    return bench.verifies(withdrawReport, { params: { id }, body })
  }
  const stateOf = async () => {
    const [row] = await world.sql<{ state: string }[]>`select state from lab_order where reference = ${order}`
    return row?.state
  }
  const patient = async () => (await asAda(readResults, { params: { reference: order } })).data
  const fhir = () => exportedText(world, ada, order)
  return { order, id, read, newest, enter, enterAll, verify, release, withdraw, stateOf, patient, fhir }
}

/** A blood count whose preliminary version is out. */
async function preliminary(test: Form['test'] = [{ ...fbc }]) {
  const report = await begun(test)
  await report.enter()
  expect(await report.verify(true)).toMatchObject({ httpStatus: 200 })
  expect(await report.release()).toMatchObject({ httpStatus: 200 })
  return report
}

const mailsTo = async (order: string, subject: string) =>
  (await world.mailTo(ada.email)).filter((mail) => mail.subject === subject && mail.text.includes(order))

describe('a preliminary report', () => {
  test('goes out with lines missing, says so to its readers, and leaves its order open', async () => {
    const report = await begun()
    await report.enter()
    expect((await report.read()).may).toEqual(['verify_preliminary'])
    expect((await report.read(bench.enters)).may).not.toContain('verify_preliminary')
    expect(await report.verify(false)).toMatchObject({ code: 'values_missing' })
    expect(await report.verify(true)).toMatchObject({ httpStatus: 200 })
    // Twice is once; as final it would be another act.
    expect(await report.verify(true)).toMatchObject({ httpStatus: 200 })
    expect(await report.verify(false)).toMatchObject({ code: 'wrong_state' })
    expect(await report.release()).toMatchObject({ httpStatus: 200 })
    // An answer that was lost is asked for again.
    expect(await report.release()).toMatchObject({ httpStatus: 200 })

    expect(await report.stateOf()).toBe('lab_processing')
    expect((await report.patient())?.results).toMatchObject([
      { version: 1, preliminary: true, correction: null, values: [{ name: 'Haemoglobin', value: '13.5' }] },
    ])
    const sent = await report.fhir()
    expect(sent).toContain('"status":"preliminary"')
    expect(sent).not.toContain('"status":"final"')
    await until('its patient has a mail', async () => {
      return (await mailsTo(report.order, 'Your result is ready')).length === 1
    })
    const [mail] = await mailsTo(report.order, 'Your result is ready')
    expect(mail?.text).toContain('We write again when the rest is ready')
  })

  test('is followed at once by a version with its values, which is entered again before it is verified', async () => {
    const report = await preliminary()
    expect(await report.read()).toMatchObject({
      versions: [
        { number: 2, state: 'draft', preliminary: false, completes: true, correction: null },
        { number: 1, state: 'released', preliminary: true },
      ],
    })
    expect((await report.newest()).values).toMatchObject([{ name: 'Haemoglobin', value: '13.5' }])
    const worklist = async () => {
      const { data } = await bench.enters(listWorklist, { body: { q: report.order } })
      return data[0]?.results
    }
    expect(await worklist()).toEqual({ toEnter: 1, toVerify: 0, toRelease: 0 })
    for (const again of [true, false]) expect(await report.verify(again)).toMatchObject({ httpStatus: 409 })
    await report.enterAll()
    expect(await worklist()).toEqual({ toEnter: 0, toVerify: 1, toRelease: 0 })
    expect(await report.verify(false)).toMatchObject({ httpStatus: 200 })
    expect(await report.release()).toMatchObject({ httpStatus: 200 })

    expect(await report.stateOf()).toBe('results_ready')
    expect((await report.patient())?.results).toMatchObject([
      { version: 2, preliminary: false, correction: null },
    ])
    expect(await report.fhir()).not.toMatch(/"status":"(preliminary|corrected)"/)
    await until('its patient has a mail about the whole order', async () => {
      return (await mailsTo(report.order, 'Your result is ready')).length === 2
    })
    // The patient has read the preliminary one, and nothing of it was wrong.
    expect(await mailsTo(report.order, 'A result of yours was corrected')).toEqual([])
  })

  test('may be followed by another, and the final one may be corrected', async () => {
    const report = await preliminary()
    const known = [...haemoglobin, { position: 9, value: '240' }]
    await report.enter(known)
    expect(await report.verify(true)).toMatchObject({ httpStatus: 200 })
    expect(await report.release()).toMatchObject({ httpStatus: 200 })
    expect(await report.stateOf()).toBe('lab_processing')
    const all = completed(await report.read(), known)
    await report.enter(all)
    await report.verify(false)
    await report.release()
    const reason = 'The tube was old'
    await bench.verifies(correctReport, { params: { id: report.id }, body: { reason } })
    await report.enter(all)
    await report.verify(false)
    await report.release()
    expect((await report.read()).versions).toMatchObject([
      { state: 'released', completes: false, correction: reason },
      { state: 'corrected', completes: true, preliminary: false },
      { state: 'corrected', completes: true, preliminary: true },
      { state: 'corrected', completes: false, preliminary: true },
    ])
  })

  test('is corrected by the next version if one of its values changed, and its readers are notified', async () => {
    const report = await preliminary()
    expect((await report.patient())?.results).toMatchObject([{ preliminary: true }])
    await report.enter(completed(await report.read(), [{ position: 3, value: '12.5' }]))
    await report.verify(false)
    expect(await report.release()).toMatchObject({ httpStatus: 200 })
    expect((await report.patient())?.results).toMatchObject([
      {
        version: 2,
        preliminary: false,
        correction: expect.stringMatching(/^The preliminary report changed/),
      },
    ])
    expect(await report.fhir()).toContain('"status":"corrected"')
    await until('its reader has a mail about the correction', async () => {
      return (await mailsTo(report.order, 'A result of yours was corrected')).length === 1
    })
  })

  test('is corrected by the next version if a value is marked in another way', async () => {
    const report = await preliminary()
    await world.sql`update analyte set male_low = 14, female_low = 14 where loinc = '718-7'`
    await report.enterAll()
    await world.sql`update analyte set male_low = 13, female_low = 12 where loinc = '718-7'`
    expect(await report.newest()).toMatchObject({ completes: false })
    expect(await report.verify(false)).toMatchObject({ httpStatus: 200 })
    expect(await report.release()).toMatchObject({ httpStatus: 200 })
    expect((await report.patient())?.results).toMatchObject([
      { version: 2, correction: expect.stringContaining('how it is read') },
    ])
  })

  test('never follows a final one', async () => {
    const report = await begun()
    await report.enterAll()
    await report.verify(false)
    await report.release()
    const params = { id: report.id }
    await bench.verifies(correctReport, { params, body: { reason: 'The tube was old' } })
    await report.enter()
    expect((await report.read()).may).not.toContain('verify_preliminary')
    expect(await report.verify(true)).toMatchObject({ code: 'wrong_state' })
    expect(await report.verify(false)).toMatchObject({ code: 'values_missing' })
  })

  test('is none of a test that needs counselling', async () => {
    await world.sql`update test set sensitive = 'a test', needs_counselling = true, sensitive_by_operator = true
      where code = 'urinalysis'`
    const order = await orderAtBench(world, asAda, { test: [{ ...urine }] })
    const read = async () => (await reportsOf(bench.verifies, order))[0] ?? expect.unreachable()
    const { id, analytes } = await read()
    const [line = expect.unreachable()] = analytes
    const values = completed(await read(), []).filter(({ position }) => position === line.position)
    await bench.enters(enterResults, { params: { id }, body: { values, basedOn: null } })
    expect((await read()).may).toEqual([])
    const seen = (await read()).versions[0]?.enteredAt ?? ''
    const body = { seen, preliminary: true }
    expect(await bench.verifies(verifyReport, { params: { id }, body })).toMatchObject({
      code: 'wrong_state',
    })
  })

  test('with a critical value asks the patient to call once, and its final version only if more is critical', async () => {
    const low = [{ position: 3, value: '4.1' }]
    const calls = async (order: string) => (await mailsTo(order, 'Please call the lab now')).length
    const report = await begun()
    await report.enter(low)
    await report.verify(true)
    await report.release()
    await until('the patient has a mail', async () => (await calls(report.order)) === 1)
    await report.enter(completed(await report.read(), low))
    await report.verify(false)
    await report.release()
    await until('the patient has a mail about the whole order', async () => {
      return (await mailsTo(report.order, 'Your result is ready')).length === 1
    })
    expect(await calls(report.order)).toBe(1)
    const more = await begun()
    await more.enter(low)
    await more.verify(true)
    await more.release()
    await more.enter(completed(await more.read(), [...low, { position: 9, value: '5' }]))
    await more.verify(false)
    await more.release()
    await until('the patient has another mail', async () => (await calls(more.order)) === 2)
  })

  test('says on its check page that it is preliminary, and later that a newer one replaces it', async () => {
    const report = await preliminary()
    const code = (await report.patient())?.results[0]?.code ?? expect.unreachable()
    const checked = async () => (await world.nobody(checkReport, { params: { code } })).data
    expect(await checked()).toMatchObject({ status: 'valid', preliminary: true })
    await report.enterAll()
    await report.verify(false)
    await report.release()
    expect(await checked()).toMatchObject({ status: 'corrected', preliminary: true })
  })

  test('that was sent back is final or preliminary as it is verified the next time', async () => {
    const report = await begun()
    await report.enter()
    await report.verify(true)
    const params = { id: report.id }
    await bench.verifies(sendBackReport, { params, body: { reason: 'The sample was mixed up' } })
    expect(await report.newest()).toMatchObject({ state: 'draft', preliminary: false })
    expect(await report.verify(false)).toMatchObject({ code: 'values_missing' })
    await report.enterAll()
    expect(await report.verify(false)).toMatchObject({ httpStatus: 200 })
    expect(await report.release()).toMatchObject({ httpStatus: 200 })
    expect(await report.stateOf()).toBe('results_ready')
  })

  test('that is withdrawn takes its values out of the next version, which then corrects it', async () => {
    const report = await preliminary()
    const { enteredAt: basedOn } = await report.newest()
    const params = { id: report.id }
    const { linesVersion } = await report.read()
    const draft = { typed: haemoglobin, basedOn: null, upon: basedOn, linesVersion }
    expect(await bench.enters(saveEntryDraft, { params, body: draft })).toMatchObject({ httpStatus: 200 })
    expect(await report.withdraw()).toMatchObject({ httpStatus: 200 })
    expect(await report.read(bench.enters)).toMatchObject({
      versions: [{ number: 2, values: [] }, {}],
      draft: null,
    })
    // A tab that still shows the values of the wrong patient.
    const late = await bench.enters(enterResults, { params, body: { values: haemoglobin, basedOn } })
    expect(late).toMatchObject({ code: 'result_changed' })
    await report.enterAll()
    await report.verify(false)
    expect(await report.release()).toMatchObject({ httpStatus: 200 })
    expect((await report.patient())?.results).toMatchObject([
      { version: 2, correction: 'The preliminary report was withdrawn.' },
    ])
    expect(await report.stateOf()).toBe('results_ready')
  })

  test('that is withdrawn sends back the next version, if that is verified', async () => {
    const report = await preliminary()
    await report.enterAll()
    await report.verify(false)
    expect(await report.withdraw()).toMatchObject({ httpStatus: 200 })
    expect(await report.newest()).toMatchObject({ number: 2, state: 'draft', values: [] })
    expect(await report.release()).toMatchObject({ code: 'wrong_state' })
  })

  test('is final or preliminary, if two verify it at once', async () => {
    const report = await begun()
    await report.enterAll()
    const other = await yabaBench(world)
    const { enteredAt: seen } = await report.newest()
    const answers = await Promise.all(
      [bench, other].map(({ verifies }, index) =>
        verifies(verifyReport, { params: { id: report.id }, body: { seen, preliminary: index === 0 } }),
      ),
    )
    expect(answers.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 409])
    expect(await report.newest()).toMatchObject({
      state: 'verified',
      preliminary: answers[0]?.httpStatus === 200,
    })
  })

  test('does not make an order ready whose other results are all out', async () => {
    const report = await preliminary([{ ...fbc }, { ...sugar }])
    await releaseAll(world, report.order, ({ test: name }) => name === sugar.name)
    expect(await report.stateOf()).toBe('lab_processing')
    await releaseAll(world, report.order)
    expect(await report.stateOf()).toBe('results_ready')
  })

  test('is no end of the time that a result takes', async () => {
    const asSola = await world.as(sola)
    const released = async () => {
      const { data } = await asSola(readLabFigures, { query: {} })
      return data.turnaround.find((one) => one.test === fbc.name)?.released ?? 0
    }
    const before = await released()
    const report = await preliminary()
    expect(await released()).toBe(before)
    await report.enterAll()
    await report.verify(false)
    await report.release()
    expect(await released()).toBe(before + 1)
  })
})

test('a lab’s system completes a preliminary report that has had no entry since', async () => {
  const key = await keyOf(world)
  const report = await begun()
  await report.enter([...haemoglobin, { position: 1, value: '6.5' }])
  await report.verify(true)
  await report.release()
  const [accession = ''] = await accessionsOf(world, report.order)
  const values = [amount('718-7', 13.4, 'g/dL'), amount('777-3', 240, '10*9/L')]
  expect((await post(world, key, bundleOf({ accession, values }))).status).toBe(200)
  // What it does not deliver stays as the scientist typed it.
  const filled = [
    { name: 'White blood cells (WBC)', value: '6.5' },
    { name: 'Haemoglobin', value: '13.4' },
    { name: 'Platelets', value: '240' },
  ]
  expect((await report.newest()).values).toMatchObject(filled)
  // Once it is filled in, another delivery waits for a person.
  await post(world, key, bundleOf({ accession, values: [amount('718-7', 12, 'g/dL')] }))
  expect((await report.newest()).values).toMatchObject(filled)
})
