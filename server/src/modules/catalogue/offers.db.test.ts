import { kobo } from '@labalaba/contract'
import { describe, expect, it } from 'vitest'
import { openLabServer } from '../../../test/lab-server.ts'
import { findLabAt, labSites } from '../labs/index.ts'
import { importPrices } from './import-prices.ts'
import { labsMatching, offersByName } from './offers.ts'

const { db, sql, clock } = await openLabServer()

const address = '104 Ladipo Street, Mushin'

async function mushin() {
  const site = await findLabAt(db, 'adewumi-falade-medical-laboratory', address)
  if (!site) throw new Error('the lab of this test is gone')
  return site
}

describe('finding a lab with a location', () => {
  it.each([
    ['adewumi-falade-medical-laboratory', address],
    ['ADEWUMI-FALADE medical  laboratory', ' 104  ladipo STREET, mushin '],
  ])('finds "%s" at "%s"', async (reference, typed) => {
    const site = await findLabAt(db, reference, typed)
    expect(site?.lab).toMatchObject({
      slug: 'adewumi-falade-medical-laboratory',
      homeCollection: false,
      turnaroundFactor: 1.3,
      registrationExpiresOn: '2027-06-23',
      collectionFeeKobo: 700_000,
      demo: true,
    })
    expect(site?.location).toMatchObject({
      name: 'Mushin Main Laboratory',
      address,
      collectionFeeKobo: null,
      labId: site?.lab.id,
    })
    expect(site?.location.departments).toContain('Tumour markers')
  })

  it('does not find another lab’s address, nor an inactive one', async () => {
    expect(await findLabAt(db, 'adegbite-ojo-medical-laboratory', address)).toBeUndefined()
    expect(await findLabAt(db, 'no-such-lab', address)).toBeUndefined()
    await sql`update lab_location set active = false where address = ${address}`
    expect(await findLabAt(db, 'adewumi-falade-medical-laboratory', address)).toBeUndefined()
    await sql`update lab_location set active = true where address = ${address}`
  })

  it('returns every location of a lab, in order', async () => {
    const { lab } = await mushin()
    const sites = await labSites(db, lab.id)
    expect(sites.map(({ location }) => location.name)).toEqual([
      'Mushin Main Laboratory',
      'Ojodu Berger Collection Centre',
    ])
  })
})

describe('the offers under names', () => {
  it('are found whatever the case, accents and spaces, and others are left out', async () => {
    const { lab } = await mushin()
    const offers = await offersByName(db, lab.slug, [
      'FULL  blood count ',
      'Packed céll volume',
      'No such test',
    ])
    expect(offers.map(({ name }) => name).toSorted()).toEqual(['Full blood count', 'Packed cell volume'])
    const fbc = offers.find(({ name }) => name === 'Full blood count')
    expect(fbc).toMatchObject({
      departments: ['Haematology'],
      includes: [],
      fastingHours: 0,
      homeCollection: true,
    })
    expect(fbc?.turnaroundHours).toBe(Math.ceil((24 * 130) / 100))
    expect(await offersByName(db, lab.slug, [])).toEqual([])
  })
})

describe('labs that match a cart', () => {
  const asked = [
    { name: 'FULL blood count', priceKobo: kobo(987_600) },
    { name: 'Packed cell volume', priceKobo: kobo(123_400) },
  ]

  async function setPrices(labId: number): Promise<void> {
    const tests = await db
      .selectFrom('test')
      .select(['id', 'code'])
      .where('code', 'in', ['fbc', 'pcv'])
      .execute()
    const prices = tests.map(({ id, code }) => ({
      labId,
      testId: id,
      priceKobo: kobo(code === 'fbc' ? 987_600 : 123_400),
    }))
    await db.transaction().execute((tx) => importPrices(tx, prices, clock.now()))
  }

  it('offer every test at exactly its price; at most two are returned', async () => {
    expect(await labsMatching(db, asked)).toEqual([])
    const labs = await db.selectFrom('lab').select('id').orderBy('id').limit(3).execute()
    const [one = 0, two = 0, three = 0] = labs.map(({ id }) => id)
    await setPrices(one)
    expect(await labsMatching(db, asked)).toEqual([one])
    expect(await labsMatching(db, [...asked, { name: 'No such test', priceKobo: kobo(100) }])).toEqual([])
    expect(
      await labsMatching(db, [
        asked[0] ?? { name: '', priceKobo: kobo(0) },
        { name: 'Packed cell volume', priceKobo: kobo(1) },
      ]),
    ).toEqual([])
    await setPrices(two)
    await setPrices(three)
    expect(await labsMatching(db, asked)).toEqual([one, two])
    await sql`update lab set active = false where id in (${one}, ${three})`
    expect(await labsMatching(db, asked)).toEqual([two])
  })
})
