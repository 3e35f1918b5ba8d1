import { parseLagosDate } from '@labalaba/contract'
import { describe, expect, it } from 'vitest'
import { type LabLine, readLabSheets } from './lab-sheet.ts'

const today = parseLagosDate('2026-11-21') ?? expect.unreachable()
const departments = ['Haematology', 'Microbiology', 'Genetics']

const lab = {
  slug: 'yaba-lab',
  name: 'Yaba Lab',
  founded_year: '2001',
  about: 'A lab.',
  accreditation: 'MLSCN',
  departments: 'Haematology|Microbiology',
  home_collection: 'yes',
  collection_fee_ngn: '6000',
  email: 'Desk@Yaba-Lab.example',
  phone: '0803 123 4567',
  registration_number: 'MLSCN/1',
  registration_expires_on: '2027-03-31',
}
const location = {
  lab_slug: 'yaba-lab',
  branch_name: 'Main',
  address: '1 Herbert Macaulay Way, Yaba',
  landmark: 'Opposite the park',
  area: 'Yaba',
  state: 'Lagos',
  latitude: '6.5',
  longitude: '3.37',
  opening_hours: 'Mon-Fri 08:00-18:00; Sat 09:00-13:00',
  departments_offered: 'Haematology',
}

function csv(lines: readonly Record<string, string>[]): string {
  const names = Object.keys(lines[0] ?? {})
  return [
    names.join(','),
    ...lines.map((line) => names.map((name) => `"${line[name] ?? ''}"`).join(',')),
  ].join('\n')
}

function read(
  labs: readonly Record<string, string>[],
  locations: readonly Record<string, string>[],
): { labs: LabLine[]; problems: string[] } {
  const problems: string[] = []
  const sheets = [
    { text: csv(labs), name: 'labs' },
    { text: csv(locations), name: 'locations' },
  ] as const
  return { labs: readLabSheets(...sheets, { departments, today }, problems), problems }
}

describe('a file of labs', () => {
  it('gives each lab with its locations', () => {
    expect(read([lab], [location, { ...location, address: '2 Other Road' }])).toMatchObject({
      labs: [
        {
          slug: 'yaba-lab',
          collectionFeeKobo: 600_000,
          email: 'desk@yaba-lab.example',
          phone: '2348031234567',
          registrationExpiresOn: '2027-03-31',
          turnaroundFactor: 1,
          locations: [
            { address: '1 Herbert Macaulay Way, Yaba', collectionFeeKobo: null },
            { address: '2 Other Road' },
          ],
        },
      ],
      problems: [],
    })
  })

  it('takes the end of the registration as a day, or as days from today', () => {
    const { registration_expires_on: _, ...without } = lab
    const { labs } = read([{ ...without, registration_expires_in_days: '-9' }], [location])
    expect(labs[0]?.registrationExpiresOn).toBe('2026-11-12')
    expect(read([without], [location]).problems).toEqual([
      'labs line 2: registration_expires_on is empty; give the last day of the registration, as YYYY-MM-DD',
    ])
  })

  it('may name the scheme that checks its results, and what its ISO 15189 covers', () => {
    const accredited = { ...lab, accreditation: 'MLSCN; ISO 15189', quality_assessment: 'National scheme' }
    expect(read([{ ...accredited, iso_scope: 'Haematology' }], [location])).toMatchObject({
      labs: [{ qualityAssessment: 'National scheme', isoScope: ['Haematology'] }],
      problems: [],
    })
    expect(read([lab], [location]).labs).toMatchObject([{ qualityAssessment: '', isoScope: [] }])
    expect(read([{ ...lab, iso_scope: 'Haematology' }], [location]).problems).toEqual([
      'labs line 2: iso_scope is given; name ISO 15189 in accreditation, or leave it empty',
    ])
    expect(read([{ ...accredited, iso_scope: 'Genetics' }], [location]).problems).toEqual([
      'labs line 2: iso_scope has Genetics; the choice is Haematology, Microbiology',
    ])
  })

  it('uses ₦7,000 if the fee is omitted', () => {
    expect(read([{ ...lab, collection_fee_ngn: '' }], [location]).labs[0]?.collectionFeeKobo).toBe(700_000)
  })

  it.each([
    [{ slug: 'Yaba Lab' }, 'slug is "Yaba Lab"; give small letters, digits and single hyphens'],
    [{ phone: '12345' }, 'phone is "12345"; give a Nigerian number, such as 0803 123 4567'],
    [{ email: 'desk' }, 'email is "desk"; give an email address'],
    [
      { departments: 'Haematology|Cardio' },
      'departments has Cardio; the choice is Haematology, Microbiology, Genetics',
    ],
    [
      { departments: '' },
      'departments is empty; part departments with a bar: Haematology|Microbiology|Genetics',
    ],
    [
      { registration_expires_on: '31/03/2027' },
      'registration_expires_on is "31/03/2027"; give a day that exists, as YYYY-MM-DD',
    ],
    [{ founded_year: '3001' }, 'founded_year is "3001"; give a whole number from 1800 to 2026'],
  ])('with %j gets a clear message', (change, problem) => {
    expect(read([{ ...lab, ...change }], [location]).problems).toContain(`labs line 2: ${problem}`)
  })

  it('has no slug and no name twice, whatever the case and accents', () => {
    const { problems } = read([lab, { ...lab, name: 'YÁBA lab' }], [location])
    expect(problems).toEqual(
      expect.arrayContaining([
        'labs line 3: slug is "yaba-lab"; line 2 has it too',
        'labs line 3: name is "YÁBA lab"; line 2 has it too',
      ]),
    )
  })
})

describe('a file of locations', () => {
  it.each([
    [{ lab_slug: 'other' }, 'lab_slug is "other"; the file of labs has no such slug'],
    [
      { address: '1 HERBERT macaulay way,  Yaba' },
      'address is "1 HERBERT macaulay way,  Yaba"; this lab has a location there already',
    ],
    [
      { opening_hours: '8 to 6' },
      'opening_hours is "8 to 6"; write it as Mon-Fri 08:00-18:00; Sat 09:00-13:00',
    ],
    [
      { departments_offered: 'Genetics' },
      'departments_offered has Genetics; the choice is Haematology, Microbiology',
    ],
    [{ latitude: '91' }, 'latitude is "91"; give a number from -90 to 90'],
  ])('with %j gets a clear message', (change, problem) => {
    expect(read([lab], [location, { ...location, address: '2 Other Road', ...change }]).problems).toContain(
      `locations line 3: ${problem}`,
    )
  })

  it('has one for every lab', () => {
    const other = { ...lab, slug: 'ikeja-lab', name: 'Ikeja Lab' }
    expect(read([lab, other], [location]).problems).toEqual([
      'labs line 3: ikeja-lab has no location in the file of locations',
    ])
  })
})
