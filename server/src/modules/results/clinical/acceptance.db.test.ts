import { acceptClinicalLimits, readClinicalLimits } from '@labalaba/contract'
import { Registry } from 'prom-client'
import { beforeAll, expect, test, vi } from 'vitest'
import { ada, ikeja, sugar, tola, yaba } from '../../../../test/cast.ts'
import { type Bench, hire, yabaBench } from '../../../../test/lab-staff.ts'
import { beginReport, sellAtYaba } from '../../../../test/report-at-bench.ts'
import { buildWorld, type Caller } from '../../../../test/world.ts'
import { exposeUnsignedLimits } from './acceptance.ts'
import { isAccepted } from './acceptance-repository.ts'

vi.setConfig({ testTimeout: 60_000 })

const world = await buildWorld()
let asAda: Caller
let asTola: Caller
let manages: Caller
let bench: Bench
beforeAll(async () => {
  ;[asAda, asTola, bench] = await Promise.all([world.as(ada), world.as(tola), yabaBench(world)])
  manages = await hire(world, yaba.slug, ['manager'])
})

const accept = (caller: Caller, edition: string) => caller(acceptClinicalLimits, { body: { edition } })
const read = async (caller: Caller) => (await caller(readClinicalLimits, {})).data

/** A report at Yaba, while it belongs to a demonstration or not. */
async function begunWhile(demo: boolean) {
  await world.sql`update lab set demo = ${demo} where slug = ${yaba.slug}`
  const patient = { name: 'Bisi Ojo', gender: 'Female', dob: '1966-02-14' } as const
  const report = await beginReport(world, { books: asAda, bench }, sugar, patient)
  await report.enter([['Fasting glucose', '5.0']])
  await world.sql`update lab set demo = true where slug = ${yaba.slug}`
  return report
}

test('a real lab verifies its first report only after a manager accepted the limits that no pathologist signed', async () => {
  const ofDemo = await begunWhile(true)
  expect(await ofDemo.verify()).toMatchObject({ httpStatus: 200 })
  const ofReal = await begunWhile(false)
  expect(await ofReal.verify()).toMatchObject({ httpStatus: 409, code: 'limits_not_accepted' })
  expect((await ofReal.read()).versions[0]).toMatchObject({ state: 'draft' })

  const { edition, unsigned, critical, plausibility, pregnancy, resistance, intervals, accepted } =
    await read(manages)
  const rows = [...critical, ...plausibility, ...pregnancy, ...resistance, ...intervals]
  expect([unsigned, accepted]).toEqual([rows.length, null])
  expect(critical.find(({ name, atOrBelow }) => name === 'Haemoglobin' && atOrBelow !== null)).toMatchObject({
    ...{ tests: ['Full blood count'], unit: 'g/dL', atOrBelow: 7, signedBy: null, sourceRead: true },
  })
  expect(plausibility.find(({ name }) => name === 'MCHC')).toMatchObject({
    ...{ unit: 'g/dL', withinDays: null, check: 'the unit: g/dL or g/L', signedBy: null },
  })
  expect(await accept(manages, edition)).toMatchObject({ httpStatus: 200 })
  expect(await accept(manages, edition)).toMatchObject({ httpStatus: 200 })
  expect(await ofReal.verify()).toMatchObject({ httpStatus: 200 })
  expect(await read(asTola)).toMatchObject({ accepted: { isCurrent: true }, mayAccept: false })
  const [stored] = await world.sql`select count(*)::int as acceptances from clinical_limits_accepted`
  expect(stored).toEqual({ acceptances: 1 })
})

test('limits are accepted by managers of the whole lab alone, in the edition that they read, each lab for itself', async () => {
  const atAnnex = await hire(world, yaba.slug, ['manager'], [yaba.annex])
  const desk = await hire(world, yaba.slug, ['desk', 'scientist'])
  const { edition } = await read(manages)
  for (const other of [asTola, atAnnex, desk])
    expect(await accept(other, edition)).toMatchObject({ code: 'not_your_duty' })
  expect(await desk(readClinicalLimits, {})).toMatchObject({ code: 'not_your_duty' })
  expect(await asAda(readClinicalLimits, {})).toMatchObject({ code: 'not_found' })
  expect(await accept(manages, '0123456789abcdef')).toMatchObject({ httpStatus: 409, code: 'limits_changed' })
  const elsewhere = await hire(world, ikeja.slug, ['manager'])
  expect((await read(elsewhere)).accepted).toBeNull()
})

