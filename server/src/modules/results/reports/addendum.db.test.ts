import { checkReport, correctReport, readResults, withdrawReport } from '@labalaba/contract'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ada, fbc } from '../../../../test/cast.ts'
import { exportedText } from '../../../../test/fhir/exported.ts'
import { type Bench, yabaBench } from '../../../../test/lab-staff.ts'
import { beginReport, sellAtYaba, type TypedByName } from '../../../../test/report-at-bench.ts'
import { buildWorld, type Caller, until } from '../../../../test/world.ts'

// A report that is released twice is drawn twice, and beside other tests each drawing takes seconds.
vi.setConfig({ testTimeout: 60_000 })

const world = await buildWorld()
await world.work()
let asAda: Caller
let bench: Bench
beforeAll(async () => {
  ;[asAda, bench] = await Promise.all([world.as(ada), yabaBench(world)])
  await sellAtYaba(world, { creatinine: 4000 })
})

const creatinine = { name: 'Creatinine with eGFR', amount: 4000 }
const before = [['Creatinine', '90']] as const satisfies TypedByName
const comment = ['Comment', 'The specimen was slightly haemolysed.'] as const
const added = 'The lab has added to a result of yours'
const corrected = 'A result of yours was corrected'

const mailsTo = async (order: string, subject: string) =>
  (await world.mailTo(ada.email)).filter((mail) => mail.subject === subject && mail.text.includes(order))

/** A released report that its patient has read; `next` corrects it with these values, up to its release. */
async function released(values: TypedByName = before) {
  const patient = { name: ada.name, gender: 'Male', dob: '1966-02-14', person: 'self' } as const
  const report = await beginReport(world, { books: asAda, bench }, creatinine, patient)
  await report.enter(values)
  expect(await report.verify()).toMatchObject({ httpStatus: 200 })
  expect(await report.release()).toMatchObject({ httpStatus: 200 })
  const own = async () =>
    (await asAda(readResults, { params: { reference: report.order } })).data?.results[0] ??
    expect.unreachable()
  await own()
  const next = async (typed: TypedByName) => {
    const { id } = report
    await bench.verifies(correctReport, { params: { id }, body: { reason: 'Said on the phone' } })
    expect(await report.enter(typed)).toMatchObject({ httpStatus: 200 })
    const [version] = (await report.read()).versions
    expect(await report.verify()).toMatchObject({ httpStatus: 200 })
    expect(await report.release()).toMatchObject({ httpStatus: 200 })
    return version?.addsOnly
  }
  return { ...report, own, next }
}

describe('the comment on a report', () => {
  test('has a line of its own below the values, which no report needs', async () => {
    const { analytes } = await beginReport(world, { books: asAda, bench }, creatinine, {})
    expect(analytes.at(-1)).toMatchObject({ name: 'Comment', kind: 'text', needed: false })
  })

  test('is there once, and not in a report that is in words alone', async () => {
    const counted = await world.sql<{ code: string; comments: number; only_text: boolean }[]>`
      select code, count(*) filter (where analyte.name ~* '\\ycomment\\y')::int as comments,
        bool_and(analyte.kind = 'text' or analyte.position = 1000) as only_text
      from analyte join test on test.id = analyte.test_id where analyte.active group by code`
    expect(counted.filter(({ comments }) => comments > 1)).toEqual([])
    expect(counted.filter((one) => one.comments === 0 && !one.only_text)).toEqual([])
    const ofBiopsy = await world.sql`select analyte.name from analyte join test on test.id = test_id
      where code = 'biopsy-small' and analyte.active order by position`
    expect(ofBiopsy.at(-1)).toEqual({ name: 'Diagnosis' })
  })

  test('goes out with the values, also in FHIR', async () => {
    const { order, own } = await released([...before, comment])
    expect((await own()).values.at(-1)).toMatchObject({ name: 'Comment', value: comment[1], flag: null })
    expect(await exportedText(world, ada, order)).toContain(comment[1])
  })
})

