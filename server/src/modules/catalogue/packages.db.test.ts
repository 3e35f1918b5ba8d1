import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LabLocation, LabTest } from '@labalaba/contract'
import { describe, expect, it } from 'vitest'
import { loadReference } from '../../../../reference/load.ts'
import { openLabServer } from '../../../test/lab-server.ts'
import { departmentNames } from '../labs/index.ts'
import { offersByName } from './offers.ts'
import { importPackages, readPackageSheet, readPurposeSheet } from './packages.ts'
import { importTests, readTestSheet } from './tests.ts'

const { db, sql, patient } = await openLabServer()

async function packageRow(code: string) {
  const [row] = await sql`select kind, category, department, departments, fasting_hours, turnaround_hours,
    home_collection, sex, price_low_kobo, price_high_kobo, price_factor from test where code = ${code}`
  return row
}

describe('a package', () => {
  it('needs what its tests need, takes as long as the longest and costs its factor of their sum', async () => {
    expect(await packageRow('diabetes-annual')).toEqual({
      kind: 'package',
      category: 'Test Package',
      department: 'Test packages',
      departments: ['Cardiology', 'Clinical chemistry'],
      fasting_hours: 10,
      turnaround_hours: 24,
      home_collection: false,
      sex: 'any',
      price_low_kobo: 4_690_000,
      price_high_kobo: 10_955_000,
      price_factor: 0.83,
    })
    expect(await packageRow('executive-male-40')).toMatchObject({ sex: 'male' })
    expect(await packageRow('fertility-couple')).toMatchObject({ sex: 'any' })
    expect(await packageRow('premarital')).toMatchObject({ home_collection: true, fasting_hours: 0 })
  })

  it('has a department that no lab can have', async () => {
    expect(await departmentNames(db)).not.toContain('Test packages')
    expect(await sql`select category from department where name = 'Test packages'`).toEqual([
      { category: 'Test Package' },
    ])
  })

  it('is offered in the demonstration by exactly the labs that offer all of its tests, at its factor of their prices', async () => {
    const wrong = await sql`select lab.slug, test.code, offer.price_kobo from lab cross join test
      left join offer on offer.lab_id = lab.id and offer.test_id = test.id and offer.active
      cross join lateral (select count(*) as wanted, count(member.price_kobo) as offered, sum(member.price_kobo) as price
        from package_test left join offer member on member.test_id = package_test.test_id
          and member.lab_id = lab.id and member.active where package_id = test.id) members
      where test.kind = 'package' and ((members.wanted = members.offered) <> (offer.price_kobo is not null)
        or abs(offer.price_kobo - members.price * test.price_factor) > 2500 or offer.price_kobo % 5000 <> 0)`
    expect(wrong).toEqual([])
    expect(
      await sql`select test.code from test left join offer on test_id = test.id where kind = 'package'
      group by test.code having count(lab_id) = 0`,
    ).toEqual([])
  })

  it('follows its tests when the catalogue changes, and keeps its own name, tests and offers', async () => {
    const before = await sql`select count(*) from offer join test on test.id = test_id where kind = 'package'`
    const { tests } = catalogue()
    const ecg = tests.find(({ code }) => code === 'ecg') ?? expect.unreachable()
    await db
      .transaction()
      .execute((tx) =>
        importTests(tx, [{ ...ecg, turnaroundHours: 99, department: 'Heart room', fastingHours: 12 }]),
      )
    expect(await packageRow('diabetes-annual')).toMatchObject({
      departments: ['Clinical chemistry', 'Heart room'],
      turnaround_hours: 99,
      fasting_hours: 12,
      price_low_kobo: 4_690_000,
    })
    await db.transaction().execute((tx) => importTests(tx, [ecg]))
    expect(await packageRow('diabetes-annual')).toMatchObject({ turnaround_hours: 24, fasting_hours: 10 })
    expect(
      await sql`select count(*) from offer join test on test.id = test_id where kind = 'package'`,
    ).toEqual(before)
    expect(await sql`select count(*) from package_test`).toEqual([{ count: 179 }])
    await sql`delete from loaded_set where name = 'reference'`
    await loadReference(db)
    expect(await sql`select count(*) from package_test`).toEqual([{ count: 179 }])
  })

  it('cannot include an unknown test', async () => {
    const [one = expect.unreachable()] = catalogue().packages
    const strange = { ...one, testCodes: ['fbc', 'no-such-test'] }
    await expect(db.transaction().execute((tx) => importPackages(tx, [strange]))).rejects.toThrow(
      'a test that is not in',
    )
  })
})

