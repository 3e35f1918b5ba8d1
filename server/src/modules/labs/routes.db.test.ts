import type { Lab, LabItem, LabLocation } from '@labalaba/contract'
import { describe, expect, it } from 'vitest'
import { demoEmails } from '../../../../demo/accounts.ts'
import { openLabServer } from '../../../test/lab-server.ts'

const { patient, doctor, stranger, sql } = await openLabServer()
const slug = 'adegbite-ojo-medical-laboratory'

async function names(q: string): Promise<string[]> {
  const { data } = await patient.get<LabItem[]>(`listAllLabs.php?q=${encodeURIComponent(q)}`)
  return data.map((lab) => lab.name)
}

describe('the list of labs', () => {
  it('has fifteen labs a page in order of name, and the total number', async () => {
    const { status, data, pagination } = await patient.get<LabItem[]>('listAllLabs.php')
    expect(status).toBe(200)
    expect(data).toHaveLength(15)
    expect(pagination).toEqual({ totalRecords: 220, currentPage: 1, limit: 15, totalPages: 15 })
    expect(data[0]).toEqual({
      name: 'Adegbite-Ojo Medical Laboratory',
      slug,
      address: '52 Oye Road, Ikole-Ekiti',
      area: 'Ikole-Ekiti',
      state: 'Ekiti',
      isFavorite: false,
      testCount: 153,
      locationCount: 1,
      homeCollection: true,
      verification: {
        accreditation: 'MLSCN',
        registrationNumber: 'DEMO-MLSCN-0001',
        registrationExpiresOn: '2027-12-17',
        qualityAssessment: '',
        isoScope: [],
        bookable: true,
      },
      sampleData: true,
    })
  })

  it('shows every lab once over its pages', async () => {
    const pages = await Promise.all(
      Array.from({ length: 15 }, (_, index) =>
        patient.get<LabItem[]>(`listAllLabs.php?page=${index + 1}&limit=15`),
      ),
    )
    const slugs = pages.flatMap(({ data }) => data.map((lab) => lab.slug))
    expect(slugs).toHaveLength(220)
    expect(new Set(slugs).size).toBe(220)
  })

  it('answers an empty page beyond the last with the same total', async () => {
    const { data, pagination } = await patient.get<LabItem[]>('listAllLabs.php?page=99')
    expect(data).toEqual([])
    expect(pagination).toMatchObject({ totalRecords: 220, currentPage: 99, totalPages: 15 })
    const searched = await patient.get<LabItem[]>('listAllLabs.php?page=99&q=laboratory')
    expect(searched.data).toEqual([])
    expect(searched.pagination?.totalRecords).toBeGreaterThan(15)
  })

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=abc',
    'page=100001',
    'limit=0',
    'limit=51',
    'limit=ten',
    'order=price',
  ])('refuses %s', async (query) => {
    const { status, code } = await patient.get(`listAllLabs.php?${query}`)
    expect({ status, code }).toEqual({ status: 400, code: 'invalid' })
  })

  it('is for signed-in people only', async () => {
    expect(await stranger.get('listAllLabs.php')).toMatchObject({ status: 401, message: 'Invalid token.' })
  })

  it('leaves out labs that offer nothing or are not active', async () => {
    await sql`update lab set offer_count = 0 where slug = 'adire-row-medical-laboratory'`
    await sql`update lab set active = false where slug = 'agbalumo-health-laboratory'`
    const { pagination } = await patient.get('listAllLabs.php')
    expect(pagination?.totalRecords).toBe(218)
    expect(await names('Adire Row')).toEqual([])
    expect(await names('Agbalumo')).toEqual([])
    await sql`update lab set offer_count = 1, active = true where slug in ('adire-row-medical-laboratory', 'agbalumo-health-laboratory')`
  })

  it('lists a lab whose registration has expired, marked as not bookable', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((page) => patient.get<LabItem[]>(`listAllLabs.php?limit=50&page=${page}`)),
    )
    const expired = pages.flatMap(({ data }) => data).filter((lab) => !lab.verification.bookable)
    expect(expired).toHaveLength(2)
    expect(expired.every((lab) => lab.verification.registrationExpiresOn < '2026-11-21')).toBe(true)
  })
})

