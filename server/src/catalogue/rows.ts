import type { Kobo } from '@labalaba/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db.ts'
import { prepared } from '../platform/database/prepared.ts'

type OfferBase = {
  testId: number
  name: string
  department: string
  /** What a location needs to do it. */
  departments: string[]
  /** Names of the tests of a package; empty for a test. */
  includes: string[]
  specimen: string
  fastingHours: number
  preparation: string
  /** The test's own hours, before the lab's factor. */
  testHours: number
  /** The lab's own promise for this test; null where it follows from the test's hours and the factor. */
  ownHours: number | null
  /** The test can be taken at home, and the lab does so. */
  homeCollection: boolean
  priceKobo: Kobo
}

/** A test as one lab lists it. */
export type OfferRow = OfferBase & {
  code: string
  kind: 'test' | 'package'
  summary: string
  alsoKnownAs: string[]
  category: string
  sex: 'any' | 'male' | 'female'
  popularRank: number | null
}

/** A test as a booking of one lab needs it. */
export type BookableRow = OfferBase & { labFactor: number }

/** Names of a package's tests in their order. */
const includesColumn = sql<string[]>`array(select member.name from package_test
  join test member on member.id = package_test.test_id where package_test.package_id = test.id
  order by package_test.position)`.as('includes')

const bookableColumns = [
  'test.id as testId',
  'test.name',
  'test.department',
  'test.departments',
  includesColumn,
  'test.specimen',
  'test.fasting_hours as fastingHours',
  'test.preparation',
  'test.turnaround_hours as testHours',
  'offer.turnaround_hours as ownHours',
  sql<boolean>`(test.home_collection and offer.at_home)`.as('homeCollection'),
  'offer.price_kobo as priceKobo',
] as const

const listedColumns = [
  ...bookableColumns,
  'test.code',
  'test.kind',
  'test.summary',
  'test.also_known_as as alsoKnownAs',
  'test.category',
  'test.sex',
  'test.popular_rank as popularRank',
] as const

/** Everything a lab offers: the popular tests first, then by name. */
export async function offersOf(db: Db, labId: number): Promise<OfferRow[]> {
  return await offered(db, { labId })
}

const offered = prepared((db: Db, { labId }: { labId: number }) =>
  db
    .selectFrom('offer')
    .innerJoin('test', 'test.id', 'offer.test_id')
    .select(listedColumns)
    .where('offer.lab_id', '=', labId)
    .where('offer.active', '=', true)
    .orderBy('test.popular_rank', (order) => order.asc().nullsLast())
    .orderBy('test.name_folded'),
)

/** What a lab offers under these names, whatever their case and accents, with the lab's own factor for promises. */
export async function offersNamed(db: Db, labId: number, names: readonly string[]): Promise<BookableRow[]> {
  return await offersCalled(db, { labId, names: [...names] })
}

const offersCalled = prepared((db: Db, { labId, names }: { labId: number; names: string[] }) =>
  db
    .selectFrom('offer')
    .innerJoin('test', 'test.id', 'offer.test_id')
    .innerJoin('lab', 'lab.id', 'offer.lab_id')
    .select(bookableColumns)
    .select('lab.turnaround_factor as labFactor')
    .where('offer.lab_id', '=', labId)
    .where('offer.active', '=', true)
    .where(
      sql<boolean>`test.name_folded = any(array(select fold(name) from unnest(${names}::text[]) as name))`,
    ),
)

/** The labs that offer every one of these tests at just its price. */
export async function labsOffering(
  db: Db,
  pairs: readonly { readonly name: string; readonly priceKobo: Kobo }[],
): Promise<number[]> {
  const { rows } = await sql<{ labId: number }>`
    select offer.lab_id as "labId"
    from (select distinct fold(name) as name, price
      from json_to_recordset(${JSON.stringify(pairs.map(({ name, priceKobo }) => ({ name, price: priceKobo })))}::text::json)
        as given (name text, price bigint)) as asked
      join test on test.name_folded = asked.name
      join offer on offer.test_id = test.id and offer.price_kobo = asked.price and offer.active
    group by offer.lab_id
    having count(*) = ${pairs.length}`.execute(db)
  return rows.map(({ labId }) => labId)
}

/** A test that was sold: by itself, or with a package. */
export type SoldTest = {
  /** Of the order's line that it was sold with. */
  readonly position: number
  readonly testId: number
  readonly name: string
  readonly specimen: string
  /** `None` where nothing is taken of the patient. */
  readonly container: string
}

/**
 * The tests of lines that were sold. A package is made of those that it was sold with; where one of them is not called so
 * any more, also of those that it has now.
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

/** The same as a query, of a table `line` with a position, a test and what it includes. */
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
