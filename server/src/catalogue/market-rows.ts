import type { Kobo, LagosDate } from '@labalaba/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import type { TestRow } from './search-rows.ts'

/** What a test costs at the labs that take bookings on a day, and how many those are. */
export type Market = { labCount: number; priceFromKobo: Kobo | null; priceToKobo: Kobo | null }
type Counted = Market & { testId: number }

/** The labs that take bookings, and the locations that do a test: what every statement here agrees on. */
const takesBookings = (today: LagosDate) =>
  sql`offer.active and lab.active and lab.registration_expires_on >= ${today}::date`
const does = sql`location.active and location.departments @>`
/** Locations that their lab has paused take none. */
const takesThere = (today: LagosDate) =>
  sql`not exists (select from location_pause where location_pause.location_id = location.id
    and location_pause.ended_at is null and coalesce(location_pause.again_on > ${today}::date, true))`

/** What was counted today already. */
export async function countedMarkets(
  db: Db,
  testIds: readonly number[],
  today: LagosDate,
): Promise<Counted[]> {
  return await db
    .selectFrom('test_market')
    .select([
      'test_id as testId',
      'lab_count as labCount',
      'price_from_kobo as priceFromKobo',
      'price_to_kobo as priceToKobo',
    ])
    .where(sql<boolean>`test_id = any(${[...testIds]}::bigint[])`)
    .where('counted_on', '=', today)
    .execute()
}

/** Locks what is to be counted; what somebody else holds is left out, so nobody waits. */
export async function lockMarkets(tx: Tx, testIds: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('test_market')
    .select('test_id as testId')
    .where(sql<boolean>`test_id = any(${[...testIds]}::bigint[])`)
    .orderBy('test_id')
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ testId }) => testId)
}

/**
 * Counts the labs and prices of tests. Where a test is done is found once for all that need the same departments, and not
 * for each test again; `coalesce` keeps the database from taking such places for rare, and going to each offer by itself.
 */
