import {
  type LagosDate,
  parseLagosDate,
  type TestItem,
  type TestOffer,
  type TestPage,
} from '@labalaba/contract'
import { describe, expect, it, vi } from 'vitest'
import { openLabServer } from '../../../../test/lab-server.ts'
import { marketsOf, pacedMarketRecount, recountMarkets } from './markets.ts'

const { patient, sql, db, clock } = await openLabServer()
const today = parseLagosDate('2026-11-21') ?? expect.unreachable()
const tomorrow = parseLagosDate('2026-11-22') ?? expect.unreachable()

type Counted = { labCount: number; priceFrom: number | null; priceTo: number | null }

async function listed(code: string): Promise<Counted> {
  const { data } = await patient.get<TestPage>(`tests/${code}`)
  const item = await patient.get<TestItem[]>(`tests?q=${encodeURIComponent(data.name)}`)
  const { labCount, priceFrom, priceTo } = item.data[0] ?? expect.unreachable()
  expect(data).toMatchObject({ labCount, priceFrom, priceTo })
  return { labCount, priceFrom, priceTo }
}

/** The same, computed in another way. */
async function counted(code: string, on = today): Promise<Counted> {
  const rows = await sql<
    { lab: number; naira: number }[]
  >`select distinct lab.id as lab, price_kobo / 100 as naira
    from test, offer, lab, lab_location where test.code = ${code} and offer.test_id = test.id and offer.active
      and lab.id = offer.lab_id and lab.active and lab.registration_expires_on >= ${on} and lab_location.active
      and lab_location.lab_id = lab.id and test.departments <@ lab_location.departments`
  const prices = rows.map(({ naira }) => naira)
  return {
    labCount: rows.length,
    priceFrom: prices.length > 0 ? Math.min(...prices) : null,
    priceTo: prices.length > 0 ? Math.max(...prices) : null,
  }
}

async function idOf(code: string): Promise<number> {
  return (await sql<{ id: number }[]>`select id from test where code = ${code}`)[0]?.id ?? 0
}

async function offers(code: string, query: Record<string, string> = {}) {
  return await patient.get<TestOffer[]>(`tests/${code}/offers?${new URLSearchParams(query)}`)
}

async function cheapest(code: string): Promise<string> {
  const { data } = await offers(code, { limit: '1' })
  return data[0]?.lab.slug ?? expect.unreachable()
}