describe('the search', () => {
  it.each(['Adegbite-Ojo', 'ADEGBITE-OJO', 'adegbite ojo', 'ojo adegbite', 'Adégbìtẹ́', '  adegbite   ojo '])(
    'finds a lab by "%s"',
    async (q) => {
      expect(await names(q)).toEqual(['Adegbite-Ojo Medical Laboratory'])
    },
  )

  it.each(['Adegbte', 'Adegbitte', 'Adegbtie', 'Adgebite', 'Adegbide Ojo', 'Adegbte Medcal'])(
    'tolerates the typing error in "%s"',
    async (q) => {
      expect((await names(q))[0]).toBe('Adegbite-Ojo Medical Laboratory')
    },
  )

  it.each([
    ['Bdia', 'Bida Brass Diagnostics'],
    ['Kkuka tree', 'Kuka Tree Medical Laboratory'],
    ['Fikaa road', 'Fika Road Medical Laboratory'],
    ['Adrie row', 'Adire Row Medical Laboratory'],
    ['Adirerow', 'Adire Row Medical Laboratory'],
    ['Gwaaji', 'Gwaji Medical Laboratories'],
    ['Hske clinical', 'Haske Clinical Laboratory'],
    ['Taludu', "Tal'udu Diagnostics"],
    ["TAL'UDU", "Tal'udu Diagnostics"],
    ['Kofar Naisa', "Kofar Na'isa Medical Laboratory"],
    ['Ayewo Aara', 'Ayewo-Ara Diagnostics'],
    ['ayéwọ-ara', 'Ayewo-Ara Diagnostics'],
    ['Quilmark', 'Quillmark Laboratories'],
    ['Quillmark labs', 'Quillmark Laboratories'],
    ['Sobbi hill', 'Sobi Hill Diagnostics'],
    ['Udii ridge', 'Udi Ridge Medical Laboratory'],
    ['Olojun Bay', 'Olokun Bay Medical Laboratory'],
    ['Truviel', 'Truevial Laboratories'],
    ['Haematide Labratory', 'Haematide Laboratory Services'],
    ['Savana kyte', 'Savanna Kite Diagnostics'],
  ])('recognises "%s", and returns few other labs', async (q, name) => {
    const found = await names(q)
    expect(found[0]).toBe(name)
    expect(found.length).toBeLessThanOrEqual(3)
  })

  it.each([
    ['Ikeja', 'Lagos', 'Ikeja'],
    ['IKEJA, lagos', 'Lagos', 'Ikeja'],
    ['labs in Ikeja', 'Lagos', 'Ikeja'],
    ['laboratories near ikeja', 'Lagos', 'Ikeja'],
    ['Ikja', 'Lagos', 'Ikeja'],
    ['Abuja', 'FCT', 'Wuse 2'],
    ['Sabon Gari Zaria', 'Kaduna', 'Sabon Gari (Zaria)'],
  ])('finds labs by place with "%s", and shows the location that is there', async (q, state, area) => {
    const { data } = await patient.get<LabItem[]>(`listAllLabs.php?q=${encodeURIComponent(q)}&limit=50`)
    expect(new Set(data.map((lab) => lab.state))).toEqual(new Set([state]))
    expect(data.map((lab) => lab.area)).toContain(area)
  })

  it('finds areas by their local government too, and shows the area itself if a lab is in both', async () => {
    const { data } = await patient.get<LabItem[]>('listAllLabs.php?q=Ikeja&limit=50')
    const areas = new Set(data.map((lab) => lab.area))
    const there = await sql<{ area: string }[]>`select area from place where lga = 'Ikeja' or area = 'Ikeja'`
    expect([...areas].filter((area) => !there.some((place) => place.area === area))).toEqual([])
    expect(data.find((lab) => lab.slug === 'ayewo-ara-diagnostics')?.area).toBe('Ikeja')
  })

  it('puts labs with that name before labs in that place', async () => {
    const { data } = await patient.get<LabItem[]>('listAllLabs.php?q=kubwa&limit=50')
    expect(data[0]?.name).toBe('Kubwa Hearth Laboratory')
    expect(data.slice(1).some((lab) => lab.area === 'Kubwa')).toBe(true)
    expect(data.slice(1).every((lab) => !lab.name.includes('Kubwa'))).toBe(true)
  })

  it('counts the labs of a place over all its pages', async () => {
    const { pagination } = await patient.get<LabItem[]>('listAllLabs.php?q=lagos')
    const [{ total } = { total: 0 }] = await sql<{ total: number }[]>`
      select count(*)::int as total from lab where name_folded like '%lagos%' or exists
        (select from lab_location where lab_id = lab.id and state = 'Lagos')`
    expect(pagination?.totalRecords).toBe(total)
  })

  it.each(['zzzz', 'No Such Laboratory 12345', 'medical xyzzy', '%', '_', '100%', "' or 1=1 --", '\\'])(
    'finds nothing for "%s"',
    async (q) => {
      const { status, data, pagination } = await patient.get<LabItem[]>(
        `listAllLabs.php?q=${encodeURIComponent(q)}`,
      )
      expect({ status, data, total: pagination?.totalRecords }).toEqual({ status: 200, data: [], total: 0 })
    },
  )

  it('treats spaces as no search', async () => {
    expect((await patient.get('listAllLabs.php?q=%20%20')).pagination?.totalRecords).toBe(220)
  })

  it('puts the exact name first, then names that begin so, then words that begin so, then the rest', async () => {
    const [first, ...others] = ['Ere', 'Ere Zed', 'Aaa Erebor', 'Aab Sphere'].map((name) => ({
      slug: name.toLowerCase().replace(' ', '-'),
      name,
      about: '',
      accreditation: 'MLSCN',
      registration_number: name,
      registration_expires_on: '2030-01-01',
      departments: ['Haematology'],
      home_collection: false,
      email: 'x@y.example',
      phone: '2348030000000',
      offer_count: 1,
    }))
    await sql`insert into lab ${sql([...others.toReversed(), { ...first, slug: 'ere' }] as object[])}`
    const found = await names('ERE')
    const rank = (name: string) => found.indexOf(name)
    expect([rank('Ere'), rank('Ere Zed')]).toEqual([0, 1])
    expect(rank('Aaa Erebor')).toBeGreaterThan(1)
    expect(rank('Aab Sphere')).toBeGreaterThan(rank('Aaa Erebor'))
    await sql`delete from lab where registration_expires_on = '2030-01-01'`
  })

  it('has no gap and no repeat over its pages', async () => {
    const one = await patient.get<LabItem[]>('listAllLabs.php?q=laboratory&limit=50&page=1')
    const halves = await Promise.all(
      [1, 2].map((page) => patient.get<LabItem[]>(`listAllLabs.php?q=laboratory&limit=25&page=${page}`)),
    )
    expect(halves.flatMap(({ data }) => data.map((lab) => lab.slug))).toEqual(one.data.map((lab) => lab.slug))
    expect(halves.map(({ pagination }) => pagination?.totalRecords)).toEqual([
      one.pagination?.totalRecords,
      one.pagination?.totalRecords,
    ])
  })
})

