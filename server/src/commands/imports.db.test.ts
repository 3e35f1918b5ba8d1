import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nameProblems } from '@labalaba/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { cloneDatabase } from '../../test/database.ts'
import { commands } from '../cli.ts'
import { runCommandLine } from './run.ts'

const { sql, url } = await cloneDatabase()
const folder = mkdtempSync(join(tmpdir(), 'labalaba-import-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function labalaba(...words: string[]) {
  const out: string[] = []
  const errors: string[] = []
  const screen = {
    print: (line: string) => void out.push(line),
    complain: (line: string) => void errors.push(line),
  }
  const code = await runCommandLine(commands, words, { DATABASE_URL: url, INIT_CWD: folder }, screen)
  return { code, out: out.join('\n'), errors: errors.join('\n') }
}

function file(name: string, lines: readonly string[]): string {
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`)
  return name
}

const labHeading =
  'slug,name,founded_year,about,accreditation,departments,home_collection,collection_fee_ngn,email,phone,registration_number,registration_expires_on'
const locationHeading =
  'lab_slug,branch_name,address,landmark,area,state,latitude,longitude,opening_hours,departments_offered'
const yaba =
  'yaba-lab,Yaba Lab,2001,About,MLSCN,Haematology|Microbiology,yes,,desk@yaba.example,08031234567,MLSCN/1,2027-03-31'
const main =
  'yaba-lab,Main,"1 Park Road, Yaba",,Yaba,Lagos,6.5,3.37,Mon-Fri 08:00-18:00,Haematology|Microbiology'
const annexe = 'yaba-lab,Annexe,"2 Park Road, Yaba",,Yaba,Lagos,,,Mon-Sat 08:00-18:00,Haematology'

async function importYaba(lab = yaba, locations = [main, annexe]) {
  return await labalaba(
    'import-labs',
    file('labs.csv', [labHeading, lab]),
    file('locations.csv', [locationHeading, ...locations]),
  )
}

async function importPrices(...lines: string[]) {
  return await labalaba('import-prices', file('prices.csv', ['lab_slug,test_code,price_ngn', ...lines]))
}

describe('importing labs', () => {
  it('adds them, not listed until they have prices', async () => {
    expect(await importYaba()).toEqual({ code: 0, out: 'Imported 1 lab with 2 locations.', errors: '' })
    const labs =
      await sql`select slug, location_count, offer_count, demo, collection_fee_kobo, phone from lab`
    expect(labs).toEqual([
      {
        slug: 'yaba-lab',
        location_count: 2,
        offer_count: 0,
        demo: false,
        collection_fee_kobo: 700_000,
        phone: '2348031234567',
      },
    ])
  })

  it('updates them, and a location that is gone takes no more bookings', async () => {
    const before = await sql`select id from lab_location where name = 'Main'`
    expect(
      (
        await importYaba(yaba.replace('Yaba Lab', 'Yaba Laboratory'), [
          main.replace(',Main,', ',Head Office,'),
        ])
      ).code,
    ).toBe(0)
    expect(await sql`select name, location_count from lab`).toEqual([
      { name: 'Yaba Laboratory', location_count: 1 },
    ])
    const locations = await sql`select id, name, active from lab_location order by id`
    expect(locations).toMatchObject([
      { ...before[0], name: 'Head Office', active: true },
      { name: 'Annexe', active: false },
    ])
    expect((await importYaba()).code).toBe(0)
    expect(await sql`select 1 from lab_location where active`).toHaveLength(2)
  })

  it('lists every fault and changes nothing', async () => {
    const bad = yaba.replace('2027-03-31', 'soon').replace('yaba-lab,Yaba Lab', 'ikeja-lab,YABA lab')
    const labs = file('labs.csv', [labHeading, bad, yaba.replace('2001', '2002')])
    const locations = file('locations.csv', [locationHeading, main, annexe.replace('Haematology', 'Cardio')])
    const { code, out, errors } = await labalaba('import-labs', labs, locations)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(errors).toContain(
      'labs.csv line 2: registration_expires_on is "soon"; give a day that exists, as YYYY-MM-DD',
    )
    expect(errors).toContain('labs.csv line 3: name is "Yaba Lab"; line 2 has it too')
    expect(errors).toContain('labs.csv line 2: ikeja-lab has no location')
    expect(errors).toContain('locations.csv line 3: departments_offered has Cardio')
    expect(errors).toContain('labs.csv line 2: name is "YABA lab"; the lab yaba-lab has it already')
    expect(errors).toMatch(/5 problems\. Nothing was changed\.$/)
    expect(await sql`select slug, founded_year from lab`).toEqual([{ slug: 'yaba-lab', founded_year: 2001 }])
  })
})

describe('importing prices', () => {
  it('adds them, and the lab is listed', async () => {
    expect(await importPrices('yaba-lab,fbc,7500', 'yaba-lab,pcv,2000')).toMatchObject({
      code: 0,
      out: 'Imported 2 prices of 1 lab.',
    })
    expect(await sql`select offer_count from lab`).toEqual([{ offer_count: 2 }])
    expect(await sql`select price_kobo, active, demo from offer order by price_kobo`).toEqual([
      { price_kobo: 200_000, active: true, demo: false },
      { price_kobo: 750_000, active: true, demo: false },
    ])
  })

  it('updates them; 0 takes a test off the list, and a price puts it back', async () => {
    expect((await importPrices('yaba-lab,fbc,8000', 'yaba-lab,pcv,0')).code).toBe(0)
    expect(await sql`select offer_count from lab`).toEqual([{ offer_count: 1 }])
    expect((await importPrices('yaba-lab,fbc,0')).code).toBe(0)
    expect(await sql`select offer_count from lab`).toEqual([{ offer_count: 0 }])
    expect((await importPrices('yaba-lab,pcv,2500', 'yaba-lab,fbc,8000')).code).toBe(0)
    expect(await sql`select price_kobo from offer where active order by price_kobo`).toEqual([
      { price_kobo: 250_000 },
      { price_kobo: 800_000 },
    ])
  })

  it('lists every fault and changes nothing', async () => {
    const { code, errors } = await importPrices(
      'yaba-lab,fbc,9000',
      'yaba-lab,pcv,abc',
      'yaba-lab,fbc,1',
      'no-lab,fbc,1',
      'yaba-lab,no-test,1',
      'yaba-lab,hiv-viral-load,5',
    )
    expect(code).toBe(1)
    expect(errors).toContain('line 3: price_ngn is "abc"; give whole naira from 0, digits only, such as 7500')
    expect(errors).toContain('line 4: test_code is "fbc"; line 2 has this lab and test too')
    expect(errors).toContain('line 5: lab_slug is "no-lab"; there is no such lab, so import it first')
    expect(errors).toContain('line 6: test_code is "no-test"; the catalogue has no such test')
    expect(errors).toContain('line 7: test_code is "hiv-viral-load"; yaba-lab has no department Molecular')
    expect(await sql`select price_kobo from offer where active order by price_kobo`).toEqual([
      { price_kobo: 250_000 },
      { price_kobo: 800_000 },
    ])
  })
})

describe('importing the catalogue', () => {
  const heading =
    'code,name,also_known_as,category,department,specimen,container,fasting_hours,preparation,turnaround_hours,home_collection,sex,loinc,loinc_verified,price_low_ngn,price_high_ngn,popular_rank,summary'
  const fbc =
    'fbc,Full blood count,FBC,Pathology,Haematology,Venous blood,EDTA,0,None.,12,yes,any,,no,5000,12000,1,Counts.'

  it('uses the reference file if none is named', async () => {
    expect(await labalaba('import-catalogue')).toMatchObject({ code: 0, out: 'Imported 344 tests.' })
  })

  it('adds new tests and updates existing ones by code', async () => {
    const added = fbc
      .replace('fbc,Full blood count', 'sweat-test,Sweat test')
      .replace('Haematology', 'Sweat room')
    expect(await labalaba('import-catalogue', file('tests.csv', [heading, fbc, added]))).toMatchObject({
      code: 0,
      out: 'Imported 2 tests.',
    })
    expect(await sql`select turnaround_hours from test where code = 'fbc'`).toEqual([
      { turnaround_hours: 12 },
    ])
    expect(await sql`select category from department where name = 'Sweat room'`).toEqual([
      { category: 'Pathology' },
    ])
    expect(await sql`select count(*) as tests from test where kind = 'test'`).toEqual([{ tests: 345 }])
  })

  it('lists every fault and changes nothing', async () => {
    const lines = [
      fbc.replace('12,yes', '0,maybe').replace('5000,12000', '12000,5000'),
      fbc
        .replace('fbc', 'pcv-2')
        .replace('Full blood count', 'Packed Cell Volume')
        .replace('Pathology', 'Surgery'),
      fbc.replace('fbc', 'other').replace('Pathology', 'Imaging'),
    ]
    const { code, errors } = await labalaba('import-catalogue', file('tests.csv', [heading, ...lines]))
    expect(code).toBe(1)
    expect(errors.split('\n').slice(0, -2)).toEqual([
      'line 2: price_high_ngn is "5000"; it must not be below price_low_ngn',
      'line 2: turnaround_hours is "0"; give a whole number from 1 to 5000',
      'line 2: home_collection is "maybe"; give yes or no',
      'line 3: category is "Surgery"; give one of Pathology, Genetics, Imaging',
      'line 4: name is "Full blood count"; line 2 has it too',
      'line 4: category is "Imaging"; a department has one category, and above Haematology is under Pathology',
    ])
    expect(await sql`select turnaround_hours from test where code = 'fbc'`).toEqual([
      { turnaround_hours: 12 },
    ])
    const taken = file('tests.csv', [
      heading,
      fbc.replace('fbc', 'pcv-2').replace('Full blood count', 'Packed CELL volume'),
    ])
    expect((await labalaba('import-catalogue', taken)).errors).toContain(
      'line 2: name is "Packed CELL volume"; the test pcv has it already',
    )
    const aPackage = file('tests.csv', [
      heading,
      fbc.replace('fbc,Full blood count', 'liver-check,Liver tests'),
    ])
    expect((await labalaba('import-catalogue', aPackage)).errors).toContain(
      'line 2: code is "liver-check"; that is a package, so give another',
    )
  })
})

describe('importing labs into a demonstration', () => {
  it('adds them to the demonstration, because demo and real labs cannot be mixed', async () => {
    await sql`update lab set demo = true`
    const line = yaba.replace('yaba-lab,Yaba Lab', 'epe-lab,Epe Lab')
    const place = main.replace('yaba-lab', 'epe-lab')
    expect(await importYaba(line, [place])).toEqual({
      code: 0,
      out: 'Imported 1 lab with 1 location into the demonstration that is in this database.',
      errors: '',
    })
    expect(await sql`select demo from lab where slug = 'epe-lab'`).toEqual([{ demo: true }])
  })
})

describe('the other commands', () => {
  const longName = 'The name must have 1 to 120 characters.'

  it('make an operator, with a password that is shown once', async () => {
    const made = await labalaba('create-operator', '--email', 'Ops@Example.com', '--name', 'Ada Obi')
    expect(made.code).toBe(0)
    expect(made.out).toMatch(
      /^Ada Obi can sign in with ops@example\.com and this password, .*: (\w{4}-){4}\w{4}\. .*first login\.$/,
    )
    expect(await sql`select email, type, state, demo from account`).toEqual([
      { email: 'ops@example.com', type: 'operator', state: 'active', demo: false },
    ])
    const again = await labalaba('create-operator', '--email', 'ops@example.com', '--name', 'Ada Obi')
    expect(again).toEqual({ code: 1, out: '', errors: 'This email has an account already.' })
    expect((await labalaba('create-operator', '--email', 'ops', '--name', 'Ada')).code).toBe(2)
  })

  it.each([
    ['Ada', '0803', '0803 cannot be used: phone number must start with 234.'],
    ['Ada', '+44 7911 123456', '+44 7911 123456 cannot be used: phone number must start with 234.'],
    ['Ada\u0007', '08031234567', nameProblems.hidden],
    ['www.ada.example', '08031234567', nameProblems.link],
    ['a'.repeat(121), '08031234567', longName],
  ])('refuse an operator with the name "%s" and the phone %s', async (name, phone, errors) => {
    const email = 'second@example.com'
    const refused = await labalaba('create-operator', '--email', email, '--name', name, '--phone', phone)
    expect(refused).toEqual({ code: 1, out: '', errors })
    expect(await sql`select 1 from account where email = ${email}`).toHaveLength(0)
  })

  it('refuse to reset a second factor that does not exist', async () => {
    const none = { code: 1, out: '', errors: 'There is no account with the email nobody@example.com.' }
    expect(await labalaba('reset-second-factor', 'Nobody@example.com')).toEqual(none)
    const off = { code: 1, out: '', errors: 'The account ops@example.com has no second factor.' }
    expect(await labalaba('reset-second-factor', 'ops@example.com')).toEqual(off)
  })

  it('list no held payment if there is none, and refuse to refund an unknown one', async () => {
    expect(await labalaba('held-payments')).toEqual({ code: 0, out: 'No case waits.', errors: '' })
    const refund = await labalaba('refund', 'no-such-payment', '--reason', 'a test')
    expect(refund).toEqual({ code: 1, out: '', errors: 'There is no payment no-such-payment.' })
  })

  it('report a file that cannot be read, and a database error', async () => {
    expect(await labalaba('import-prices', 'nowhere.csv')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('nowhere.csv cannot be read'),
    })
    writeFileSync(join(folder, 'latin.csv'), Buffer.from([0x61, 0xe9, 0x0a]))
    expect((await labalaba('import-prices', 'latin.csv')).errors).toContain(
      'it is not UTF-8 text; save it as CSV UTF-8',
    )
    const errors: string[] = []
    const screen = { print() {}, complain: (line: string) => void errors.push(line) }
    expect(await runCommandLine(commands, ['held-payments'], {}, screen)).toBe(1)
    expect(errors.join()).toContain('DATABASE_URL is missing')
    expect(
      await runCommandLine(
        commands,
        ['held-payments'],
        { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' },
        screen,
      ),
    ).toBe(1)
    expect(errors.at(-1)).toBe('The database of DATABASE_URL cannot be reached (ECONNREFUSED).')
  })
})

describe('importing passwords', () => {
  it('adds those of a file, and prints how many', async () => {
    const list = file('list.txt', ['jollof-and-suya', '5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:10'])
    expect(await labalaba('import-passwords', list)).toEqual({
      code: 0,
      out: 'Imported 2 passwords.',
      errors: '',
    })
    expect(await labalaba('import-passwords', list)).toMatchObject({
      out: 'Imported 0 passwords.\nAlready on the list: 2 passwords.',
    })
  })

  it('reports a file that does not exist', async () => {
    const { code, errors } = await labalaba('import-passwords', 'nowhere.txt')
    expect(code).toBe(1)
    expect(errors).toContain('nowhere.txt cannot be read')
  })
})
