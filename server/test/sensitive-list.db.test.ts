import {
  changeClinicalRequest,
  consentVersion,
  enterResults,
  exportOrder,
  lagosDate,
  notMeasuredWords,
  provePatient,
  readResults,
  releaseReport,
  sendBackReport,
  verifyReport,
} from '@labalaba/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { importPrices, readPriceSheet, resolvePrices } from '../src/modules/catalogue/index.ts'
import { withheldBecause } from '../src/modules/result-access/policy.ts'
import { sensitiveAmong } from '../src/modules/results/index.ts'
import { dayOfAge } from '../src/modules/results/reports/policy.ts'
import { orderAtBench } from './bench.ts'
import { ada, chidi, sola, tola, yaba } from './cast.ts'
import { schemaErrors } from './fhir/schema.ts'
import { plausible, releaseAll, reportsOf } from './results.ts'
import { buildWorld, type Form } from './world.ts'

const world = await buildWorld()
const { sql } = world
const permission = { as: 'permission', version: consentVersion } as const
const guardian = { as: 'guardian', version: consentVersion } as const
const price = 1000

type Listed = {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly sensitive: string
}
let listed: Listed[] = []
/** One test for each reason. */
let ofEach: Listed[] = []

beforeAll(async () => {
  listed = await sql<
    Listed[]
  >`select id, code, name, sensitive from test where sensitive is not null order by id`
  ofEach = [...new Map(listed.map((one) => [one.sensitive, one])).values()]
  // Yaba Lab does every test of the catalogue here.
  for (const table of ['lab', 'lab_location'])
    await sql`update ${sql(table)} set departments = (select array_agg(name) from department)
      where name in (${yaba.name}, 'Yaba Main')`
  const lines = [...ofEach.map(({ code }) => code), 'hiv-screen', 'hb-genotype'].map(
    (code) => `${yaba.slug},${code},${price}`,
  )
  const problems: string[] = []
  const sheet = { name: 'prices', text: ['lab_slug,test_code,price_ngn', ...new Set(lines)].join('\n') }
  await world.db.transaction().execute(async (tx) => {
    const prices = await resolvePrices(tx, readPriceSheet(sheet, problems), problems)
    expect(problems).toEqual([])
    await importPrices(tx, prices, world.clock.now())
  })
})

const cart = (tests: readonly { name: string }[]) => tests.map(({ name }) => ({ name, amount: price }))

async function booked(tests: readonly { name: string }[], changes: Partial<Form>): Promise<string> {
  return await orderAtBench(world, await world.as(ada), { test: cart(tests), ...changes })
}

const read = async (person: typeof ada | typeof chidi, reference: string) =>
  (await (await world.as(person))(readResults, { params: { reference } })).data

const named = (code: string) =>
  listed.find((one) => one.code === code) ?? expect.unreachable(`${code} is not sensitive`)

describe('a result of the sensitive list', () => {
  test('is withheld from an account that booked for another adult, also an employer, for any test', async () => {
    const now = world.clock.now()
    const ids = listed.map(({ id }) => Number(id))
    const sensitive = await sensitiveAmong(world.db, { created_at: now }, ids)
    expect(listed.length).toBeGreaterThan(90)
    for (const { id } of listed) {
      const result = { releasedAt: now, isSensitive: sensitive.has(Number(id)), ownFrom: null }
      expect(withheldBecause('booker', { patient_born_on: '1985-03-27' }, result, now)).toBe('sensitive')
    }
  })

  test('is readable by the patient only, on the screen and in an export: one test of each reason', {
    timeout: 120_000,
  }, async () => {
    const reference = await booked(ofEach, {
      ...{ person: 'other', consent: permission, email: chidi.email, name: chidi.name, dob: '1985-03-27' },
      gender: 'Male',
      despiteSex: true,
    })
    await releaseAll(world, reference)
    const forBooker = await read(ada, reference)
    expect(forBooker.results).toEqual([])
    expect(new Set(forBooker.withheld.map(({ test: name }) => name))).toEqual(
      new Set(ofEach.map(({ name }) => name)),
    )
    const headers = { authorization: `Bearer ${await world.tokenOf(ada)}` }
    const path = exportOrder.path.replace(':reference', reference)
    const bundle = await (await fetch(`${world.publicUrl}${path}`, { headers })).text()
    expect(bundle).not.toMatch(/"(DiagnosticReport|Observation)"/)
    const [seen] = await sql`select count(*)::int as times from result_opened where reader = 'patient'`
    expect(seen).toEqual({ times: 0 })
    const params = { reference }
    await (await world.as(chidi))(provePatient, { params, body: { answer: '1985-03-27' } })
    expect((await read(chidi, reference)).results).toHaveLength(ofEach.length)
  })

  test('of an HIV test is withheld from the guardian of a child of fourteen, and not of a younger one', async () => {
    const hiv = named('hiv-screen')
    const genotype = named('hb-genotype')
    const year = Number(world.clock.now().toISOString().slice(0, 4))
    const child = { person: 'other', consent: guardian, name: 'Zara Obi' } as const
    for (const [age, shown] of [
      [10, 2],
      [15, 1],
    ] as const) {
      const reference = await booked([hiv, genotype], { ...child, dob: `${year - age}-01-01` })
      await releaseAll(world, reference)
      const { results, withheld } = await read(ada, reference)
      expect([age, results.length]).toEqual([age, shown])
      expect(withheld).toEqual(shown === 2 ? [] : [{ test: hiv.name, because: 'sensitive' }])
    }
  })
})

