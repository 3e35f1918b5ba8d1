import {
  addPerson,
  type BodySent,
  consentVersion,
  correctReport,
  downloadReport,
  enterResults,
  exportOrder,
  lagosDate,
  listReaders,
  listShares,
  makeShare,
  openShare,
  provePatient,
  readResults,
  releaseReport,
  revokeShare,
  verifyReport,
  withdrawReport,
} from '@labalaba/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { orderAtBench } from '../../../test/bench.ts'
import { ada, chidi, drBello, sola, sugar, tola, urine } from '../../../test/cast.ts'
import { plausible, releaseAll, reportsOf } from '../../../test/results.ts'
import { buildWorld, type Form } from '../../../test/world.ts'

const world = await buildWorld()
const { sql, nobody } = world
const hour = 60 * 60 * 1000
const permission = { as: 'permission', version: consentVersion } as const
const saysWhatItIs = {
  name: 'Fasting glucose',
  about: 'Measures sugar in the blood after a night without food, so that a meal does not change it.',
}
const guardian = { as: 'guardian', version: consentVersion } as const

async function makeSensitive(): Promise<void> {
  await sql`update test set sensitive = 'by hand', sensitive_until = null where code = 'fbs'`
}
afterEach(async () => {
  await sql`update test set sensitive_until = '-infinity' where sensitive = 'by hand'`
})

/** Released results of two tests, the first of which is sensitive. */
async function released(by: typeof ada | typeof chidi | typeof drBello, changes: Partial<Form>) {
  await makeSensitive()
  const reference = await orderAtBench(world, await world.as(by), {
    ...{ test: [{ ...sugar }, { ...urine }], email: 'mama@cast.example', ...changes },
  })
  await releaseAll(world, reference)
  return reference
}

async function fileOf(person: typeof ada | typeof chidi, path: string): Promise<Response> {
  const headers = { authorization: `Bearer ${await world.tokenOf(person)}` }
  return await fetch(`${world.publicUrl}${path}`, { headers })
}
const sheetPath = (reference: string, report: string) =>
  downloadReport.path.replace(':reference', reference).replace(':report', report)
const read = async (person: typeof ada | typeof chidi, reference: string) =>
  await (await world.as(person))(readResults, { params: { reference } })
const shareOf = (reports: string[], sensitive: string[] = []): BodySent<typeof makeShare> => ({
  ...{ reports, sensitive, lasts: 'day' },
})
const reportIds = async (reference: string) => {
  const found = await sql<
    { id: string; test_name: string }[]
  >`select id, test_name from report where order_id =
    (select id from lab_order where reference = ${reference}) order by position`
  return { secret: found[0]?.id ?? '', open: found[1]?.id ?? '' }
}

