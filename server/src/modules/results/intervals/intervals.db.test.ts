import {
  consentVersion,
  enterResults,
  exportOrder,
  type LabInterval,
  readIntervals,
  readResults,
  readTrends,
  setIntervals,
} from '@labalaba/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { ada, fbc, ikeja, sola, tola, yaba } from '../../../../test/cast.ts'
import { hire, releaseAt, yabaBench } from '../../../../test/lab-staff.ts'
import { reportsOf } from '../../../../test/results.ts'
import { buildWorld, type Caller, type Form } from '../../../../test/world.ts'

const world = await buildWorld()
const { sql } = world
let asAda: Caller
let asSola: Caller
let asTola: Caller
beforeAll(async () => {
  ;[asAda, asSola, asTola] = await Promise.all([world.as(ada), world.as(sola), world.as(tola)])
})

const blood = { test: [{ ...fbc }] }
const child: Partial<Form> = {
  ...{ ...blood, name: 'Ebere Obi', dob: '2019-03-27', person: 'other' },
  consent: { as: 'guardian', version: consentVersion },
}
const woman: Partial<Form> = { ...blood, name: 'Ngozi Obi', dob: '1985-03-27' }

/** Values of which many are outside their intervals, and some critical: haemoglobin high, packed cells and platelets low. */
async function enterGrave(reference: string): Promise<void> {
  const [report = expect.unreachable()] = await reportsOf(asSola, reference)
  const values = report.analytes.map(({ position, kind, choices }) => ({
    ...{ position, value: kind === 'quantity' ? '20' : (choices[0] ?? 'Seen') },
  }))
  const entered = await asSola(enterResults, { params: { id: report.id }, body: { values, basedOn: null } })
  expect(entered.httpStatus).toBe(200)
}

async function valuesOf(reference: string) {
  const [report] = await reportsOf(asSola, reference)
  return report?.versions[0]?.values ?? []
}

describe('a patient who was under 18 when the sample was taken', () => {
  test('has marks by critical limits, and none by intervals for adults: in the lab, for the patient, in trends and in FHIR', async () => {
    const reference = await orderAtBench(world, asAda, child)
    const [report = expect.unreachable()] = await reportsOf(asSola, reference)
    const numbers = report.analytes.filter(({ kind }) => kind === 'quantity')
    expect(new Set(numbers.map(({ basis }) => basis))).toEqual(new Set(['adults_only']))
    expect(numbers.flatMap(({ low, high }) => [low, high])).toEqual(numbers.flatMap(() => [null, null]))
    await releaseAt(await yabaBench(world), reference, '20')
    await releaseAt(await yabaBench(world), await orderAtBench(world, asAda, child), '20')
    const { data } = await asAda(readResults, { params: { reference } })
    const limited = new Map([
      ['Haemoglobin', 'critical_high'],
      ['Packed cell volume (PCV)', 'critical_low'],
      ['Platelets', 'critical_low'],
    ])
    for (const value of data.results[0]?.values ?? []) {
      const flag = limited.get(value.name) ?? null
      expect(value).toMatchObject({
        ...{ low: null, high: null, basis: 'adults_only', flag, tier: flag && 'immediate' },
      })
    }
    const over = (await asAda(readTrends, { params: { reference } })).data.series
    expect(over.length).toBeGreaterThan(5)
    for (const { points } of over.filter(({ name }) => !limited.has(name)))
      for (const point of points) expect(point).toMatchObject({ flag: null, low: null, high: null })
    const path = exportOrder.path.replace(':reference', reference)
    const headers = { authorization: `Bearer ${await world.tokenOf(ada)}` }
    const exported = await (await fetch(`${world.publicUrl}${path}`, { headers })).text()
    expect(exported).toContain('"Observation"')
    expect(exported.match(/"interpretation"/g)).toHaveLength(limited.size)
    expect(exported).not.toContain('"referenceRange"')
  })

  test('is marked on the day of their eighteenth birthday', async () => {
    const today = new Date(world.clock.now().getTime() + 3_600_000).toISOString().slice(0, 10)
    const dob = `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`
    const grown = await orderAtBench(world, asAda, { ...blood, dob })
    await enterGrave(grown)
    expect((await valuesOf(grown)).some(({ flag }) => flag === 'critical_high')).toBe(true)
  })

  test('has no limits for adults in the database either', async () => {
    const reference = await orderAtBench(world, asAda, { ...child, name: 'Ugo Obi' })
    await enterGrave(reference)
    const change = sql`update result_value set flag = 'high' from report join lab_order on lab_order.id = order_id
      where report.id = report_id and reference = ${reference}`
    await expect(change).rejects.toThrow(/check constraint/)
  })
})

test('an unconfirmed interval is marked as such for the patient and in FHIR', async () => {
  const reference = await orderAtBench(world, asAda, woman)
  await releaseAt(await yabaBench(world), reference, '10')
  const { data } = await asAda(readResults, { params: { reference } })
  const bases = new Map(data.results[0]?.values.map(({ name, basis }) => [name, basis]))
  expect([bases.get('Mean platelet volume'), bases.get('Haemoglobin')]).toEqual(['unconfirmed', 'catalogue'])
  const path = exportOrder.path.replace(':reference', reference)
  const headers = { authorization: `Bearer ${await world.tokenOf(ada)}` }
  const told = await (await fetch(`${world.publicUrl}${path}`, { headers })).text()
  const unconfirmed = [...bases.values()].filter((basis) => basis === 'unconfirmed')
  expect(told.match(/to be confirmed by the laboratory/g)).toHaveLength(unconfirmed.length)
})