describe('counselling', () => {
  test('is needed before the result of an HIV test, and not before that of a biopsy', async () => {
    const [hiv, biopsy] = [named('hiv-screen'), ofEach.find((one) => /istology/.test(one.sensitive))]
    const reference = await booked([hiv, biopsy ?? expect.unreachable()], { person: 'self', name: ada.name })
    const asTola = await world.as(tola)
    await releaseAll(world, reference, ({ needsCounselling }) => !needsCounselling)
    const reports = await reportsOf(asTola, reference)
    const ofBiopsy = reports.find((one) => one.test === biopsy?.name)
    expect(ofBiopsy).toMatchObject({ needsCounselling: false, versions: [{ state: 'released' }] })
    const ofHiv = reports.find((one) => one.test === hiv.name) ?? expect.unreachable()
    expect(ofHiv).toMatchObject({ sensitive: 'HIV', needsCounselling: true, versions: [] })
    const values = plausible(ofHiv)
    await (await world.as(sola))(enterResults, { params: { id: ofHiv.id }, body: { values, basedOn: null } })
    const entered = (await reportsOf(asTola, reference)).find(({ id }) => id === ofHiv.id)?.versions[0]
    await asTola(verifyReport, { params: { id: ofHiv.id }, body: { seen: entered?.enteredAt ?? '' } })
    const refused = await asTola(releaseReport, { params: { id: ofHiv.id }, body: { counselledBy: null } })
    expect(refused).toMatchObject({ code: 'counselling_needed' })
    const note = 'Talked at the lab'
    const body = { counselledBy: 'lab', note } as const
    expect(await asTola(releaseReport, { params: { id: ofHiv.id }, body })).toMatchObject({ httpStatus: 200 })
  })
})