describe('NG-15: a sensitive result of an adult', () => {
  test('is hidden from the person who booked for them: on the screen, as a file, in an export and from sharing', async () => {
    const reference = await released(ada, { person: 'other', consent: permission })
    const { secret, open } = await reportIds(reference)
    const { data } = await read(ada, reference)
    expect(data.results.map(({ id }) => id)).toEqual([open])
    expect(data).toMatchObject({
      ...{ withheld: [{ test: sugar.name, because: 'sensitive' }], patientEmail: 'mama@cast.example' },
    })
    expect((await fileOf(ada, sheetPath(reference, secret))).status).toBe(404)
    const file = await fileOf(ada, sheetPath(reference, open))
    expect(file.status).toBe(200)
    expect(file.headers.get('content-disposition')).toMatch(/filename="report-LB-[\w-]+-urin[\w-]*\.pdf"/)
    const bundle = await (await fileOf(ada, exportOrder.path.replace(':reference', reference))).text()
    expect(bundle).toContain(open)
    expect(bundle).not.toContain(secret)
    const body = shareOf([secret], [secret])
    expect(await (await world.as(ada))(makeShare, { params: { reference }, body })).toMatchObject({
      code: 'not_found',
    })
    const seen = await sql`select 1 from result_opened where report_id = ${secret} and reader = 'patient'`
    expect(seen).toHaveLength(0)
  })

  test('that was withdrawn is named to the patient only, also in an export and behind a link', async () => {
    const reference = await released(ada, {
      ...{ person: 'other', consent: permission, email: chidi.email, dob: '1990-05-06' },
    })
    const { secret } = await reportIds(reference)
    await sql`update test set sensitive_until = '-infinity' where sensitive = 'by hand'`
    const asked = { params: { reference }, body: shareOf([secret]) }
    const { data: share } = await (await world.as(ada))(makeShare, asked)
    await makeSensitive()
    const body = { number: 1, because: 'unfit_sample', note: 'It had clotted.' } as const
    await (await world.as(tola))(withdrawReport, { params: { id: secret }, body })
    expect((await read(ada, reference)).data.withdrawn).toEqual([])
    const bundle = await (await fileOf(ada, exportOrder.path.replace(':reference', reference))).text()
    expect(bundle).not.toContain(secret)
    const opened = await nobody(openShare, {
      params: { token: share.url.split('/shared/')[1] ?? '' },
      body: { passcode: share.passcode },
    })
    expect(opened.data.withdrawn).toEqual([])
    await (await world.as(chidi))(provePatient, { params: { reference }, body: { answer: '1990-05-06' } })
    expect((await read(chidi, reference)).data.withdrawn).toMatchObject([{ test: sugar.name }])
  })

  test('is hidden if the booking does not say for whom it is, and has another email', async () => {
    const { data } = await read(ada, await released(ada, {}))
    expect(data.withheld).toEqual([{ test: sugar.name, because: 'sensitive' }])
  })

  test('is interpreted with sex, date of birth and collection time, which a later rejection does not change', async () => {
    const reference = await released(ada, { dob: '1985-03-27', person: 'self', name: ada.name })
    const { data } = await read(ada, reference)
    expect(data).toMatchObject({ gender: 'Female', bornOn: '1985-03-27' })
    const samples = await sql<{ id: number; taken: Date }[]>`select id, collected_at as taken from specimen
      where order_id = (select id from lab_order where reference = ${reference})`
    const moments = new Set(samples.map(({ taken }) => taken.toISOString()))
    expect(data.results.every(({ takenAt }) => takenAt !== null && moments.has(takenAt))).toBe(true)
    const none = data.results.map(() => null)
    /** Past the guards of what becomes of a sample. */
    const alter = async (
      change: (tx: Parameters<Parameters<typeof sql.begin>[1]>[0]) => PromiseLike<unknown>,
    ) =>
      await sql.begin(async (tx) => {
        await tx`set local session_replication_role = replica`
        await change(tx)
      })
    const ids = sql(samples.map(({ id }) => id))
    const receive = async (later: string) =>
      await alter(
        (tx) =>
          tx`update specimen set received_at = received_at + ${later}::text::interval where id in ${ids}`,
      )
    // A specimen received after the values were entered is not the one they describe.
    await receive('2 days')
    expect((await read(ada, reference)).data.results.map(({ takenAt }) => takenAt)).toEqual(none)
    await receive('-2 days')
    const reject = async (at: string) =>
      await alter(
        (tx) => tx`update specimen set state = 'rejected', rejected_at = ${at}::text::timestamptz,
          rejected_reason = 'clotted', rejected_by = received_by where id in ${ids}`,
      )
    await reject('infinity')
    expect((await read(ada, reference)).data.results).toEqual(data.results)
    await reject('-infinity')
    const without = (await read(ada, reference)).data.results
    expect(without.map(({ takenAt }) => takenAt)).toEqual(none)
    await alter(
      (tx) => tx`update specimen set state = 'received', rejected_at = null, rejected_reason = null,
        rejected_by = null where id in ${ids}`,
    )
  })

  test('is shown to the patient who booked for themselves, recognised by name and email if the booking does not say', async () => {
    for (const changes of [
      { person: 'self', name: ada.name } as const,
      { name: ada.name, email: ada.email },
    ]) {
      const { data } = await read(ada, await released(ada, changes))
      expect([data.results.length, data.withheld]).toEqual([2, []])
    }
  })

  test('is read by the patient with their own account, and by the booker once the patient shares it', async () => {
    const reference = await released(ada, {
      ...{ person: 'other', consent: permission, email: chidi.email, dob: '1990-05-06' },
    })
    const { secret } = await reportIds(reference)
    const asChidi = await world.as(chidi)
    const params = { reference }
    await asChidi(provePatient, { params, body: { answer: '1990-05-06' } })
    const { data } = await read(chidi, reference)
    expect(data).toMatchObject({ withheld: [], patientEmail: null })
    expect(data.results.find(({ id }) => id === secret)?.values).toMatchObject([saysWhatItIs])
    const body = shareOf([secret], [secret])
    const { data: share } = await asChidi(makeShare, { params, body })
    const token = share.url.split('/shared/')[1] ?? ''
    const { data: shown } = await nobody(openShare, {
      params: { token },
      body: { passcode: share.passcode },
    })
    expect(shown.results.map(({ id }) => id)).toEqual([secret])
    expect(shown.results[0]?.values).toMatchObject([saysWhatItIs])
    const atLab = (await reportsOf(await world.as(sola), reference)).find(({ id }) => id === secret)
    expect(atLab?.versions[0]?.values[0]).not.toHaveProperty('about')
  })

  test('is in no link that the booker made before the test became sensitive', async () => {
    const reference = await released(ada, { person: 'other', consent: permission })
    await sql`update test set sensitive_until = '-infinity' where sensitive = 'by hand'`
    const { secret } = await reportIds(reference)
    const body = shareOf([secret])
    const { data: share } = await (await world.as(ada))(makeShare, { params: { reference }, body })
    const open = async () =>
      await nobody(openShare, {
        params: { token: share.url.split('/shared/')[1] ?? '' },
        body: { passcode: share.passcode },
      })
    expect((await open()).data.results).toHaveLength(1)
    await makeSensitive()
    expect((await open()).data.results).toHaveLength(0)
  })
})

