import {
  checkReport,
  correctReport,
  downloadReport,
  enterResults,
  exportOrder,
  makeShare,
  openShare,
  readLabResults,
  readResults,
  rejectSample,
  releaseReport,
  verifyReport,
  withdrawReport,
} from '@labalaba/contract'
import { describe, expect, test } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { ada, chidi, drBello, sola, sugar, tola, yaba } from '../../../../test/cast.ts'
import { schemaErrors } from '../../../../test/fhir/schema.ts'
import { giveDuties, hire } from '../../../../test/lab-staff.ts'
import { releaseAll, reportsOf } from '../../../../test/results.ts'
import { buildWorld, type Caller, until } from '../../../../test/world.ts'
import { brokenInvariants } from '../../../invariants.ts'

const world = await buildWorld()
await world.work()
const { sql, nobody } = world
const oneTest = { test: [{ ...sugar }], name: 'Mama Ngozi Obi', dob: '1961-04-12' }
const why = { number: 1, because: 'wrong_patient', note: 'two tubes were mixed up' } as const

type Bundle = { readonly entry: readonly { readonly resource: { readonly resourceType: string } }[] }

async function released() {
  const [asAda, asSola, asTola] = await Promise.all([world.as(ada), world.as(sola), world.as(tola)])
  const reference = await orderAtBench(world, asAda, oneTest)
  await releaseAll(world, reference)
  const { data } = await asAda(readResults, { params: { reference } })
  const [result = expect.unreachable()] = data.results
  return { asAda, asSola, asTola, reference, result, params: { id: result.id } }
}

const withdraw = (caller: Caller, id: string, body: typeof why | { number: number } = why) =>
  caller(withdrawReport, { params: { id }, body: { ...why, ...body } })

async function only(caller: Caller, reference: string) {
  const [report = expect.unreachable()] = await reportsOf(caller, reference)
  return report
}

/** Enters, verifies and releases the version that is begun. */
async function releaseNext({ asSola, asTola, reference, params }: Awaited<ReturnType<typeof released>>) {
  const seen = async () => (await only(asTola, reference)).versions[0]?.enteredAt ?? ''
  const values = [{ position: 1, value: '4.4' }]
  await asSola(enterResults, { params, body: { values, basedOn: await seen() } })
  await asTola(verifyReport, { params, body: { seen: await seen() } })
  return await asTola(releaseReport, { params, body: { counselledBy: null } })
}

