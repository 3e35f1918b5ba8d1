import type { LabTest } from '@labalaba/contract'
import { describe, expect, it } from 'vitest'
import { openLabServer } from '../../../test/lab-server.ts'

const { patient, stranger, sql } = await openLabServer()
const slug = 'adegbite-ojo-medical-laboratory'
type Offered = { lab: string; tests: LabTest[] }[]

describe('the tests of a lab', () => {
  it('are found by the canonical slug, popular ones first, then by name', async () => {
    const { status, data } = await patient.get<Offered>(
      'listAllLabsTest?lab=ADEGBITE-OJO%20medical%20laboratory',
    )
    expect(status).toBe(200)
    expect(data).toHaveLength(1)
    const [{ lab, tests } = { lab: '', tests: [] }] = data
    expect({ lab, count: tests.length }).toEqual({ lab: slug, count: 153 })
    const ranks = tests.map(({ popularRank }) => popularRank ?? Number.POSITIVE_INFINITY)
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
    const rest = tests
      .filter(({ popularRank }) => popularRank === null)
      .map(({ testName }) => testName.toLowerCase())
    expect(rest).toEqual(rest.toSorted())
    expect(tests[0]).toMatchObject({
      testName: 'Full blood count',
      code: 'fbc',
      category: 'Pathology',
      department: 'Haematology',
      alsoKnownAs: expect.arrayContaining(['FBC']),
      fastingHours: 0,
      homeCollection: true,
      sex: 'any',
      popularRank: 1,
    })
  })

  it('promise the test’s hours times the lab’s factor', async () => {
    const { data } = await patient.get<Offered>(`listAllLabsTest?lab=${slug}`)
    expect(data[0]?.tests[0]?.turnaroundHours).toBe(Math.ceil(24 * 1.2))
  })

  it('are of the lab’s departments only, at a price of at least a naira', async () => {
    const { data } = await patient.get<Offered>(`listAllLabsTest?lab=${slug}`)
    const tests = data[0]?.tests ?? []
    expect(new Set(tests.flatMap(({ departments }) => departments))).toEqual(
      new Set([
        'Haematology',
        'Clinical chemistry',
        'Microbiology',
        'Parasitology',
        'Urinalysis and stool chemistry',
      ]),
    )
    expect(tests.every(({ amount }) => amount >= 1)).toBe(true)
  })

  it('leave out what the lab no longer offers', async () => {
    await sql`update offer set active = false where test_id = (select id from test where code = 'fbc')
      and lab_id = (select id from lab where slug = ${slug})`
    const { data } = await patient.get<Offered>(`listAllLabsTest?lab=${slug}`)
    expect(data[0]?.tests.map(({ code }) => code)).not.toContain('fbc')
  })

  it('are for signed-in people, and need a lab', async () => {
    expect((await stranger.get(`listAllLabsTest?lab=${slug}`)).status).toBe(401)
    expect(await patient.get('listAllLabsTest')).toMatchObject({ status: 400, code: 'invalid' })
    expect(await patient.get('listAllLabsTest?lab=%20')).toMatchObject({ status: 400, code: 'invalid' })
  })
})
