import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db.ts'
import { factColumns, type TestFacts } from './facts/repository.ts'

/** A test or package as the catalogue lists it. */
export type TestRow = TestFacts & { audience: string }

/** The filters of a list. */
export type Narrowed = {
  readonly purpose?: string | undefined
  readonly category?: string | undefined
  readonly kind?: 'test' | 'package' | undefined
}

/** A search: the full typed text, and the words that identify a test, both as search keys. */
export type Search = { readonly key: string; readonly words: readonly string[] }

/** The requested rows of a list. */
type Page = { readonly limit: number; readonly offset: number }

type Fragment = RawBuilder<unknown>

/** The search key of a typed text: the form in which names are compared. */
export async function searchKey(db: Db, typed: string): Promise<string> {
  const { rows } = await sql<{ key: string }>`select search_key(${typed}) as key`.execute(db)
  return rows[0]?.key ?? ''
}

const testColumns = sql`${factColumns}, test.audience`

export type Listed = { readonly tests: TestRow[]; readonly total: number }

/** The tests, the popular ones first, then by name. */
export async function testsByPopularity(db: Db, narrowed: Narrowed, page: Page): Promise<Listed> {
  const found = sql`select test.id, 0 as rank from test where ${narrowing(narrowed)}`
  return await readPage(db, found, page)
}

/**
 * The tests that a search finds, in this order: an exact name or short name; names that begin with the text; names with a
 * word that begins with it; names with words that begin with each search word; the same including purposes; names that
 * contain each search word of three letters or more.
 */
export async function testsNamed(db: Db, search: Search, narrowed: Narrowed, page: Page): Promise<Listed> {
  const joined = search.key.replaceAll(' ', '')
  const begins = (text: Fragment) =>
    allOf(search.words, (word) => sql`${text} like '% ' || ${word}::text || '%'`)
  const found = sql`select test.id, coalesce(nearest.rank,
      case when ${begins(sql`words.own`)} then 3 when ${begins(sql`words.own || words.purposes`)} then 4
        when ${allOf(search.words, (word) => (word.length < 3 ? sql`false` : sql`words.own like '%' || ${word}::text || '%'`))}
        then 5 end) as rank
    from test
      cross join lateral (select min(case when replace(key, ' ', '') = ${joined} then 0
          when key like ${search.key}::text || '%' or replace(key, ' ', '') like ${joined}::text || '%' then 1
          when key like '% ' || ${search.key}::text || '%' then 2 end) as rank
        from unnest(test.search_keys) as key) nearest
      left join ${wordsOfPurposes} purposes on purposes.test_id = test.id
      cross join lateral (select ' ' || array_to_string(test.search_keys, ' ') as own, coalesce(purposes.words, '') as purposes) words
    where ${narrowing(narrowed)}`
  return await readPage(db, sql`select * from (${found}) ranked where rank is not null`, page)
}

/**
 * The tests whose names resemble every word, the most similar first; a similar first word ranks higher. A word of two
 * letters must begin a word.
 */
export async function testsResembling(
  db: Db,
  search: Search,
  narrowed: Narrowed,
  page: Page,
): Promise<Listed> {
  const found = sql`
    select test.id, -round((sum(one.likeness) + max(nearest.beginning) / 2)::numeric, 2) as rank
    from test
      cross join lateral (select max(similarity(${search.words[0] ?? ''}, split_part(key, ' ', 1))) as beginning
        from unnest(test.search_keys) as key) nearest
      cross join lateral (select array_to_string(test.search_keys, ' ') as words) own
      cross join unnest(${[...search.words]}::text[]) as asked (word)
      left join (${purposesAlike(search.words)}) purposes on purposes.test_id = test.id and purposes.word = asked.word
      cross join lateral (select case
        when length(asked.word) > 2 then greatest(strict_word_similarity(asked.word, own.words), purposes.likeness)
        when ' ' || own.words like '% ' || asked.word || '%' then 1
        else 0 end as likeness) one
    where ${narrowing(narrowed)}
    group by test.id
    having min(one.likeness) >= 0.33`
  return await readPage(db, found, page)
}

/** How similar each word is to the purposes of each test. A purpose counts less than a name. */
function purposesAlike(words: readonly string[]): Fragment {
  return sql`select purpose_test.test_id, alike.word, max(alike.likeness) as likeness
    from purpose_test join (select code, word, 0.8 * strict_word_similarity(word, search_key) as likeness
      from purpose cross join unnest(${[...words]}::text[]) as word) alike on alike.code = purpose_test.purpose_code
    group by purpose_test.test_id, alike.word`
}