test.each([
  ['critical_limit', 'haemoglobin-low', 'at_or_below = 6.5'],
  ['critical_limit', 'haemoglobin-low', "tier = 'urgent'"],
  ['plausibility_limit', 'haemoglobin-low', 'at_or_below = 1.4'],
  ['plausibility_limit', 'haemoglobin-low', "to_check = 'the tube'"],
  ['pregnancy_limit', 'glucose-fasting', 'high = 5.2'],
  ['pregnancy_limit', 'glucose-fasting', "source = 'A newer one'"],
  ['pregnancy_limit', 'glucose-fasting', "approved_by = 'Dr Signed'"],
  ['expected_resistance', 'klebsiella', "agents = '{Ampicillin}'"],
])(
  'a row of %s that changes makes another edition (%s: %s), and is not accepted by the old one',
  async (table, code, change) => {
    await sellAtYaba(world, { ogtt: 6000, 'blood-culture': 9000 })
    const [was] = await world.sql`select * from ${world.sql(table)} where code = ${code}`
    const before = await read(manages)
    expect(await accept(manages, before.edition)).toMatchObject({ httpStatus: 200 })
    await world.sql.unsafe(`update ${table} set ${change} where code = '${code}'`)
    const after = await read(manages)
    expect(after.edition).not.toBe(before.edition)
    expect(after.accepted?.isCurrent).toBe(false)
    expect(await accept(manages, before.edition)).toMatchObject({ code: 'limits_changed' })
    // The lab has accepted before: its work goes on while its manager reads the new limits.
    expect(after.mustAccept).toBe(false)
    expect(await accept(manages, after.edition)).toMatchObject({ httpStatus: 200 })
    await world.sql`update ${world.sql(table)} set ${world.sql(was ?? {})} where code = ${code}`
    // As it was accepted before.
    expect(await read(manages)).toMatchObject({ edition: before.edition, accepted: { isCurrent: true } })
  },
)

test('a test with a plausibility limit alone waits for the acceptance too', async () => {
  const [lab] = await world.sql<{ id: number }[]>`select id from lab where slug = ${ikeja.slug}`
  const [hba1c] = await world.sql<{ id: number }[]>`select id from test where code = 'hba1c'`
  const isAcceptedFor = () => isAccepted(world.db, lab?.id ?? 0, hba1c?.id ?? 0)
  expect(await isAcceptedFor()).toBe(false)
  await world.sql`update plausibility_limit set approved_by = 'Dr Signed'`
  expect(await isAcceptedFor()).toBe(true)
  await world.sql`update plausibility_limit set approved_by = null`
})

test('a lab that offers a culture reads and accepts what its organisms are expected to resist', async () => {
  await sellAtYaba(world, { 'blood-culture': 9000 })
  const { resistance } = await read(manages)
  expect(resistance.find(({ agents }) => agents[0] === 'Fluconazole')).toMatchObject({
    ...{ organisms: ['Candida krusei', 'Pichia kudriavzevii'], sourceRead: false, signedBy: null },
    ...{ tests: expect.arrayContaining(['Blood culture']), unit: null },
  })
})

test('operators see in the metrics how many limits no pathologist has signed', async () => {
  const registry = new Registry()
  exposeUnsignedLimits(registry, world)
  const [counted] = await world.sql<{ n: number }[]>`select count(*)::int as n from critical_limit`
  const words = await registry.metrics()
  expect(words).toContain(`labalaba_clinical_limits{table="critical",state="unsigned"} ${counted?.n}`)
  expect(words).toContain('labalaba_clinical_limits{table="pregnancy",state="signed"} 0')
})

test('a lab whose tests have no such limit, and one that verified reports before, are not stopped', async () => {
  const idOf = async (slug: string) =>
    (await world.sql<{ id: number }[]>`select id from lab where slug = ${slug}`)[0]?.id ?? 0
  const [atIkeja, atYaba] = [await idOf(ikeja.slug), await idOf(yaba.slug)]
  const [fbcTest, group] = await world.sql<
    { id: number }[]
  >`select id from test where code in ('fbc', 'blood-group') order by code desc`
  const isAcceptedFor = (lab: number, test: { id: number } | undefined) =>
    isAccepted(world.db, lab, test?.id ?? 0)
  expect(await isAcceptedFor(atIkeja, fbcTest)).toBe(false)
  expect(await isAcceptedFor(atIkeja, group)).toBe(true)
  expect(await isAccepted(world.db, atIkeja, null)).toBe(false)
  await world.sql`update offer set active = false where lab_id = ${atIkeja}`
  expect(await isAccepted(world.db, atIkeja, null)).toBe(true)
  await world.sql`update offer set active = true where lab_id = ${atIkeja}`
  await world.sql`alter table clinical_limits_accepted disable trigger user`
  await world.sql`delete from clinical_limits_accepted`
  // It has verified a report of glucose, which has such limits.
  expect(await isAcceptedFor(atYaba, fbcTest)).toBe(true)
})
