import {
  cancelOrderFor,
  collectSamples,
  correctReport,
  enterResults,
  listLabSystems,
  receiveSample,
  rejectSample,
  releaseReport,
  revokeLabSystem,
  verifyReport,
} from '@labalaba/contract'
import { describe, expect, test } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { ada, fbc, ops, sola, sugar, tola, urine } from '../../../../test/cast.ts'
import {
  accessionsOf,
  amount,
  bundleOf,
  bundleOfThePage,
  glucose,
  keyOf,
  post,
} from '../../../../test/deliveries.ts'
import { attachTo, pdfOf } from '../../../../test/pdf.ts'
import { plausible, releaseAll, reportsOf } from '../../../../test/results.ts'
import { bringTo, pay } from '../../../../test/stages.ts'
import { book, bookingForm, buildWorld } from '../../../../test/world.ts'
import { makeSystem } from '../../labs/systems/systems.ts'

const world = await buildWorld()
const key = await keyOf(world)
const mama = { name: 'Mama Ngozi Obi', dob: '1961-04-12' }

/** An order of tests whose samples are in the lab. */
async function atBench(test: { name: string; amount: number }[] = [{ ...sugar }]) {
  const reference = await orderAtBench(world, await world.as(ada), { test, ...mama })
  const [accession = '', ...others] = await accessionsOf(world, reference)
  return { reference, accession, others }
}

const sheetOf = async (reference: string) =>
  (await reportsOf(await world.as(sola), reference))[0] ?? expect.unreachable()

async function valuesOf(reference: string): Promise<string[]> {
  const reports = await reportsOf(await world.as(sola), reference)
  return reports.flatMap(({ versions }) => (versions[0]?.values ?? []).map(({ value }) => value))
}

/** Why the last delivery waits; null if it was placed. */
async function problemOf(): Promise<string | null | undefined> {
  const [last] = await world.sql<{ problem: string | null }[]>`select problem from delivered_report
    join delivery on delivery.id = delivery_id order by delivery.at desc, number desc limit 1`
  return last?.problem
}

