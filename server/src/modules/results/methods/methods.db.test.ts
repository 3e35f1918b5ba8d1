import {
  correctReport,
  type LabInterval,
  longestMethod,
  readIntervals,
  readResults,
  saveEntryDraft,
  setIntervals,
} from '@labalaba/contract'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ada, sola, tola, yaba } from '../../../../test/cast.ts'
import { exportedText } from '../../../../test/fhir/exported.ts'
import { type Bench, hire, yabaBench } from '../../../../test/lab-staff.ts'
import { beginReport, sellAtYaba, type TypedByName } from '../../../../test/report-at-bench.ts'
import { buildWorld, type Caller } from '../../../../test/world.ts'

// A report that is released twice is drawn twice, and beside other tests each drawing takes seconds.
vi.setConfig({ testTimeout: 60_000 })

const world = await buildWorld()
let asAda: Caller
let asTola: Caller
let bench: Bench
beforeAll(async () => {
  ;[asAda, asTola, bench] = await Promise.all([world.as(ada), world.as(tola), yabaBench(world)])
  await sellAtYaba(world, { creatinine: 4000 })
})

const creatinine = { name: 'Creatinine with eGFR', amount: 4000 }
const jaffe = 'Jaffe, Roche cobas c311'
const enzymatic = 'Enzymatic, Roche cobas c311'

async function lineOf(caller: Caller, test = creatinine.name, name = 'Creatinine') {
  const { data } = await caller(readIntervals, { query: { search: test } })
  return data.lines.find((one) => one.test === test && one.name === name) ?? expect.unreachable()
}

/** Says how the lab measures the creatinine; by default having seen what is in force. */
async function say(to: string, { caller = asTola, seen }: { caller?: Caller; seen?: string | null } = {}) {
  const { id, own, set, method } = await lineOf(asTola)
  const body = { own, seen: set?.at ?? null, method: { seen: seen === undefined ? method : seen, to } }
  return await caller(setIntervals, { params: { analyte: String(id) }, body })
}

async function begun() {
  const patient = { name: ada.name, gender: 'Male', dob: '1966-02-14', person: 'self' } as const
  const report = await beginReport(world, { books: asAda, bench }, creatinine, patient)
  const release = async (typed: TypedByName) => {
    expect(await report.enter(typed)).toMatchObject({ httpStatus: 200 })
    expect(await report.verify()).toMatchObject({ httpStatus: 200 })
    expect(await report.release()).toMatchObject({ httpStatus: 200 })
    return (await report.read()).versions[0] ?? expect.unreachable()
  }
  const correct = async () => {
    const { id } = report
    await bench.verifies(correctReport, { params: { id }, body: { reason: 'Said on the phone' } })
  }
  return { ...report, release, correct }
}

