import {
  acceptClinicalLimits,
  correctReport,
  enterResults,
  type LabReport,
  readClinicalLimits,
  readResults,
  releaseReport,
  sendBackReport,
  verifyReport,
} from '@labalaba/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ada, yaba } from '../../../../test/cast.ts'
import { type Bench, hire, yabaBench } from '../../../../test/lab-staff.ts'
import { beginReport, sellAtYaba } from '../../../../test/report-at-bench.ts'
import { buildWorld, type Caller } from '../../../../test/world.ts'

const world = await buildWorld()
const electrolytes = { name: 'Serum electrolytes', amount: 5000 }
const reason = 'Repeated on a second tube, the same'
let asAda: Caller
let bench: Bench
/** Another verifier, and a person who both enters and verifies. */
let verifies: Caller
let doesBoth: Caller
let manages: Caller
beforeAll(async () => {
  ;[asAda, bench] = await Promise.all([world.as(ada), yabaBench(world)])
  verifies = await hire(world, yaba.slug, ['verifier'])
  doesBoth = await hire(world, yaba.slug, ['scientist', 'verifier'])
  manages = await hire(world, yaba.slug, ['manager'])
  await sellAtYaba(world, { electrolytes: 5000 })
})
beforeEach(async () => {
  await world.sql`update plausibility_limit set approved_by = null`
})

const sign = () => world.sql`update plausibility_limit set approved_by = 'Dr Signed' where code = 'potassium'`

type Reasons = readonly { readonly position: number; readonly reason: string }[]

let patients = 0

/** A report with this potassium, which a scientist entered, and what can be done with it; of a new patient, unless one is named. */
async function entered(potassium: string, by: Caller = bench.enters, of?: string) {
  patients += 1
  const email = of ?? `patient-${patients}@cast.example`
  const patient = { name: 'Bisi Ojo', email, gender: 'Female', dob: '1966-02-14' } as const
  const report = await beginReport(world, { books: asAda, bench }, electrolytes, patient)
  const line = (name: string) => report.analytes.find((one) => one.name === name) ?? expect.unreachable(name)
  const { position } = line('Potassium')
  const newest = async () => (await report.read()).versions[0] ?? expect.unreachable()
  const enter = async (value: string) => {
    const others = report.analytes.filter((one) => one.needed && one.position !== position)
    const values = [
      ...others.map(({ position, high }) => ({ position, value: String(high ?? 1) })),
      { position, value },
    ]
    const basedOn = (await report.read()).versions[0]?.enteredAt ?? null
    return await by(enterResults, { params: { id: report.id }, body: { values, basedOn } })
  }
  expect(await enter(potassium)).toMatchObject({ httpStatus: 200 })
  const verify = async (caller: Caller, confirmed?: Reasons, preliminary = false) => {
    const body = {
      seen: (await newest()).enteredAt,
      preliminary,
      ...(confirmed && { confirmed: [...confirmed] }),
    }
    return await caller(verifyReport, { params: { id: report.id }, body })
  }
  return { ...report, position, newest, enter, verify, because: [{ position, reason }] }
}
const stored = (id: string) =>
  world.sql`select position, value, unit, reason from value_confirmation where report_id = ${id} order by id`

