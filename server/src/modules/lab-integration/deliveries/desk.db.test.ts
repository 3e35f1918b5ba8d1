import {
  countWaitingReports,
  enterResults,
  listWaitingReports,
  type MembershipForm,
  openWaitingReport,
  placeReport,
  previewPlacing,
  setAsideReport,
  verifyReport,
} from '@labalaba/contract'
import { describe, expect, test } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { ada, fbc, femi, ops, sola, sugar, tola, yaba } from '../../../../test/cast.ts'
import { accessionsOf, amount, bundleOf, glucose, keyOf, post } from '../../../../test/deliveries.ts'
import { reportsOf } from '../../../../test/results.ts'
import { buildWorld } from '../../../../test/world.ts'
import { placeMember } from '../../labs/index.ts'
import { makeSystem } from '../../labs/systems/systems.ts'
import { tidyDeliveries } from './desk.ts'

const world = await buildWorld()
const key = await keyOf(world)
const [asSola, asTola] = [await world.as(sola), await world.as(tola)]

/** A report that waits, as a member who may open it sees it. */
async function waiting(values: object[] = [glucose()], accession: string | null = '26ZZ-00009') {
  const patient = { gender: 'female', birthDate: '1990-01-01', name: [{ text: 'Ngozi at the other system' }] }
  await post(world, key, bundleOf({ accession, patient, values }))
  const { data } = await asSola(listWaitingReports)
  return { params: { id: data.reports[0]?.id ?? '' } }
}

async function bench(test: { name: string; amount: number }[] = [{ ...sugar }]) {
  const reference = await orderAtBench(world, await world.as(ada), {
    test,
    name: 'Mama Obi',
    dob: '1961-04-12',
  })
  return { reference, accession: (await accessionsOf(world, reference))[0] ?? '' }
}

const eventsOf = async ({ id }: { id: string }) =>
  (
    await world.sql<{ verb: string }[]>`select verb from delivered_report_event
      where delivered_report_id = ${id} order by id`
  ).map(({ verb }) => verb)