describe('how a lab measures a line', () => {
  test('is said by a verifier or a manager of the whole lab, with its history', async () => {
    expect(await say(jaffe)).toMatchObject({ httpStatus: 200 })
    expect(await lineOf(asTola)).toMatchObject({ method: jaffe, set: null, own: [] })
    expect(await say(enzymatic, { caller: await world.as(sola) })).toMatchObject({ httpStatus: 200 })
    expect(await say('')).toMatchObject({ httpStatus: 200 })
    expect((await lineOf(asTola)).method).toBeNull()
    const history = await world.sql`select method, setter.name as by, ender.name as ended_by from lab_method
      join account setter on setter.id = set_by left join account ender on ender.id = ended_by order by lab_method.id`
    expect([...history]).toEqual([
      { method: jaffe, by: tola.name, ended_by: sola.name },
      { method: enzymatic, by: sola.name, ended_by: tola.name },
    ])
    for (const other of [
      await hire(world, yaba.slug, ['desk', 'scientist']),
      await hire(world, yaba.slug, ['manager'], [yaba.annex]),
    ])
      expect(await say(jaffe, { caller: other })).toMatchObject({ code: 'not_your_duty' })
  })

  test.each([
    ['longer than 80 characters', 'x'.repeat(longestMethod + 1)],
    ['of two lines', 'One\nTwo'],
  ])('is refused if it is %s', async (_, to) => {
    expect(await say(to)).toMatchObject({ httpStatus: 400, code: 'invalid' })
  })

  test('is not set over another that was said meanwhile; the same again is no change', async () => {
    await say(jaffe)
    expect(await say(enzymatic, { seen: null })).toMatchObject({ code: 'intervals_changed' })
    expect(await say(jaffe, { seen: null })).toMatchObject({ httpStatus: 200 })
    expect((await lineOf(asTola)).method).toBe(jaffe)
  })

  test('may be said of a line with choices, which has no intervals', async () => {
    const { id, kind } = await lineOf(asTola, 'Urinalysis', 'Glucose')
    expect(kind).toBe('choice')
    const params = { analyte: String(id) }
    const interval: LabInterval = {
      ...{ sex: null, from: { amount: 0, unit: 'days' }, to: null },
      ...{ low: 1, high: 2, criticalLow: null, criticalHigh: null },
    }
    expect(await asTola(setIntervals, { params, body: { own: [interval], seen: null } })).toMatchObject({
      ...{ httpStatus: 400, code: 'invalid' },
    })
    const method = { seen: null, to: 'Test strip, read by eye' }
    expect(await asTola(setIntervals, { params, body: { own: [], seen: null, method } })).toMatchObject({
      httpStatus: 200,
    })
    expect(await lineOf(asTola, 'Urinalysis', 'Glucose')).toMatchObject({ method: method.to })
  })
})