describe('a delivery of a system', () => {
  test('fills in the worksheet of its sample, in our unit, with our interval and flag', async () => {
    const { reference, accession } = await atBench()
    const heard = await post(world, key, bundleOfThePage(accession))
    expect([heard.status, heard.issues]).toEqual([200, ['information informational']])
    const [version] = (await sheetOf(reference)).versions
    expect(version).toMatchObject({
      state: 'draft',
      filledBy: 'Analyser room LIS',
      enteredBy: 'Analyser room LIS',
    })
    expect(version?.values).toMatchObject([{ value: '5.8', unit: 'mmol/L', flag: 'normal', high: 6 }])
    const events = await world.sql`select actor, system_id is not null as by_system from report_event
      join report on report.id = report_id where verb = 'enter'
        and order_id = (select id from lab_order where reference = ${reference})`
    expect([...events]).toEqual([{ actor: 'system', by_system: true }])
  })

  test.each([
    ['mass under the code in moles', amount('14771-0', 126, 'mg/dL'), '7.0'],
    ['mass under its own code', amount('2093-3', 200, 'mg/dL'), null],
  ])('fills in %s only if the worksheet has its substance', async (_, value, expected) => {
    world.clock.moveOn(61_000)
    const { reference, accession } = await atBench()
    await post(world, key, bundleOf({ accession, values: [value] }))
    expect(await valuesOf(reference)).toEqual(expected === null ? [] : [expected])
    expect(await problemOf()).toBe(expected === null ? 'values' : null)
  })

  test('has what was sent beside each value that was converted, until a person types another', async () => {
    world.clock.moveOn(61_000)
    const { reference, accession } = await atBench()
    const report = { specimen: [{ reference: 'urn:s' }] }
    await post(world, key, bundleOf({ accession, report, values: [amount('14771-0', 126, 'mg/dL')] }))
    const sent = async (caller: typeof sola | typeof tola) =>
      (await reportsOf(await world.as(caller), reference)).map(({ versions: [newest] }) =>
        newest?.values.map(({ value, unit, sent: was }) => [value, unit, was]),
      )[0]
    const converted = ['7.0', 'mmol/L', { value: '126', unit: 'mg/dL' }]
    expect(await sent(sola)).toEqual([converted])
    const [asSola, asTola] = [await world.as(sola), await world.as(tola)]
    const { id } = await sheetOf(reference)
    const params = { id }
    const seen = async () => (await sheetOf(reference)).versions[0]?.enteredAt ?? ''
    const entered = async (value: string) => {
      const body = { values: [{ position: 1, value }], basedOn: await seen() }
      expect(await asSola(enterResults, { params, body })).toMatchObject({ httpStatus: 200 })
    }
    await entered('7.0')
    // The verifier compares it with the analyser.
    expect(await sent(tola)).toEqual([converted])
    expect(await asTola(verifyReport, { params, body: { seen: await seen() } })).toMatchObject({
      httpStatus: 200,
    })
    for (const change of [`sent_value = '99'`, 'sent_value = null, sent_unit = null'])
      await expect(
        world.sql.unsafe(`update result_value set ${change} where report_id = '${id}'`),
      ).rejects.toThrow('frozen')
    await asTola(releaseReport, { params, body: { counselledBy: null } })
    await asTola(correctReport, { params, body: { reason: 'Said on the phone' } })
    expect(await sent(tola)).toEqual([converted])
    await entered('7.1')
    expect(await sent(tola)).toEqual([['7.1', 'mmol/L', null]])
  })

  test.each([
    ['in the unit of its line', amount('14771-0', 7, 'mmol/L'), null],
    ['in a smaller unit', amount('14771-0', 7000, 'umol/L'), { value: '7000', unit: 'umol/L' }],
    [
      'below a limit, in mass',
      amount('14771-0', 18, 'mg/dL', { comparator: '<' }),
      { value: '<18', unit: 'mg/dL' },
    ],
  ])('sent %s stores what was sent only if that differs', async (_, value, expected) => {
    world.clock.moveOn(61_000)
    const { reference, accession } = await atBench()
    await post(world, key, bundleOf({ accession, values: [value] }))
    const [newest] = (await sheetOf(reference)).versions
    expect(newest?.values.map(({ sent }) => sent)).toEqual([expected])
  })

  test('is identified by its bundle: a repeat changes nothing, and other content with its id is refused', async () => {
    const { reference, accession } = await atBench()
    const bundle = bundleOf({ accession, values: [glucose()] })
    const first = await post(world, key, bundle)
    const turned = Object.fromEntries(Object.entries(bundle).toReversed())
    const again = await post(world, key, turned)
    expect([again.status, again.text]).toEqual([first.status, first.text])
    const identifier = Reflect.get(Object(Reflect.get(bundle, 'identifier')), 'value')
    const other = await post(world, key, bundleOf({ accession, identifier, values: [glucose(9.9)] }))
    expect([other.status, other.issues]).toEqual([409, ['error duplicate']])
    expect(await valuesOf(reference)).toEqual(['5.8'])
  })

  test('is stored once, however many send the same at once', async () => {
    const { reference, accession } = await atBench()
    const bundle = bundleOf({ accession, values: [glucose(6.1)] })
    const heard = await Promise.all(Array.from({ length: 40 }, () => post(world, key, bundle)))
    expect(new Set(heard.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(heard[0]?.issues).toEqual(['information informational'])
    const entered = await world.sql`select 1 from report_event join report on report.id = report_id
      where verb = 'enter' and order_id = (select id from lab_order where reference = ${reference})`
    expect(entered).toHaveLength(1)
  })

  test('of forty with different content for one sample, one fills it in and the others wait', async () => {
    world.clock.moveOn(61_000)
    const { reference, accession } = await atBench()
    const heard = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        post(world, key, bundleOf({ accession, values: [glucose(4 + index / 10)] })),
      ),
    )
    const placed = heard.filter(({ issues }) => issues[0] === 'information informational')
    expect([placed.length, new Set(heard.map(({ status }) => status))]).toEqual([1, new Set([200])])
    expect(await valuesOf(reference)).toHaveLength(1)
  })

  test('is assigned to the lines that its codes name, over several tests of one sample', async () => {
    world.clock.moveOn(61_000)
    const { reference, accession } = await atBench([{ ...fbc }])
    const values = [
      amount('718-7', 135, 'g/L'),
      amount('6690-2', 4.2, '10*3/uL'),
      amount('777-3', 12, '10*9/L', { comparator: '<' }),
      { code: { text: 'mcv' }, valueQuantity: amount('', 88, 'fL').valueQuantity },
    ]
    await post(world, key, bundleOf({ accession, values }))
    expect(await problemOf()).toBeNull()
    const [version] = (await sheetOf(reference)).versions
    expect(version?.values.map(({ name, value, flag }) => [name, value, flag])).toEqual([
      ['White blood cells (WBC)', '4.2', 'normal'],
      ['Haemoglobin', '13.5', 'normal'],
      ['MCV', '88', 'normal'],
      ['Platelets', '<12', 'critical_low'],
    ])
  })

  test('accepts choices of the line, and what the request says of the sample', async () => {
    const { reference, accession } = await atBench([{ ...urine }])
    const bundle = bundleOf({
      report: {
        basedOn: [
          {
            identifier: {
              type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'ACSN' }] },
              value: accession.toLowerCase(),
            },
          },
        ],
      },
      values: [
        { code: { text: 'Protein' }, valueCodeableConcept: { text: 'trace' } },
        { code: { text: 'Nitrite' }, valueString: 'Negative' },
      ],
    })
    await post(world, key, bundle)
    expect([await problemOf(), await valuesOf(reference)]).toEqual([null, ['Trace', 'Negative']])
  })
})