describe('an unmatched result', () => {
  test('is listed for the lab, opened by a scientist, and the view is recorded', async () => {
    const { params } = await waiting()
    const { data: list } = await asTola(listWaitingReports)
    expect([list.mayOpen, list.reports[0]]).toMatchObject([
      false,
      { system: 'Analyser room LIS', accession: '26ZZ-00009', problem: 'unknown_accession', valueCount: 1 },
    ])
    expect(JSON.stringify(list)).not.toContain('Ngozi')
    const { data } = await asSola(openWaitingReport, { params })
    expect(data).toMatchObject({
      patient: { name: 'Ngozi at the other system', gender: 'Female', dob: '1990-01-01' },
      values: [{ value: '5.8', unit: 'mmol/L' }],
    })
    expect(await eventsOf(params)).toEqual(['open'])
    expect((await asTola(countWaitingReports)).data.waiting).toBe(list.waiting)
  })

  test('is for scientists only, and another lab does not find it', async () => {
    const { params } = await waiting()
    const { accession } = await bench()
    for (const refused of [
      await asTola(openWaitingReport, { params }),
      await asTola(previewPlacing, { params, body: { accession } }),
      await asTola(placeReport, { params, body: { accession } }),
      await asTola(setAsideReport, { params, body: { reason: 'A control run' } }),
    ])
      expect([refused.httpStatus, refused.code]).toEqual([403, 'not_your_duty'])
    const [ikeja = expect.unreachable()] = await world.sql<{ id: number; account: number }[]>`select lab.id,
      account.id as account from lab, account where slug = 'ikeja-lab' and account.email = ${sola.email}`
    const hand = { labId: ikeja.id, accountId: ikeja.account, at: world.clock.now() }
    const foreign = await world.db.transaction().execute((tx) => makeSystem(tx, hand, 'Ikeja LIS'))
    await post(world, foreign.key, bundleOf({ values: [glucose()] }))
    const [theirs = expect.unreachable()] = await world.sql<{ id: string }[]>`select delivered_report.id
      from delivered_report join delivery on delivery.id = delivery_id where lab_id = ${ikeja.id}`
    const aside = { params: { id: theirs.id }, body: { reason: 'A control run' } }
    for (const refused of [
      await asSola(openWaitingReport, { params: { id: theirs.id } }),
      await asSola(previewPlacing, { params: { id: theirs.id }, body: { accession } }),
      await asSola(placeReport, { params: { id: theirs.id }, body: { accession } }),
      await asSola(setAsideReport, aside),
    ])
      expect(refused.httpStatus).toBe(404)
    expect(JSON.stringify((await asSola(listWaitingReports)).data)).not.toContain(theirs.id)
    for (const other of [ada, femi, ops])
      expect((await (await world.as(other))(openWaitingReport, { params })).httpStatus).toBe(404)
    const nobody = { params: { id: '00000000-0000-4000-8000-000000000000' } }
    expect((await asSola(openWaitingReport, nobody)).httpStatus).toBe(404)
    expect(await eventsOf(params)).toEqual([])
  })

  test('is shown to the desk and the scientists of the location, and not at another location', async () => {
    const { accession } = await bench()
    const { params } = await waiting([glucose(), amount('2345-7', 5, 'mmol/L')], accession)
    const account = async (email: string) =>
      (await world.sql<{ id: number }[]>`select id from account where email = ${email}`)[0]?.id ??
      expect.unreachable()
    const place = async (
      person: typeof sola | typeof tola,
      duties: MembershipForm['duties'],
      locations: string[] = [],
    ) => {
      const form = { lab: yaba.slug, duties, locations }
      const id = await account(person.email)
      await world.db.transaction().execute((tx) => placeMember(tx, id, form))
    }
    const seenBy = async (caller: typeof asTola) => {
      const { data } = await caller(listWaitingReports)
      return data.reports.find(({ id }) => id === params.id)
    }
    const isCounted = async (caller: typeof asTola) => (await caller(countWaitingReports)).data.waiting
    const all = await isCounted(asSola)
    expect((await seenBy(asTola))?.test).toEqual(expect.any(String))
    await place(tola, ['verifier', 'manager'])
    expect([(await seenBy(asTola))?.test, (await seenBy(asTola))?.accession]).toEqual([null, accession])
    await place(tola, ['scientist'], [yaba.annex])
    expect(await seenBy(asTola)).toBeUndefined()
    expect(await isCounted(asTola)).toBeLessThan(all)
    expect((await asTola(openWaitingReport, { params })).httpStatus).toBe(404)
    expect((await asTola(setAsideReport, { params, body: { reason: 'A control run' } })).httpStatus).toBe(404)
    // A report that names no sample of the lab may belong to any of its locations.
    const other = await waiting()
    expect((await asTola(openWaitingReport, other)).httpStatus).toBe(200)
    await place(tola, ['scientist'], [yaba.main])
    expect(await seenBy(asTola)).toBeDefined()
    await place(tola, ['verifier', 'desk'])
  })

  test('is placed by hand on the sample whose number is typed, and fills in its worksheet', async () => {
    const { params } = await waiting([glucose(6.2), amount('2345-7', 5, 'mmol/L')])
    const { accession, reference } = await bench()
    const body = { accession: accession.toLowerCase() }
    const { data: seen } = await asSola(previewPlacing, { params, body })
    expect(seen).toMatchObject({
      ...{ accession, reference, patient: { name: 'Mama Obi' }, patientDiffers: true, problem: null },
      lines: [
        { goesTo: { name: 'Fasting glucose', value: '6.2', unit: 'mmol/L' }, problem: null },
        { goesTo: null, problem: 'unknown_code' },
      ],
    })
    const placed = await asSola(placeReport, { params, body })
    expect([placed.httpStatus, placed.data]).toEqual([200, seen])
    const [sheet = expect.unreachable()] = await reportsOf(asSola, reference)
    expect(sheet.versions[0]).toMatchObject({
      filledBy: 'Analyser room LIS',
      values: [{ value: '6.2', flag: 'high' }],
    })
    const [kept] = await world.sql`select state, content from delivered_report where id = ${params.id}`
    expect([kept, await eventsOf(params)]).toEqual([{ state: 'placed', content: null }, ['place']])
    const audit = await world.sql<{ what: string }[]>`select what from audit_entry
      where order_id = (select id from lab_order where reference = ${reference}) order by number`
    expect(audit.map(({ what }) => what)).toEqual(expect.arrayContaining(['order_seen', 'values_entered']))
    expect((await asSola(placeReport, { params, body })).httpStatus).toBe(404)
  })

  test('is placed once by twenty concurrent requests', async () => {
    const { params } = await waiting()
    const { accession, reference } = await bench()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => asSola(placeReport, { params, body: { accession } })),
    )
    expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1)
    expect(answers.filter(({ httpStatus }) => httpStatus === 404)).toHaveLength(19)
    expect((await reportsOf(asSola, reference))[0]?.versions[0]?.values).toHaveLength(1)
  })

  test('makes the person who placed it an author, who cannot verify it even if a colleague checked it', async () => {
    const { params } = await waiting()
    const { accession, reference } = await bench()
    const account = await world.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', tola.email)
      .executeTakeFirstOrThrow()
    const work = (duties: ('verifier' | 'desk' | 'scientist')[]) =>
      world.db
        .transaction()
        .execute((tx) => placeMember(tx, account.id, { lab: yaba.slug, duties, locations: [] }))
    await work(['verifier', 'scientist'])
    await asTola(placeReport, { params, body: { accession } })
    const [filled = expect.unreachable()] = await reportsOf(asSola, reference)
    const own = { id: filled.id }
    const basedOn = filled.versions[0]?.enteredAt ?? ''
    await asSola(enterResults, { params: own, body: { values: [{ position: 1, value: '5.8' }], basedOn } })
    const seen = (await reportsOf(asSola, reference))[0]?.versions[0]?.enteredAt ?? ''
    const refused = await asTola(verifyReport, { params: own, body: { seen } })
    expect([refused.httpStatus, refused.code]).toEqual([409, 'own_entry'])
    await work(['verifier', 'desk'])
  })

  test('stays if the sample has no line for it, or another was faster, or the sample is unknown', async () => {
    const { params } = await waiting()
    const { accession, reference } = await bench([{ ...fbc }])
    const { data } = await asSola(previewPlacing, { params, body: { accession } })
    expect(data.problem).toBe('values')
    expect((await asSola(placeReport, { params, body: { accession } })).code).toBe('wrong_state')
    const other = await bench()
    const [sheet = expect.unreachable()] = await reportsOf(asSola, other.reference)
    await asSola(enterResults, {
      params: { id: sheet.id },
      body: { values: [{ position: 1, value: '4' }], basedOn: null },
    })
    const entered = await asSola(previewPlacing, { params, body: { accession: other.accession } })
    expect(entered.data.problem).toBe('already_entered')
    const unknown = await asSola(placeReport, { params, body: { accession: '26ZZ-12345' } })
    expect([unknown.httpStatus, unknown.code]).toEqual([404, 'unknown_sample'])
    expect((await reportsOf(asSola, reference))[0]?.versions).toEqual([])
    expect((await asSola(openWaitingReport, { params })).httpStatus).toBe(200)
  })

  test('is set aside with a reason, and its content is erased', async () => {
    const { params } = await waiting()
    await asSola(setAsideReport, { params, body: { reason: 'A control run' } })
    const [kept] = await world.sql`select state, content from delivered_report where id = ${params.id}`
    expect(kept).toEqual({ state: 'set_aside', content: null })
    expect(await eventsOf(params)).toEqual(['set_aside'])
    expect((await asSola(openWaitingReport, { params })).httpStatus).toBe(404)
  })

  test('is stored for thirty days, and its answer permanently', async () => {
    const bundle = bundleOf({ accession: '26ZZ-00009', values: [glucose()] })
    const before = await post(world, key, bundle)
    const day = 24 * 60 * 60 * 1000
    world.clock.moveOn(29 * day)
    await tidyDeliveries(world.db, world.clock)
    const count = async () => {
      const [{ many } = { many: -1 }] = await world.sql<{ many: number }[]>`select count(*)::int as many
        from delivered_report where content is not null`
      return many
    }
    expect(await count()).toBeGreaterThan(0)
    world.clock.moveOn(2 * day)
    await tidyDeliveries(world.db, world.clock)
    expect(await count()).toBe(0)
    const again = await post(world, key, bundle)
    expect([again.status, again.text]).toEqual([before.status, before.text])
  })
})