describe('the filters', () => {
  it('keep labs with home visits, and labs with ISO 15189, with its scope', async () => {
    const all = async (query: string) => {
      const pages = await Promise.all(
        [1, 2, 3, 4, 5].map((page) =>
          patient.get<LabItem[]>(`listAllLabs.php?limit=50&page=${page}&${query}`),
        ),
      )
      return pages.flatMap(({ data }) => data)
    }
    const [home, iso, both] = await Promise.all([all('home=yes'), all('iso=yes'), all('home=yes&iso=yes')])
    expect(home.length).toBeGreaterThan(iso.length)
    expect(home.every((lab) => lab.homeCollection)).toBe(true)
    expect(iso).toHaveLength(25)
    expect(iso.every(({ verification }) => verification.isoScope.length > 0)).toBe(true)
    expect(iso.every(({ verification }) => verification.qualityAssessment !== '')).toBe(true)
    expect(both.map(({ slug }) => slug)).toEqual(
      iso.filter((lab) => lab.homeCollection).map(({ slug }) => slug),
    )
  })
})

describe('favourites', () => {
  it('are the account’s own, and adding or removing one twice is harmless', async () => {
    const isFavourite = async (who: typeof patient) => (await who.get<Lab>(`labs/${slug}`)).data.isFavorite
    for (const _ of [1, 2]) {
      expect(await patient.post('addFavourite', { labSlug: slug })).toMatchObject({
        status: 200,
        data: { isFavorite: true },
      })
      expect([await isFavourite(patient), await isFavourite(doctor)]).toEqual([true, false])
    }
    expect((await patient.get<LabItem[]>('listAllLabs.php')).data[0]?.isFavorite).toBe(true)
    for (const _ of [1, 2]) {
      expect(await patient.remove('removeFavourite', { labSlug: slug })).toMatchObject({
        status: 200,
        data: { isFavorite: false },
      })
      expect(await isFavourite(patient)).toBe(false)
    }
  })

  it('are listed on request, without those of other accounts', async () => {
    await patient.post('addFavourite', { labSlug: slug })
    await doctor.post('addFavourite', { labSlug: 'adire-row-medical-laboratory' })
    const mine = await patient.get<LabItem[]>('listAllLabs.php?favourite=yes')
    expect(mine.data.map((lab) => lab.slug)).toEqual([slug])
    expect(mine.pagination?.totalRecords).toBe(1)
    expect((await patient.get<LabItem[]>('listAllLabs.php?favourite=yes&q=adegbte')).data).toHaveLength(1)
    expect((await patient.get<LabItem[]>('listAllLabs.php?favourite=yes&q=quillmark')).data).toEqual([])
    expect((await patient.get('listAllLabs.php?favourite=no')).status).toBe(400)
    await patient.remove('removeFavourite', { labSlug: slug })
    await doctor.remove('removeFavourite', { labSlug: 'adire-row-medical-laboratory' })
    expect((await patient.get<LabItem[]>('listAllLabs.php?favourite=yes')).data).toEqual([])
  })

  it('can be added concurrently', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => doctor.post('addFavourite', { labSlug: slug })),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(await sql`select 1 from favourite`).toHaveLength(1)
  })

  it('are 300 at most, also concurrently, without counting closed labs', async () => {
    await sql`insert into lab (slug, name, about, accreditation, registration_number, registration_expires_on,
        departments, home_collection, email, phone)
      select 'liked-' || n, 'Liked ' || n, '', 'MLSCN', 'LIKED-' || n, '2030-01-01', '{}', false, 'x@y.example',
        '2348030000000' from generate_series(1, 310) n`
    await sql`insert into favourite (account_id, lab_id, at)
      select account.id, lab.id, now() from account, lab
      where account.email = ${demoEmails[0] ?? ''} and lab.slug in (select 'liked-' || n from generate_series(1, 297) n)`
    const add = (labSlug: string) => patient.post('addFavourite', { labSlug })
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => add(`liked-${at + 301}`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ code }) => code === 'many_favourites')).toHaveLength(7)

    expect((await add('liked-7')).status).toBe(200)
    expect(await add(slug)).toMatchObject({ status: 409, code: 'many_favourites' })
    await sql`update lab set active = false where slug = 'liked-8'`
    expect((await add(slug)).status).toBe(200)
    await sql`delete from favourite`
    await sql`delete from lab where slug like 'liked-%'`
  })

  it('refuse an unknown lab, and other shapes', async () => {
    expect(await patient.post('addFavourite', { labSlug: 'no-such-lab' })).toMatchObject({
      status: 404,
      code: 'unknown_lab',
    })
    expect(await patient.remove('removeFavourite', { labSlug: 'no-such-lab' })).toMatchObject({
      status: 404,
      code: 'unknown_lab',
    })
    expect(await patient.post('addFavourite', { labSlug: slug, more: 1 })).toMatchObject({
      status: 400,
      code: 'invalid',
    })
    expect(await patient.post('addFavourite', {})).toMatchObject({ status: 400, code: 'invalid' })
  })
})