describe('a value beyond a plausibility limit that is signed', () => {
  beforeEach(sign)

  test('is saved by the scientist, and verified only with a reason', async () => {
    const report = await entered('15')
    const [warning] = (await report.newest()).warnings
    expect(warning).toMatchObject({ kind: 'implausible', stops: true })
    expect(report.analytes.find(({ position }) => position === report.position)).toMatchObject({
      warningLimits: [{ kind: 'implausible', stops: true }],
    })
    const refused = await report.verify(bench.verifies)
    expect(refused).toMatchObject({ httpStatus: 409, code: 'values_not_confirmed' })
    expect(refused.fields).toEqual({ [report.position]: 'check the decimal point and the tube' })
    expect((await report.newest()).state).toBe('draft')
    expect(await report.verify(bench.verifies, report.because)).toMatchObject({ httpStatus: 200 })
    expect(await report.newest()).toMatchObject({
      ...{ state: 'verified', warnings: [{ stops: true }] },
      confirmations: [{ position: report.position, by: 'Tola', reason, at: expect.any(String) }],
    })
  })

  test('is not confirmed by the scientist, nor by a verifier who entered it', async () => {
    const report = await entered('15', doesBoth)
    expect(await report.verify(bench.enters, report.because)).toMatchObject({ code: 'not_your_duty' })
    expect(await report.verify(doesBoth, report.because)).toMatchObject({ code: 'own_entry' })
    expect(await stored(report.id)).toEqual([])
  })

  test.each(['', 'too short', 'x'.repeat(301), 'two lines\nof a reason'])(
    'is not confirmed with the reason %j',
    async (given) => {
      const report = await entered('15')
      const answer = await report.verify(bench.verifies, [{ position: report.position, reason: given }])
      expect(answer).toMatchObject({ httpStatus: 400, code: 'invalid' })
    },
  )

  test('is confirmed by a reason about it, not about another line', async () => {
    const report = await entered('15')
    const other = report.analytes.find(({ name }) => name === 'Sodium')?.position ?? 0
    expect(await report.verify(bench.verifies, [{ position: other, reason }])).toMatchObject({
      code: 'values_not_confirmed',
    })
    expect(await stored(report.id)).toEqual([])
    const both = [...report.because, { position: other, reason: 'Not asked for at all' }]
    expect(await report.verify(bench.verifies, both)).toMatchObject({ httpStatus: 200 })
    // Only a value that stops needs a reason.
    expect(await stored(report.id)).toMatchObject([
      { position: report.position, value: '15', unit: 'mmol/L' },
    ])
  })

  test('needs a new reason when it was entered again, and none when it was only sent back', async () => {
    const report = await entered('15')
    await report.verify(bench.verifies, report.because)
    const sendBack = () =>
      bench.verifies(sendBackReport, { params: { id: report.id }, body: { reason: 'Look' } })
    await sendBack()
    expect((await report.newest()).confirmations).toMatchObject([{ reason }])
    expect(await report.verify(verifies)).toMatchObject({ httpStatus: 200 })
    await sendBack()
    for (const value of ['16', '15']) {
      world.clock.moveOn(1000)
      await report.enter(value)
      expect((await report.newest()).confirmations).toEqual([])
      expect(await report.verify(bench.verifies)).toMatchObject({ code: 'values_not_confirmed' })
    }
    const again = [{ position: report.position, reason: 'Repeated once more, the same' }]
    expect(await report.verify(verifies, again)).toMatchObject({ httpStatus: 200 })
    expect((await stored(report.id)).map(({ reason }) => reason)).toEqual([reason, again[0]?.reason])
  })

  test('needs a new reason in a correction that keeps it', async () => {
    const report = await entered('15')
    await report.verify(bench.verifies, report.because)
    await report.release()
    await bench.verifies(correctReport, { params: { id: report.id }, body: { reason: 'Sodium was wrong' } })
    expect(await report.verify(verifies)).toMatchObject({ code: 'values_not_confirmed' })
  })

  test('goes out as preliminary only with a reason', async () => {
    const report = await entered('15')
    expect(await report.verify(bench.verifies, [], true)).toMatchObject({ code: 'values_not_confirmed' })
    expect(await report.verify(bench.verifies, report.because, true)).toMatchObject({ httpStatus: 200 })
  })

  test('is confirmed by one of two verifiers at once', async () => {
    const report = await entered('15')
    const { enteredAt: seen } = await report.newest()
    const verify = (by: Caller, words: string) =>
      by(verifyReport, {
        params: { id: report.id },
        body: { seen, confirmed: [{ position: report.position, reason: words }] },
      })
    const answers = await Promise.all([
      verify(bench.verifies, 'The first one says so'),
      verify(verifies, 'The second one says so'),
    ])
    expect(answers.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 409])
    const won = answers[0].httpStatus === 200 ? 'The first one says so' : 'The second one says so'
    expect(await stored(report.id)).toMatchObject([{ reason: won }])
    expect((await report.newest()).confirmations).toMatchObject([{ reason: won }])
  })

  test('is not verified by a verifier who has not seen it, whatever the reason', async () => {
    const report = await entered('5')
    const { enteredAt: seen } = await report.newest()
    world.clock.moveOn(1000)
    const [, answer] = await Promise.all([
      report.enter('15'),
      bench.verifies(verifyReport, { params: { id: report.id }, body: { seen, confirmed: report.because } }),
    ])
    // The verification came first, of the plausible value, or not at all.
    if (answer.httpStatus === 200) expect(await report.lineOf('Potassium')).toMatchObject({ value: '5' })
    expect(await stored(report.id)).toEqual([])
  })

  test('is audited with the person, and no patient reads the reason', async () => {
    const report = await entered('15')
    await report.verify(bench.verifies, report.because)
    await bench.verifies(releaseReport, { params: { id: report.id }, body: { counselledBy: null } })
    const audited = await world.sql`select account.name from audit_entry
      join account on account.id = account_id where what = 'value_confirmed' and report_id = ${report.id}`
    expect(audited).toMatchObject([{ name: expect.stringMatching(/^Tola/) }])
    const released: LabReport = await report.read()
    expect(released.versions[0]).toMatchObject({ state: 'released', confirmations: [{ reason }] })
    const own = await asAda(readResults, { params: { reference: report.order } })
    expect(own.data.results).toHaveLength(1)
    expect(JSON.stringify(own)).not.toContain(reason)
  })

  test('stops by the signed row, also if another row only warns of it', async () => {
    await world.sql`insert into plausibility_limit (code, analyte, ucum, from_amount, from_unit, at_or_above, to_check, source, source_read)
      select 'a-first-row', analyte, ucum, 0, 'days', 11, 'the tube', 'A test', false from plausibility_limit where code = 'potassium'`
    const report = await entered('15')
    await world.sql`delete from plausibility_limit where code = 'a-first-row'`
    expect(await report.verify(bench.verifies)).toMatchObject({ code: 'values_not_confirmed' })
  })
})