describe('a coded choice', () => {
  const protein = (concept: object) => ({ code: { text: 'Protein' }, valueCodeableConcept: concept })
  const coded = (code: string) => ({ coding: [{ system: 'http://loinc.org', code }] })

  test('is known by its LOINC code', async () => {
    const { reference, accession } = await atBench([{ ...urine }])
    const values = [
      protein(coded('LA11842-4')),
      { code: { text: 'Nitrite' }, valueCodeableConcept: coded('LA6577-6') },
    ]
    await post(world, key, bundleOf({ accession, values }))
    expect([await problemOf(), await valuesOf(reference)]).toEqual([null, ['++', 'Negative']])
  })

  test('waits for a person if its code contradicts its words', async () => {
    const { reference, accession } = await atBench([{ ...urine }])
    const values = [protein({ ...coded('LA11842-4'), text: 'Trace' })]
    await post(world, key, bundleOf({ accession, values }))
    expect([await problemOf(), await valuesOf(reference)]).toEqual(['values', []])
  })

  test('waits for a person too if its code is no choice of that line', async () => {
    const { reference, accession } = await atBench([{ ...urine }])
    const seen = { ...coded('LA6576-8'), text: 'Trace' }
    await post(world, key, bundleOf({ accession, values: [protein(seen)] }))
    expect([await problemOf(), await valuesOf(reference)]).toEqual(['values', []])
  })
})

describe('two people are needed', () => {
  test('a verifier waits until a scientist has checked it, and is another person', async () => {
    const { reference, accession } = await atBench()
    await post(world, key, bundleOf({ accession, values: [glucose()] }))
    const [asSola, asTola] = [await world.as(sola), await world.as(tola)]
    const filled = await sheetOf(reference)
    const params = { id: filled.id }
    const [forTola] = await reportsOf(asTola, reference)
    expect(forTola?.may).toEqual([])
    const seen = filled.versions[0]?.enteredAt ?? ''
    const early = await asTola(verifyReport, { params, body: { seen } })
    expect([early.httpStatus, early.code]).toEqual([409, 'not_checked'])
    await asSola(enterResults, { params, body: { values: plausible(filled), basedOn: seen } })
    const checked = (await sheetOf(reference)).versions[0]
    expect(checked).toMatchObject({ filledBy: null, enteredBy: 'Sola' })
    await asTola(verifyReport, { params, body: { seen: checked?.enteredAt ?? '' } })
    const out = await asTola(releaseReport, { params, body: { counselledBy: null } })
    expect(out.httpStatus).toBe(200)
  })

  test('the maker of the key counts as an author, also in the database', async () => {
    const { reference, accession } = await atBench()
    await post(world, key, bundleOf({ accession, values: [glucose()] }))
    const { id, versions } = await sheetOf(reference)
    const number = versions[0] ? 1 : 0
    const maker = world.sql`(select id from account where email = ${sola.email})`
    const other = world.sql`(select id from account where email = ${tola.email})`
    // Another scientist has checked it, so that only the delivery itself counts against the maker of the key.
    await expect(
      world.sql.begin(async (sql) => {
        await sql`update report_version set filled_by_system = null, entered_by = ${other} where report_id = ${id} and number = ${number}`
        await sql`update report_version set state = 'verified', verified_by = ${maker}, verified_at = now()
          where report_id = ${id} and number = ${number}`
      }),
    ).rejects.toThrow(/nobody verifies what they/)
    await expect(
      world.sql`update report_version set state = 'verified', verified_by = ${other}, verified_at = now()
        where report_id = ${id} and number = ${number}`,
    ).rejects.toThrow('report_version_is_checked_by_a_person')
    await expect(
      world.sql`update report_version set entered_by = ${other} where report_id = ${id} and number = ${number}`,
    ).rejects.toThrow('report_version_system_author')
  })
})

