import type { LagosDate } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { factsOf } from './facts/facts.ts'
import type { TestFacts } from './facts/repository.ts'
import { testsFound } from './facts/search-index.ts'
import { marketsOf } from './market/markets.ts'
import { tidyName } from './policy.ts'
import * as repository from './search-repository.ts'

/** The filters of a list. */
type Narrowed = {
  readonly purpose?: string | undefined
  readonly category?: string | undefined
  readonly kind?: 'test' | 'package' | undefined
}

/**
 * One page of tests and packages, searched in memory. Without `q` the popular ones come first, then by name. `q` selects
 * those whose names or purposes have its words, the closest first; if there is none, those that resemble them.
 */
export async function searchTests(
  db: Db,
  query: Narrowed & { page: number; limit: number; q?: string | undefined },
): Promise<{ readonly tests: TestFacts[]; readonly total: number }> {
  const typed = query.q?.trim() ?? ''
  const { edition, key } = await repository.readSearch(db, typed)
  const facts = await factsOf(db, edition)
  for (const found of typed === '' ? [[...facts.values()]] : testsFound(facts, key)) {
    const tests = found.filter((test) => isWithin(test, query))
    const start = (query.page - 1) * query.limit
    if (tests.length > 0) return { tests: tests.slice(start, start + query.limit), total: tests.length }
  }
  return { tests: [], total: 0 }
}

function isWithin(test: TestFacts, { purpose, category, kind }: Narrowed): boolean {
  return (
    (!purpose || test.foundBy.purposes.some(({ code }) => code === purpose)) &&
    (!category || test.category === category) &&
    (!kind || test.kind === kind)
  )
}

/** A test or package by code or name, ignoring case, accents and extra spaces. Throws `not_found`. */
export async function requireTest(db: Db, reference: string): Promise<TestFacts> {
  const found = await repository.findTest(db, tidyName(reference))
  const test = found && (await factsOf(db, found.edition)).get(found.id)
  if (!test) throw new DomainError('not_found')
  return test
}

/** Packages related to a test, the cheapest first; those that no lab offers come last. */
export async function relatedTo(db: Db, test: TestFacts, today: LagosDate) {
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