export async function countMarkets(db: Db, testIds: readonly number[], today: LagosDate): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    with asked as materialized (select id, departments from test where id = any(${[...testIds]}::bigint[])),
    doing as materialized (
      select distinct needed.departments, location.lab_id
      from (select distinct departments from asked) needed
        join lab_location location on location.active and coalesce(location.departments @> needed.departments, false)
          and ${takesThere(today)}
        join lab on lab.id = location.lab_id and lab.active and lab.registration_expires_on >= ${today}::date)
    select asked.id as "testId", count(found.lab_id)::int as "labCount", min(found.price_kobo) as "priceFromKobo",
      max(found.price_kobo) as "priceToKobo"
    from asked left join (select offer.test_id, offer.lab_id, offer.price_kobo, doing.departments
        from offer join doing on doing.lab_id = offer.lab_id where offer.active and offer.test_id in (select id from asked)) found
      on found.test_id = asked.id and found.departments = asked.departments
    group by asked.id`.execute(db)
  return rows
}

/** Keeps what was counted for the rest of the day, or until something changes. */
export async function keepMarkets(tx: Tx, markets: readonly Counted[], today: LagosDate): Promise<void> {
  await sql`update test_market set counted_on = ${today}::date, lab_count = given."labCount",
      price_from_kobo = given."priceFromKobo", price_to_kobo = given."priceToKobo"
    from json_to_recordset(${JSON.stringify(markets)}::text::json)
      as given ("testId" bigint, "labCount" integer, "priceFromKobo" bigint, "priceToKobo" bigint)
    where test_id = given."testId"`.execute(tx)
}

export type StateRow = { state: string; labs: number; priceFromKobo: Kobo }

/** The states in which a lab that takes bookings does a test, by name. */
export async function statesOf(db: Db, test: TestRow, today: LagosDate): Promise<StateRow[]> {
  const { rows } = await sql<StateRow>`
    select location.state, count(distinct lab.id)::int as labs, min(offer.price_kobo) as "priceFromKobo"
    from ${sitesOf(test, today)} group by location.state order by location.state`.execute(db)
  return rows
}

/** The areas of a state in which a lab that takes bookings does a test, by name. */
export async function areasOf(
  db: Db,
  test: TestRow,
  today: LagosDate,
  state: string,
): Promise<{ area: string; labs: number }[]> {
  const { rows } = await sql<{ area: string; labs: number }>`
    select location.area, count(distinct lab.id)::int as labs
    from ${sitesOf(test, today)} and lower(location.state) = lower(${state})
    group by location.area order by location.area`.execute(db)
  return rows
}

function sitesOf(test: TestRow, today: LagosDate): RawBuilder<unknown> {
  return sql`offer join lab on lab.id = offer.lab_id join lab_location location on location.lab_id = lab.id
    where offer.test_id = ${test.id} and ${takesBookings(today)} and ${does} ${test.departments}::text[]
      and ${takesThere(today)}`
}

export type OfferQuestion = {
  readonly state?: string | undefined
  readonly area?: string | undefined
  readonly home: boolean
  readonly iso: boolean
  readonly within?: number | undefined
  readonly sort: 'price' | 'soonest' | 'name'
  readonly limit: number
  readonly offset: number
}

export type LabOfferRow = {
  name: string
  slug: string
  accreditation: string
  registrationNumber: string
  registrationExpiresOn: string
  qualityAssessment: string
  isoScope: string[]
  active: boolean
  demo: boolean
  priceKobo: Kobo
  turnaroundHours: number
  homeCollection: boolean
  collectionFeeKobo: Kobo
  locations: {
    name: string
    address: string
    landmark: string
    area: string
    state: string
    openingHours: string
    collectionFeeKobo: Kobo | null
  }[]
}

const orders = {
  price: sql`price_kobo, hours, name_folded, id`,
  soonest: sql`hours, price_kobo, name_folded, id`,
  name: sql`name_folded, id`,
}

/** One page of the labs that take bookings and do a test where it is asked for, and how many there are. */
export async function labsOf(
  db: Db,
  test: TestRow,
  today: LagosDate,
  asked: OfferQuestion,
): Promise<{ offers: LabOfferRow[]; total: number }> {
  const there = sql`location.lab_id = lab.id and ${does} ${test.departments}::text[]
    and ${takesThere(today)} ${placed(asked)}`
  const hours = sql`coalesce(offer.turnaround_hours, ceil(${test.turnaroundHours}::int * lab.turnaround_factor)::int)`
  const { rows } = await sql<{ total: number; offer: LabOfferRow | null }>`
    with found as materialized (
      select lab.id, lab.name_folded, offer.price_kobo, offer.at_home, ${hours} as hours
      from offer join lab on lab.id = offer.lab_id
      where offer.test_id = ${test.id} and ${takesBookings(today)} ${narrowed(asked, hours)}
        and exists (select from lab_location location where ${there}))
    select counted.total, to_json(listed) as offer
    from (select count(*)::int as total from found) counted
    left join (select ${labColumns}, page.place, page.price_kobo as "priceKobo", page.hours as "turnaroundHours",
        (select json_agg(json_build_object('name', location.name, 'address', location.address,
            'landmark', location.landmark, 'area', location.area, 'state', location.state,
            'openingHours', location.opening_hours, 'collectionFeeKobo', location.collection_fee_kobo)
            order by location.position, location.id)
          from lab_location location where ${there}) as locations
      from (select *, row_number() over (order by ${orders[asked.sort]}) as place from found
        order by place limit ${asked.limit} offset ${asked.offset}) page
      join lab on lab.id = page.id) listed on true
    order by listed.place`.execute(db)
  return { offers: rows.flatMap(({ offer }) => offer ?? []), total: rows[0]?.total ?? 0 }
}

const labColumns = sql`lab.name, lab.slug, lab.accreditation, lab.registration_number as "registrationNumber",
  lab.registration_expires_on as "registrationExpiresOn", lab.quality_assessment as "qualityAssessment",
  lab.iso_scope as "isoScope", lab.active, lab.demo, lab.home_collection and page.at_home as "homeCollection",
  lab.collection_fee_kobo as "collectionFeeKobo"`

function placed({ state, area }: OfferQuestion): RawBuilder<unknown> {
  return sql`${state ? sql`and lower(location.state) = lower(${state})` : sql``}
    ${area ? sql`and lower(location.area) = lower(${area})` : sql``}`
}

function narrowed({ home, iso, within }: OfferQuestion, hours: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${home ? sql`and lab.home_collection and offer.at_home` : sql``}
    ${iso ? sql`and lab.accreditation ~* 'ISO\\s*15189'` : sql``}
    ${within === undefined ? sql`` : sql`and ${hours} <= ${within}::int`}`
}