describe('a report waits for a person, and nothing is filled in', () => {
  const waits = async (bundle: object, problem: string, reference?: string) => {
    const heard = await post(world, key, bundle)
    expect([heard.status, heard.issues[0]?.split(' ')[0], await problemOf()]).toEqual([
      200,
      'warning',
      problem,
    ])
    if (reference) expect(await valuesOf(reference)).toEqual([])
    return heard
  }

  test('no sample, or several, or a number that only another system knows', async () => {
    world.clock.moveOn(61_000)
    const { accession, reference } = await atBench()
    await waits(bundleOf({ values: [glucose()] }), 'no_accession')
    const theirs = { specimen: [{ identifier: { system: 'https://lis.example', value: accession } }] }
    await waits(bundleOf({ report: theirs, values: [glucose()] }), 'no_accession', reference)
    const both = [{ reference: 'urn:s' }, { identifier: { value: '26ZZ-00002' } }]
    await waits(
      bundleOf({ accession, report: { specimen: both }, values: [glucose()] }),
      'several_samples',
      reference,
    )
  })

  test('another lab’s sample, answered like an unknown one', async () => {
    const { accession, reference } = await atBench()
    const [ikeja] = await world.sql<{ id: number }[]>`select id from lab where slug = 'ikeja-lab'`
    const [maker] = await world.sql<{ id: number }[]>`select id from account where email = ${sola.email}`
    const hand = { labId: ikeja?.id ?? 0, accountId: maker?.id ?? 0, at: world.clock.now() }
    const foreign = await world.db.transaction().execute((tx) => makeSystem(tx, hand, 'Ikeja LIS'))
    const told = await post(world, foreign.key, bundleOf({ accession, values: [glucose()] }))
    const never = await post(world, foreign.key, bundleOf({ accession: '26ZZ-99999', values: [glucose()] }))
    expect([told.status, told.text]).toEqual([never.status, never.text])
    expect([told.issues, await valuesOf(reference)]).toEqual([['warning not-found'], []])
  })

  test('a sample in transit, a rejected one, or one of a cancelled order', async () => {
    const { order, payment } = await book(await world.as(ada), bookingForm({ test: [{ ...sugar }], ...mama }))
    await pay(world, payment)
    await bringTo(world, order, 'sample_collected')
    const [accession = ''] = await accessionsOf(world, order)
    await waits(bundleOf({ accession, values: [glucose()] }), 'not_received')
    const asSola = await world.as(sola)
    await asSola(receiveSample, { params: { accession } })
    await asSola(rejectSample, { params: { accession }, body: { reason: 'leaked', note: null } })
    await waits(bundleOf({ accession, values: [glucose()] }), 'rejected', order)
    await (await world.as(ops))(cancelOrderFor, {
      ...{ params: { reference: order }, body: { onBehalfOf: 'lab', reason: 'The patient has moved away' } },
    })
    const [, second = ''] = await accessionsOf(world, order)
    await waits(bundleOf({ accession: second, values: [glucose()] }), 'order_over')
  })

  test('what is already entered, verified or released', async () => {
    world.clock.moveOn(61_000)
    const { accession, reference } = await atBench()
    const sheet = await sheetOf(reference)
    const [asSola, asTola] = [await world.as(sola), await world.as(tola)]
    const params = { id: sheet.id }
    await asSola(enterResults, { params, body: { values: plausible(sheet), basedOn: null } })
    await waits(bundleOf({ accession, values: [glucose(9)] }), 'already_entered')
    const seen = (await sheetOf(reference)).versions[0]?.enteredAt ?? ''
    await asTola(verifyReport, { params, body: { seen } })
    await waits(bundleOf({ accession, values: [glucose(9)] }), 'result_out')
    await releaseAll(world, reference)
    await asTola(releaseReport, { params, body: { counselledBy: null } })
    await waits(bundleOf({ accession, values: [glucose(9)] }), 'result_out')
    expect(await valuesOf(reference)).toEqual(['6'])
  })

  test('a PDF is not overwritten, and one of a sample rejected since is replaced', async () => {
    const { accession, reference } = await atBench()
    const asSola = await world.as(sola)
    const { id } = await sheetOf(reference)
    await attachTo(asSola, id, pdfOf(), null)
    await waits(bundleOf({ accession, values: [glucose(9)] }), 'already_entered')
    await asSola(rejectSample, { params: { accession }, body: { reason: 'leaked', note: null } })
    await asSola(collectSamples, { params: { reference }, body: {} })
    const second = (await accessionsOf(world, reference)).at(-1) ?? ''
    await asSola(receiveSample, { params: { accession: second } })
    await post(world, key, bundleOf({ accession: second, values: [glucose(5.1)] }))
    expect((await sheetOf(reference)).versions[0]).toMatchObject({
      attachment: null,
      values: [{ value: '5.1' }],
    })
  })

  test('attaching a PDF beside the values does not check them', async () => {
    const { accession, reference } = await atBench()
    await post(world, key, bundleOf({ accession, values: [glucose(9)] }))
    const { id, versions } = await sheetOf(reference)
    const answer = await attachTo(await world.as(sola), id, pdfOf(), versions[0]?.enteredAt ?? null)
    expect(answer.code).toBe('not_checked')
  })

  test('values of a sample that was rejected since are replaced', async () => {
    const { accession, reference } = await atBench()
    await post(world, key, bundleOf({ accession, values: [glucose(9)] }))
    const asSola = await world.as(sola)
    await asSola(rejectSample, { params: { accession }, body: { reason: 'leaked', note: null } })
    await asSola(collectSamples, { params: { reference }, body: {} })
    const second = (await accessionsOf(world, reference)).at(-1) ?? ''
    await asSola(receiveSample, { params: { accession: second } })
    await post(world, key, bundleOf({ accession: second, values: [glucose(5.1)] }))
    expect([await problemOf(), await valuesOf(reference)]).toEqual([null, ['5.1']])
  })

  test('a patient of another sex or date of birth', async () => {
    const { accession, reference } = await atBench()
    await waits(
      bundleOf({ accession, patient: { gender: 'male' }, values: [glucose()] }),
      'patient_differs',
      reference,
    )
    const young = { birthDate: '1991-04-12' }
    await waits(bundleOf({ accession, patient: young, values: [glucose()] }), 'patient_differs', reference)
    const same = { gender: 'female', birthDate: '1961-04-12', name: [{ family: 'Obi' }] }
    await post(world, key, bundleOf({ accession, patient: same, values: [glucose()] }))
    expect(await problemOf()).toBeNull()
  })

  test.each([
    ['a code that is not on its worksheet', amount('2345-7', 5, 'mmol/L')],
    ['equivalents of what has no charge', amount('14771-0', 98, 'meq/L')],
    ['a unit that is only a word', { ...glucose(), valueQuantity: { value: 5, unit: 'millimoles' } }],
    ['a number without a unit', { ...glucose(), valueQuantity: { value: 5 } }],
    ['a negative number', glucose(-3)],
    ['an upper bound', amount('14771-0', 5, 'mmol/L', { comparator: '<=' })],
    ['text instead of a number', { code: glucose().code, valueString: 'high' }],
    ['no value', { code: glucose().code }],
  ])('%s, also if the rest has its line', async (_, value) => {
    world.clock.moveOn(61_000)
    const { accession, reference } = await atBench()
    await waits(bundleOf({ accession, values: [value] }), 'values', reference)
  })

  test('the same line twice', async () => {
    const { accession, reference } = await atBench()
    const heard = await waits(bundleOf({ accession, values: [glucose(5), glucose(6)] }), 'values', reference)
    expect(heard.text).not.toContain(accession)
  })
})

describe('a key', () => {
  test('that was revoked gives no access, nor does a session or an empty header', async () => {
    world.clock.moveOn(61_000)
    const asSola = await world.as(sola)
    const revoked = await keyOf(world, sola, 'Old LIS')
    const { data } = await asSola(listLabSystems)
    const old = data.systems.find(({ name }) => name === 'Old LIS') ?? expect.unreachable()
    await asSola(revokeLabSystem, { params: { id: old.id } })
    for (const wrong of [revoked, await world.tokenOf(sola), 'nobody-has-this-key', null]) {
      const heard = await post(world, wrong, bundleOf({ values: [glucose()] }))
      expect([heard.status, heard.issues]).toEqual([401, ['error login']])
    }
  })

  test('records its use', async () => {
    await post(world, key, bundleOf({ values: [glucose()] }))
    const { data } = await (await world.as(sola))(listLabSystems)
    expect(data.systems[0]).toMatchObject({ name: 'Analyser room LIS', lastUsedAt: expect.any(String) })
    expect(JSON.stringify(data)).not.toContain(key)
  })
})