describe('the links of the patient', () => {
  const given = async (reference: string) => {
    const asChidi = await world.as(chidi)
    const params = { reference }
    await asChidi(provePatient, { params, body: { answer: '1990-05-06' } })
    const { open } = await reportIds(reference)
    const body = { ...shareOf([open]), forWhom: 'The clinic in Surulere' }
    const { data } = await asChidi(makeShare, { params, body })
    const token = data.url.split('/shared/')[1] ?? ''
    await nobody(openShare, { params: { token }, body: { passcode: data.passcode } })
    return data
  }

  test('are neither shown to the booker nor stopped by them, and neither are their openings', async () => {
    const reference = await released(ada, {
      ...{ person: 'other', consent: permission, email: chidi.email, dob: '1990-05-06' },
    })
    const params = { reference }
    const share = await given(reference)
    const asAda = await world.as(ada)
    expect((await asAda(listShares, { params })).data).toEqual([])
    const readers = (await asAda(listReaders, { params })).data
    expect(readers.map(({ role }) => role)).not.toContain('share')
    const stopping = { params: { reference, share: share.id } }
    expect(await asAda(revokeShare, stopping)).toMatchObject({ httpStatus: 404 })
    const { open } = await reportIds(reference)
    const own = (await asAda(makeShare, { params, body: shareOf([open]) })).data
    expect((await asAda(listShares, { params })).data.map(({ id }) => id)).toEqual([own.id])
    // The patient sees both, and stops either.
    const asChidi = await world.as(chidi)
    expect((await asChidi(listShares, { params })).data).toHaveLength(2)
    expect((await asChidi(listReaders, { params })).data.map(({ name }) => name)).toContain(
      'The clinic in Surulere',
    )
    const theirs = { params: { reference, share: own.id } }
    expect(await asChidi(revokeShare, theirs)).toMatchObject({ httpStatus: 200 })
  })

  test('are seen by a guardian until the eighteenth birthday', async () => {
    const tomorrow = lagosDate(new Date(world.clock.now().getTime() + 24 * hour))
    const dob = `${Number(tomorrow.slice(0, 4)) - 18}${tomorrow.slice(4)}`
    const reference = await released(ada, { dob, person: 'other', consent: guardian, email: chidi.email })
    const params = { reference }
    const { open } = await reportIds(reference)
    const asChidi = await world.as(chidi)
    await asChidi(provePatient, { params, body: { answer: dob } })
    await asChidi(makeShare, { params, body: shareOf([open]) })
    expect((await (await world.as(ada))(listShares, { params })).data).toHaveLength(1)
    world.clock.moveOn(25 * hour)
    expect((await (await world.as(ada))(listShares, { params })).data).toHaveLength(0)
  })
})

