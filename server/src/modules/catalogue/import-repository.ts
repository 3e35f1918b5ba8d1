import type { ClinicalQuestion, Kobo } from '@labalaba/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import { replacementOf } from '../../infra/db/replacement.ts'
import type { PackageInput, PurposeInput } from './packages.ts'
import type { Member } from './policy.ts'
import type { TestInput } from './tests.ts'

/** Inserts or updates tests by code. */
export async function upsertTests(tx: Tx, tests: readonly TestInput[]): Promise<void> {
  const rows = tests.map(testValues)
  await tx
    .insertInto('test')
    .values(rows)
    .onConflict((conflict) => conflict.column('code').doUpdateSet(replacementOf(rows, 'code')))
    .execute()
}

function testValues(test: TestInput) {
  return {
    code: test.code,
    name: test.name,
    also_known_as: [...test.alsoKnownAs],
    category: test.category,
    department: test.department,
    departments: [test.department],
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

/** Sets what these tests ask about the patient. */
export async function setQuestions(
  tx: Tx,
  given: readonly { readonly code: string; readonly asks: readonly ClinicalQuestion[] }[],
): Promise<void> {
  await sql`update test set asks = array(select json_array_elements_text(given.asks))
    from json_to_recordset(${JSON.stringify(given)}::text::json) as given (code text, asks json)
    where test.code = given.code and test.kind = 'test'`.execute(tx)
}

/** The given names that another test, with a different code, already has. */
export async function namesOfOthers(
  db: Db,
  tests: readonly { readonly code: string; readonly name: string }[],
) {
  const names = tests.map(({ code, name }) => ({ code, name }))
  const { rows } = await sql<{ code: string; otherCode: string }>`
    select given.code, test.code as "otherCode"
    from json_to_recordset(${JSON.stringify(names)}::text::json) as given (code text, name text)
      join test on test.name_folded = fold(given.name) and test.code <> given.code`.execute(db)
  return rows
}

/** Every test and package of the catalogue, as needed to import or invent prices. */
export async function allTests(db: Db) {
  return await db
    .selectFrom('test')
    .select(['id', 'code', 'kind', 'departments'])
    .select(['price_low_kobo as priceLowKobo', 'price_high_kobo as priceHighKobo'])
    .orderBy('code')
    .execute()
}

/** The price of a test or package at a lab; null removes the test from the lab's list. */
export type Price = { readonly labId: number; readonly testId: number; readonly priceKobo: Kobo | null }

/** Inserts or updates prices. Unchanged prices are not written, and a test that its lab has paused stays paused. */
export async function upsertOffers(tx: Tx, prices: readonly Price[], at: Date): Promise<void> {
  await sql`
    insert into offer (lab_id, test_id, price_kobo, demo, updated_at)
    select given."labId", given."testId", given."priceKobo", lab.demo, ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(prices)}::text::json) as given ("labId" bigint, "testId" bigint, "priceKobo" bigint)
      join lab on lab.id = given."labId"
    where given."priceKobo" is not null
    on conflict (lab_id, test_id) do update
      set price_kobo = excluded.price_kobo, active = not offer.paused, demo = excluded.demo, updated_at = excluded.updated_at
      where (offer.price_kobo, offer.active, offer.demo) is distinct from (excluded.price_kobo, not offer.paused, excluded.demo)`.execute(
    tx,
  )
}

/** Removes tests from labs' lists: those whose price is null. */
export async function withdrawOffers(tx: Tx, prices: readonly Price[], at: Date): Promise<void> {
  const withdrawn = prices.filter(({ priceKobo }) => priceKobo === null)
  if (withdrawn.length === 0) return
  await sql`
    update offer set active = false, updated_at = ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(withdrawn)}::text::json) as given ("labId" bigint, "testId" bigint)
    where offer.lab_id = given."labId" and offer.test_id = given."testId" and offer.active`.execute(tx)
}

/** How many tests each of these labs offers. */
export async function countOffers(db: Db, labIds: readonly number[]) {
  const { rows } = await sql<{ labId: number; count: number }>`
    select lab_id as "labId", count(*) filter (where offer.active)::int as count
    from unnest(${[...labIds]}::bigint[]) as lab_id left join offer using (lab_id)
    group by lab_id`.execute(db)
  return rows
}

/** Tests that packages consist of, by code. */
export async function membersByCode(db: Db, codes: readonly string[]) {
  const rows = await db
    .selectFrom('test')
    .select(['id', 'code', 'departments', 'specimen', 'container', 'preparation', 'sex', 'asks'])
    .select(['fasting_hours as fastingHours', 'turnaround_hours as turnaroundHours'])
    .select('home_collection as homeCollection')
    .select(['price_low_kobo as priceLowKobo', 'price_high_kobo as priceHighKobo'])
    .where('kind', '=', 'test')
    .where(sql<boolean>`code = any(${[...codes]}::text[])`)
    .execute()
  // The table allows no other questions.
  return new Map(
    rows.map(({ code, asks, ...member }) => [code, { ...member, asks: asks as ClinicalQuestion[] }]),
  )
}

type DerivedPackage = Omit<PackageInput, 'testCodes'> &
  Member & { readonly category: string; readonly department: string; readonly testIds: readonly number[] }

/** Inserts or updates packages by code, with their tests. */
export async function upsertPackages(tx: Tx, packages: readonly DerivedPackage[]): Promise<void> {
  const rows = packages.map(packageValues)
  // A package never takes the place of a test with the same code: `kind` stays.
  const replacement = replacementOf(rows, 'code', 'kind', 'category', 'department', 'loinc_verified')
  const ids = await tx
    .insertInto('test')
    .values(rows)
    .onConflict((conflict) => conflict.column('code').doUpdateSet(replacement))
    .returning(['id', 'code'])
    .execute()
  const idOf = new Map(ids.map(({ id, code }) => [code, id]))
  const members = packages.flatMap(({ code, testIds }) =>
    testIds.map((testId, index) => ({ packageId: idOf.get(code), testId, position: index + 1 })),
  )
  await tx
    .deleteFrom('package_test')
    .where('package_id', 'in', [...idOf.values()])
    .execute()
  await sql`insert into package_test (package_id, test_id, position)
    select * from json_to_recordset(${JSON.stringify(members)}::text::json)
      as given ("packageId" bigint, "testId" bigint, position smallint)`.execute(tx)
}

function packageValues(one: DerivedPackage) {
  return {
    code: one.code,
    name: one.name,
    kind: 'package' as const,
    also_known_as: [...one.alsoKnownAs],
    category: one.category,
    department: one.department,
    departments: [...one.departments],
    audience: one.audience,
    specimen: one.specimen,
    container: one.container,
    sex: one.sex,
    asks: [...one.asks],
    fasting_hours: one.fastingHours,
    preparation: one.preparation,
    turnaround_hours: one.turnaroundHours,
    home_collection: one.homeCollection,
    loinc_verified: false,
    price_low_kobo: one.priceLowKobo,
    price_high_kobo: one.priceHighKobo,
    price_factor: one.priceFactor,
    summary: one.summary,
  }
}

/** Every package as it was imported. */
export async function storedPackages(db: Db): Promise<PackageInput[]> {
  const { rows } = await sql<PackageInput>`
    select test.code, test.name, test.also_known_as as "alsoKnownAs", test.audience, test.price_factor as "priceFactor",
      test.summary, array(select member.code from package_test join test member on member.id = package_test.test_id
        where package_test.package_id = test.id order by package_test.position) as "testCodes"
    from test where test.kind = 'package' order by test.id`.execute(db)
  return rows
}

/** The codes among these that belong to packages. */
export async function packagesCoded(db: Db, codes: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('test')
    .select('code')
    .where('kind', '=', 'package')
    .where(sql<boolean>`code = any(${[...codes]}::text[])`)
    .execute()
  return rows.map(({ code }) => code)
}

/** Each package with its tests and price factor, from which a price can be computed. */
export async function packageParts(db: Db) {
  const { rows } = await sql<{ id: number; priceFactor: number; testIds: number[] }>`
    select id, price_factor as "priceFactor",
      array(select test_id from package_test where package_id = test.id order by position) as "testIds"
    from test where kind = 'package' order by id`.execute(db)
  return rows
}

/** Replaces all purposes with the given ones, in this order. Their tests and packages must exist already. */
export async function importPurposes(tx: Tx, purposes: readonly PurposeInput[]): Promise<void> {
  await tx.deleteFrom('purpose_test').execute()
  await tx.deleteFrom('purpose').execute()
  const given = purposes.map((purpose, index) => ({ ...purpose, position: index + 1 }))
  await tx
    .insertInto('purpose')
    .values(given.map(({ code, name, position }) => ({ code, name, position })))
    .execute()
  await sql`insert into purpose_test (purpose_code, test_id)
    select given.code, test.id from json_to_recordset(${JSON.stringify(given)}::text::json)
      as given (code text, "testCodes" json)
      cross join json_array_elements_text(given."testCodes") as wanted (code)
      join test on test.code = wanted.code`.execute(tx)
}