describe('a value', () => {
  test('has the method that is in force at its entry: for the lab, the patient and in FHIR', async () => {
    await say(jaffe)
    const report = await begun()
    await report.release([['Creatinine', '90']])
    await say(enzymatic)
    expect(await report.lineOf('Creatinine')).toMatchObject({ value: '90', method: jaffe })
    expect(await report.lineOf('eGFR (CKD-EPI 2021)')).toMatchObject({ method: null })
    const { data } = await asAda(readResults, { params: { reference: report.order } })
    expect(data.results[0]?.values).toMatchObject([{ method: jaffe }, { method: null }])
    expect(await exportedText(world, ada, report.order)).toContain(`"method":{"text":"${jaffe}"}`)
  })

  test('that was not measured has none', async () => {
    await say(jaffe)
    const report = await begun()
    await report.enter([['Creatinine', 'Not measured: specimen unsuitable']])
    expect(await report.lineOf('Creatinine')).toMatchObject({ method: null })
    const add = world.sql`update result_value set method = 'Jaffe' where report_id = ${report.id} and position = 1`
    await expect(add).rejects.toThrow(/result_value_measured/)
  })

  test('in a draft has the method of its last entry, so that a slip in the method can be corrected', async () => {
    await say(jaffe)
    const report = await begun()
    await report.enter([['Creatinine', '90']])
    await say(enzymatic)
    await report.enter([['Creatinine', '90']])
    expect(await report.lineOf('Creatinine')).toMatchObject({ method: enzymatic })
  })

  test('that stands in a correction keeps its method; another value has that of now', async () => {
    await say(jaffe)
    const report = await begun()
    const first = await report.release([['Creatinine', '90']])
    await say(enzymatic)
    await report.correct()
    const added = await report.release([
      ['Creatinine', '90'],
      ['Comment', 'Repeat'],
    ])
    expect(added).toMatchObject({ addsOnly: true, values: [{ ...first.values[0], method: jaffe }, {}, {}] })
    await report.correct()
    const changed = await report.release([['Creatinine', '95']])
    expect(changed.values[0]).toMatchObject({ value: '95', method: enzymatic })
  })

  test('keeps its number in a correction of its method, and its readers see both methods', async () => {
    await say(jaffe)
    const report = await begun()
    await report.release([['Creatinine', '90']])
    await say(enzymatic)
    await report.correct()
    const corrected = await report.release([['Creatinine', '90', undefined, true]])
    expect(corrected).toMatchObject({ addsOnly: false, values: [{ value: '90', method: enzymatic }, {}] })
    const read = async () =>
      (await asAda(readResults, { params: { reference: report.order } })).data.results[0] ??
      expect.unreachable()
    const own = await read()
    expect(own).toMatchObject({
      version: 2,
      correction: 'Said on the phone',
      values: [{ method: enzymatic }, {}],
    })
    expect(own.replaces).toMatchObject([{ values: [{ name: 'Creatinine', value: '90', method: jaffe }] }])
    expect(own.replaces[0]?.values).toHaveLength(1)
    const exported = await exportedText(world, ada, report.order)
    expect(exported).toMatch(new RegExp(`Creatinine: 90 [^"]*. Method: ${jaffe}"`))
    // The next version keeps the corrected method; the wrong one is still told.
    await report.correct()
    await report.release([['Creatinine', '90', 'Seen again']])
    const last = await read()
    expect(last).toMatchObject({ version: 3, values: [{ method: enzymatic, comment: 'Seen again' }, {}] })
    expect(last.replaces).toMatchObject([{ values: [{ method: jaffe }] }, { values: [] }])
  })

  test('says more, and corrects nothing, with a method where none was said', async () => {
    await say('')
    const report = await begun()
    await report.release([['Creatinine', '90']])
    await say(jaffe)
    await report.correct()
    const added = await report.release([['Creatinine', '90', undefined, true]])
    expect(added).toMatchObject({ addsOnly: true, values: [{ value: '90', method: jaffe }, {}] })
    await say('')
    await report.correct()
    const gone = await report.release([['Creatinine', '90', undefined, true]])
    expect(gone).toMatchObject({ addsOnly: false, values: [{ value: '90', method: null }, {}] })
  })

  test('is typed anew in a draft, which remembers it until it is entered', async () => {
    await say(jaffe)
    const report = await begun()
    await report.release([['Creatinine', '90']])
    await say(enzymatic)
    await report.correct()
    const { id, analytes } = await report.read()
    const { position } = analytes.find(({ name }) => name === 'Creatinine') ?? expect.unreachable()
    expect(analytes.find((one) => one.position === position)?.method).toBe(enzymatic)
    const typed = [{ position, value: '90', methodNow: true }]
    const upon = (await report.read()).versions[0]?.enteredAt ?? null
    await bench.enters(saveEntryDraft, { params: { id }, body: { typed, basedOn: null, upon } })
    expect((await report.read()).draft?.typed).toMatchObject(typed)
  })

  test('measured in another specimen has the method of now, also if it is the same', async () => {
    await say(jaffe)
    const report = await begun()
    await report.release([['Creatinine', '90']])
    await say(enzymatic)
    await report.correct()
    world.clock.moveOn(60_000)
    const [specimen] = await world.sql<{ id: string }[]>`select specimen.id from specimen
      join lab_order placed on placed.id = order_id where placed.reference = ${report.order}`
    await world.sql`alter table specimen disable trigger user`
    await world.sql`update specimen set received_at = ${world.clock.now()} where id = ${specimen?.id ?? ''}`
    await world.sql`alter table specimen enable trigger user`
    world.clock.moveOn(60_000)
    await report.enter([['Creatinine', '90']])
    expect(await report.lineOf('Creatinine')).toMatchObject({ method: enzymatic })
  })

  test('is judged as before, and by the same interval, when only the method changes', async () => {
    await say(jaffe)
    const [one, other] = [await begun(), await begun()]
    await one.enter([['Creatinine', '200']])
    await say(enzymatic)
    await other.enter([['Creatinine', '200']])
    const [was, now] = [await one.lineOf('Creatinine'), await other.lineOf('Creatinine')]
    expect(now).toEqual({ ...was, method: enzymatic })
  })
})
