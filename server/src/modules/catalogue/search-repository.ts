import { sql } from 'kysely'
import type { Db } from '../../db.ts'
import { edition, type TestFacts } from './facts/repository.ts'

/** The search key of a typed text (the form in which names are compared), and the edition of the facts of tests. */
export async function readSearch(db: Db, typed: string) {
  const { rows } = await sql<{ edition: string; key: string }>`
    select ${edition} as edition, search_key(${typed}) as key`.execute(db)
  const [row] = rows
  if (!row) throw new Error('there is no catalogue')
  return row
}

/**
 * The id of a test or package by code or name, ignoring case and accents, with the edition of the facts of tests. The code
 * takes precedence.
 */
export async function findTest(db: Db, reference: string) {
  const { rows } = await sql<{ edition: string; id: number }>`select ${edition} as edition, test.id from test
    where test.code = fold(${reference}) or test.name_folded = fold(${reference})
    order by test.code = fold(${reference}) desc limit 1`.execute(db)
  return rows[0]
}

/** The purposes in their order, each with its number of tests and packages. */
export async function allPurposes(db: Db) {
  return await db
    .selectFrom('purpose')
    .leftJoin('purpose_test', 'purpose_code', 'code')
    .select((e) => ['code', 'name', e.fn.count<number>('test_id').as('testCount')])
    .groupBy('code')
    .orderBy('position')
    .execute()
}

/** The purposes of a test or package. */
export async function purposesOf(db: Db, testId: number) {
  return await db
    .selectFrom('purpose')
    .innerJoin('purpose_test', 'purpose_code', 'code')
    .select(['code', 'name'])
    .where('test_id', '=', testId)
    .orderBy('position')
    .execute()
}

/** The tests of a package, in its order. */
export async function testsOfPackage(db: Db, packageId: number) {
  return await db
    .selectFrom('package_test')
    .innerJoin('test', 'test.id', 'package_test.test_id')
    .select(['test.code', 'test.name', 'test.summary'])
    .where('package_id', '=', packageId)
    .orderBy('position')
    .execute()
}

/** For a package, other packages with the same purposes; for a test, the packages that include it. */
export async function relatedPackages(db: Db, { id, kind }: TestFacts) {
  const isRelated =
    kind === 'test'
      ? sql`exists (select from package_test where package_id = test.id and test_id = ${id})`
      : sql`test.id <> ${id} and exists (select from purpose_test mine
          join purpose_test theirs using (purpose_code) where mine.test_id = ${id} and theirs.test_id = test.id)`
  const { rows } = await sql<{
    id: number
    code: string
    name: string
    testCount: number
  }>`select test.id, test.code, test.name,
      (select count(*)::int from package_test where package_id = test.id) as "testCount"
    from test where test.kind = 'package' and ${isRelated} order by test.name_folded`.execute(db)
  return rows
}
