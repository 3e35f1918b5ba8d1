import type { LagosDate } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { marketsOf } from './market/markets.ts'
import { tellingWords, tidyName } from './policy.ts'
import * as repository from './search-repository.ts'

export type Found = { readonly tests: repository.TestRow[]; readonly total: number }

/**
 * One page of tests and packages. `q` selects those whose names or purposes have its words, the closest first; if there is
 * none, those whose names resemble them.
 */
export async function searchTests(
  db: Db,
  asked: repository.Narrowed & { page: number; limit: number; q?: string | undefined },
): Promise<Found> {
  const page = { limit: asked.limit, offset: (asked.page - 1) * asked.limit }
  if (!asked.q?.trim()) return await repository.testsByPopularity(db, asked, page)
  const key = await repository.searchKey(db, asked.q)
  const search = { key, words: tellingWords(key) }
  if (search.words.length === 0) return { tests: [], total: 0 }
  const named = await repository.testsNamed(db, search, asked, page)
  return named.total > 0 ? named : await repository.testsResembling(db, search, asked, page)
}

/** A test or package by code or name, ignoring case, accents and extra spaces. Throws `not_found`. */
export async function requireTest(db: Db, reference: string): Promise<repository.TestRow> {
  const test = await repository.findTest(db, tidyName(reference))
  if (!test) throw new DomainError('not_found')
  return test
}

/** Packages related to a test, the cheapest first; those that no lab offers come last. */
export async function relatedTo(db: Db, test: repository.TestRow, today: LagosDate) {
  const packages = await repository.relatedPackages(db, test)
  const markets = await marketsOf(
    db,
    packages.map(({ id }) => id),
    today,
  )
  const priced = packages.map((one) => ({
    ...one,
    priceFromKobo: markets.get(one.id)?.priceFromKobo ?? null,
  }))
  const cost = (one: (typeof priced)[number]) => one.priceFromKobo ?? Number.POSITIVE_INFINITY
  return priced.toSorted((a, b) => (cost(a) === cost(b) ? 0 : cost(a) - cost(b))).slice(0, mostRelated)
}

const mostRelated = 6
