import type { Kobo, LagosDate } from '@labalaba/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import { takesThere } from '../market-repository.ts'

/** The lowest and highest price of a test at the labs that take bookings on a day, and the number of these labs. */
export type Market = { labCount: number; priceFromKobo: Kobo | null; priceToKobo: Kobo | null }
export type Counted = Market & { testId: number }

/** Tests that need the same departments, so their locations are searched once. */
export type Alike = { readonly departments: readonly string[]; readonly testIds: readonly number[] }

/** The stored summaries. A test without one has never been counted. */
export async function storedMarkets(db: Db, testIds: readonly number[]): Promise<Counted[]> {
  return await db
    .selectFrom('test_market')
    .select(['test_id as testId', 'lab_count as labCount'])
    .select(['price_from_kobo as priceFromKobo', 'price_to_kobo as priceToKobo'])
    .where(sql<boolean>`test_id = any(${[...testIds]}::bigint[])`)
    .execute()
}

/** Groups tests by the departments that they need. */
export async function alikeAmong(db: Db, testIds: readonly number[]): Promise<Alike[]> {
  const { rows } = await sql<Alike>`${alike} from test where id = any(${[...testIds]}::bigint[])
    group by departments`.execute(db)
  return rows
}

/** Tests that were never counted, were last counted on another day, or are affected by one of these changes. */
export async function staleTests(db: Db, changes: readonly number[], today: LagosDate): Promise<Alike[]> {
  const { rows } = await sql<Alike>`
    with changed as materialized (select test_id, lab_id from market_change where id = any(${[...changes]}::bigint[]))
    ${alike} from test left join test_market on test_market.test_id = test.id
    where test_market.counted_on is distinct from ${today}::date or test.id in (select test_id from changed)
      or test.id in (select offer.test_id from changed join offer using (lab_id))
    group by departments`.execute(db)
  return rows
}

const alike = sql`select departments, array_agg(id::int order by id) as "testIds"`

/** Counts the market summary of tests now. */
export async function countMarkets(db: Db, tests: Alike, today: LagosDate): Promise<Counted[]> {
  const { rows } = await sql<Counted>`${counted(tests, today)}`.execute(db)
  return rows
}

/** Counts the market summary of tests and stores it. */
export async function storeMarkets(tx: Tx, tests: Alike, today: LagosDate): Promise<void> {
  await sql`insert into test_market (test_id, counted_on, lab_count, price_from_kobo, price_to_kobo)
    select "testId", ${today}::date, "labCount", "priceFromKobo", "priceToKobo" from (${counted(tests, today)}) counted
    on conflict (test_id) do update set counted_on = excluded.counted_on, lab_count = excluded.lab_count,
      price_from_kobo = excluded.price_from_kobo, price_to_kobo = excluded.price_to_kobo`.execute(tx)
}

/** `coalesce` stops the planner from assuming that few locations match and looking up each offer separately. */
function counted({ departments, testIds }: Alike, today: LagosDate): RawBuilder<unknown> {
  const wanted = sql`${[...testIds]}::bigint[]`
  return sql`
    select wanted.id as "testId", count(found.test_id)::int as "labCount", min(found.price_kobo) as "priceFromKobo",
      max(found.price_kobo) as "priceToKobo"
    from unnest(${wanted}) as wanted (id) left join (select offer.test_id, offer.price_kobo from offer
        where offer.active and offer.test_id = any(${wanted}) and offer.lab_id in (
          select location.lab_id from lab_location location join lab on lab.id = location.lab_id
          where location.active and coalesce(location.departments @> ${[...departments]}::text[], false)
            and ${takesThere(today)} and lab.active and lab.registration_expires_on >= ${today}::date)) found
      on found.test_id = wanted.id
    group by wanted.id`
}

/** Tries to take the lock of the count. Returns whether this transaction got it. */
export async function tryCountingLock(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('what tests cost', 0)) as taken`.execute(tx)
  return rows[0]?.taken ?? false
}

/** The oldest changes that are not counted yet, up to the limit of one count. */
export async function uncountedChanges(tx: Tx): Promise<number[]> {
  const changes = await tx.selectFrom('market_change').select('id').orderBy('id').limit(50_000).execute()
  return changes.map(({ id }) => id)
}

/** Deletes changes that have been counted. */
export async function forgetChanges(tx: Tx, changes: readonly number[]): Promise<void> {
  if (changes.length > 0)
    await sql`delete from market_change where id = any(${[...changes]}::bigint[])`.execute(tx)
}