describe('a version that only adds to the one before it', () => {
  test('is no correction: for its reader, in FHIR and by mail', async () => {
    const { order, own, next } = await released()
    expect(await next([...before, comment])).toBe(true)
    expect(await own()).toMatchObject({ version: 2, addsOnly: true, correction: 'Said on the phone' })
    const sent = await exportedText(world, ada, order)
    expect(sent).toContain('"status":"appended"')
    expect(sent).not.toContain('"status":"corrected"')
    await until('its patient has a mail', async () => (await mailsTo(order, added)).length === 1)
    expect(await mailsTo(order, corrected)).toEqual([])
  })

  test.each<[what: string, first: TypedByName, second: TypedByName]>([
    ['a value changed too', before, [['Creatinine', '95'], comment]],
    ['the comment changed', [...before, comment], [...before, ['Comment', 'It was not.']]],
    ['the comment went', [...before, comment], before],
    ['nothing changed', before, before],
  ])('is a correction if %s', async (_, first, second) => {
    const { order, own, next } = await released(first)
    expect(await next(second)).toBe(false)
    expect(await own()).toMatchObject({ version: 2, addsOnly: false })
    expect(await exportedText(world, ada, order)).toContain('"status":"corrected"')
    await until('its patient has a mail', async () => (await mailsTo(order, corrected)).length === 1)
  })

  test('is a correction after another correction, whose readers may hold the first value', async () => {
    const { own, next } = await released()
    expect(await next([['Creatinine', '95']])).toBe(false)
    expect(await next([['Creatinine', '95'], comment])).toBe(false)
    expect(await own()).toMatchObject({ version: 3, addsOnly: false })
  })

  test('is checked by the code of the earlier report: appended, until a value is corrected', async () => {
    const { order, own, next } = await released()
    const { code } = await own()
    const checked = async () => (await world.nobody(checkReport, { params: { code } })).data?.status
    expect(await checked()).toBe('valid')
    expect(await next([...before, comment])).toBe(true)
    expect(await checked()).toBe('appended')
    expect(await next([['Creatinine', '95'], comment])).toBe(false)
    expect(await checked()).toBe('corrected')
    expect(await exportedText(world, ada, order)).toContain('"status":"corrected"')
  })

  test('vouches for no earlier report once it is withdrawn', async () => {
    const { id, own, next } = await released()
    const { code } = await own()
    expect(await next([...before, comment])).toBe(true)
    const body = { number: 2, because: 'wrong_patient', note: 'The labels were swapped' } as const
    await bench.verifies(withdrawReport, { params: { id }, body })
    const { data } = await world.nobody(checkReport, { params: { code } })
    expect(data?.status).toBe('corrected')
  })

  test('is a correction if a line has another name than before', async () => {
    const { next } = await released()
    onTestFinished(
      async () => void (await world.sql`update analyte set name = 'Creatinine' where name = 'Creatine'`),
    )
    await world.sql`update analyte set name = 'Creatine' where name = 'Creatinine'`
    expect(await next([...before, comment])).toBe(false)
  })

  test('is a correction if the lab received another specimen in between', async () => {
    const { order, next } = await released()
    world.clock.moveOn(60_000)
    const [specimen] = await world.sql<{ id: string }[]>`select specimen.id from specimen
      join lab_order placed on placed.id = order_id where placed.reference = ${order}`
    await world.sql`alter table specimen disable trigger user`
    await world.sql`update specimen set received_at = ${world.clock.now()} where id = ${specimen?.id ?? ''}`
    await world.sql`alter table specimen enable trigger user`
    world.clock.moveOn(60_000)
    expect(await next([...before, comment])).toBe(false)
  })

  test('is a correction if a value is marked in another way than before', async () => {
    const { next } = await released()
    onTestFinished(
      async () => void (await world.sql`update analyte set male_high = 115 where loinc = '14682-9'`),
    )
    await world.sql`update analyte set male_high = 80 where loinc = '14682-9'`
    expect(await next([...before, comment])).toBe(false)
  })

  test('leaves one call open about a critical value, and does not ask the patient to call again', async () => {
    const { order, next } = await released([['Creatinine', '900']])
    const asked = async () => (await mailsTo(order, 'Please call the lab today')).length
    const openCalls = async () =>
      await world.sql`select call.tier, call.number from critical_call call join report on report.id = call.report_id
        join lab_order placed on placed.id = report.order_id
        where placed.reference = ${order} and call.ended_at is null`
    await until('the patient is asked to call', async () => (await asked()) > 0)
    const [mails, calls] = [await asked(), await openCalls()]
    expect(calls).toEqual([{ tier: 'urgent', number: 1 }])
    expect(await next([['Creatinine', '900'], comment])).toBe(true)
    await until('its patient has a mail', async () => (await mailsTo(order, added)).length === 1)
    expect(await openCalls()).toEqual([{ tier: 'urgent', number: 2 }])
    await until('no job waits', async () => {
      const [waiting] = await world.sql<{ jobs: number }[]>`
        select count(*)::int as jobs from graphile_worker._private_jobs where run_at <= now()`
      return waiting?.jobs === 0
    })
    expect(await asked()).toBe(mails)
  })
})

test('a blood count can have a comment too', async () => {
  const { analytes } = await beginReport(world, { books: asAda, bench }, fbc, {})
  expect(analytes.filter(({ name }) => name === 'Comment')).toHaveLength(1)
})
