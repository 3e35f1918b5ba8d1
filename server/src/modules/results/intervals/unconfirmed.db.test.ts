import {
  acceptClinicalLimits,
  type LabInterval,
  readClinicalLimits,
  readIntervals,
  setIntervals,
} from '@labalaba/contract'
import { Registry } from 'prom-client'
import { beforeAll, expect, test, vi } from 'vitest'
import { ada, yaba } from '../../../../test/cast.ts'
import { type Bench, hire, yabaBench } from '../../../../test/lab-staff.ts'
import { beginReport, sellAtYaba } from '../../../../test/report-at-bench.ts'
import { buildWorld, type Caller } from '../../../../test/world.ts'
import { exposeUnsignedLimits } from '../clinical/acceptance.ts'

vi.setConfig({ testTimeout: 60_000 })

// Ferritin has an interval to be confirmed, which differs by sex, and no other limit of the tables.
const ferritin = { name: 'Ferritin', amount: 7000 }

const world = await buildWorld()
let asAda: Caller
let manages: Caller
let bench: Bench
beforeAll(async () => {
  ;[asAda, bench] = await Promise.all([world.as(ada), yabaBench(world)])
  manages = await hire(world, yaba.slug, ['manager'])
  await sellAtYaba(world, { ferritin: ferritin.amount })
})

const read = async () => (await manages(readClinicalLimits, {})).data
const ofFerritin = async () => (await read()).intervals.find(({ name }) => name === 'Ferritin')
const accept = (edition: string) => manages(acceptClinicalLimits, { body: { edition } })

async function lineOfFerritin() {
  const { data } = await manages(readIntervals, { query: { search: 'Ferritin' } })
  return {
    line: data.lines.find(({ test: name }) => name === ferritin.name) ?? expect.unreachable(),
    toConfirm: data.toConfirm,
  }
}

/** Sets the lab's own intervals of ferritin. */
async function setOwn(...own: readonly Partial<LabInterval>[]): Promise<void> {
  const { line } = await lineOfFerritin()
  const body = {
    seen: line.set?.at ?? null,
    own: own.map((one) => ({
      ...{ sex: null, from: { amount: 18, unit: 'years' as const }, to: null },
      ...{ low: 15, high: 200, criticalLow: null, criticalHigh: null, ...one },
    })),
  }
  expect(await manages(setIntervals, { params: { analyte: String(line.id) }, body })).toMatchObject({
    httpStatus: 200,
  })
}

/** A report of ferritin at Yaba that does not belong to a demonstration, with a value. */
async function begunAtRealLab() {
  await world.sql`update lab set demo = false where slug = ${yaba.slug}`
  const patient = { name: 'Bisi Ojo', gender: 'Female', dob: '1966-02-14' } as const
  const report = await beginReport(world, { books: asAda, bench }, ferritin, patient)
  await report.enter([['Ferritin', '50']])
  await world.sql`update lab set demo = true where slug = ${yaba.slug}`
  return report
}

test('a real lab verifies no report of a test whose interval is to be confirmed, until it has an interval of its own for each adult', async () => {
  const report = await begunAtRealLab()
  const refused = { httpStatus: 409, code: 'limits_not_accepted' }
  expect(await report.verify()).toMatchObject(refused)
  const { edition } = await read()
  expect(await ofFerritin()).toMatchObject({
    ...{ tests: ['Ferritin'], unit: 'µg/L', male: { low: 20, high: 250 }, female: { low: 10, high: 120 } },
    ...{ source: 'Nigerian hospital panel seed', sourceRead: false, signedBy: null, isReplaced: false },
  })
  const { toConfirm } = await lineOfFerritin()
  for (const some of [
    [{ sex: 'Female' as const }],
    [{ from: { amount: 0, unit: 'days' as const }, to: { amount: 18, unit: 'years' as const } }],
    [{ to: { amount: 40, unit: 'years' as const } }, { from: { amount: 41, unit: 'years' as const } }],
  ]) {
    await setOwn(...some)
    expect(await report.verify()).toMatchObject(refused)
    expect(await ofFerritin()).toMatchObject({ isReplaced: false })
  }
  await setOwn({ to: { amount: 40, unit: 'years' } }, { from: { amount: 40, unit: 'years' } })
  expect((await lineOfFerritin()).toConfirm).toBe(toConfirm - 1)
  const replaced = await read()
  expect(replaced.intervals.find(({ name }) => name === 'Ferritin')).toMatchObject({ isReplaced: true })
  // An interval of the lab's own changes no limit of ours, so an acceptance stays as it is.
  expect(replaced.edition).toBe(edition)
  expect(await report.verify()).toMatchObject({ httpStatus: 200 })
  await setOwn()
  expect(await ofFerritin()).toMatchObject({ isReplaced: false })
})

test('an interval that the lab accepted is confirmed for values entered later, as long as it does not change', async () => {
  const { edition, unsigned } = await read()
  const { line, toConfirm } = await lineOfFerritin()
  expect(line.catalogue.toBeConfirmed).toBe(true)
  expect(await accept(edition)).toMatchObject({ httpStatus: 200 })
  const after = await lineOfFerritin()
  expect(after.line.catalogue.toBeConfirmed).toBe(false)
  expect([toConfirm > 0, after.toConfirm]).toEqual([true, 0])
  const basisNow = async () => (await (await begunAtRealLab()).lineOf('Ferritin'))?.basis
  expect(await basisNow()).toBe('catalogue')

  for (const change of ['female_high = 150', "source = 'Another one'"]) {
    const [was] = await world.sql`select female_high, source from analyte where id = ${after.line.id}`
    await world.sql.unsafe(`update analyte set ${change} where id = ${after.line.id}`)
    expect(await read()).toMatchObject({ unsigned, accepted: { isCurrent: false }, mustAccept: false })
    expect(await accept(edition)).toMatchObject({ code: 'limits_changed' })
    expect(await basisNow()).toBe('unconfirmed')
    await world.sql`update analyte set ${world.sql(was ?? {})} where id = ${after.line.id}`
    expect(await read()).toMatchObject({ edition, accepted: { isCurrent: true } })
  }
})

test('operators see in the metrics how many intervals are to be confirmed', async () => {
  const registry = new Registry()
  exposeUnsignedLimits(registry, world)
  const [counted] = await world.sql<{ open: number; others: number }[]>`
    select count(*) filter (where to_be_confirmed)::int as open, count(*) filter (where not to_be_confirmed)::int as others
    from analyte where active and num_nonnulls(male_low, male_high, female_low, female_high) > 0`
  const words = await registry.metrics()
  expect(words).toContain(`labalaba_clinical_limits{table="intervals",state="unsigned"} ${counted?.open}`)
  expect(words).toContain(`labalaba_clinical_limits{table="intervals",state="signed"} ${counted?.others}`)
})