describe('one lab', () => {
  it.each([slug, slug.toUpperCase(), 'Adegbite-Ojo Medical Laboratory', 'ADÉGBITE-OJO  medical laboratory'])(
    'is found as "%s", with its canonical slug',
    async (reference) => {
      const { status, data } = await patient.get<Lab>(`labs/${encodeURIComponent(reference)}`)
      expect(status).toBe(200)
      expect(data).toMatchObject({ slug, foundedYear: 1999, about: expect.stringContaining('Ikole-Ekiti') })
    },
  )

  it('is not found by another name', async () => {
    for (const path of ['labs/no-such-lab', 'searchlabs?id=no-such-lab', 'listAllLabsTest?lab=no-such-lab'])
      expect(await patient.get(path)).toMatchObject({ status: 404, code: 'unknown_lab' })
  })
})

describe('the locations of a lab', () => {
  it('come in their order, with the categories done there', async () => {
    const { data } = await patient.get<LabLocation[]>('searchlabs?id=agbalumo-health-laboratory')
    const [first] = data
    expect(first?.testsOffered).toEqual(['Test Package', 'Pathology', 'Genetics', 'Imaging'])
    expect(first?.departments).toContain('Molecular')
    expect(first?.collectionFee).toBe(7000)
    expect(first?.latitude).toBeCloseTo(6.5, 0)
    expect(first?.longitude).toBeCloseTo(3.4, 0)
    const { data: mushin } = await patient.get<LabLocation[]>(
      'searchlabs?id=Adewumi-Falade%20Medical%20Laboratory',
    )
    expect(mushin.map(({ name }) => name)).toEqual([
      'Mushin Main Laboratory',
      'Ojodu Berger Collection Centre',
    ])
    expect(mushin.map(({ testsOffered }) => testsOffered)).toEqual([
      ['Test Package', 'Pathology'],
      ['Test Package', 'Pathology'],
    ])
    expect(mushin[1]?.departments).not.toContain('Tumour markers')
    expect(mushin.map(({ collectionFee }) => collectionFee)).toEqual([null, null])
  })

  it('can have a fee of their own', async () => {
    await sql`update lab_location set collection_fee_kobo = 450000 where address = '52 Oye Road, Ikole-Ekiti'`
    const { data } = await patient.get<LabLocation[]>(`searchlabs?id=${slug}`)
    expect(data.map(({ collectionFee }) => collectionFee)).toEqual([4500])
  })
})