describe('a guardian', () => {
  /** Born so that they turn 18 in this many hours at the latest. */
  const almostGrown = () => {
    const tomorrow = lagosDate(new Date(world.clock.now().getTime() + 24 * hour))
    return `${Number(tomorrow.slice(0, 4)) - 18}${tomorrow.slice(4)}`
  }

  test('reads all of a child’s results, sensitive ones too', async () => {
    const asAda = await world.as(ada)
    const told = { name: 'Zara Obi', gender: 'Female', dob: '2019-03-04', relationship: 'child' } as const
    const { data: zara } = await asAda(addPerson, { body: { ...told, consent: guardian } })
    const reference = await released(ada, { dob: '', person: zara.id, consent: guardian })
    const { data } = await read(ada, reference)
    expect([data.results.length, data.withheld]).toEqual([2, []])
  })

  test('keeps earlier results after the eighteenth birthday except sensitive ones, and reads no later ones', async () => {
    const reference = await released(ada, { dob: almostGrown(), person: 'other', consent: guardian })
    expect((await read(ada, reference)).data.results).toHaveLength(2)
    world.clock.moveOn(25 * hour)
    const grown = (await read(ada, reference)).data
    expect(grown.results).toHaveLength(1)
    expect(grown.withheld).toEqual([{ test: sugar.name, because: 'sensitive' }])
    await correctUrine(reference)
    const corrected = (await read(ada, reference)).data
    expect(corrected.results).toHaveLength(0)
    expect(corrected.withheld).toContainEqual({ test: urine.name, because: 'of_age' })
  })

  async function correctUrine(reference: string): Promise<void> {
    const [asSola, asTola] = [await world.as(sola), await world.as(tola)]
    const found = async () =>
      (await reportsOf(asSola, reference)).find(({ test }) => test === urine.name) ?? expect.unreachable()
    const { id } = await found()
    await asTola(correctReport, { params: { id }, body: { reason: 'Counted again' } })
    const draft = await found()
    const basedOn = draft.versions[0]?.enteredAt ?? null
    await asSola(enterResults, { params: { id }, body: { values: plausible(draft), basedOn } })
    const seen = (await found()).versions[0]?.enteredAt ?? ''
    await asTola(verifyReport, { params: { id }, body: { seen } })
    expect(await asTola(releaseReport, { params: { id }, body: { counselledBy: null } })).toMatchObject({
      httpStatus: 200,
    })
  }
})

