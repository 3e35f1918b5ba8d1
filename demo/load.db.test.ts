import type { KyselyPlugin } from 'kysely'
import { describe, expect, it } from 'vitest'
import { loadReference } from '../reference/load.ts'
import { openHasher } from '../server/src/modules/accounts/index.ts'
import { clockAt } from '../server/test/clock.ts'
import { cloneDatabase } from '../server/test/database.ts'
import { demoEmails } from './accounts.ts'
import { loadDemo } from './load.ts'

const { db, sql } = await cloneDatabase()
const deps = { clock: clockAt('2026-11-21T09:00:00Z'), hasher: openHasher() }

async function counts() {
  const [row] = await sql`select (select count(*) from test) as tests, (select count(*) from place) as places,
    (select count(*) from department) as departments, (select count(*) from lab) as labs,
    (select count(*) from lab_location) as locations, (select count(*) from offer) as offers,
    (select count(*) from account) as accounts`
  return row
}

let asked = 0
const counter: KyselyPlugin = {
  transformQuery({ node }) {
    asked += 1
    return node
  },
  transformResult: async ({ result }) => result,
}

/** The number of statements it takes. */
async function statements(act: (counted: typeof db) => Promise<unknown>): Promise<number> {
  asked = 0
  await act(db.withPlugin(counter))
  return asked
}

describe('loading', () => {
  it('adds the reference data without any lab, once', async () => {
    expect(await Promise.all([loadReference(db), loadReference(db)])).toContain(true)
    expect(await counts()).toMatchObject({
      tests: 370,
      places: 216,
      departments: 16,
      labs: 0,
      offers: 0,
      accounts: 0,
    })
    expect(await loadReference(db)).toBe(false)
  })

  it('adds the whole demonstration once, also when two processes start together', async () => {
    const both: string[] = []
    const load = async () => void both.push(await loadDemo(db, deps))
    await Promise.all([load(), load()])
    expect(both.toSorted()).toEqual(['loaded', 'unchanged'])
    expect(await counts()).toMatchObject({ labs: 220, locations: 480, offers: 51_104, accounts: 7 })
  })

  it('does nothing the second time, with a few queries', async () => {
    const again = await statements(async (counted) => {
      expect(await loadReference(counted)).toBe(false)
      expect(await loadDemo(counted, deps)).toBe('unchanged')
    })
    expect(again).toBeGreaterThan(0)
    expect(again).toBeLessThan(40)
  })

  it('changes nothing when the same files are read again', async () => {
    const before = await sql`select max(updated_at) as at, sum(price_kobo) as sum from offer`
    await sql`delete from loaded_set`
    deps.clock.pass(1000)
    await loadReference(db)
    expect(await loadDemo(db, deps)).toBe('loaded')
    expect(await counts()).toMatchObject({
      tests: 370,
      places: 216,
      labs: 220,
      locations: 480,
      offers: 51_104,
      accounts: 7,
    })
    expect(await sql`select max(updated_at) as at, sum(price_kobo) as sum from offer`).toEqual(before)
  })

  it('leaves a database with a real lab alone', async () => {
    await sql`update lab set demo = false where slug = 'adire-row-medical-laboratory'`
    await sql`delete from loaded_set where name = 'demo'`
    expect(await loadDemo(db, deps)).toBe('real_labs')
    await sql`update lab set demo = true`
  })
})

describe('the demonstration', () => {
  it('marks every lab and price as its own', async () => {
    expect(
      await sql`select 1 from lab where not demo union all select 1 from offer where not demo`,
    ).toHaveLength(0)
    expect(await sql`select 1 from account where not demo or state <> 'active'`).toHaveLength(0)
    const accounts = await sql<{ email: string; name: string }[]>`select email, name from account order by id`
    expect(accounts.map(({ email }) => email)).toEqual(demoEmails)
    expect(accounts.map(({ name }) => name)).toEqual([
      'Folasade Ogunmola',
      'Dr Adetoun Sowande',
      'Modupe Adegoke',
      'Damilola Ogunleye',
      'Ibrahim Waziri',
      'Kehinde Adisa',
      'Tersoo Iorfa',
    ])
  })

  it('offers at each lab exactly the tests of its departments, inside the band times the factor, in steps of ₦50', async () => {
    const wrong = await sql`select lab.slug, test.code from lab cross join test
      left join offer on offer.lab_id = lab.id and offer.test_id = test.id
      where test.kind = 'test' and ((offer.lab_id is not null) <> (test.department = any(lab.departments)) or offer.price_kobo % 5000 <> 0
        or offer.price_kobo < price_low_kobo * 0.75 or offer.price_kobo > price_high_kobo * 1.6)`
    expect(wrong).toEqual([])
    expect(
      await sql`select 1 from lab where offer_count <> (select count(*) from offer where lab_id = lab.id)`,
    ).toEqual([])
    expect(
      await sql`select 1 from lab where location_count <> (select count(*) from lab_location where lab_id = lab.id)`,
    ).toEqual([])
  })

  it('has 233 locations with fewer departments than their lab, and all of them at each first location', async () => {
    const fewer = await sql<
      { position: number }[]
    >`select position from lab_location join lab on lab.id = lab_id
      where cardinality(lab_location.departments) < cardinality(lab.departments)`
    expect(fewer).toHaveLength(233)
    expect(fewer.some(({ position }) => position === 1)).toBe(false)
  })

  it('has two labs whose registration has expired, counted from the day of loading', async () => {
    const expired =
      await sql`select registration_expires_on as day from lab where registration_expires_on < '2026-11-21'`
    expect(expired.map(({ day }) => day)).toEqual(['2026-11-12', '2026-11-12'])
  })
})
