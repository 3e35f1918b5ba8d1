import type { Purpose, TestItem, TestPage } from '@labalaba/contract'
import { describe, expect, it } from 'vitest'
import { openLabServer } from '../../../test/lab-server.ts'

const { patient, stranger, sql } = await openLabServer()

async function search(query: Record<string, string>) {
  return await patient.get<TestItem[]>(`tests?${new URLSearchParams(query)}`)
}

async function codes(q: string): Promise<string[]> {
  return (await search({ q })).data.map(({ code }) => code)
}

describe('searching the catalogue', () => {
  it.each([
    // Short names as people in Nigeria say them.
    ['MP', 'malaria-parasite'],
    ['pcv', 'pcv'],
    ['FBC', 'fbc'],
    ['Widal', 'widal'],
    ['E/U/Cr', 'e-u-cr'],
    ['eucr', 'e-u-cr'],
    ['E U Cr', 'e-u-cr'],
    ['hba1c', 'hba1c'],
    ['ca125', 'ca-125'],
    ['ECG', 'ecg'],
    // Names, whatever the case, the accents and what stands between the words.
    ['full BLOOD  count', 'fbc'],
    ['Anti-Müllerian hormone', 'amh'],
    ['genotype', 'hb-genotype'],
    ['malaria test', 'malaria-parasite'],
    ['chest xray', 'xray-chest-pa'],
    ['blood sugar', 'fbs'],
    ['antenatal', 'antenatal-booking'],
    ['full body check-up', 'wellness-full'],
    // Small typos, in words of four letters too.
    ['widl', 'widal'],
    ['malria', 'malaria-parasite'],
    ['ful blod count', 'fbc'],
    ['genotpe', 'hb-genotype'],
    ['urinalisis', 'urinalysis'],
    ['hepatits b', 'hbsag'],
    ['pregnacy', 'pregnancy-blood'],
    ['lipd profile', 'lipid-profile'],
    ['thyriod', 'tft'],
    ['colesterol', 'lipid-profile'],
  ])('for "%s" finds %s first', async (q, first) => {
    expect((await codes(q))[0]).toBe(first)
  })

  it.each([
    ['PT', ['pt-inr', 'pregnancy-urine']],
    ['tg', ['triglycerides', 'thyroglobulin']],
  ])('for "%s" begins with every test of that short name', async (q, both) => {
    expect((await codes(q)).slice(0, 2).toSorted()).toEqual(both.toSorted())
  })

  it('finds by purpose', async () => {
    expect(await codes('diabetes')).toEqual(expect.arrayContaining(['fbs', 'hba1c', 'diabetes-check']))
    expect(await codes('fever')).toEqual(expect.arrayContaining(['malaria-parasite', 'fever-check']))
  })

  it('shows exact matches without similar words beside them', async () => {
    expect(await codes('widal')).toEqual(['widal'])
  })

  it('finds a changed test at once', async () => {
    expect(await codes('zebrometry')).toEqual([])
    await sql`update test set also_known_as = also_known_as || 'Zébrometry'::text where code = 'widal'`
    expect(await codes('zebrometry')).toEqual(['widal'])
    expect(await codes('zbrometri')).toEqual(['widal'])
    await sql`update test set also_known_as = array_remove(also_known_as, 'Zébrometry') where code = 'widal'`
    expect(await codes('zebrometry')).toEqual([])
  })

  it.each(['zebra crossing', '🦋', '%', '...', '\\', "';--"])('finds nothing for "%s"', async (q) => {
    expect(await search({ q })).toMatchObject({
      status: 200,
      data: [],
      pagination: { totalRecords: 0, totalPages: 1 },
    })
  })

  it('has no gap and no repeat over its pages', async () => {
    const [{ all } = { all: 0 }] = await sql<{ all: number }[]>`select count(*) as all from test`
    const first = await search({ limit: '50' })
    expect(first.pagination).toEqual({ totalRecords: all, currentPage: 1, limit: 50, totalPages: 8 })
    const pages = await Promise.all(
      Array.from({ length: 8 }, (_, index) => search({ limit: '50', page: String(index + 1) })),
    )
    const found = pages.flatMap(({ data }) => data.map(({ code }) => code))
    expect(new Set(found).size).toBe(all)
    expect(found).toHaveLength(all)
    expect((await search({ page: '99' })).pagination).toMatchObject({ totalRecords: all, currentPage: 99 })
  })

  it('shows the popular tests first without a search', async () => {
    const { data } = await search({})
    expect(data.map(({ popularRank }) => popularRank)).toEqual(data.map((_, index) => index + 1))
    expect(data[0]).toMatchObject({
      code: 'fbc',
      kind: 'test',
      departments: ['Haematology'],
      includes: [],
      labCount: 218,
    })
  })

  it('applies a purpose, a category and a kind', async () => {
    const kidney = await search({ purpose: 'kidney', limit: '50' })
    expect(kidney.data.map(({ code }) => code)).toEqual(expect.arrayContaining(['e-u-cr', 'kidney-check']))
    const packages = await search({ kind: 'package', limit: '50' })
    expect(packages.pagination?.totalRecords).toBe(26)
    expect((await search({ category: 'Test Package', limit: '50' })).data).toEqual(packages.data)
    expect((await search({ q: 'malaria', kind: 'package' })).data.map(({ code }) => code)).toContain(
      'fever-check',
    )
    expect((await search({ purpose: 'no-such' })).data).toEqual([])
  })

  it('is for signed-in people and refuses unknown parameters', async () => {
    expect((await stranger.get('tests')).status).toBe(401)
    expect(await patient.get('tests?kind=scan')).toMatchObject({ status: 400, code: 'invalid' })
    expect(await patient.get('tests?order=price')).toMatchObject({ status: 400, code: 'invalid' })
  })
})