describe('a reader with the patient’s email', () => {
  const prove = async (reference: string, answer: string, bornOn?: string) =>
    await (await world.as(chidi))(provePatient, {
      ...{ params: { reference }, body: { answer, ...(bornOn && { bornOn }) } },
    })
  const booked = (changes: Partial<Form> = {}) => released(drBello, { email: chidi.email, ...changes })
  const tried = (
    reference: string,
  ) => sql`select what from audit_entry where what like 'patient\_%' and order_id =
      (select id from lab_order where reference = ${reference}) order by number`

  test('reads, saves, shares and exports nothing before giving the date of birth, and is asked once', async () => {
    const reference = await booked({ dob: '1990-05-06' })
    const asChidi = await world.as(chidi)
    const params = { reference }
    const { open } = await reportIds(reference)
    const unproven = { httpStatus: 403, code: 'patient_unproven', data: { asked: 'dob' } }
    expect(await asChidi(readResults, { params })).toMatchObject(unproven)
    expect(await asChidi(listReaders, { params })).toMatchObject(unproven)
    expect(await asChidi(listShares, { params })).toMatchObject(unproven)
    const body = shareOf([open])
    expect(await asChidi(makeShare, { params, body })).toMatchObject(unproven)
    expect((await fileOf(chidi, sheetPath(reference, open))).status).toBe(403)
    expect((await fileOf(chidi, exportOrder.path.replace(':reference', reference))).status).toBe(403)
    expect(await prove(reference, '1990-05-07')).toMatchObject({ httpStatus: 400, code: 'not_the_patient' })
    expect(await prove(reference, '1990-05-06')).toMatchObject({ httpStatus: 200 })
    expect((await asChidi(readResults, { params })).data.results).toHaveLength(2)
    // For this account and this order, for good.
    expect(await (await world.as(chidi))(readResults, { params })).toMatchObject({ httpStatus: 200 })
    expect(await read(chidi, await booked({ dob: '1990-05-06' }))).toMatchObject(unproven)
    expect((await tried(reference)).map(({ what }) => what)).toEqual(['patient_refused', 'patient_proven'])
  })

  test('is asked for the phone if the order has no date of birth, and adds the date', async () => {
    const reference = await booked({ name: chidi.name, dob: '', phone: '0803 555 0123' })
    expect(await read(chidi, reference)).toMatchObject({ data: { asked: 'phone' } })
    expect(await prove(reference, '0803 555 0124', '1990-05-06')).toMatchObject({ code: 'not_the_patient' })
    expect(await prove(reference, '+234 803 555 0123', '1990-05-06')).toMatchObject({ httpStatus: 200 })
    expect(await read(chidi, reference)).toMatchObject({ httpStatus: 200 })
  })

  test('waits an hour after five wrong answers, also with the right one, and is shut out after fifteen', async () => {
    const reference = await booked({ dob: '1990-05-06' })
    const [right, wrong] = ['1990-05-06', '1990-05-07']
    for (const _ of [1, 2, 3]) {
      for (const _ of [1, 2, 3, 4, 5])
        expect(await prove(reference, wrong)).toMatchObject({ code: 'not_the_patient' })
      const [check] = await sql`select wrong_tries from patient_check where order_id =
        (select id from lab_order where reference = ${reference})`
      if (check?.wrong_tries < 15)
        expect(await prove(reference, right)).toMatchObject({ httpStatus: 429, code: 'too_many' })
      world.clock.moveOn(hour + 1000)
    }
    expect(await prove(reference, right)).toMatchObject({ httpStatus: 403, code: 'proof_closed' })
    expect(await tried(reference)).toHaveLength(15)
  })

  test('has five wrong answers, also when fifty come at once', async () => {
    const reference = await booked({ dob: '1990-05-06' })
    const asChidi = await world.as(chidi)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        asChidi(provePatient, { params: { reference }, body: { answer: `1980-01-${at + 10}` } }),
      ),
    )
    expect(answers.filter(({ code }) => code === 'not_the_patient')).toHaveLength(5)
    expect(answers.filter(({ code }) => code === 'too_many')).toHaveLength(45)
  })

  test('gets nothing of an order that is not theirs, and needs a recent password', async () => {
    const reference = await released(drBello, { dob: '1990-05-06' })
    expect(await prove(reference, '1990-05-06')).toMatchObject({ httpStatus: 404 })
    const own = await booked({ dob: '1990-05-06' })
    const asChidi = await world.as(chidi)
    world.clock.moveOn(16 * 60 * 1000)
    expect(
      await asChidi(provePatient, { params: { reference: own }, body: { answer: '1990-05-06' } }),
    ).toMatchObject({ httpStatus: 403, code: 'sign_in_again' })
  })

  test('is not in the log with the answers', async () => {
    await prove(await booked({ dob: '1971-12-31' }), '1971-12-31')
    expect(world.logged.join()).not.toContain('1971-12-31')
  })
})