/** The keys of all purposes of each test in one text, each preceded by a space. */
const wordsOfPurposes = sql`(select purpose_test.test_id, string_agg(' ' || purpose.search_key, '') as words
    from purpose_test join purpose on purpose.code = purpose_test.purpose_code group by purpose_test.test_id)`

function allOf(words: readonly string[], condition: (word: string) => Fragment): Fragment {
  return sql`(${sql.join(words.map(condition), sql` and `)})`
}

function narrowing({ purpose, category, kind }: Narrowed): Fragment {
  const parts = [
    ...(purpose
      ? [sql`exists (select from purpose_test where purpose_code = ${purpose} and test_id = test.id)`]
      : []),
    ...(category ? [sql`test.category = ${category}`] : []),
    ...(kind ? [sql`test.kind = ${kind}`] : []),
  ]
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `)
}

/** One page of the results, with the total. */
async function readPage(db: Db, found: Fragment, { limit, offset }: Page): Promise<Listed> {
  const { rows } = await sql<{ total: number; test: TestRow | null }>`
    with found as materialized (${found})
    select counted.total, to_json(listed) as test
    from (select count(*)::int as total from found) counted
    left join (select ${testColumns}, page.place
      from (select found.id, row_number() over (${byRank}) as place from found join test using (id)
        order by place limit ${limit} offset ${offset}) page
      join test on test.id = page.id) listed on true
    order by listed.place`.execute(db)
  const tests = rows.flatMap(({ test }) => test ?? [])
  return { tests, total: rows[0]?.total ?? 0 }
}

const byRank = sql`order by found.rank, test.popular_rank nulls last, length(test.name) * abs(sign(found.rank)), test.name_folded`

/** A test or package by code or name, ignoring case and accents; the code takes precedence. */
export async function findTest(db: Db, reference: string): Promise<TestRow | undefined> {
  const { rows } = await sql<TestRow>`select ${testColumns} from test
    where test.code = fold(${reference}) or test.name_folded = fold(${reference})
    order by test.code = fold(${reference}) desc limit 1`.execute(db)
  return rows[0]
}

/** The purposes in their order, each with its number of tests and packages. */
export async function allPurposes(db: Db): Promise<{ code: string; name: string; testCount: number }[]> {
  return await db
    .selectFrom('purpose')
    .leftJoin('purpose_test', 'purpose_code', 'code')
    .select((e) => ['code', 'name', e.fn.count<number>('test_id').as('testCount')])
    .groupBy('code')
    .orderBy('position')
    .execute()
}

/** The purposes of a test or package. */
export async function purposesOf(db: Db, testId: number): Promise<{ code: string; name: string }[]> {
  return await db
    .selectFrom('purpose')
    .innerJoin('purpose_test', 'purpose_code', 'code')
    .select(['code', 'name'])
    .where('test_id', '=', testId)
    .orderBy('position')
    .execute()
}

/** The tests of a package, in its order. */
export async function testsOfPackage(
  db: Db,
  packageId: number,
): Promise<{ code: string; name: string; summary: string }[]> {
  return await db
    .selectFrom('package_test')
    .innerJoin('test', 'test.id', 'package_test.test_id')
    .select(['test.code', 'test.name', 'test.summary'])
    .where('package_id', '=', packageId)
    .orderBy('position')
    .execute()
}

export type PackageRow = { id: number; code: string; name: string; testCount: number }

/** For a package, other packages with the same purposes; for a test, the packages that include it. */
export async function relatedPackages(db: Db, { id, kind }: TestRow): Promise<PackageRow[]> {
  const isRelated =
    kind === 'test'
      ? sql`exists (select from package_test where package_id = test.id and test_id = ${id})`
      : sql`test.id <> ${id} and exists (select from purpose_test mine
          join purpose_test theirs using (purpose_code) where mine.test_id = ${id} and theirs.test_id = test.id)`
  const { rows } = await sql<PackageRow>`select test.id, test.code, test.name,
      (select count(*)::int from package_test where package_id = test.id) as "testCount"
    from test where test.kind = 'package' and ${isRelated} order by test.name_folded`.execute(db)
  return rows
}