describe('purposes', () => {
  it('are in the words of patients, and each popular test and each package is in one', async () => {
    const { data } = await patient.get<Purpose[]>('purposes')
    expect(data[0]).toEqual({ code: 'fever-and-malaria', name: 'Fever and malaria', testCount: 12 })
    expect(data.every(({ testCount }) => testCount >= 5)).toBe(true)
    expect(
      await sql`select code from test where (popular_rank is not null or kind = 'package')
        and not exists (select from purpose_test where test_id = test.id)`,
    ).toEqual([])
  })
})

describe('one test', () => {
  const read = (test: string) => patient.get<TestPage>(`tests/${encodeURIComponent(test)}`)

  it('is found by code or name, whatever the case, accents and spaces', async () => {
    for (const reference of ['fbc', 'FBC', 'Full  blood COUNT', 'full blóod count'])
      expect((await read(reference)).data.code).toBe('fbc')
  })

  it('shows its purpose, where it is done and which packages include it', async () => {
    const { data } = await read('fbc')
    expect(data.purposes.map(({ code }) => code)).toContain('fever-and-malaria')
    expect(data.tests).toEqual([])
    expect(data.states.map(({ state }) => state)).toEqual(data.states.map(({ state }) => state).toSorted())
    expect(data.states.every(({ labs, priceFrom }) => labs > 0 && priceFrom >= (data.priceFrom ?? 0))).toBe(
      true,
    )
    const prices = data.related.map(({ priceFrom }) => priceFrom)
    expect(prices).toEqual(prices.toSorted((a, b) => (a ?? 0) - (b ?? 0)))
    expect(data.related.map(({ code }) => code)).toContain('fever-check')
  })

  it('that is a package lists its tests and others for the same purpose', async () => {
    const { data } = await read('Fever check')
    expect(data).toMatchObject({ kind: 'package', category: 'Test Package', audience: 'Anyone with fever' })
    expect(data.tests.map(({ code }) => code)).toEqual(['malaria-parasite', 'fbc', 'urinalysis'])
    expect(data.includes).toEqual(data.tests.map(({ name }) => name))
    expect((await read('diabetes-check')).data.related.map(({ code }) => code)).toEqual(['diabetes-annual'])
  })

  it('that is unknown is not found', async () => {
    expect(await read('no-such-test')).toMatchObject({ status: 404, code: 'not_found' })
    expect((await patient.get('tests/no-such-test/offers')).status).toBe(404)
    expect((await patient.get('tests/no-such-test/areas?state=Lagos')).status).toBe(404)
  })
})
