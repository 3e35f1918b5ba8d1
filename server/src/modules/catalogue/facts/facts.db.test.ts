import { expect, test } from 'vitest'
import { loadReference } from '../../../../../reference/load.ts'
import { cloneDatabase } from '../../../../test/database.ts'
import { openLabServer } from '../../../../test/lab-server.ts'
import { offersByName, readLabList } from '../offers.ts'
import { factsOf } from './facts.ts'
import { allFacts } from './repository.ts'

const slug = 'adewumi-falade-medical-laboratory'
const { db, sql } = await openLabServer()
const [here, elsewhere] = [await cloneDatabase(2), await cloneDatabase(2)]

/** The facts as they are in the database, without the cache. */
async function factsNow() {
  const { edition, tests } = await allFacts(db)
  return { edition, tests: new Map(tests.map((one) => [one.id, one])) }
}

async function listed(code: string) {
  const { tests } = await readLabList(db, slug)
  return tests.find((one) => one.code === code) ?? expect.unreachable()
}

test.each([
  `name = 'Complete blood count'`,
  `code = code || '-2'`,
  `also_known_as = array['CBC']`,
  `summary = 'What the blood is made of.'`,
  `specimen = 'A drop of blood'`,
  `fasting_hours = 9`,
  `preparation = 'Drink water.'`,
  `turnaround_hours = 77`,
  `home_collection = not home_collection`,
  `sex = 'female'`,
  `popular_rank = 3`,
  `category = 'Imaging'`,
  `department = 'Genetics'`,
  `departments = array['Genetics']`,
  `audience = 'Everyone'`,
])('a list shows a changed test at once: %s', async (change) => {
  const [before] = await sql<{ id: number }[]>`select id::int from test where name_folded like '%blood count'`
  const id = before?.id ?? expect.unreachable()
  await readLabList(db, slug)
  await sql.unsafe(`update test set ${change} where id = ${id}`)
  const now = await factsNow()
  expect(await factsOf(db, now.edition)).toEqual(now.tests)
  const { code, name, specimen, summary } = now.tests.get(id) ?? expect.unreachable()
  expect(await listed(code)).toMatchObject({ testName: name, specimen, summary })
})

test('also a package’s tests, purposes, a new test and a deleted one', async () => {
  const changes = [
    sql`update package_test set position = position + 100`,
    sql`delete from package_test where position = 101`,
    sql`insert into package_test (package_id, test_id, position) select package_id, test_id, 999 from (
      select (select id from test where kind = 'package' limit 1) as package_id, id as test_id from test
      where kind = 'test' and id not in (select test_id from package_test) limit 1) one`,
    sql`insert into test (code, name, also_known_as, category, department, departments, specimen, container, fasting_hours, preparation,
        turnaround_hours, home_collection, sex, loinc_verified, price_low_kobo, price_high_kobo, summary)
      select 'new-one', 'New one', also_known_as, category, department, departments, specimen, container, fasting_hours, preparation,
        turnaround_hours, home_collection, sex, false, price_low_kobo, price_high_kobo, summary from test limit 1`,
    sql`delete from test where code = 'new-one'`,
    sql`update purpose set name = 'Tiredness' where position = 1`,
    sql`delete from purpose_test where purpose_code = (select code from purpose where position = 1)`,
  ]
  for (const change of changes) {
    const before = await factsNow()
    await change
    const now = await factsNow()
    expect(now.edition).not.toBe(before.edition)
    expect(await factsOf(db, now.edition)).toEqual(now.tests)
  }
})

test('a change that no list shows keeps the edition', async () => {
  const before = await factsNow()
  await sql`update test set container = 'Another', loinc_verified = not loinc_verified`
  await sql`update offer set price_kobo = price_kobo + 100`
  expect((await factsNow()).edition).toBe(before.edition)
})

test('a transaction sees its own changes of facts, and a rolled-back change is seen by no other', async () => {
  const specimenOf = async (at: typeof db) =>
    (await offersByName(at, slug, ['Packed cell volume']))[0]?.specimen ?? expect.unreachable()
  const before = await specimenOf(db)
  const undone = db.transaction().execute(async (tx) => {
    await tx
      .updateTable('test')
      .set({ specimen: 'Moonlight' })
      .where('name', '=', 'Packed cell volume')
      .execute()
    expect(await specimenOf(tx)).toBe('Moonlight')
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await specimenOf(db)).toBe(before)
})

test('two databases with the same history do not share facts', async () => {
  const told = []
  for (const [at, specimen] of [
    [here, 'From here'],
    [elsewhere, 'From elsewhere'],
  ] as const) {
    await loadReference(at.db)
    await at.sql`update test set specimen = ${specimen}`
    const { edition } = await allFacts(at.db)
    const facts = await factsOf(at.db, edition)
    told.push([...new Set([...facts.values()].map((test) => test.specimen))])
  }
  expect(told).toEqual([['From here'], ['From elsewhere']])
})
