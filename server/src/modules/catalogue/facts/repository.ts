import type { ClinicalQuestion } from '@labalaba/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db.ts'

/** The facts of a test that are the same at every lab. */
export type TestFacts = {
  id: number
  code: string
  name: string
  kind: 'test' | 'package'
  category: string
  alsoKnownAs: string[]
  summary: string
  /** Names of the tests of a package in its order; empty for a test. */
  includes: string[]
  department: string
  /** The departments that a location needs to do it. */
  departments: string[]
  specimen: string
  fastingHours: number
  preparation: string
  /** The catalogue's own hours, before a lab's factor. */
  turnaroundHours: number
  homeCollection: boolean
  sex: 'any' | 'male' | 'female'
  /** What it asks about the patient; for a package, what any of its tests asks. */
  asks: ClinicalQuestion[]
  popularRank: number | null
  /** Who a package is for; empty for a test. */
  audience: string
  foundBy: FoundBy
}

/** What a search finds a test by. A key is a text folded, with single spaces between its words of letters and digits. */
export type FoundBy = {
  /** The keys of its name and other names. */
  keys: string[]
  purposes: { code: string; key: string }[]
}

/** Changes whenever any fact of a test changes. Read it in the same statement that needs the facts. */
export const edition: RawBuilder<string> = sql`(select edition from catalogue_edition)`

/** The facts of all tests, the popular ones first, then by name, with their edition. */
export async function allFacts(
  db: Db,
): Promise<{ readonly edition: string; readonly tests: readonly TestFacts[] }> {
  const { rows } = await sql<{ edition: string; tests: TestFacts[] }>`
    select ${edition} as edition, coalesce(json_agg(facts order by facts."popularRank" nulls last, facts.name_folded), '[]') as tests
    from (select test.id, test.code, test.name, test.also_known_as as "alsoKnownAs", test.kind, test.category, test.department,
        test.departments, test.audience, test.summary, test.specimen, test.fasting_hours as "fastingHours", test.preparation,
        test.turnaround_hours as "turnaroundHours", test.home_collection as "homeCollection", test.sex, test.asks,
        test.popular_rank as "popularRank", array(select member.name from package_test
          join test member on member.id = package_test.test_id where package_test.package_id = test.id
          order by package_test.position) as includes,
        json_build_object('keys', test.search_keys, 'purposes', array(
          select json_build_object('code', purpose.code, 'key', purpose.search_key) from purpose_test
            join purpose on purpose.code = purpose_test.purpose_code where purpose_test.test_id = test.id
            order by purpose.position)) as "foundBy", test.name_folded
      from test) facts`.execute(db)
  const [row] = rows
  if (!row) throw new Error('there is no catalogue')
  return row
}
