import { type Duty, enterResults } from '@labalaba/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { ada, chidi, ikeja, sugar } from '../../../../test/cast.ts'
import { type Bench, hire, releaseAt, yabaBench } from '../../../../test/lab-staff.ts'
import { reportsOf } from '../../../../test/results.ts'
import { buildWorld, type Caller, type Form } from '../../../../test/world.ts'

const world = await buildWorld()
const { sql } = world
let asAda: Caller
let bench: Bench
let atIkeja: Bench
beforeAll(async () => {
  ;[asAda, bench] = await Promise.all([world.as(ada), yabaBench(world)])
  const duties: Duty[] = ['desk', 'scientist', 'verifier', 'manager']
  atIkeja = { enters: await hire(world, ikeja.slug, duties), verifies: await hire(world, ikeja.slug, duties) }
})

let born = 0
/** A patient of this test only. */
function newPatient(changes: Partial<Form> = {}): Partial<Form> {
  born += 1
  const dob = `1971-02-${String(born).padStart(2, '0')}`
  return { name: 'Zainab Same', email: `zainab-${born}@cast.example`, dob, test: [{ ...sugar }], ...changes }
}

async function released(form: Partial<Form>, amount: string, at = bench, caller = asAda): Promise<string> {
  const order = await orderAtBench(world, caller, form)
  await releaseAt(at, order, amount)
  return order
}

/** The last value beside the line of this name, or the first one. */
async function lastBeside(form: Partial<Form>, name?: string, caller = asAda) {
  return await beside(await orderAtBench(world, caller, form), name)
}

async function beside(order: string, name?: string): Promise<string | null> {
  const [report] = await reportsOf(bench.enters, order)
  const line = report?.analytes.find((one) => name === undefined || one.name === name)
  return line?.last?.value ?? null
}

describe('the last value beside a line', () => {
  test('is of the same person by name, sex, date of birth, and email or phone, by any booker', async () => {
    const zainab = newPatient({ phone: '0803 555 0001' })
    await released(zainab, '4.4')
    const asChidi = await world.as(chidi)
    expect(await lastBeside({ ...zainab, name: 'zainab same' })).toBe('4.4')
    expect(await lastBeside({ ...zainab, phone: '0803 555 0002' }, undefined, asChidi)).toBe('4.4')
    expect(await lastBeside({ ...zainab, dob: '1981-02-03' })).toBe(null)
    expect(await lastBeside({ ...zainab, name: 'Zainab Other' })).toBe(null)
    const strangers = { email: 'stranger@cast.example', phone: '0803 555 0003' }
    expect(await lastBeside({ ...zainab, ...strangers })).toBe(null)
  })

  test('is of the same lab alone', async () => {
    const zainab = newPatient()
    const there = { name: ikeja.name, labReference: ikeja.slug, location: ikeja.main }
    await released({ ...zainab, test: [{ name: sugar.name, amount: 3500 }], lab: there }, '7.4', atIkeja)
    expect(await lastBeside(zainab)).toBe(null)
  })

  test('is matched by the measurement, in any test, if the unit is the same', async () => {
    const lineOf = (loinc: string, ucum: string) => sql`update analyte set loinc = ${loinc}, ucum = ${ucum}
      where test_id = (select id from test where name = ${sugar.name})`
    const [was] = await sql<{ loinc: string; ucum: string }[]>`select loinc, ucum from analyte
      where test_id = (select id from test where name = ${sugar.name})`
    const zainab = newPatient()
    await lineOf('718-7', 'g/dL')
    await released(zainab, '9.1')
    const blood = { ...zainab, test: [{ name: 'Full blood count', amount: 7000 }] }
    expect(await lastBeside(blood, 'Haemoglobin')).toBe('9.1')
    expect(await lastBeside(blood, 'White blood cells (WBC)')).toBe(null)
    await lineOf('718-7', 'g/L')
    expect(await lastBeside(zainab)).toBe(null)
    await lineOf(was?.loinc ?? '', was?.ucum ?? '')
  })

  test('is of a sample taken before this one, however late this one is read', async () => {
    const zainab = newPatient()
    const first = await released(zainab, '4.1')
    await released(zainab, '5.2')
    const third = await orderAtBench(world, asAda, zainab)
    expect(await beside(third)).toBe('5.2')
    expect(await beside(first)).toBe(null)
    // Entering it changes nothing of that.
    const [report = expect.unreachable()] = await reportsOf(bench.enters, third)
    const body = { values: [{ position: 1, value: '6.0' }], basedOn: null }
    await bench.enters(enterResults, { params: { id: report.id }, body })
    expect(await beside(third)).toBe('5.2')
  })
})
