import type { Kobo, LagosDate } from '@labalaba/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db.ts'
import type { TestFacts } from './facts/repository.ts'

/** Conditions shared by the statements here: the lab takes bookings, and the location can do the test. */
const takesBookings = (today: LagosDate) =>
  sql`offer.active and lab.active and lab.registration_expires_on >= ${today}::date`
const does = sql`location.active and location.departments @>`
/** The location is not paused on this day. */
export const takesThere = (today: LagosDate) =>
  sql`not exists (select from location_pause where location_pause.location_id = location.id
    and location_pause.ended_at is null and coalesce(location_pause.again_on > ${today}::date, true))`

/** The states in which a lab that takes bookings does the test, by name. */
export async function statesOf(db: Db, test: TestFacts, today: LagosDate) {
  const { rows } = await sql<{ state: string; labs: number; priceFromKobo: Kobo }>`
    select location.state, count(distinct lab.id)::int as labs, min(offer.price_kobo) as "priceFromKobo"
    from ${sitesOf(test, today)} group by location.state order by location.state`.execute(db)
  return rows
}

/** The areas of a state in which a lab that takes bookings does the test, by name. */
export async function areasOf(db: Db, test: TestFacts, today: LagosDate, state: string) {
  const { rows } = await sql<{ area: string; labs: number }>`
    select location.area, count(distinct lab.id)::int as labs
    from ${sitesOf(test, today)} and lower(location.state) = lower(${state})
    group by location.area order by location.area`.execute(db)
  return rows
}

function sitesOf(test: TestFacts, today: LagosDate): RawBuilder<unknown> {
  return sql`offer join lab on lab.id = offer.lab_id join lab_location location on location.lab_id = lab.id
    where offer.test_id = ${test.id} and ${takesBookings(today)} and ${does} ${test.departments}::text[]
      and ${takesThere(today)}`
}

type OfferQuery = {
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

/** One page of the labs that take bookings and do the test in the requested place, and the total. */
export async function labsOf(
  db: Db,
  test: TestFacts,
  today: LagosDate,
  query: OfferQuery,
): Promise<{ offers: LabOfferRow[]; total: number }> {
  const there = sql`location.lab_id = lab.id and ${does} ${test.departments}::text[]
    and ${takesThere(today)} ${placed(query)}`
  const hours = sql`coalesce(offer.turnaround_hours, ceil(${test.turnaroundHours}::int * lab.turnaround_factor)::int)`
  const { rows } = await sql<{ total: number; offer: LabOfferRow | null }>`
    with found as materialized (
      select lab.id, lab.name_folded, offer.price_kobo, offer.at_home, ${hours} as hours
      from offer join lab on lab.id = offer.lab_id
      where offer.test_id = ${test.id} and ${takesBookings(today)} ${narrowed(query, hours)}
        and exists (select from lab_location location where ${there}))
    select counted.total, to_json(listed) as offer
    from (select count(*)::int as total from found) counted
    left join (select ${labColumns}, page.place, page.price_kobo as "priceKobo", page.hours as "turnaroundHours",
        (select json_agg(json_build_object('name', location.name, 'address', location.address,
            'landmark', location.landmark, 'area', location.area, 'state', location.state,
            'openingHours', location.opening_hours, 'collectionFeeKobo', location.collection_fee_kobo)
            order by location.position, location.id)
          from lab_location location where ${there}) as locations
      from (select *, row_number() over (order by ${orders[query.sort]}) as place from found
        order by place limit ${query.limit} offset ${query.offset}) page
      join lab on lab.id = page.id) listed on true
    order by listed.place`.execute(db)
  return { offers: rows.flatMap(({ offer }) => offer ?? []), total: rows[0]?.total ?? 0 }
}

const labColumns = sql`lab.name, lab.slug, lab.accreditation, lab.registration_number as "registrationNumber",
  lab.registration_expires_on as "registrationExpiresOn", lab.quality_assessment as "qualityAssessment",
  lab.iso_scope as "isoScope", lab.active, lab.demo, lab.home_collection and page.at_home as "homeCollection",
  lab.collection_fee_kobo as "collectionFeeKobo"`

function placed({ state, area }: OfferQuery): RawBuilder<unknown> {
  return sql`${state ? sql`and lower(location.state) = lower(${state})` : sql``}
    ${area ? sql`and lower(location.area) = lower(${area})` : sql``}`
}

function narrowed({ home, iso, within }: OfferQuery, hours: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${home ? sql`and lab.home_collection and offer.at_home` : sql``}
    ${iso ? sql`and lab.accreditation ~* 'ISO\\s*15189'` : sql``}
    ${within === undefined ? sql`` : sql`and ${hours} <= ${within}::int`}`
}
