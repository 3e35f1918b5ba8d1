import { type ClinicalQuestion, clinicalQuestions, type Kobo } from '@labalaba/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db.ts'
import { type LabRow, type LocationRow, labAtCalled, labNamed } from '../labs/index.ts'
import { edition } from './facts/repository.ts'
import { type PausedTest, pausedOf } from './price-lists/paused-repository.ts'

/** The terms of a lab for a test that it offers. */
export type OfferRow = {
  testId: number
  priceKobo: Kobo
  /** The lab's own promise for this test; null if it is computed from the test's hours and the lab's factor. */
  ownHours: number | null
  /** Whether the lab takes the sample at home, if the test allows it. */
  atHome: boolean
}

/** Everything that a lab offers, unordered, and what it has paused; with the edition of the facts of tests. */
export type LabOffers = {
  lab: string
  labFactor: number
  edition: string
  offers: OfferRow[]
  paused: PausedTest[]
}

/** What these tests and packages ask about the patient now. */
export async function questionsOf(db: Db, testIds: readonly number[]): Promise<ClinicalQuestion[]> {
  const rows = await db
    .selectFrom('test')
    .select('asks')
    .where('id', 'in', [...testIds])
    .execute()
  return clinicalQuestions.filter((one) => rows.some(({ asks }) => asks.includes(one)))
}

/** How many hours before a test the patient must not eat, by the present catalogue; 0 if they may. */
export async function fastingHoursOf(db: Db, testId: number): Promise<number> {
  const found = await db
    .selectFrom('test')
    .select('fasting_hours')
    .where('id', '=', testId)
    .executeTakeFirst()
  return found?.fasting_hours ?? 0
}

const offerFields = sql`'testId', offer.test_id, 'priceKobo', offer.price_kobo, 'ownHours', offer.turnaround_hours, 'atHome', offer.at_home`

/** What an active lab offers, by its slug or name, in one statement. Undefined if there is no such lab. */
export async function offersOfLab(db: Db, reference: string): Promise<LabOffers | undefined> {
  const { rows } = await sql<LabOffers>`
    select lab.slug as lab, lab.turnaround_factor as "labFactor", ${edition} as edition,
      (select coalesce(json_agg(json_build_object(${offerFields})), '[]') from offer
        where offer.lab_id = lab.id and offer.active) as offers,
      (select coalesce(json_agg(one order by one.place), '[]') from (${pausedOf(sql`lab.id`)}) one) as paused
    from ${labNamed(reference)} lab`.execute(db)
  return rows[0]
}

/** Offers found by name, with the lab's factor and the edition of the facts of tests. */
export type NamedOffers = { labFactor: number; edition: string; offers: OfferRow[] }

/**
 * What an active lab (by slug or name) offers under these names, ignoring case and accents, with the lab's factor for
 * promised hours. Undefined if there is no such lab.
 */
export async function offersNamed(
  db: Db,
  reference: string,
  names: readonly string[],
): Promise<NamedOffers | undefined> {
  const { rows } = await sql<NamedOffers>`
    select lab.turnaround_factor as "labFactor", ${edition} as edition, ${offersOf(sql`lab.id`, names)} as offers
    from ${labNamed(reference)} lab`.execute(db)
  return rows[0]
}

/**
 * The lab and location that `labAtCalled` finds, with what the lab offers under these names; undefined if there is none.
 */
export async function offersNamedAt(
  db: Db,
  { reference, address }: { readonly reference: string; readonly address: string },
  names: readonly string[],
): Promise<SiteOffers | undefined> {
  const { rows } = await sql<SiteOffers>`
    select site.*, ${edition} as edition, ${offersOf(sql`site.id`, names)} as offers
    from (${labAtCalled(db, reference, address)}) site`.execute(db)
  return rows[0]
}

type SiteOffers = LabRow & { location: LocationRow; edition: string; offers: OfferRow[] }

function offersOf(labId: RawBuilder<unknown>, names: readonly string[]): RawBuilder<OfferRow[]> {
  return sql`(select coalesce(json_agg(json_build_object(${offerFields})), '[]')
    from offer join test on test.id = offer.test_id
    where offer.lab_id = ${labId} and offer.active
      and test.name_folded = any(array(select fold(name) from unnest(${names}::text[]) as name)))`
}

/** The labs that offer every one of these tests at exactly its price. */
export async function labsOffering(
  db: Db,
  pairs: readonly { readonly name: string; readonly priceKobo: Kobo }[],
): Promise<number[]> {
  const { rows } = await sql<{ labId: number }>`
    select offer.lab_id as "labId"
    from (select distinct fold(name) as name, price
      from json_to_recordset(${JSON.stringify(pairs.map(({ name, priceKobo }) => ({ name, price: priceKobo })))}::text::json)
        as given (name text, price bigint)) as wanted
      join test on test.name_folded = wanted.name
      join offer on offer.test_id = test.id and offer.price_kobo = wanted.price and offer.active
    group by offer.lab_id
    having count(*) = ${pairs.length}`.execute(db)
  return rows.map(({ labId }) => labId)
}

/** A test that was sold, by itself or in a package. */
export type SoldTest = {
  /** Of the order line with which it was sold. */
  readonly position: number
  readonly testId: number
  readonly name: string
  readonly specimen: string
  /** `None` if no specimen is taken from the patient. */
  readonly container: string
}

/**
 * The tests of sold order lines. A package has the tests that it was sold with; if one of those was renamed since, also the
 * tests that it has now.
 */
export async function testsSold(
  db: Db,
  lines: readonly {
    readonly position: number
    readonly test_id: number
    readonly includes: readonly string[]
  }[],
): Promise<SoldTest[]> {
  const given = lines.map(({ position, test_id, includes }) => ({ position, test_id, includes }))
  const table = sql`json_to_recordset(${JSON.stringify(given)}::text::json)
    as line (position smallint, test_id bigint, includes text[])`
  const { rows } = await sql<SoldTest>`${soldOf(table)} order by line.position, one.id`.execute(db)
  return rows
}

/** The same as a query over a table `line` with a position, a test and its `includes`. */
export function soldOf(lines: RawBuilder<unknown>): RawBuilder<SoldTest> {
  return sql<SoldTest>`
    select line.position, one.id as "testId", one.name, one.specimen, one.container
    from ${lines} join test sold on sold.id = line.test_id
      cross join lateral (select array(select fold(name) from unnest(line.includes) as name) as names) as folded
      join test one on one.kind = 'test' and (sold.kind = 'test' and one.id = sold.id or sold.kind = 'package' and (
        one.name_folded = any(folded.names)
        or (select count(*) from test where kind = 'test' and name_folded = any(folded.names)) < cardinality(folded.names)
          and exists (select from package_test where package_id = sold.id and test_id = one.id)))`
}

/** The locations of a lab at which one of the packages that it offers can be done. */
export async function locationsWithPackages(db: Db, labId: number): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select lab_location.id from lab_location
    where lab_location.lab_id = ${labId} and lab_location.active and exists (
      select from offer join test on test.id = offer.test_id
      where offer.lab_id = ${labId} and offer.active and test.kind = 'package'
        and test.departments <@ lab_location.departments)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