describe('the packages of a lab', () => {
  const lab = 'adewumi-falade-medical-laboratory'

  it('are in its list with their tests and the departments that they need', async () => {
    const { data } = await patient.get<{ tests: LabTest[] }[]>(`listAllLabsTest?lab=${lab}`)
    const fever = data[0]?.tests.find(({ code }) => code === 'fever-check')
    expect(fever).toMatchObject({
      testName: 'Fever check',
      kind: 'package',
      category: 'Test Package',
      departments: ['Haematology', 'Parasitology', 'Urinalysis and stool chemistry'],
      includes: ['Malaria parasite', 'Full blood count', 'Urinalysis'],
      summary: expect.stringContaining('fever'),
    })
  })

  it('are a category only if one of them can be done', async () => {
    const categories = async () =>
      (await patient.get<LabLocation[]>(`searchlabs?id=${lab}`)).data.map((one) => one.testsOffered)
    expect(await categories()).toEqual([
      ['Test Package', 'Pathology'],
      ['Test Package', 'Pathology'],
    ])
    await sql`update lab_location set departments = array['Microbiology'] where name = 'Ojodu Berger Collection Centre'`
    expect(await categories()).toEqual([['Test Package', 'Pathology'], ['Pathology']])
    await sql`update offer set active = false where lab_id = (select id from lab where slug = ${lab})
      and test_id in (select id from test where kind = 'package')`
    expect(await categories()).toEqual([['Pathology'], ['Pathology']])
  })

  it('are found for a booking with all that they need', async () => {
    const [offer] = await offersByName(db, 'adegbite-ojo-medical-laboratory', ['DIABETES check'])
    expect(offer).toMatchObject({
      name: 'Diabetes check',
      departments: ['Clinical chemistry', 'Urinalysis and stool chemistry'],
      fastingHours: 8,
      homeCollection: true,
    })
    expect(offer?.includes).toHaveLength(5)
  })
})

describe('a file of packages', () => {
  const heading = 'code,name,also_known_as,audience,test_codes,price_factor,summary\n'
  const tests = [
    { code: 'fbc', name: 'Full blood count' },
    { code: 'pcv', name: 'Packed cell volume' },
  ]

  it.each([
    ['two,Two,,,fbc|pcv,0.8,', []],
    ['one,One,,,fbc,0.8,', ['line 2: test_codes is "fbc"; a package has two tests or more']],
    ['none,None,,,,0.8,', ['line 2: test_codes is empty; part the codes with a bar']],
    ['odd,Odd,,,fbc|zzz,0.8,', ['line 2: test_codes has zzz; the catalogue has no such test']],
    ['fbc,Other,,,fbc|pcv,0.8,', ['line 2: code is "fbc"; another line has it too']],
    ['two,full blood COUNT,,,fbc|pcv,0.8,', ['line 2: name is "full blood COUNT"; another line has it too']],
    ['two,Two,,,fbc|pcv,1.2,', ['line 2: price_factor is "1.2"; give a number from 0.1 to 1']],
  ])('with %s has the problems %j', (line, expected) => {
    const problems: string[] = []
    readPackageSheet({ text: heading + line }, tests, problems)
    expect(problems).toEqual(expected)
  })

  it('and one of purposes may only name known tests', () => {
    const problems: string[] = []
    readPurposeSheet({ text: 'code,name,test_codes\nblood,Blood,fbc|pvc' }, tests, problems)
    expect(problems).toEqual(['line 2: test_codes has pvc; the catalogue has no such test'])
  })
})

const folder = join(import.meta.dirname, '../../../../reference')

function catalogue() {
  const problems: string[] = []
  const tests = readTestSheet({ text: readFileSync(join(folder, 'tests.csv'), 'utf8') }, problems)
  const packages = readPackageSheet(
    { text: readFileSync(join(folder, 'packages.csv'), 'utf8') },
    tests,
    problems,
  )
  expect(problems).toEqual([])
  return { tests, packages }
}