describe('what a test costs and at how many labs', () => {
  it.each(['fbc', 'psa', 'fever-check', 'executive-male-40', 'diabetes-check'])(
    'is counted over the labs that take bookings: %s',
    async (code) => {
      expect(await listed(code)).toEqual(await counted(code))
      expect(await listed(code)).toEqual(await counted(code))
    },
  )

  it('leaves out a lab whose registration has expired', async () => {
    const [{ all } = { all: 0 }] = await sql<
      { all: number }[]
    >`select count(*) as all from offer join test on test.id = test_id where code = 'fbc'`
    expect((await listed('fbc')).labCount).toBe(all - 2)
  })

  it('is counted on demand before the first scheduled count', async () => {
    await sql`delete from test_market`
    expect(await listed('fbc')).toEqual(await counted('fbc'))
    expect(await sql`select from test_market`).toHaveLength(0)
  })

  it('stays as counted last, whatever changes, until the next count', async () => {
    await recountMarkets(db, today)
    const [slug, before] = [await cheapest('fbc'), await listed('fbc')]
    await sql`update lab set active = false where slug = ${slug}`
    expect(await listed('fbc')).toEqual(before)
    expect((await marketsOf(db, [await idOf('fbc')], tomorrow)).get(await idOf('fbc'))).toMatchObject({
      labCount: before.labCount,
    })
    await recountMarkets(db, today)
    expect(await listed('fbc')).toEqual(await counted('fbc'))
    expect(await listed('fbc')).not.toEqual(before)
    await sql`update lab set active = true where slug = ${slug}`
  })

  it('changes with a price, an offer that is added, withdrawn or deleted, a lab, a location and its departments, once counted', async () => {
    const slug = await cheapest('fbc')
    const changes = [
      () => sql`update offer set price_kobo = 100 where test_id = (select id from test where code = 'fbc')
        and lab_id = (select id from lab where slug = ${slug})`,
      () => sql`update offer set active = false where test_id = (select id from test where code = 'fbc')
        and lab_id = (select id from lab where slug = ${slug})`,
      () => sql`update offer set active = true where test_id = (select id from test where code = 'fbc')
        and lab_id = (select id from lab where slug = ${slug})`,
      () => sql`delete from offer where test_id = (select id from test where code = 'fbc')
        and lab_id = (select id from lab where slug = ${slug})`,
      () => sql`insert into offer (lab_id, test_id, price_kobo, demo, updated_at)
        select lab.id, test.id, 100, lab.demo, now() from lab, test where slug = ${slug} and code = 'fbc'`,
      () => sql`update lab_location set departments = array['Genetics']
        where lab_id = (select id from lab where slug = ${slug})`,
      () => sql`update lab_location set departments = array['Haematology']
        where lab_id = (select id from lab where slug = ${slug})`,
      () => sql`update lab set active = false where slug = ${slug}`,
      () => sql`update lab set active = true where slug = ${slug}`,
      () => sql`update lab set registration_expires_on = '2026-11-20' where slug = ${slug}`,
      () => sql`update lab set registration_expires_on = '2026-11-21' where slug = ${slug}`,
      () =>
        sql`update lab_location set active = false where lab_id = (select id from lab where slug = ${slug})`,
      () => sql`insert into lab_location (lab_id, name, address, landmark, area, state, latitude, longitude, opening_hours, departments, position)
        select lab_id, 'New', 'New address', landmark, area, state, latitude, longitude, opening_hours, array['Haematology'], 99 from lab_location
        where lab_id = (select id from lab where slug = ${slug}) limit 1`,
      () => sql`delete from lab_location where address = 'New address'`,
      () => sql`update test set departments = array['Haematology', 'Genetics'] where code = 'fbc'`,
    ]
    await recountMarkets(db, today)
    const seen = [await listed('fbc')]
    for (const change of changes) {
      await change()
      await recountMarkets(db, today)
      const now = await listed('fbc')
      expect(now).toEqual(await counted('fbc'))
      expect(now).not.toEqual(seen.at(-1))
      seen.push(now)
    }
    await sql`update test set departments = array['Haematology'] where code = 'fbc'`
  })

  it('changes while a location is paused, and not with facts that no count uses', async () => {
    const slug = await cheapest('psa')
    await sql`update lab_location set active = position = (select min(position) from lab_location mine
      where mine.lab_id = lab_location.lab_id) where lab_id = (select id from lab where slug = ${slug})`
    await recountMarkets(db, today)
    const { labCount } = await listed('psa')
    await sql`insert into location_pause (location_id, reason, words, begun_at, begun_by)
      select lab_location.id, 'repair', 'repair', now(), (select min(id) from account) from lab_location
      join lab on lab.id = lab_id where slug = ${slug} and lab_location.active`
    await recountMarkets(db, today)
    expect((await listed('psa')).labCount).toBe(labCount - 1)
    await sql`update location_pause set ended_at = now(), ended_by = (select min(id) from account)`
    await recountMarkets(db, today)
    expect((await listed('psa')).labCount).toBe(labCount)
    await sql`update offer set turnaround_hours = 7, updated_at = now() where lab_id = (select id from lab where slug = ${slug})`
    await sql`update lab set name = name, active = active, registration_expires_on = registration_expires_on`
    await sql`update lab_location set opening_hours = opening_hours, departments = departments`
    expect(await sql`select from market_change`).toHaveLength(0)
  })

  it('is counted anew for what a change affects, and for nothing else', async () => {
    await recountMarkets(db, today)
    const slug = await cheapest('psa')
    await sql`update test_market set lab_count = 0`
    await sql`update lab set registration_expires_on = registration_expires_on + 1 where slug = ${slug}`
    await recountMarkets(db, today)
    const touched = await sql`select test_id from test_market where lab_count > 0 order by test_id`
    expect(touched).toEqual(
      await sql`select test_id from offer where lab_id = (select id from lab where slug = ${slug}) order by test_id`,
    )
    await sql`update lab set registration_expires_on = registration_expires_on - 1 where slug = ${slug}`
    await sql`delete from test_market`
    await recountMarkets(db, today)
  })

  it('changes with the Lagos day, because registrations end by the day', async () => {
    const slug = await cheapest('pcv')
    await sql`update lab set registration_expires_on = ${today} where slug = ${slug}`
    const id = await idOf('pcv')
    const on = async (day: LagosDate) => {
      await recountMarkets(db, day)
      return (await marketsOf(db, [id], day)).get(id)
    }
    const [before, after, again] = [await on(today), await on(tomorrow), await on(today)]
    expect(before?.labCount).toBe((await counted('pcv')).labCount)
    expect(after?.labCount).toBe((await counted('pcv', tomorrow)).labCount)
    expect(after?.labCount).toBe((before?.labCount ?? 0) - 1)
    expect(again).toEqual(before)
    expect((await offers('pcv')).data[0]?.lab.slug).toBe(slug)
  })

  it('is counted again after a change that was in progress during the count, and the change does not wait', async () => {
    const id = await idOf('esr')
    await recountMarkets(db, today)
    await sql.begin(async (other) => {
      await other`set local lock_timeout = '500ms'`
      await other`update offer set price_kobo = 100 where test_id = ${id} and lab_id = (select min(lab_id) from offer where test_id = ${id} and active)`
      await sql`update lab set active = active`
      await recountMarkets(db, today)
      expect((await marketsOf(db, [id], today)).get(id)?.priceFromKobo).toBeGreaterThan(100)
    })
    await recountMarkets(db, today)
    expect((await listed('esr')).priceFrom).toBe(1)
  })

  it('is counted the next time after a change that was committed during the count', async () => {
    await recountMarkets(db, today)
    const id = await idOf('esr')
    const reprice = (kobo: number) =>
      sql`update offer set price_kobo = ${kobo} where test_id = ${id} and active`
    await reprice(500)
    const { counting } = await sql.begin(async (other) => {
      await other`select from test_market where test_id = ${id} for update`
      const going = recountMarkets(db, today)
      await expect
        .poll(
          async () =>
            await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        .toHaveLength(1)
      await reprice(700)
      return { counting: going }
    })
    await counting
    expect(await sql`select from market_change`).toHaveLength(1)
    await recountMarkets(db, today)
    expect(await listed('esr')).toMatchObject({ priceFrom: 7, priceTo: 7 })
  })

  it('is counted by one process at a time; another one skips it', async () => {
    const [id, lab] = [await idOf('esr'), await cheapest('esr')]
    await recountMarkets(db, today)
    const before = (await listed('esr')).labCount
    await sql`update lab set active = false where slug = ${lab}`
    await sql.begin(async (other) => {
      await other`select pg_advisory_xact_lock(hashtextextended('what tests cost', 0))`
      await recountMarkets(db, today)
      expect((await marketsOf(db, [id], today)).get(id)?.labCount).toBe(before)
    })
    await recountMarkets(db, today)
    expect((await listed('esr')).labCount).toBe(before - 1)
    await sql`update lab set active = true where slug = ${lab}`
    await recountMarkets(db, today)
  })

  it('pauses after a count for four times as long as it took', async () => {
    const recount = pacedMarketRecount(db, clock)
    const slow = vi.spyOn(performance, 'now')
    const at = (...times: number[]) => {
      for (const time of times) slow.mockReturnValueOnce(time)
    }
    const reportedChanges = async () => (await sql`select from market_change`).length
    try {
      at(0, 1000)
      await recount()
      await sql`insert into market_change (test_id) values (${await idOf('esr')})`
      at(4999)
      await recount()
      expect(await reportedChanges()).toBe(1)
      at(5000, 5001)
      await recount()
      expect(await reportedChanges()).toBe(0)
    } finally {
      slow.mockRestore()
    }
  })
})

describe('the labs that do a test', () => {
  it('come cheapest first with their promise and place, each on one page only', async () => {
    const [{ labs } = { labs: 0 }] = [{ labs: (await counted('psa')).labCount }]
    const first = await offers('psa', { limit: '50' })
    expect(first.pagination).toEqual({
      totalRecords: labs,
      currentPage: 1,
      limit: 50,
      totalPages: Math.ceil(labs / 50),
    })
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(labs / 50) }, (_, index) =>
        offers('psa', { limit: '50', page: String(index + 1) }),
      ),
    )
    const all = pages.flatMap(({ data }) => data)
    expect(new Set(all.map(({ lab }) => lab.slug)).size).toBe(labs)
    const prices = all.map(({ amount }) => amount)
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
    expect(all.every(({ lab }) => lab.verification.bookable)).toBe(true)
    expect(all.every(({ locations }) => locations.length > 0)).toBe(true)
    expect((await offers('psa', { page: '99' })).pagination).toMatchObject({ totalRecords: labs })
  })

  it('can be sorted by the soonest result, or by name', async () => {
    const soonest = (await offers('psa', { sort: 'soonest', limit: '50' })).data
    const hours = soonest.map(({ turnaroundHours }) => turnaroundHours)
    expect(hours).toEqual(hours.toSorted((a, b) => a - b))
    const names = (await offers('psa', { sort: 'name', limit: '50' })).data.map(({ lab }) =>
      lab.name.toLowerCase(),
    )
    expect(names).toEqual(names.toSorted())
    expect((await offers('psa', { sort: 'nearest' })).status).toBe(400)
  })

  it('promise the same as the lab’s own list', async () => {
    const offer = (await offers('psa', { limit: '1' })).data[0] ?? expect.unreachable()
    const { data } = await patient.get<
      { tests: { code: string; amount: number; turnaroundHours: number }[] }[]
    >(`listAllLabsTest?lab=${offer.lab.slug}`)
    expect(data[0]?.tests.find(({ code }) => code === 'psa')).toMatchObject({
      amount: offer.amount,
      turnaroundHours: offer.turnaroundHours,
    })
  })

  it('can be narrowed to a state and an area, and show only the locations there', async () => {
    const { data: areas } = await patient.get<{ area: string; labs: number }[]>('tests/psa/areas?state=lagos')
    expect(areas.length).toBeGreaterThan(3)
    for (const { area, labs } of areas) {
      const { data, pagination } = await offers('psa', { state: 'LAGOS', area, limit: '50' })
      expect(pagination?.totalRecords).toBe(labs)
      expect(data.flatMap(({ locations }) => locations).every((one) => one.area === area)).toBe(true)
    }
    const { data: page } = await patient.get<TestPage>('tests/psa')
    for (const { state, labs, priceFrom } of page.states.slice(0, 5)) {
      const { data, pagination } = await offers('psa', { state })
      expect([pagination?.totalRecords, data[0]?.amount]).toEqual([labs, priceFrom])
    }
    expect((await offers('psa', { state: 'Atlantis' })).data).toEqual([])
  })

  it('can be narrowed to home visits, accreditation and a promise', async () => {
    const home = (await offers('psa', { home: 'yes', limit: '50' })).data
    expect(home.length).toBeGreaterThan(0)
    expect(home.every((one) => one.homeCollection && (one.collectionFee ?? 0) > 0)).toBe(true)
    expect((await offers('ecg', { home: 'yes' })).pagination?.totalRecords).toBe(0)
    expect((await offers('ecg')).data.every((one) => !one.homeCollection && one.collectionFee === null)).toBe(
      true,
    )
    const iso = (await offers('psa', { iso: 'yes', limit: '50' })).data
    expect(iso.length).toBeGreaterThan(0)
    expect(iso.every(({ lab }) => lab.verification.accreditation.includes('ISO 15189'))).toBe(true)
    const soon = (await offers('psa', { within: '24', limit: '50' })).data
    expect(soon.every(({ turnaroundHours }) => turnaroundHours <= 24)).toBe(true)
    expect((await offers('psa', { within: '0' })).status).toBe(400)
    expect((await offers('psa', { home: 'no' })).status).toBe(400)
  })

  it('leave out a lab whose registration has expired, and one without a location for it', async () => {
    const slug = await cheapest('fever-check')
    const slugs = async () => (await offers('fever-check', { limit: '3' })).data.map(({ lab }) => lab.slug)
    expect(await slugs()).toContain(slug)
    await sql`update lab set registration_expires_on = '2026-11-20' where slug = ${slug}`
    expect(await slugs()).not.toContain(slug)
    await sql`update lab set registration_expires_on = '2026-11-21' where slug = ${slug}`
    expect(await slugs()).toContain(slug)
    await sql`update lab_location set departments = array_remove(departments, 'Parasitology')
      where lab_id = (select id from lab where slug = ${slug})`
    expect(await slugs()).not.toContain(slug)
  })
})
