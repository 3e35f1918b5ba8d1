import type { Kobo } from '@labalaba/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import type { TestInput } from './test-sheet.ts'

/** Puts in tests, or brings them up to date, by code. */
export async function upsertTests(tx: Tx, tests: readonly TestInput[]): Promise<void> {
  await tx
    .insertInto('test')
    .values(tests.map(testValues))
    .onConflict((conflict) =>
      conflict.column('code').doUpdateSet((e) => ({
        name: e.ref('excluded.name'),
        also_known_as: e.ref('excluded.also_known_as'),
        category: e.ref('excluded.category'),
        department: e.ref('excluded.department'),
        specimen: e.ref('excluded.specimen'),
        container: e.ref('excluded.container'),
        fasting_hours: e.ref('excluded.fasting_hours'),
        preparation: e.ref('excluded.preparation'),
        turnaround_hours: e.ref('excluded.turnaround_hours'),
        home_collection: e.ref('excluded.home_collection'),
        sex: e.ref('excluded.sex'),
        loinc: e.ref('excluded.loinc'),
        loinc_verified: e.ref('excluded.loinc_verified'),
        price_low_kobo: e.ref('excluded.price_low_kobo'),
        price_high_kobo: e.ref('excluded.price_high_kobo'),
        popular_rank: e.ref('excluded.popular_rank'),
        summary: e.ref('excluded.summary'),
      })),
    )
    .execute()
}

function testValues(test: TestInput) {
  return {
    code: test.code,
    name: test.name,
    also_known_as: [...test.alsoKnownAs],
    category: test.category,
    department: test.department,
    specimen: test.specimen,
    container: test.container,
    fasting_hours: test.fastingHours,
    preparation: test.preparation,
    turnaround_hours: test.turnaroundHours,
    home_collection: test.homeCollection,
    sex: test.sex,
    loinc: test.loinc,
    loinc_verified: test.loincVerified,
    price_low_kobo: test.priceLowKobo,
    price_high_kobo: test.priceHighKobo,
    popular_rank: test.popularRank,
    summary: test.summary,
  }
}

/** Which of these names belong to a test with another code. */
export async function namesOfOthers(
  db: Db,
  tests: readonly { readonly code: string; readonly name: string }[],
): Promise<{ code: string; otherCode: string }[]> {
  const names = tests.map(({ code, name }) => ({ code, name }))
  const { rows } = await sql<{ code: string; otherCode: string }>`
    select given.code, test.code as "otherCode"
    from json_to_recordset(${JSON.stringify(names)}::text::json) as given (code text, name text)
      join test on test.name_folded = fold(given.name) and test.code <> given.code`.execute(db)
  return rows
}

/** A test as prices are made for it: where it is done and what it usually costs. */
export type PricedTest = {
  id: number
  code: string
  department: string
  priceLowKobo: Kobo
  priceHighKobo: Kobo
}

/** Every test of the catalogue. */
export async function allTests(db: Db): Promise<PricedTest[]> {
  return await db
    .selectFrom('test')
    .select([
      'id',
      'code',
      'department',
      'price_low_kobo as priceLowKobo',
      'price_high_kobo as priceHighKobo',
    ])
    .orderBy('code')
    .execute()
}

/** A price of a test at a lab; null takes the test off the lab's list. */
export type Price = { readonly labId: number; readonly testId: number; readonly priceKobo: Kobo | null }

/** Puts in prices, or brings them up to date. What is the same already is not written again. */
export async function upsertOffers(tx: Tx, prices: readonly Price[], at: Date): Promise<void> {
  await sql`
    insert into offer (lab_id, test_id, price_kobo, demo, updated_at)
    select given."labId", given."testId", given."priceKobo", lab.demo, ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(prices)}::text::json) as given ("labId" bigint, "testId" bigint, "priceKobo" bigint)
      join lab on lab.id = given."labId"
    where given."priceKobo" is not null
    on conflict (lab_id, test_id) do update
      set price_kobo = excluded.price_kobo, active = true, demo = excluded.demo, updated_at = excluded.updated_at
      where (offer.price_kobo, offer.active, offer.demo) is distinct from (excluded.price_kobo, true, excluded.demo)`.execute(
    tx,
  )
}

/** Takes tests off labs' lists: those of the prices that are null. */
export async function withdrawOffers(tx: Tx, prices: readonly Price[], at: Date): Promise<void> {
  const withdrawn = prices.filter(({ priceKobo }) => priceKobo === null)
  if (withdrawn.length === 0) return
  await sql`
    update offer set active = false, updated_at = ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(withdrawn)}::text::json) as given ("labId" bigint, "testId" bigint)
    where offer.lab_id = given."labId" and offer.test_id = given."testId" and offer.active`.execute(tx)
}

/** How many tests each of these labs offers. */
export async function countOffers(
  db: Db,
  labIds: readonly number[],
): Promise<{ labId: number; count: number }[]> {
  const { rows } = await sql<{ labId: number; count: number }>`
    select lab_id as "labId", count(*) filter (where offer.active)::int as count
    from unnest(${[...labIds]}::bigint[]) as lab_id left join offer using (lab_id)
    group by lab_id`.execute(db)
  return rows
}
