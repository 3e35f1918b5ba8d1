import { addDays, consentVersion, enterResults, lagosDate, readResults } from '@labalaba/contract'
import { beforeAll, expect, test } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { ada, fbc, sola, sugar, urine } from '../../../../test/cast.ts'
import { releaseAt, yabaBench } from '../../../../test/lab-staff.ts'
import { sellAtYaba } from '../../../../test/report-at-bench.ts'
import { reportsOf } from '../../../../test/results.ts'
import { buildWorld, type Caller, type Form } from '../../../../test/world.ts'

const world = await buildWorld()
let asAda: Caller
let asSola: Caller
beforeAll(async () => {
  ;[asAda, asSola] = await Promise.all([world.as(ada), world.as(sola)])
})

/** A newborn of some days, whose parent books a test. */
function newborn(test: { name: string; amount: number }, days = 4): Partial<Form> {
  const dob = addDays(lagosDate(world.clock.now()), -days)
  return {
    ...{ test: [{ ...test }], name: 'Ebere Obi', dob, person: 'other' },
    consent: { as: 'guardian', version: consentVersion },
  }
}

/** Enters one value of a report, and returns how the lab reads it then. */
async function entered(form: Partial<Form>, name: string, value: string) {
  const reference = await orderAtBench(world, asAda, form)
  const [report = expect.unreachable()] = await reportsOf(asSola, reference)
  const line = report.analytes.find((one) => one.name === name) ?? expect.unreachable()
  const body = { values: [{ position: line.position, value }], basedOn: null }
  expect(await asSola(enterResults, { params: { id: report.id }, body })).toMatchObject({ httpStatus: 200 })
  const [after] = await reportsOf(asSola, reference)
  return after?.versions[0]?.values[0]
}

test.each([
  [fbc, 'Haemoglobin', '3.1', 'critical_low', 'immediate'],
  [fbc, 'Platelets', '45', 'critical_low', 'urgent'],
  [fbc, 'MCV', '130', null, null],
  [sugar, 'Fasting glucose', '0.9', 'critical_low', 'immediate'],
])('of a newborn, %o: %s %s is %s, to be called about: %s', async (of, name, value, flag, tier) => {
  expect(await entered(newborn(of), name, value)).toMatchObject({ flag, tier, basis: 'adults_only' })
})

test.each([
  [0, '101', 'immediate'],
  [1, '150', 'immediate'],
  [2, '150', null],
])(
  'of a newborn who was born %i days before the sample, a bilirubin of %s is to be called about: %s',
  async (days, value, tier) => {
    await sellAtYaba(world, { 'neonatal-bilirubin': 4000 })
    const bilirubin = { name: 'Newborn bilirubin', amount: 4000 }
    expect(await entered(newborn(bilirubin, days), 'Total bilirubin', value)).toMatchObject({ tier })
  },
)

test('a finding in words is critical by the line of its test', async () => {
  await world.sql`insert into critical_limit (code, analyte, from_amount, from_unit, choices, tier, source, source_read)
    values ('test-ketones', 'urinalysis/7', 0, 'days', '{+++}', 'urgent', 'A test', false)`
  const of = { test: [{ ...urine }] }
  expect(await entered(of, 'Ketones', '+++')).toMatchObject({ flag: 'critical_abnormal', tier: 'urgent' })
  expect(await entered(of, 'Ketones', '++')).toMatchObject({ flag: 'abnormal', tier: null })
})

test('a row in another unit than the line is not applied', async () => {
  await world.sql`insert into critical_limit (code, analyte, ucum, from_amount, from_unit, at_or_above, tier, source, source_read)
    values ('test-mcv', '787-2', 'mL', 0, 'days', 90, 'urgent', 'A test', false)`
  expect(await entered({ test: [{ ...fbc }] }, 'MCV', '95')).toMatchObject({ flag: 'normal', tier: null })
})

test('the patient reads that it is immediate', async () => {
  const reference = await orderAtBench(world, asAda, newborn(sugar))
  await releaseAt(await yabaBench(world), reference, '0.9')
  const { data } = await asAda(readResults, { params: { reference } })
  expect(data.results[0]?.values[0]).toMatchObject({ flag: 'critical_low', tier: 'immediate' })
})

test('the database refuses a critical value without a tier, and a tier without a critical value', async () => {
  await entered({ test: [{ ...sugar }] }, 'Fasting glucose', '1.9')
  for (const wrong of ['critical_tier = null', "flag = 'low'"])
    await expect(world.sql.unsafe(`update result_value set ${wrong} where value = '1.9'`)).rejects.toThrow(
      /result_value_critical_check/,
    )
})