/** The line of the full blood count that is called this. */
async function lineOf(caller: Caller, name: string) {
  const { data } = await caller(readIntervals, { query: { search: name } })
  return data.lines.find((line) => line.name === name && line.test === fbc.name) ?? expect.unreachable()
}

const own = (changes: Partial<LabInterval> = {}): LabInterval => ({
  ...{ sex: null, from: { amount: 0, unit: 'days' }, to: { amount: 18, unit: 'years' } },
  ...{ low: 10.5, high: 14.5, criticalLow: 6, criticalHigh: null, ...changes },
})

async function set(caller: Caller, id: number, intervals: LabInterval[], seen: string | null) {
  return await caller(setIntervals, { params: { analyte: String(id) }, body: { own: intervals, seen } })
}

describe("a lab's own intervals", () => {
  test('apply by sex and age to values entered from then on; earlier values stay', async () => {
    const before = await orderAtBench(world, asAda, woman)
    await enterGrave(before)
    const { id, set: seen, catalogue } = await lineOf(asTola, 'Haemoglobin')
    expect([seen, catalogue.male]).toEqual([null, { low: 13, high: 17 }])
    expect(await set(asTola, id, [own()], null)).toMatchObject({ httpStatus: 200 })
    const after = await lineOf(asTola, 'Haemoglobin')
    expect(after).toMatchObject({ own: [own()], set: { by: 'Tola' } })
    const measured = async (form: Partial<Form>) => {
      const reference = await orderAtBench(world, asAda, form)
      await enterGrave(reference)
      return (await valuesOf(reference)).find(({ name }) => name === 'Haemoglobin')
    }
    expect(await measured(child)).toMatchObject({
      low: 10.5,
      high: 14.5,
      flag: 'critical_high',
      basis: 'lab',
    })
    expect(await measured(woman)).toMatchObject({ low: 12, high: 15, flag: 'critical_high' })
    await set(asTola, id, [], after.set?.at ?? null)
    expect(await measured(child)).toMatchObject({ low: null, flag: 'critical_high', basis: 'adults_only' })
    expect((await valuesOf(before)).find(({ name }) => name === 'Haemoglobin')).toMatchObject({ low: 12 })
  })

  test('are set and seen only by verifiers and managers of the whole lab, for its own tests', async () => {
    const { id } = await lineOf(asSola, 'Haemoglobin')
    const [desk, atAnnex, elsewhere] = [
      await hire(world, yaba.slug, ['desk', 'scientist']),
      await hire(world, yaba.slug, ['manager'], [yaba.annex]),
      await hire(world, ikeja.slug, ['manager']),
    ]
    for (const other of [desk, atAnnex]) {
      expect(await other(readIntervals, {})).toMatchObject({ code: 'not_your_duty' })
      expect(await set(other, id, [own()], null)).toMatchObject({ code: 'not_your_duty' })
    }
    expect(await asAda(readIntervals, {})).toMatchObject({ code: 'not_found' })
    expect(await set(asSola, 999_999, [own()], null)).toMatchObject({ code: 'not_found' })
    await set(elsewhere, id, [own({ low: 1 })], null)
    expect((await lineOf(asSola, 'Haemoglobin')).own).toEqual([])
    await set(elsewhere, id, [], (await lineOf(elsewhere, 'Haemoglobin')).set?.at ?? null)
  })

  test('that are impossible are reported by index, and none is stored', async () => {
    const { id } = await lineOf(asSola, 'MCV')
    expect(await set(asSola, id, [own(), own({ sex: 'Male' })], null)).toMatchObject({
      ...{ httpStatus: 400, code: 'invalid', fields: { '1': expect.stringMatching(/same patients/) } },
    })
    expect((await lineOf(asSola, 'MCV')).own).toEqual([])
  })

  test('set twice at once: one is stored, the other is refused', async () => {
    const { id } = await lineOf(asSola, 'MCH')
    const lows = Array.from({ length: 20 }, (_, index) => index + 1)
    const answers = await Promise.all(
      lows.map((low) =>
        set(low % 2 ? asSola : asTola, id, [own({ low, high: 50, criticalLow: null })], null),
      ),
    )
    expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'intervals_changed')).toHaveLength(19)
    const stands = await lineOf(asSola, 'MCH')
    expect(stands.own).toHaveLength(1)
    // Saying the same again is no change, whatever was seen.
    expect(await set(asSola, id, stands.own, null)).toMatchObject({ httpStatus: 200 })
    expect((await lineOf(asSola, 'MCH')).set).toEqual(stands.set)
  })

  test('never change, and two for one patient never exist: the database refuses both', async () => {
    const { id } = await lineOf(asSola, 'MCHC')
    await set(asSola, id, [own({ low: 30, high: 37, criticalLow: null })], null)
    const mine = sql`update lab_interval set low = 1 where analyte_id = ${id}`
    await expect(mine).rejects.toThrow(/ended, and never changed/)
    const twice = sql`insert into lab_interval (lab_id, analyte_id, from_amount, from_unit, low, set_by, set_at)
      select lab_id, analyte_id, 17, 'years', 1, set_by, set_at from lab_interval where analyte_id = ${id}`
    await expect(twice).rejects.toThrow(/lab_interval_fits_once/)
  })
})