describe('a withdrawn result', () => {
  test('is readable by the lab only; the patient sees when and why, and its readers get a mail that names no test', async () => {
    const { asAda, asTola, reference, result, params } = await released()
    const lasts = 'day' as const
    const body = { reports: [result.id], lasts }
    const { data: link } = await asAda(makeShare, { params: { reference }, body })
    expect(await withdraw(asTola, params.id)).toMatchObject({ httpStatus: 200 })

    const { data } = await asAda(readResults, { params: { reference } })
    expect(data.results).toEqual([])
    expect(data.waiting).toEqual([])
    expect(data.withdrawn).toMatchObject([{ test: sugar.name, because: 'wrong_patient' }])
    expect(JSON.stringify(data)).not.toContain('mixed up')
    const path = downloadReport.path.replace(':reference', reference).replace(':report', result.id)
    const headers = { authorization: `Bearer ${await world.tokenOf(ada)}` }
    expect((await fetch(`${world.publicUrl}${path}`, { headers })).status).toBe(404)

    const token = link.url.split('/').at(-1) ?? ''
    const shared = await nobody(openShare, { params: { token }, body: { passcode: link.passcode } })
    expect(shared.data).toMatchObject({ results: [], withdrawn: [{ because: 'wrong_patient' }] })

    const fhir = exportOrder.path.replace(':reference', reference)
    const bundle = (await (await fetch(`${world.publicUrl}${fhir}`, { headers })).json()) as Bundle
    expect(schemaErrors(bundle)).toEqual([])
    const values = bundle.entry.filter(({ resource }) => resource.resourceType === 'Observation')
    expect(values).toMatchObject([{ resource: { status: 'entered-in-error' } }])
    expect(JSON.stringify(values)).not.toMatch(/"value/)

    const lab = await only(asTola, reference)
    expect(lab.versions[0]).toMatchObject({
      ...{ state: 'withdrawn', values: [{ value: result.values[0]?.value }] },
      withdrawal: { by: 'Tola', because: 'wrong_patient', note: 'two tubes were mixed up' },
    })
    const subject = 'A result of yours was taken back'
    await until('a person who read it has the mail', async () =>
      (await world.mailTo(ada.email)).some(
        (mail) => mail.subject === subject && mail.text.includes(reference),
      ),
    )
    const mail = (await world.mailTo(ada.email)).find(
      (one) => one.text.includes(reference) && one.subject === subject,
    )
    expect(mail?.text).not.toMatch(/sugar/i)
    expect(mail?.text).not.toContain('mixed up')
    expect(await brokenInvariants(world.db)).toEqual([])
  })

  test('is reported as withdrawn, with the day, to a person who checks its code', async () => {
    const { asTola, result, params } = await released()
    await withdraw(asTola, params.id)
    const { data } = await nobody(checkReport, { params: { code: result.code } })
    expect(data).toMatchObject({ status: 'withdrawn', withdrawnAt: expect.any(String), correctedAt: null })
  })

  test('leaves the order and its money as they are, and opens a case that names no test', async () => {
    const { asTola, reference, params } = await released()
    await withdraw(asTola, params.id)
    const [order] = await sql`select state from lab_order where reference = ${reference}`
    expect(order).toMatchObject({ state: 'results_ready' })
    const cases = await sql<{ found: object; closed_at: Date | null }[]>`
      select found, closed_at from money_case where kind = 'result_withdrawn' and order_reference = ${reference}`
    expect(cases).toMatchObject([{ found: { the_lab_says: 'wrong patient' }, closed_at: null }])
    expect(JSON.stringify(cases)).not.toMatch(/sugar|mixed up/i)
  })

  test('is withdrawn once, also by two taps; another version is refused', async () => {
    const { asTola, reference, params } = await released()
    expect(await withdraw(asTola, params.id, { number: 2 })).toMatchObject({ code: 'wrong_state' })
    for (const _ of [1, 2]) expect(await withdraw(asTola, params.id)).toMatchObject({ httpStatus: 200 })
    const events = await sql`select 1 from report_event where report_id = ${params.id} and verb = 'withdraw'`
    expect(events).toHaveLength(1)
    const cases = await sql`select 1 from money_case where order_reference = ${reference}`
    expect(cases).toHaveLength(1)
  })

  test('keeps its sample: a person decides whether another is taken', async () => {
    const { asSola, asTola, reference, params } = await released()
    await withdraw(asTola, params.id)
    const [sample] = await sql<{ accession: string }[]>`
      select accession from specimen where order_id = (select id from lab_order where reference = ${reference})`
    const body = { reason: 'haemolysed' } as const
    const rejected = { params: { accession: sample?.accession ?? '' }, body }
    expect(await asSola(rejectSample, rejected)).toMatchObject({ code: 'result_out' })
    expect(await asTola(readLabResults, { params: { reference } })).toMatchObject({ httpStatus: 200 })
  })
})

describe('the person who withdraws it', () => {
  test('is a verifier or the manager of that lab', async () => {
    const { asAda, params } = await released()
    for (const other of [asAda, await world.as(chidi), await world.as(drBello)])
      expect(await withdraw(other, params.id)).toMatchObject({ httpStatus: 404 })
    await giveDuties(world, sola, ['desk', 'scientist'])
    expect(await withdraw(await world.as(sola), params.id)).toMatchObject({ code: 'not_your_duty' })
    await giveDuties(world, sola, ['desk', 'scientist', 'manager'])
    expect(await withdraw(await world.as(sola), params.id)).toMatchObject({ httpStatus: 200 })
  })
})

describe('after it', () => {
  test('a new version begins empty, needs two people, and is what the patient reads', async () => {
    const all = await released()
    const { asAda, asTola, reference, params, result } = all
    await withdraw(asTola, params.id)
    expect((await only(asTola, reference)).may).toEqual(['correct'])
    await asTola(correctReport, { params, body: { reason: 'tested again' } })
    expect((await only(asTola, reference)).versions[0]).toMatchObject({
      number: 2,
      values: [],
      attachment: null,
    })
    expect(await releaseNext(all)).toMatchObject({ httpStatus: 200 })
    const { data } = await asAda(readResults, { params: { reference } })
    expect(data).toMatchObject({
      withdrawn: [],
      results: [{ values: [{ value: '4.4' }], correction: 'tested again' }],
    })
    const { data: first } = await nobody(checkReport, { params: { code: result.code } })
    expect(first).toMatchObject({ status: 'withdrawn', correctedAt: expect.any(String) })
    expect((await only(asTola, reference)).versions.map(({ state }) => state)).toEqual([
      'released',
      'withdrawn',
    ])
    await until('a person who read it is told of the new one', async () =>
      (await world.mailTo(ada.email)).some(
        (mail) => mail.subject === 'A result of yours was corrected' && mail.text.includes(reference),
      ),
    )
    expect(await brokenInvariants(world.db)).toEqual([])
  })

  test('a correction that had begun can continue', async () => {
    const all = await released()
    await all.asTola(correctReport, { params: all.params, body: { reason: 'a slip' } })
    expect((await only(all.asTola, all.reference)).may).toContain('withdraw')
    expect(await withdraw(all.asTola, all.params.id)).toMatchObject({ httpStatus: 200 })
    // It had only the values of the version before, which may be another patient's.
    const [draft] = (await only(all.asTola, all.reference)).versions
    expect(draft).toMatchObject({ number: 2, state: 'draft', values: [] })
    expect(await releaseNext(all)).toMatchObject({ httpStatus: 200 })
    const { data } = await all.asAda(readResults, { params: { reference: all.reference } })
    expect(data).toMatchObject({ withdrawn: [], results: [{ values: [{ value: '4.4' }] }] })
  })

  test('a correction that was verified with the same values, and never entered, is sent back and emptied', async () => {
    const { asTola, reference, params } = await released()
    const verifies = await hire(world, yaba.slug, ['verifier'])
    await asTola(correctReport, { params, body: { reason: 'a slip' } })
    const seen = (await only(asTola, reference)).versions[0]?.enteredAt ?? ''
    expect(await verifies(verifyReport, { params, body: { seen } })).toMatchObject({ httpStatus: 200 })
    expect(await withdraw(asTola, params.id)).toMatchObject({ httpStatus: 200 })
    const [draft] = (await only(asTola, reference)).versions
    expect(draft).toMatchObject({ number: 2, state: 'draft', values: [] })
  })

  test('a correction that was entered keeps its values', async () => {
    const { asSola, asTola, reference, params } = await released()
    await asTola(correctReport, { params, body: { reason: 'a slip' } })
    const basedOn = (await only(asTola, reference)).versions[0]?.enteredAt ?? null
    await asSola(enterResults, { params, body: { values: [{ position: 1, value: '4.4' }], basedOn } })
    expect(await withdraw(asTola, params.id)).toMatchObject({ httpStatus: 200 })
    const [draft] = (await only(asTola, reference)).versions
    expect(draft).toMatchObject({ number: 2, state: 'draft', values: [{ value: '4.4' }] })
  })
})

test('of twenty who withdraw, correct and read at once, each reads the value before or the withdrawal, and it is withdrawn once', async () => {
  for (const round of [1, 2, 3]) {
    const { asAda, asTola, reference, params, result } = await released()
    const value = result.values[0]?.value
    const readers = Array.from({ length: 8 + round }, () => asAda(readResults, { params: { reference } }))
    const withdrawals = Array.from({ length: 6 }, () => withdraw(asTola, params.id))
    const corrections = Array.from({ length: 6 - round }, () =>
      asTola(correctReport, { params, body: { reason: 'a slip' } }),
    )
    const [read, gone, begun] = await Promise.all([
      Promise.all(readers),
      Promise.all(withdrawals),
      Promise.all(corrections),
    ])
    for (const { data } of read) {
      const shown = [data.results[0]?.values[0]?.value, data.withdrawn[0]?.because]
      expect([
        [value, undefined],
        [undefined, 'wrong_patient'],
      ]).toContainEqual(shown)
    }
    expect(gone.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200, 200, 200, 200])
    expect(begun.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1)
    const states = await sql<{ state: string }[]>`
      select state from report_version where report_id = ${params.id} order by number`
    expect(states.map(({ state }) => state)).toEqual(['withdrawn', 'draft'])
    const after = await asAda(readResults, { params: { reference } })
    expect(after.data).toMatchObject({ results: [], withdrawn: [{ because: 'wrong_patient' }] })
  }
  expect(await brokenInvariants(world.db)).toEqual([])
})
