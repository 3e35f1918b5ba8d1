import type { Kobo, LagosDate } from '@labalaba/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import { takesThere } from '../market-repository.ts'

/** What a test costs at the labs that take bookings on a day, and how many those are. */
export type Market = { labCount: number; priceFromKobo: Kobo | null; priceToKobo: Kobo | null }
export type Counted = Market & { testId: number }

/** Tests that need the same departments: where they are done is found once for all of them. */
export type Alike = { readonly departments: readonly string[]; readonly testIds: readonly number[] }

/** What was counted last. A test without it has never been counted. */
export async function keptMarkets(db: Db, testIds: readonly number[]): Promise<Counted[]> {
  return await db
    .selectFrom('test_market')
    .select([
      'test_id as testId',
      'lab_count as labCount',
      'price_from_kobo as priceFromKobo',
      'price_to_kobo as priceToKobo',
    ])
    .where(sql<boolean>`test_id = any(${[...testIds]}::bigint[])`)
    .execute()
}

/** Tests by what a location needs to do them. */
export async function alikeAmong(db: Db, testIds: readonly number[]): Promise<Alike[]> {
  const { rows } = await sql<Alike>`${alike} from test where id = any(${[...testIds]}::bigint[])
    group by departments`.execute(db)
  return rows
}

/** Tests that were never counted, or on another day, or that one of these changes touches. */
export async function staleTests(db: Db, changes: readonly number[], today: LagosDate): Promise<Alike[]> {
  const { rows } = await sql<Alike>`
    with told as materialized (select test_id, lab_id from market_change where id = any(${[...changes]}::bigint[]))
    ${alike} from test left join test_market on test_market.test_id = test.id
    where test_market.counted_on is distinct from ${today}::date or test.id in (select test_id from told)
      or test.id in (select offer.test_id from told join offer using (lab_id))
    group by departments`.execute(db)
  return rows
}

const alike = sql`select departments, array_agg(id::int order by id) as "testIds"`

/** Counts tests now. */
export async function countMarkets(db: Db, tests: Alike, today: LagosDate): Promise<Counted[]> {
  const { rows } = await sql<Counted>`${counted(tests, today)}`.execute(db)
  return rows
}

/** Counts tests and keeps it. */
export async function keepMarkets(tx: Tx, tests: Alike, today: LagosDate): Promise<void> {
  await sql`insert into test_market (test_id, counted_on, lab_count, price_from_kobo, price_to_kobo)
    select "testId", ${today}::date, "labCount", "priceFromKobo", "priceToKobo" from (${counted(tests, today)}) counted
    on conflict (test_id) do update set counted_on = excluded.counted_on, lab_count = excluded.lab_count,
      price_from_kobo = excluded.price_from_kobo, price_to_kobo = excluded.price_to_kobo`.execute(tx)
}

/**
 * `coalesce` keeps the database from taking the places where a test is done for rare, and going to each offer by itself.
 */
function counted({ departments, testIds }: Alike, today: LagosDate): RawBuilder<unknown> {
  const asked = sql`${[...testIds]}::bigint[]`
  return sql`
    select asked.id as "testId", count(found.test_id)::int as "labCount", min(found.price_kobo) as "priceFromKobo",
      max(found.price_kobo) as "priceToKobo"
    from unnest(${asked}) as asked (id) left join (select offer.test_id, offer.price_kobo from offer
        where offer.active and offer.test_id = any(${asked}) and offer.lab_id in (
          select location.lab_id from lab_location location join lab on lab.id = location.lab_id
          where location.active and coalesce(location.departments @> ${[...departments]}::text[], false)
            and ${takesThere(today)} and lab.active and lab.registration_expires_on >= ${today}::date)) found
      on found.test_id = asked.id
    group by asked.id`
}

/** Lets one count go on at a time; answers whether it is ours. */
export async function takeCounting(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('what tests cost', 0)) as taken`.execute(tx)
  return rows[0]?.taken ?? false
}

/** What has changed and was not counted yet, so much of it as one count takes up. */
export async function changesTold(tx: Tx): Promise<number[]> {
  const told = await tx.selectFrom('market_change').select('id').orderBy('id').limit(mostChanges).execute()
  return told.map(({ id }) => id)
}

const mostChanges = 50_000

/** These changes have been counted. */
export async function forgetChanges(tx: Tx, changes: readonly number[]): Promise<void> {
  if (changes.length > 0)
    await sql`delete from market_change where id = any(${[...changes]}::bigint[])`.execute(tx)
}