test('a value within the limits, and one that only changed much, needs no reason', async () => {
  await world.sql`insert into plausibility_limit
      (code, analyte, ucum, from_amount, from_unit, change_by, within_days, to_check, source, source_read, approved_by)
    select 'a-change', analyte, ucum, 0, 'days', 3, 7, 'the name on the tube', 'A test', false, 'Dr Signed'
      from plausibility_limit where code = 'potassium'`
  const zainab = 'zainab@cast.example'
  const before = await entered('3.0', bench.enters, zainab)
  expect(await before.verify(bench.verifies)).toMatchObject({ httpStatus: 200 })
  await before.release()
  const report = await entered('8.0', bench.enters, zainab)
  expect((await report.newest()).warnings).toMatchObject([{ kind: 'changed', stops: false }])
  expect(await report.verify(bench.verifies)).toMatchObject({ httpStatus: 200 })
  await world.sql`delete from plausibility_limit where code = 'a-change'`
})

test('a row that is neither signed nor accepted only warns; one that the lab accepted stops, until it changes', async () => {
  const verifiedFree = await entered('15')
  expect((await verifiedFree.newest()).warnings).toMatchObject([{ kind: 'implausible', stops: false }])
  expect(await verifiedFree.verify(bench.verifies)).toMatchObject({ httpStatus: 200 })

  const { data } = await manages(readClinicalLimits, {})
  const accepted = await manages(acceptClinicalLimits, { body: { edition: data.edition } })
  expect(accepted).toMatchObject({ httpStatus: 200 })
  const stopped = await entered('15')
  expect(await stopped.verify(bench.verifies)).toMatchObject({ code: 'values_not_confirmed' })

  await world.sql`update plausibility_limit set at_or_above = 12.5 where code = 'potassium'`
  expect((await stopped.newest()).warnings).toMatchObject([{ kind: 'implausible', stops: false }])
  expect(await stopped.verify(bench.verifies)).toMatchObject({ httpStatus: 200 })
})