describe('an HIV report', () => {
  test('with one reactive test is not verified as final or preliminary, and never says positive', async () => {
    const hiv = named('hiv-screen')
    const reference = await booked([hiv], { person: 'self', name: ada.name })
    const [asSola, asTola] = [await world.as(sola), await world.as(tola)]
    const newest = async () => (await reportsOf(asTola, reference))[0] ?? expect.unreachable()
    const { id } = await newest()
    const enter = async (found: readonly string[]) => {
      const basedOn = (await newest()).versions[0]?.enteredAt ?? null
      const values = found.map((value, index) => ({ position: index + 1, value }))
      return await asSola(enterResults, { params: { id }, body: { values, basedOn } })
    }
    const verify = async (preliminary = false) => {
      const seen = (await newest()).versions[0]?.enteredAt ?? ''
      return await asTola(verifyReport, { params: { id }, body: { seen, preliminary } })
    }

    expect(await enter(['Reactive'])).toMatchObject({ httpStatus: 200 })
    expect(await newest()).toMatchObject({ missing: ['Second HIV test', 'HIV status'], may: [] })
    const refused = await verify()
    expect(refused).toMatchObject({ httpStatus: 409, code: 'values_missing' })
    expect(Object.keys(refused.fields ?? {})).toEqual(['2', '4'])
    expect(await verify(true)).toMatchObject({ code: 'wrong_state' })
    const positive = await enter(['Reactive', 'Reactive', 'Non-reactive', 'Positive'])
    expect(positive).toMatchObject({ code: 'invalid', fields: { 4: expect.stringMatching(/all three/) } })

    const found = ['Reactive', 'Non-reactive', notMeasuredWords('insufficient_specimen')]
    expect(await enter([...found, notMeasuredWords('insufficient_specimen')])).toMatchObject({
      httpStatus: 200,
    })
    expect(await verify()).toMatchObject({ code: 'values_missing', fields: { 4: 'choose an answer' } })
    expect(await enter([...found, 'Inconclusive'])).toMatchObject({ httpStatus: 200 })
    expect(await verify()).toMatchObject({ httpStatus: 200 })
  })

  test('of a child under 18 months is neither positive nor negative', async () => {
    const hiv = named('hiv-screen')
    const dob = (months: number) => monthsBefore(world.clock.now(), months)
    const child = { person: 'other', consent: guardian, name: 'Zara Obi' } as const
    const enter = async (months: number, status: string) => {
      const reference = await booked([hiv], { ...child, dob: dob(months) })
      const [report] = await reportsOf(await world.as(sola), reference)
      const values = [
        { position: 1, value: 'Non-reactive' },
        { position: 4, value: status },
      ]
      const body = { values, basedOn: null }
      return await (await world.as(sola))(enterResults, { params: { id: report?.id ?? '' }, body })
    }
    const words = expect.stringMatching(/HIV DNA PCR/)
    expect(await enter(17, 'Negative')).toMatchObject({ code: 'invalid', fields: { 4: words } })
    expect(await enter(17, 'Inconclusive')).toMatchObject({ httpStatus: 200 })
    expect(await enter(18, 'Negative')).toMatchObject({ httpStatus: 200 })
  })

  test('is not verified if the lab learns after its entry that the child is under 18 months old', async () => {
    const reference = await booked([named('hiv-screen')], { person: 'self', name: ada.name, dob: '' })
    const [asSola, asTola] = [await world.as(sola), await world.as(tola)]
    const newest = async () => (await reportsOf(asTola, reference))[0] ?? expect.unreachable()
    const { id } = await newest()
    const values = [
      { position: 1, value: 'Non-reactive' },
      { position: 4, value: 'Negative' },
    ]
    expect(await asSola(enterResults, { params: { id }, body: { values, basedOn: null } })).toMatchObject({
      httpStatus: 200,
    })
    const bornOn = monthsBefore(world.clock.now(), 6)
    const change = { params: { reference }, body: { bornOn, basedOn: 0 } }
    expect(await asSola(changeClinicalRequest, change)).toMatchObject({ httpStatus: 200 })
    const seen = (await newest()).versions[0]?.enteredAt ?? ''
    expect(await asTola(verifyReport, { params: { id }, body: { seen } })).toMatchObject({
      code: 'values_missing',
      fields: { 4: expect.stringMatching(/HIV DNA PCR/) },
    })
  })

  test('that was verified before its further lines existed is not released', async () => {
    const reference = await booked([named('hiv-screen')], { person: 'self', name: ada.name })
    const [asSola, asTola] = [await world.as(sola), await world.as(tola)]
    const newest = async () => (await reportsOf(asTola, reference))[0] ?? expect.unreachable()
    const { id } = await newest()
    const switchLines = (active: boolean) =>
      sql`update analyte set active = ${active} from test
        where test.id = test_id and code = 'hiv-screen' and position in (2, 3, 4)`
    await switchLines(false)
    try {
      const values = [{ position: 1, value: 'Reactive' }]
      await asSola(enterResults, { params: { id }, body: { values, basedOn: null } })
      const seen = (await newest()).versions[0]?.enteredAt ?? ''
      expect(await asTola(verifyReport, { params: { id }, body: { seen } })).toMatchObject({
        httpStatus: 200,
      })
    } finally {
      await switchLines(true)
    }
    const body = { counselledBy: 'lab', note: 'Talked at the lab' } as const
    const refused = await asTola(releaseReport, { params: { id }, body })
    expect(refused).toMatchObject({ httpStatus: 409, code: 'values_missing' })
    expect(Object.keys(refused.fields ?? {})).toEqual(['2', '4'])
    const sentBack = await asTola(sendBackReport, {
      params: { id },
      body: { reason: 'The status is missing' },
    })
    expect(sentBack).toMatchObject({ httpStatus: 200 })
  })

  test('sends its status to other systems as the conclusion', async () => {
    const reference = await booked([named('hiv-screen'), named('hb-genotype')], {
      ...{ person: 'self', name: ada.name },
    })
    await releaseAll(world, reference)
    const headers = { authorization: `Bearer ${await world.tokenOf(ada)}` }
    const path = exportOrder.path.replace(':reference', reference)
    const bundle = (await (await fetch(`${world.publicUrl}${path}`, { headers })).json()) as Bundle
    const concluded = bundle.entry.flatMap(({ resource }) =>
      resource.resourceType === 'DiagnosticReport' ? [resource.conclusion] : [],
    )
    expect(concluded).toEqual(['Negative', undefined])
    expect(schemaErrors(bundle)).toEqual([])
  })
})

type Bundle = {
  readonly entry: readonly {
    readonly resource: { readonly resourceType: string; readonly conclusion?: string }
  }[]
}

/** The day of birth of a child that is this many months old at a time, `YYYY-MM-DD`. */
function monthsBefore(at: Date, months: number): string {
  return dayOfAge(lagosDate(at), { amount: -months, unit: 'months' })
}
